//! Boards as text.
//!
//! A row is a line of numbers separated by blanks or commas; `0`, `_`, `.` or `x` is the blank cell.
//! Blank lines separate boards. A square board of nine cells or more may also be written on one line: if a line
//! of 9, 16, 25, … numbers stands alone, it is a square board. Several such lines may follow one
//! another. If each of the first two has a blank cell, the lines cannot be rows of one board, so
//! every line is a board of its own.
//!
//! ```text
//! 1,2,3/4,5,6/7,8,0            slashes separate rows
//! [[1, 2, 3], [4, 0, 5]]       so do brackets, on one line or several
//! 3x2:1,2,3,4,0,5              columns and rows, then the cells row by row
//! ```

use std::ops::Range;

use fewest_rules::{Fault, Faults, quoted};

use super::board::{MOST_CELLS, TileBoard};

mod faults;
#[cfg(test)]
mod tests;

/// At most this many faults are reported for one board. A longer list would hide the first fault.
const MOST_FAULTS: usize = 20;

/// Reads every board of `text`, with its range of bytes from its first number to its last.
///
/// A board of one row and 9, 16, 25, … columns looks like a square board on one line and is read as
/// a square board.
///
/// The time is linear in the length of the text.
///
/// # Errors
/// Returns the faults of the first board that cannot be read, at most 20.
pub fn read(text: &str) -> Result<Vec<(TileBoard, Range<usize>)>, Faults> {
    read_sized(text, None)
}

/// Reads boards like [`read`]. If a `size` is given, a line with as many numbers as a board of this
/// size has cells is a board of this size.
pub(super) fn read_sized(
    text: &str,
    size: Option<(usize, usize)>,
) -> Result<Vec<(TileBoard, Range<usize>)>, Faults> {
    let mut boards = Vec::new();
    let mut block = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let rows: Vec<(usize, &str)> = pieces(at, line, '/').collect();
        if let Some((size, begins)) = own_size(line) {
            end_block(&mut block, None, &mut boards)?;
            let cells = TextLine::new(at + begins, &line[begins..]);
            let width = (cells.span(), size.0 * size.1);
            boards.push(board(&[cells], Some(size), &width)?);
        } else if rows.len() > 1 {
            end_block(&mut block, size, &mut boards)?;
            block.extend(rows);
            end_block(&mut block, size, &mut boards)?;
        } else {
            let mut rows = pieces(at, line, ']').peekable();
            while let Some((at, row)) = rows.next() {
                match words(row).next() {
                    Some(_) => block.push((at, row)),
                    // What follows the last bracket of a line does not end a board.
                    None if rows.peek().is_none() && row.len() < line.len() => {}
                    None => end_block(&mut block, size, &mut boards)?,
                }
            }
        }
        at += line.len();
    }
    end_block(&mut block, size, &mut boards)?;
    Ok(boards)
}

/// The parts of a line between the separators, each with the byte at which it begins.
fn pieces(at: usize, line: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    line.split(separator)
        .map(move |piece| (at + piece.as_ptr() as usize - line.as_ptr() as usize, piece))
}

/// The rows and columns of a board such as `3x2:1,2,3,4,0,5`, and the byte of the line at which its
/// cells begin. `None` if the line does not begin with a size of at most [`MOST_CELLS`] cells.
fn own_size(line: &str) -> Option<((usize, usize), usize)> {
    let (size, _) = line.split_once(':')?;
    let (columns, rows) = size.split_once(['x', 'X'])?;
    let (columns, rows): (usize, usize) = (columns.trim().parse().ok()?, rows.trim().parse().ok()?);
    let cells = rows.checked_mul(columns)?;
    (1..=MOST_CELLS)
        .contains(&cells)
        .then_some(((rows, columns), size.len() + 1))
}

/// Reads the lines of a block, and removes them.
fn end_block(
    block: &mut Vec<(usize, &str)>,
    size: Option<(usize, usize)>,
    boards: &mut Vec<(TileBoard, Range<usize>)>,
) -> Result<(), Faults> {
    read_block(&std::mem::take(block), size, boards)
}

