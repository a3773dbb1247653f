//! Boards as text.
//!
//! A row is a line of numbers separated by blanks; `0`, `_` or `.` is the blank cell. Blank lines
//! separate boards. A square board of nine cells or more may also be written on one line: a line of
//! 9, 16, 25, … numbers on its own is such a board. If the first two of several such lines contain
//! a blank cell each, which the rows of one board cannot, every line is a board.

use std::collections::HashMap;
use std::ops::Range;

use fewest_rules::{Fault, Faults, quoted};

use super::board::{Board, MOST_CELLS};
use crate::grid::{self, counted};

/// The most faults that are reported for one board. More would hide the first.
const MOST_FAULTS: usize = 20;

/// Reads every board of `text`, with its range of bytes from its first number to its last.
///
/// A board of one row and 9, 16, 25, … columns looks like a square board on one line and is read as
/// that.
///
/// The time is linear in the length of the text.
///
/// # Errors
/// The faults of the first board that cannot be read, at most 20.
pub fn read(text: &str) -> Result<Vec<(Board, Range<usize>)>, Faults> {
    read_sized(text, None)
}

/// Like [`read`], but if `size` is given, a line of as many numbers as a board of that many rows
/// and columns has is such a board.
pub(super) fn read_sized(
    text: &str,
    size: Option<(usize, usize)>,
) -> Result<Vec<(Board, Range<usize>)>, Faults> {
    let mut boards = Vec::new();
    let mut block = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if words(line).next().is_some() {
            block.push((at, line));
        } else {
            read_block(&block, size, &mut boards)?;
            block.clear();
        }
        at += line.len();
    }
    read_block(&block, size, &mut boards)?;
    Ok(boards)
}

/// Reads a group of lines that contains no blank line.
fn read_block(
    block: &[(usize, &str)],
    size: Option<(usize, usize)>,
    boards: &mut Vec<(Board, Range<usize>)>,
) -> Result<(), Faults> {
    let mut lines = block.iter().map(|&(at, text)| Line::new(at, text));
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
    line.split([' ', '\t', '\r', '\n'])
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// A word on a line.
struct Cell<'a> {
    word: &'a str,
    span: Range<usize>,
    /// The number, 0 for the blank; the greatest possible number if there are too many digits;
    /// `None` if the word is not a number.
    value: Option<u32>,
}

/// A line that is not blank.
struct Line<'a> {
    /// Its first words, at most one more than [`MOST_CELLS`].
    cells: Vec<Cell<'a>>,
    /// The number of words.
    width: usize,
    /// The byte after the last word.
    end: usize,
}

impl<'a> Line<'a> {
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
                    "_" | "." => Some(0),
                    _ if word.bytes().all(|b| b.is_ascii_digit()) => {
                        Some(word.parse().unwrap_or(u32::MAX))
                    }
                    _ => None,
                };
                line.cells.push(Cell { word, span, value });
            }
        }
        line
    }

    fn span(&self) -> Range<usize> {
        self.cells.first().map_or(self.end, |cell| cell.span.start)..self.end
    }

    /// The number of blank cells.
    fn blanks(&self) -> usize {
        let blank = |cell: &&Cell| cell.value == Some(0);
        self.cells.iter().filter(blank).count()
    }

    /// The side of the square board that the line may represent.
    fn side(&self) -> Option<usize> {
        (3..)
            .take_while(|side| side * side <= MOST_CELLS)
            .find(|side| side * side == self.width)
    }
}

/// The board of these lines: its rows or, if a size is given, one line with all its cells. `width`
/// is the range and the width of the line that determines the width of the others.
fn board(
    lines: &[Line],
    size: Option<(usize, usize)>,
    width: &(Range<usize>, usize),
) -> Result<(Board, Range<usize>), Faults> {
    let span = lines[0].span().start..lines[lines.len() - 1].end;
    if lines.iter().map(|line| line.width).sum::<usize>() > MOST_CELLS {
        let message = format!("a board of more than {MOST_CELLS} cells");
        let place = lines[lines.len() - 1].span();
        return Err(Fault::new(place, message, "the board is too large here").into());
    }
    let mut faults = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        if line.width != width.1 {
            faults.push(ragged(line, i + 1, size.is_some(), width));
        }
    }
    let whole = faults.is_empty();
    let cells: Vec<&Cell> = lines.iter().flat_map(|line| &line.cells).collect();
    for cell in cells.iter().filter(|cell| cell.value.is_none()) {
        faults.push(Fault::new(
            cell.span.clone(),
            format!("unknown cell '{}'", quoted(cell.word)),
            "expected a number, or _ for the blank",
        ));
    }
    let whole = whole && cells.iter().all(|cell| cell.value.is_some());
    number_faults(&cells, whole, span.end, &mut faults);
    faults.sort_by_key(|fault| fault.span.start);
    faults.truncate(MOST_FAULTS);
    Faults::unless_empty(faults, ())?;

    let (rows, columns) = size.unwrap_or((lines.len(), width.1));
    let tiles = cells.iter().filter_map(|cell| cell.value);
    match Board::new(rows, columns, tiles.map(|tile| tile as u8).collect()) {
        Ok(board) => Ok((board, span)),
        Err(invalid) => Err(Fault::new(span, invalid.to_string(), "not a board").into()),
    }
}

