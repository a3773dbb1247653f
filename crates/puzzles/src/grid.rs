//! Boards of cells in rows and columns as text: drawings, the names of cells, and common faults.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

/// Draws `cells`, row by row, as lines with a blank between cells and no final newline.
pub(crate) fn draw(columns: usize, cells: impl Iterator<Item = char>) -> String {
    let mut text = String::with_capacity(2 * cells.size_hint().0);
    for (at, symbol) in cells.enumerate() {
        if at > 0 {
            text.push(if at % columns == 0 { '\n' } else { ' ' });
        }
        text.push(symbol);
    }
    text
}

/// For each symmetry of a board of this size, the cell to which it maps each cell. The first one is
/// the identity.
pub(crate) fn symmetries(rows: usize, columns: usize) -> Vec<Vec<u32>> {
    let kinds = (0..8).map(|kind| [1, 2, 4].map(|bit| kind & bit != 0));
    let kinds = kinds.filter(|&[.., turned]| !turned || rows == columns);
    let places = kinds.map(|[upside_down, mirrored, turned]| {
        let place = |cell: usize| {
            let (mut row, mut column) = (cell / columns, cell % columns);
            if upside_down {
                row = rows - 1 - row;
            }
            if mirrored {
                column = columns - 1 - column;
            }
            if turned {
                (row, column) = (column, row);
            }
            (row * columns + column) as u32
        };
        (0..rows * columns).map(place).collect()
    });
    places.collect()
}

/// The name of a cell, numbered row by row from 0: `r2c3` is the third cell of the second row.
pub(crate) fn cell_name(cell: usize, columns: usize) -> String {
    format!("r{}c{}", cell / columns + 1, cell % columns + 1)
}

/// The cell with this name on a board of the given size. `R2C3` means the same as `r2c3`.
pub(crate) fn parse_cell(name: &str, rows: usize, columns: usize) -> Option<usize> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    Some(ordinal(row, rows)? * columns + ordinal(column, columns)?)
}

/// Converts the number of a row or column to an index counted from 0. `digits` has the number in
/// decimal. Returns `None` unless the number is from 1 to `most`.
fn ordinal(digits: &str, most: usize) -> Option<usize> {
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: usize = digits.parse().ok()?;
    (1..=most).contains(&number).then(|| number - 1)
}

/// Returns the board read from a text that must contain only one.
///
/// # Errors
/// Returns an error if there is no board, or more than one. `expected` describes the board.
pub(crate) fn only<T>(
    boards: Vec<(T, Range<usize>)>,
    expected: &str,
) -> Result<(T, Range<usize>), Faults> {
    let mut boards = boards.into_iter();
    let Some(first) = boards.next() else {
        return Err(Fault::new(0..0, "there is no board", expected).into());
    };
    match boards.next() {
        None => Ok(first),
        Some((_, second)) => {
            let message = "there is more than one board";
            Err(Fault::new(second, message, "the second board").into())
        }
    }
}

/// A number of cells in words: `1 cell`, `2 cells`, …
pub(crate) fn counted(cells: usize) -> String {
    match cells {
        1 => "1 cell".to_owned(),
        n => format!("{n} cells"),
    }
}

/// The message of the fault that a row has `cells` cells although the rows above have `wide`.
pub(crate) fn ragged(row: usize, cells: usize, wide: usize) -> String {
    let above = match row {
        2 => "the row above has",
        _ => "the rows above have",
    };
    format!("row {row} has {}, {above} {wide}", counted(cells))
}

/// The fault that some cells of a row are adjacent and some are not. The first cells that are
/// adjacent begin at `place`.
pub(crate) fn mixed(row: usize, place: usize) -> Fault {
    let message = format!("row {row} has some cells run together and some apart");
    let label = "a blank is missing here, or there is one too many";
    Fault::new(place..place, message, label)
        .with_help("write the cells of a row all together, or all with blanks between")
}

/// The span and the label of the fault that a row has `cells` cells instead of `wide`. `surplus` is
/// the start of the first cell too many, and `end` the end of the row.
pub(crate) fn miscounted(
    cells: usize,
    wide: usize,
    surplus: Option<usize>,
    end: usize,
) -> (Range<usize>, String) {
    let label = match (wide.abs_diff(cells), cells < wide) {
        (1, true) => "a cell is missing here".to_owned(),
        (n, true) => format!("{n} cells are missing here"),
        (1, false) => "a cell too many".to_owned(),
        (n, false) => format!("{n} cells too many"),
    };
    (surplus.unwrap_or(end)..end, label)
}

#[cfg(test)]
mod tests {
    use super::{cell_name, parse_cell};

    #[test]
    fn names_of_cells_are_strict() {
        for cell in 0..6 {
            assert_eq!(parse_cell(&cell_name(cell, 3), 2, 3), Some(cell));
        }
        assert_eq!(parse_cell("R1C1", 2, 3), Some(0));
        for name in [
            "",
            "r",
            "rc",
            "r0c1",
            "r3c1",
            "r1c4",
            "r+1c1",
            "r1c1c1",
            "r01c1",
            "r1c99999999999999999999",
        ] {
            assert_eq!(parse_cell(name, 2, 3), None, "{name}");
        }
    }
}
