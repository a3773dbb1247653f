//! Reads boards of sliding tiles: lists as in the tables of R. E. Korf, and the files of E. Burns'
//! search programs.
//!
//! ```text
//! 1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3       one board on each line, after up to four numbers
//! ```
//!
//! ```text
//! 4 4                                           columns and rows
//! starting positions for each tile:
//! 9                                             the cell of the blank, of tile 1, …
//! …
//! goal positions:
//! 0
//! …
//! ```
//!
//! In a list, numbers are separated by blanks or commas. Lines that begin with `#` or `;` are
//! comments.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

const MOST_CELLS: usize = 64;
/// The greatest number of numbers that may stand before the cells on a line of a list.
const MOST_BEFORE: usize = 4;

/// A board of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTiles {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The tile on each cell, row by row. The blank is 0, and each number occurs once.
    pub tiles: Vec<u8>,
    /// The tile on each cell in the goal, if the file specifies the goal.
    pub goal: Option<Vec<u8>>,
    /// The bytes of the text that contain the board.
    pub span: Range<usize>,
}

/// Reads every board of `text` if it has one of these formats; otherwise returns `None`. Also
/// returns `None` for a list that has only boards, because such a list is in the usual notation of
/// tiles.
///
/// Takes time linear in the text.
///
/// # Errors
/// Returns a fault of the first line that does not fit the format.
pub fn read(text: &str) -> Option<Result<Vec<ListedTiles>, Faults>> {
    let mut at = 0;
    let mut comments = false;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if content.starts_with(['#', ';']) {
            comments = true;
        } else if !content.is_empty() {
            lines.push((at + line.len() - line.trim_start().len(), content));
        }
        at += line.len();
    }
    let (&(_, first), second) = (lines.first()?, lines.get(1));
    if second.is_some_and(|(_, line)| is_heading(line, "starting")) {
        return Some(burns(&lines));
    }
    let (side, before) = sides(first)?;
    let alike = second.is_none_or(|(_, line)| sides(line) == Some((side, before)));
    // A single line that has each number once may be a board of one row.
    let is_row =
        second.is_none() && numbers(0, first).len() == side * side + 1 && each_once(0, first);
    if !alike || is_row || before == 0 && !comments && !first.contains(',') {
        return None;
    }
    let board = |&(at, line): &(usize, &str)| listed(at, line, side, before);
    Some(lines.iter().map(board).collect())
}

/// The numbers on a line, with their places. A word that is not a number is represented by the
/// greatest possible number.
fn numbers(at: usize, line: &str) -> Vec<(usize, Range<usize>)> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',');
    let words = words.filter(|word| !word.is_empty());
    let number = |word: &str| {
        let start = at + (word.as_ptr() as usize - line.as_ptr() as usize);
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let value = if digits { word.parse().ok() } else { None };
        (value.unwrap_or(usize::MAX), start..start + word.len())
    };
    words
        .take(MOST_CELLS + MOST_BEFORE + 1)
        .map(number)
        .collect()
}

/// Whether the numbers on a line after the first `skip` are 0, 1, 2, … in some order.
fn each_once(skip: usize, line: &str) -> bool {
    let numbers = numbers(0, line);
    numbers.len() > skip && tiles(&numbers[skip..]).is_ok()
}

/// The side of the square board on a line of a list, and how many numbers stand before its cells.
/// `None` if the line has no square board.
fn sides(line: &str) -> Option<(usize, usize)> {
    let count = numbers(0, line).len();
    let fits = |side: usize| (side * side..=side * side + MOST_BEFORE).contains(&count);
    let side = (2..=8).find(|&side| fits(side))?;
    let before = count - side * side;
    each_once(before, line).then_some((side, before))
}

fn listed(at: usize, line: &str, side: usize, before: usize) -> Result<ListedTiles, Faults> {
    let numbers = numbers(at, line);
    let whole = at..at + line.len();
    if numbers.len() != side * side + before {
        let message = format!("a line of {} numbers", numbers.len());
        let label = format!("expected {}, as on the first line", side * side + before);
        return Err(Fault::new(whole, message, label).into());
    }
    let cells = &numbers[before..];
    Ok(ListedTiles {
        rows: side,
        columns: side,
        tiles: tiles(cells)?,
        goal: None,
        span: cells[0].1.start..whole.end,
    })
}

