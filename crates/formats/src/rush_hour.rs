//! Reads Rush Hour boards: lists of boards, as in Michael Fogleman's database, and boards in rows.
//!
//! ```text
//! 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
//! ```
//!
//! A line has the 36 cells of a board, row by row: `o` or `.` is an empty cell, `x` is a wall, and
//! the other letters are vehicles. The vehicle `A` has to leave. The numbers around the board are
//! skipped: they give the number of moves of a shortest solution and the number of positions that
//! can be reached. A board may also consist of six lines of six cells.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

use crate::level::Level;

/// The number of cells along a side.
const SIDE: usize = 6;

/// Reads every board of `text`. The text must begin with a line that has a board of 36 cells, or
/// with a row of six cells; in the second case some row must have an `o` for an empty cell. Returns
/// `None` for any other text, which may have boards in the puzzle language. Blank lines are
/// skipped, and so are lines that begin with `#`, which are comments.
///
/// Letters are not checked: only `o` is replaced by `.`. Takes time linear in the text.
///
/// # Errors
/// Returns a fault for the first line that does not continue the format of the first line.
pub fn read(text: &str) -> Option<Result<Vec<Level>, Faults>> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').filter_map(|line| {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let line = line.trim();
        (!line.is_empty() && !line.starts_with('#')).then_some((start, line))
    });
    let lines: Vec<(usize, &str)> = lines.collect();
    let &(_, first) = lines.first()?;
    if board(0, first).is_some() {
        return Some(lines.iter().map(|&(at, line)| listed(at, line)).collect());
    }
    let is_row = |line: &str| {
        line.len() == SIDE && line.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.')
    };
    let is_empty = |&(_, line): &(usize, &str)| is_row(line) && line.contains('o');
    if is_row(first) && lines.iter().any(is_empty) {
        return Some(lines.chunks(SIDE).map(|rows| rows_of(text, rows)).collect());
    }
    None
}

/// The place of the board on a line that begins at byte `at`; `None` if the line has no board.
fn board(at: usize, line: &str) -> Option<Range<usize>> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut boards = line.split_whitespace().filter(|word| !is_number(word));
    let (board, None) = (boards.next()?, boards.next()) else {
        return None;
    };
    let start = at + (board.as_ptr() as usize - line.as_ptr() as usize);
    (board.chars().count() == SIDE * SIDE).then(|| start..start + board.len())
}

fn listed(at: usize, line: &str) -> Result<Level, Faults> {
    let Some(span) = board(at, line) else {
        let message = "this line has no board of 36 cells";
        let label = "expected 36 letters, as on the first line";
        return Err(Fault::new(at..at + line.len(), message, label).into());
    };
    Ok(level(&line[span.start - at..span.end - at], span.clone()))
}

fn rows_of(text: &str, rows: &[(usize, &str)]) -> Result<Level, Faults> {
    let span = |&(at, line): &(usize, &str)| at..at + line.len();
    if let Some(wrong) = rows.iter().find(|(_, line)| line.chars().count() != SIDE) {
        let message = format!("a row of {} cells", wrong.1.chars().count());
        return Err(Fault::new(span(wrong), message, format!("expected {SIDE}")).into());
    }
    let whole = rows[0].0..span(&rows[rows.len() - 1]).end;
    if rows.len() < SIDE {
        let message = format!("the board has {SIDE} rows, here are {}", rows.len());
        return Err(Fault::new(whole.end..whole.end, message, "the text ends here").into());
    }
    Ok(level(&text[whole.clone()], whole))
}

fn level(drawn: &str, span: Range<usize>) -> Level {
    Level {
        drawing: drawn.replace('o', "."),
        title: None,
        author: None,
        span,
    }
}
