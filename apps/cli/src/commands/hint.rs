//! `fewest hint`: reveals as much of the next move as the user asks for, or rates all moves.

use std::io::Write;

use fewest::{Hint, HintGrade, RatedMove};
use fewest_rules::Outcome;
use serde_json::json;

use crate::args::HintArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::input::BoardList;
use crate::interrupt::LastKnown;
use crate::json::JsonLine;
use crate::session::Session;
use crate::text;

pub(crate) fn run(args: &HintArgs, session: &mut Session) -> Result<Exit, Failure> {
    let boards = boards_in_game(&args.board, None, session)?;
    let mut exit = Exit::Done;
    for (at, (board, _)) in boards.boards.iter().enumerate() {
        let limits = session.board_limits(boards.boards.len());
        let known = |session: &mut Session, known: LastKnown| {
            let hint = Hint::without_changes(known.answer(board));
            print(&boards, at, &hint, args.grade, session)
        };
        let exit_of_board = if args.each {
            let rated = session.work(|| board.rate_moves(&limits), known)?;
            let rated = rated.map_err(|error| session.failure(error, "<board>"))?;
            print_rated(&boards, at, &rated, session)?;
            exit_of(&rated)
        } else {
            let hint = session.work(|| board.hint_within(&limits), known)?;
            let hint = hint.map_err(Failure::from)?;
            print(&boards, at, &hint, args.grade, session)?;
            Exit::of(&hint.answer().outcome)
        };
        session.flush()?;
        exit = exit.and(exit_of_board);
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

/// Prints what each move leads to, the best first.
fn print_rated(
    boards: &BoardList,
    at: usize,
    rated: &[RatedMove],
    session: &mut Session,
) -> Result<(), Failure> {
    if session.json {
        let line = JsonLine::new("rate_moves", &boards.puzzle).with("moves", json!(rated));
        return Ok(writeln!(session.out(), "{line}")?);
    }
    title(boards, at, session)?;
    if rated.is_empty() {
        writeln!(session.out(), "no move can be made")?;
    }
    let width = rated.iter().map(|rated| rated.name.chars().count()).max();
    let mut order: Vec<&RatedMove> = rated.iter().collect();
    order.sort_by_key(|rated| match &rated.answer.outcome {
        Outcome::Solved { .. } => (0, rated.answer.criteria()),
        Outcome::Stopped { .. } => (1, None),
        Outcome::Unsolvable(_) => (2, None),
    });
    for of in order {
        let (name, width) = (&of.name, width.unwrap_or(0));
        writeln!(session.out(), "{name:width$}  {}", of.sentence())?;
    }
    Ok(())
}

/// The exit code for all moves of a board: that of the best one, unless a limit stopped a search.
fn exit_of(rated: &[RatedMove]) -> Exit {
    let all = || rated.iter().map(|rated| Exit::of(&rated.answer.outcome));
    let stopped = all().find(|exit| !matches!(exit, Exit::Done | Exit::No));
    let none = !rated.is_empty() && all().all(|exit| exit == Exit::No);
    stopped.unwrap_or(if none { Exit::No } else { Exit::Done })
}