/// Reports the faults of the numbers: duplicates and, if the board is `whole`, also numbers that
/// are too large and a missing blank, with the numbers that are missing.
fn number_faults(cells: &[&Cell], whole: bool, end: usize, faults: &mut Vec<Fault>) {
    let before = faults.len();
    let mut seen: HashMap<u32, Range<usize>> = HashMap::new();
    for cell in cells {
        let Some(value) = cell.value else { continue };
        if whole && value as usize >= cells.len() {
            let label = match cells.len() {
                1 => "a board of 1 cell has the blank alone".into(),
                n => format!("a board of {n} cells has the tiles 1 to {}", n - 1),
            };
            let message = format!("there is no tile {}", quoted(cell.word));
            faults.push(Fault::new(cell.span.clone(), message, label));
        } else if let Some(first) = seen.get(&value) {
            let (message, label) = match value {
                0 => ("two blanks".into(), "one cell is blank"),
                _ => (format!("two tiles {value}"), "each number stands once"),
            };
            faults.push(
                Fault::new(cell.span.clone(), message, label)
                    .with_context(first.clone(), "the first one"),
            );
        } else {
            seen.insert(value, cell.span.clone());
        }
    }
    if !whole {
        return;
    }
    if !seen.contains_key(&0) {
        faults.push(Fault::new(
            end..end,
            "no cell is blank",
            "one cell is 0, _ or .",
        ));
    }
    let missing: Vec<String> = (1..cells.len() as u32)
        .filter(|tile| !seen.contains_key(tile))
        .map(|tile| tile.to_string())
        .collect();
    if let Some(fault) = faults.get_mut(before) {
        fault.help = match &missing[..] {
            [] => None,
            [tile] => Some(format!("tile {tile} is missing")),
            tiles => Some(format!("the tiles {} are missing", tiles.join(", "))),
        };
    }
}

