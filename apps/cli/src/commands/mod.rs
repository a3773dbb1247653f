//! The commands, with one file for each command.

pub(crate) mod census;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod draw;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod graph;
pub(crate) mod hint;
pub(crate) mod judge;
pub(crate) mod make;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod puzzles;
#[cfg(feature = "disk")]
pub(crate) mod runs;
pub(crate) mod serve;
pub(crate) mod shells;
mod solutions;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod test;

use std::io::Write;

use fewest::{Board, printable};

use crate::exit::Failure;
use crate::input::BoardList;
use crate::session::Session;

/// If there are several boards, prints the number of the board to which the following lines belong.
fn title(boards: &BoardList, at: usize, session: &mut Session) -> Result<(), Failure> {
    title_of(boards.boards.len(), at, &boards.boards[at], session)
}

/// Does the same as [`title`] for the board with index `at` of `total`.
fn title_of(
    total: usize,
    at: usize,
    (board, line): &(Board, usize),
    session: &mut Session,
) -> Result<(), Failure> {
    if total < 2 {
        return Ok(());
    }
    let gap = if at > 0 { "\n" } else { "" };
    let title = board.level().and_then(|level| level.title.as_deref());
    let title = title.map_or(String::new(), |title| {
        format!(": {}", printable::line(title))
    });
    writeln!(session.out(), "{gap}board {} (line {line}){title}", at + 1)?;
    Ok(())
}
