//! `fewest hint`: reveals as much of the next move as the user asks for.

use std::io::Write;

use fewest::{Hint, HintGrade};

use crate::args::HintArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::input::BoardList;
use crate::json::JsonLine;
use crate::session::Session;
use crate::text;

pub(crate) fn run(args: &HintArgs, session: &mut Session) -> Result<Exit, Failure> {
    let boards = boards_in_game(&args.board, None, session)?;
    let mut exit = Exit::Done;
    for (at, (board, _)) in boards.boards.iter().enumerate() {
        let limits = session.board_limits(boards.boards.len());
        let hint = session
            .work(
                || board.hint_within(&limits),
                |session, known| {
                    let hint = Hint::without_changes(known.answer(board));
                    print(&boards, at, &hint, args.grade, session)
                },
            )?
            .map_err(Failure::from)?;
        print(&boards, at, &hint, args.grade, session)?;
        session.flush()?;
        exit = exit.and(Exit::of(&hint.answer().outcome));
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

fn print(
    boards: &BoardList,
    at: usize,
    hint: &Hint,
    grade: u8,
    session: &mut Session,
) -> Result<(), Failure> {
    let grade = match grade {
        1 => HintGrade::Length,
        2 => HintGrade::Changes,
        _ => HintGrade::Move,
    };
    if session.json {
        let line = JsonLine::new("hint", &boards.puzzle).and(&hint.up_to(grade));
        return Ok(writeln!(session.out(), "{line}")?);
    }
    title(boards, at, session)?;
    let answer = hint.answer();
    let headline = || text::headline(answer, &boards.boards[at].0, None, session);
    let line = hint.sentence(grade).unwrap_or_else(headline);
    writeln!(session.out(), "{line}")?;
    if session.verbose {
        let cost = text::cost(&answer.method, answer.statistics);
        writeln!(session.out(), "\n{cost}")?;
    }
    Ok(())
}