/// The fault of a line that is not as wide as the first.
fn ragged(line: &Line, number: usize, is_board: bool, width: &(Range<usize>, usize)) -> Fault {
    let (place, wide) = (width.0.clone(), width.1);
    let message = if is_board {
        format!(
            "a line of {}, the first board's line has {wide}",
            counted(line.width)
        )
    } else {
        grid::ragged(number, line.width, wide)
    };
    let surplus = line.cells.get(wide).map(|cell| cell.span.start);
    let (span, label) = grid::miscounted(line.width, wide, surplus, line.end);
    Fault::new(span, message, label).with_context(place, counted(wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Vec<(String, Range<usize>)> {
        let boards = read(text).unwrap();
        let drawn = boards.into_iter();
        drawn
            .map(|(board, span)| (board.to_string(), span))
            .collect()
    }

    fn faults(text: &str) -> Vec<Fault> {
        let faults = read(text).unwrap_err();
        for fault in faults.as_slice() {
            assert!(text.get(fault.span.clone()).is_some(), "{text:?} {fault:?}");
        }
        faults.as_slice().to_vec()
    }

    /// The range, the message and the label of each fault.
    fn told(text: &str) -> Vec<(Range<usize>, String, String)> {
        let faults = faults(text).into_iter();
        faults.map(|f| (f.span, f.message, f.label)).collect()
    }

    #[test]
    fn rows_are_lines_and_blank_lines_part_boards() {
        assert_eq!(drawn(""), []);
        assert_eq!(drawn(" \r\n\n\t\n"), []);
        assert_eq!(drawn("0"), [("_".into(), 0..1)]);
        assert_eq!(drawn("3 1\n. 2\n"), [("3 1\n_ 2".into(), 0..7)]);
        assert_eq!(
            drawn("\n 1 02\r\n _\t3 \r\n \r\n1 2 3 _\n\n1\n2\n00"),
            [
                ("1 2\n_ 3".into(), 2..12),
                ("1 2 3 _".into(), 18..25),
                ("1\n2\n_".into(), 27..33)
            ]
        );
    }

    #[test]
    fn square_boards_stand_on_a_line() {
        let text = "1 2 3 4 5 6 7 8 _\n";
        assert_eq!(drawn(text), [("1 2 3\n4 5 6\n7 8 _".into(), 0..17)]);
        let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
        let board = "14 13 15  7\n11 12  9  5\n 6  _  2  1\n 4  8 10  3";
        let text = format!("{korf}\r\n{korf}\n{korf}\n\n{korf}");
        let found = drawn(&text);
        assert_eq!(found.len(), 4);
        for (drawn, span) in found {
            assert_eq!(drawn, board);
            assert_eq!(&text[span], korf);
        }
        // A row of a 2×16 board may even contain all of 0 to 15.
        let row: Vec<String> = (16..32).map(|n: u8| n.to_string()).collect();
        let found = read(&format!("{korf}\n{}", row.join(" "))).unwrap();
        assert_eq!((found[0].0.rows(), found[0].0.columns()), (2, 16));
        let found = read("1 2 3 4\n5 6 7 0").unwrap();
        assert_eq!((found[0].0.rows(), found[0].0.columns()), (2, 4));
    }

    #[test]
    fn all_faults_of_a_board_are_told_and_both_places() {
        let found = faults("1 2 3\n4 2 6\n7 _ 9\n\nx");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].message, "two tiles 2");
        assert_eq!(found[0].span, 8..9);
        assert_eq!(found[0].context, [(2..3, "the first one".into())]);
        assert_eq!(found[0].help.as_deref(), Some("the tiles 5, 8 are missing"));
        assert_eq!(found[1].message, "there is no tile 9");
        assert_eq!(found[1].label, "a board of 9 cells has the tiles 1 to 8");

        assert_eq!(
            told("1 2\n3 4"),
            [
                (
                    6..7,
                    "there is no tile 4".into(),
                    "a board of 4 cells has the tiles 1 to 3".into()
                ),
                (
                    7..7,
                    "no cell is blank".into(),
                    "one cell is 0, _ or .".into()
                ),
            ]
        );
        let found = faults("_ 2\n0 .");
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].span.clone(), &found[0].message[..]),
            (4..5, "two blanks")
        );
        assert_eq!(found[1].context, [(0..1, "the first one".into())]);
        assert_eq!(found[0].help.as_deref(), Some("the tiles 1, 3 are missing"));
        assert_eq!(
            faults("1 1\n_ 2")[0].help.as_deref(),
            Some("tile 3 is missing")
        );
        assert_eq!(told("7")[0].2, "a board of 1 cell has the blank alone");
    }

    #[test]
    fn ragged_rows_show_the_first() {
        let found = faults("1 2 3\n4 5\n6 7 _ 8 9");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].message, "row 2 has 2 cells, the row above has 3");
        assert_eq!(
            (found[0].span.clone(), &found[0].label[..]),
            (9..9, "a cell is missing here")
        );
        assert_eq!(found[0].context, [(0..5, "3 cells".into())]);
        assert_eq!(found[1].message, "row 3 has 5 cells, the rows above have 3");
        assert_eq!(
            (found[1].span.clone(), &found[1].label[..]),
            (16..19, "2 cells too many")
        );
        let line = "1 2 3 4 5 6 7 8 _";
        let found = faults(&format!("{line}\n{line}\n1 2 3 4 5 6 7 _"));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].message,
            "a line of 8 cells, the first board's line has 9"
        );
        assert_eq!(found[0].context, [(0..17, "9 cells".into())]);
    }

    #[test]
    fn foreign_words_are_quoted_in_part() {
        let found = told("1 -2\n\u{0}é 3.5");
        let messages: Vec<&str> = found.iter().map(|(_, message, _)| &message[..]).collect();
        assert_eq!(
            messages,
            [
                "unknown cell '-2'",
                "unknown cell '\\0é'",
                "unknown cell '3.5'"
            ]
        );
        assert_eq!(found[1].0, 5..8);
        assert_eq!(found[0].2, "expected a number, or _ for the blank");
        assert!(told(&"9".repeat(1 << 20))[0].1.len() < 100);
        assert!(told(&"ß".repeat(1 << 20))[0].1.len() < 100);
        assert_eq!(told("4294967296 0")[0].1, "there is no tile 4294967296");
        assert_eq!(faults(&"x x x x x\n".repeat(10)).len(), MOST_FAULTS);
    }

    #[test]
    fn boards_that_are_too_large_end_early() {
        for text in [
            "1 ".repeat(1 << 20),
            "1\n".repeat(1 << 20),
            "1 2 3 4 5 6 7 8 9 0\n".repeat(7),
        ] {
            let found = faults(&text);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].message, "a board of more than 64 cells");
        }
        let board = Board::new(8, 8, (0..64).collect()).unwrap();
        assert_eq!(read(&board.to_string()).unwrap()[0].0, board);
    }
}
