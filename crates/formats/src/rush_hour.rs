//! Rush Hour: lists of boards, as in Michael Fogleman's database, and boards in rows.
//!
//! ```text
//! 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
//! ```
//!
//! A line has the 36 cells of a board, row by row: `o` or `.` is empty, `x` a wall, and other letters
//! are vehicles, `A` the one that has to leave. Numbers around it, which say how many moves it takes and
//! how many positions there are, are skipped. Or a board has six lines of six cells.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

use crate::level::Level;

/// The cells of a side.
const SIDE: usize = 6;

/// Reads every board of `text` if the first line that is not blank is a board of 36 cells, or a row of
/// six, and an `o` stands for an empty cell or numbers stand around the boards; otherwise `None`, and
/// the text is to be read as boards in the puzzle language. Lines that begin with `#` are comments.
///
/// Letters are not checked: only `o` is replaced by `.`. Takes time linear in the text.
///
/// # Errors
/// The first line that is not like the lines above it.
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

/// The place of the board in a line of the list that begins at byte `at`.
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
