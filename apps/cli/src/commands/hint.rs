//! `fewest hint`: reveals as much of the next move as the user asks for.

use std::io::Write;

use fewest::rules::Outcome;
use fewest::{Hint, HintChange, HintPart};

use crate::args::HintArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::input::BoardList;
use crate::json;
use crate::quantity::count;
use crate::session::Session;
use crate::text;

/// The most changes that a hint lists. Nobody reads more.
const MOST_CHANGES: usize = 12;

pub(crate) fn run(args: &HintArgs, session: &mut Session) -> Result<Exit, Failure> {
    let boards = boards_in_game(&args.board, None, session)?;
    let mut exit = Exit::Done;
    for (at, (board, _)) in boards.boards.iter().enumerate() {
        let limits = session.board_limits(boards.boards.len());
        let hint = session
            .work(
                || board.hint_within(&limits),
                |session, known| {
                    let hint = Hint::without_changes(known.answer(board.inner()));
                    print(&boards, at, &hint, args.grade, session)
                },
            )?
            .map_err(|error| session.failure(error, "<board>"))?;
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
    if session.json {
        let line = json::hint(&boards.puzzle, hint, grade);
        return Ok(writeln!(session.out(), "{line}")?);
    }
    title(boards, at, session)?;
    let answer = hint.answer();
    let line = match &answer.outcome {
        Outcome::Solved { .. } => sentence(hint, grade),
        _ => text::headline(answer, boards.boards[at].0.inner(), None, session),
    };
    writeln!(session.out(), "{line}")?;
    if session.verbose {
        let cost = text::cost(&answer.method, answer.statistics);
        writeln!(session.out(), "\n{cost}")?;
    }
    Ok(())
}

fn sentence(hint: &Hint, grade: u8) -> String {
    let left = hint.moves_left().unwrap_or_default();
    let Some(next) = hint.next_move() else {
        return "solved: no move is left".to_owned();
    };
    let left = format!("{} left", count(left as u64, "move", "moves"));
    match grade {
        1 => left,
        2 => match hint.changes() {
            Some(changes) => format!("{left}; {}", told(changes)),
            None => format!("{left}; the board is too large to tell what the next changes"),
        },
        _ => format!("{left}; the next is {next}"),
    }
}

/// Describes what the next move changes, in a sentence.
fn told(changes: &[HintChange]) -> String {
    let moves = |change: &&HintChange| change.part != HintPart::Cell;
    let (verb, mut things): (_, Vec<String>) = if changes.iter().any(|c| moves(&c)) {
        ("moves", changes.iter().filter(moves).map(thing).collect())
    } else {
        ("changes", changes.iter().map(thing).collect())
    };
    let hidden = things.len().saturating_sub(MOST_CHANGES);
    things.truncate(MOST_CHANGES);
    let more = match hidden {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if things.is_empty() {
        return "the next changes nothing that can be seen".to_owned();
    }
    format!("the next {verb} {}{more}", things.join(", "))
}

fn thing(change: &HintChange) -> String {
    let place = format!("r{}c{}", change.cell.row + 1, change.cell.column + 1);
    match &change.part {
        HintPart::Piece(symbol) => format!("{symbol} at {place}"),
        HintPart::Player => format!("the player at {place}"),
        HintPart::Cell => place,
    }
}
