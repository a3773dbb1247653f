//! `fewest explain`: explains why there is no solution, or none with fewer moves than the shortest.

use std::io::Write;

use fewest::Explanation;
use fewest_rules::Outcome;

use crate::args::BoardArgs;
use crate::commands::solve::details;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::input::BoardList;
use crate::json::JsonLine;
use crate::session::Session;
use crate::text;

pub(crate) fn run(args: &BoardArgs, session: &mut Session) -> Result<Exit, Failure> {
    let boards = boards_in_game(args, None, session)?;
    let mut exit = Exit::Done;
    for (at, (board, _)) in boards.boards.iter().enumerate() {
        let limits = session.board_limits(boards.boards.len());
        let explanation = session
            .work(
                || board.explain_within(&limits),
                |session, known| {
                    let explanation = Explanation {
                        answer: known.answer(board),
                        text: String::new(),
                    };
                    print(&boards, at, &explanation, session)
                },
            )?
            .map_err(Failure::from)?;
        print(&boards, at, &explanation, session)?;
        session.flush()?;
        exit = exit.and(Exit::of(&explanation.answer.outcome));
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

fn print(
    boards: &BoardList,
    at: usize,
    explanation: &Explanation,
    session: &mut Session,
) -> Result<(), Failure> {
    let Explanation { answer, text } = explanation;
    if session.json {
        let line = JsonLine::new("explain", &boards.puzzle).and(explanation);
        let line = line.of_level(&boards.boards[at].0);
        return Ok(writeln!(session.out(), "{line}")?);
    }
    title(boards, at, session)?;
    let unsolvable = matches!(answer.outcome, Outcome::Unsolvable(_));
    let headline = if unsolvable && !text.is_empty() {
        "no solution, and this proves it".to_owned()
    } else {
        text::headline(answer, &boards.boards[at].0, None, session)
    };
    writeln!(session.out(), "{headline}")?;
    if !text.is_empty() {
        writeln!(session.out(), "\n{text}")?;
    }
    details(answer, &boards.boards[at].0, session)
}