/// Checks that the numbers are 0, 1, 2, … in some order, and returns them.
fn tiles(numbers: &[(usize, Range<usize>)]) -> Result<Vec<u8>, Faults> {
    let mut places: Vec<Option<&Range<usize>>> = vec![None; numbers.len()];
    for (number, span) in numbers {
        let fault = match places.get_mut(*number) {
            None => {
                let label = format!("expected 0 to {}", numbers.len() - 1);
                Fault::new(span.clone(), "no tile has this number", label)
            }
            Some(Some(first)) => {
                let fault = Fault::new(
                    span.clone(),
                    format!("a second {number}"),
                    "each occurs once",
                );
                fault.with_context((*first).clone(), "the first")
            }
            Some(place) => {
                *place = Some(span);
                continue;
            }
        };
        return Err(fault.into());
    }
    Ok(numbers.iter().map(|&(number, _)| number as u8).collect())
}

/// Whether a line is the heading of a list of positions.
fn is_heading(line: &str, word: &str) -> bool {
    let begins = line.get(..word.len());
    begins.is_some_and(|begin| begin.eq_ignore_ascii_case(word)) && line.contains("positions")
}

/// Reads a board from lines that say on which cell each tile is.
fn burns(lines: &[(usize, &str)]) -> Result<Vec<ListedTiles>, Faults> {
    let (at, line) = lines[0];
    let whole = at..at + line.len();
    let size = numbers(at, line);
    let (columns, rows) = match size[..] {
        [(columns, _), (rows, _)]
            if columns
                .checked_mul(rows)
                .is_some_and(|n| (2..=MOST_CELLS).contains(&n)) =>
        {
            (columns, rows)
        }
        _ => {
            let label = format!("expected columns and rows, at most {MOST_CELLS} cells");
            return Err(Fault::new(whole, "no size of a board", label).into());
        }
    };
    let cells = columns * rows;
    let (tiles, rest) = positions(&lines[2..], cells)?;
    let end = lines[1 + lines[2..].len() - rest.len()];
    let span = at..end.0 + end.1.len();
    let goal = match rest.first() {
        Some((_, line)) if is_heading(line, "goal") => {
            let (goal, rest) = positions(&rest[1..], cells)?;
            if let Some(&(at, line)) = rest.first() {
                let message = "more lines than positions";
                return Err(Fault::new(at..at + line.len(), message, "expected the end").into());
            }
            Some(goal)
        }
        Some(&(at, line)) => {
            let message = "more positions than tiles";
            return Err(
                Fault::new(at..at + line.len(), message, "expected goal positions:").into(),
            );
        }
        None => None,
    };
    Ok(vec![ListedTiles {
        rows,
        columns,
        tiles,
        goal,
        span,
    }])
}

/// A list of lines, each with the byte at which it begins.
type Lines<'l, 't> = &'l [(usize, &'t str)];

/// Reads the cell of each tile. Returns the tile on each cell, and the lines that follow.
fn positions<'l, 't>(
    lines: Lines<'l, 't>,
    cells: usize,
) -> Result<(Vec<u8>, Lines<'l, 't>), Faults> {
    let mut numbers_so_far = Vec::new();
    let mut used = 0;
    while numbers_so_far.len() < cells {
        let Some(&(at, line)) = lines.get(used) else {
            let end = lines.last().map_or(0, |(at, line)| at + line.len());
            let message = format!(
                "positions of {} tiles, expected {cells}",
                numbers_so_far.len()
            );
            return Err(Fault::new(end..end, message, "the text ends here").into());
        };
        numbers_so_far.extend(numbers(at, line));
        used += 1;
    }
    if let Some((_, span)) = numbers_so_far.get(cells) {
        let message = "more positions than tiles";
        return Err(Fault::new(span.clone(), message, format!("expected {cells}")).into());
    }
    let places = tiles(&numbers_so_far)?;
    let mut on = vec![0; cells];
    for (tile, &place) in places.iter().enumerate() {
        on[usize::from(place)] = tile as u8;
    }
    Ok((on, &lines[used..]))
}
