//! `fewest explain`: why not, or why not in fewer moves.

use std::io::Write;

use fewest::rules::Outcome;

use crate::args::BoardArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::input::read_boards;
use crate::session::Session;
use crate::{json, text};

pub(crate) fn run(args: &BoardArgs, session: &mut Session) -> Result<Exit, Failure> {
    let boards = read_boards(
        &args.puzzle,
        args.board.as_deref(),
        &args.options,
        None,
        session,
    )?;
    let mut exit = Exit::Done;
    for (at, (board, _)) in boards.boards.iter().enumerate() {
        let explanation = board
            .explain(&session.board_limits(boards.boards.len()))
            .map_err(|unfit| Failure::usage(unfit.to_string()))?;
        let answer = &explanation.answer;
        if session.json {
            let line = json::explain(&boards.puzzle, answer, &explanation.text);
            writeln!(session.out(), "{line}")?;
        } else {
            title(&boards, at, session)?;
            let unsolvable = matches!(answer.report.outcome, Outcome::Unsolvable(_));
            let headline = if unsolvable && !explanation.text.is_empty() {
                "no solution, and this proves it".to_owned()
            } else {
                text::headline(answer, &**board, None, session)
            };
            writeln!(session.out(), "{headline}")?;
            if !explanation.text.is_empty() {
                writeln!(session.out(), "\n{}", explanation.text)?;
            }
        }
        session.flush()?;
        exit = exit.and(Exit::of(&answer.report.outcome));
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}