/// Reads a group of lines that contains no blank line.
fn read_block(
    block: &[(usize, &str)],
    size: Option<(usize, usize)>,
    boards: &mut Vec<(TileBoard, Range<usize>)>,
) -> Result<(), Faults> {
    let mut lines = block.iter().map(|&(at, text)| TextLine::new(at, text));
    let Some(first) = lines.next() else {
        return Ok(());
    };
    let on_one_line = match size {
        Some((rows, columns)) if first.width == rows * columns => Some((rows, columns)),
        Some(_) => None,
        None => first.side().map(|side| (side, side)),
    };
    let second = lines.next();
    let alone = match &second {
        None => true,
        Some(second) => first.blanks() > 0 && second.blanks() > 0,
    };
    if let Some(size) = on_one_line.filter(|_| alone) {
        let width = (first.span(), first.width);
        for line in std::iter::once(first).chain(second).chain(lines) {
            boards.push(board(&[line], Some(size), &width)?);
        }
        return Ok(());
    }
    let width = (first.span(), first.width);
    let mut rows = vec![first];
    let mut cells = width.1;
    for line in second.into_iter().chain(lines) {
        if cells > MOST_CELLS {
            break;
        }
        cells += line.width;
        rows.push(line);
    }
    boards.push(board(&rows, None, &width)?);
    Ok(())
}

/// The words of a line, with the byte at which each begins.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split([' ', '\t', '\r', '\n', ',', '[', ']'])
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// A word on a line, which should be the number of a tile or stand for the blank.
struct NumberCell<'a> {
    word: &'a str,
    span: Range<usize>,
    /// The number, 0 for the blank; the greatest possible number if there are too many digits;
    /// `None` if the word is not a number.
    value: Option<u32>,
}

/// A line that is not blank.
struct TextLine<'a> {
    /// The first words of the line, at most one more than [`MOST_CELLS`].
    cells: Vec<NumberCell<'a>>,
    /// The number of words.
    width: usize,
    /// The byte of the text that follows the last word of the line.
    end: usize,
}

impl<'a> TextLine<'a> {
    fn new(at: usize, text: &'a str) -> Self {
        let mut line = Self {
            cells: Vec::new(),
            width: 0,
            end: at,
        };
        for (start, word) in words(text) {
            let span = at + start..at + start + word.len();
            line.width += 1;
            line.end = span.end;
            if line.cells.len() <= MOST_CELLS {
                let value = match word {
                    "_" | "." | "x" | "X" => Some(0),
                    _ if word.bytes().all(|b| b.is_ascii_digit()) => {
                        Some(word.parse().unwrap_or(u32::MAX))
                    }
                    _ => None,
                };
                line.cells.push(NumberCell { word, span, value });
            }
        }
        line
    }

    fn span(&self) -> Range<usize> {
        self.cells.first().map_or(self.end, |cell| cell.span.start)..self.end
    }

    /// The number of words of the line that stand for a blank cell, among the words in `cells`.
    fn blanks(&self) -> usize {
        let blank = |cell: &&NumberCell| cell.value == Some(0);
        self.cells.iter().filter(blank).count()
    }

    /// The side of the square board that the line alone may represent; `None` unless the number of
    /// its words is 9, 16, 25, …
    fn side(&self) -> Option<usize> {
        (3..)
            .take_while(|side| side * side <= MOST_CELLS)
            .find(|side| side * side == self.width)
    }
}

/// The board that these lines represent. The lines are the rows of the board or, if a size is
/// given, a single line has all its cells. `width` is the width that all lines must have, with the
/// range in the text of the line that sets it.
fn board(
    lines: &[TextLine],
    size: Option<(usize, usize)>,
    width: &(Range<usize>, usize),
) -> Result<(TileBoard, Range<usize>), Faults> {
    let span = lines[0].span().start..lines[lines.len() - 1].end;
    if lines.iter().map(|line| line.width).sum::<usize>() > MOST_CELLS {
        let message = format!("a board of more than {MOST_CELLS} cells");
        let place = lines[lines.len() - 1].span();
        return Err(Fault::new(place, message, "the board is too large here").into());
    }
    let mut faults = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        if line.width != width.1 {
            faults.push(faults::ragged(line, i + 1, size.is_some(), width));
        }
    }
    let whole = faults.is_empty();
    let cells: Vec<&NumberCell> = lines.iter().flat_map(|line| &line.cells).collect();
    for cell in cells.iter().filter(|cell| cell.value.is_none()) {
        faults.push(Fault::new(
            cell.span.clone(),
            format!("unknown cell '{}'", quoted(cell.word)),
            "expected a number, or _ for the blank",
        ));
    }
    let whole = whole && cells.iter().all(|cell| cell.value.is_some());
    faults::number_faults(&cells, whole, span.end, &mut faults);
    faults.sort_by_key(|fault| fault.span.start);
    faults.truncate(MOST_FAULTS);
    Faults::unless_empty(faults, ())?;

    let (rows, columns) = size.unwrap_or((lines.len(), width.1));
    let tiles = cells.iter().filter_map(|cell| cell.value);
    match TileBoard::new(rows, columns, tiles.map(|tile| tile as u8).collect()) {
        Ok(board) => Ok((board, span)),
        Err(invalid) => Err(Fault::new(span, invalid.to_string(), "not a board").into()),
    }
}
