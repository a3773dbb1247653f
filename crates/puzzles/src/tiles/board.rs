//! Boards of any size that some packing can hold.

use std::fmt;

/// The greatest allowed number of cells of a board.
pub const MOST_CELLS: usize = 64;

/// The goal: the arrangement of the solved board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BlankGoal {
    /// `1 2 3 … _`: the tiles in order, the blank in the last cell.
    #[default]
    BlankLast,
    /// `_ 1 2 3 …`: the tiles in order, the blank in the first cell.
    BlankFirst,
}

impl BlankGoal {
    /// The content of each of `cells` cells in the goal. The blank is 0.
    pub fn tiles(self, cells: usize) -> impl Iterator<Item = u8> {
        let first = match self {
            Self::BlankLast => 1,
            Self::BlankFirst => 0,
        };
        (0..cells).map(move |cell| ((cell + first) % cells) as u8)
    }
}

/// The reason why a board or a puzzle is not valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invalid {
    /// There are no rows, no columns or more cells than the packing has room for.
    Size {
        /// The requested number of rows.
        rows: usize,
        /// The requested number of columns.
        columns: usize,
        /// The greatest number of cells for which the packing has room.
        most: usize,
    },
    /// The cells do not contain each number from 0 on exactly once.
    NotEachNumberOnce,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size {
                rows,
                columns,
                most,
            } => write!(
                f,
                "a board of {rows} rows and {columns} columns: there can be 1 to {most} cells"
            ),
            Self::NotEachNumberOnce => {
                f.write_str("the cells do not hold each of the numbers from 0 on once")
            }
        }
    }
}

impl std::error::Error for Invalid {}

impl Invalid {
    /// Returns an error unless a board of this size has 1 to `most` cells.
    pub(super) fn unless_fits(rows: usize, columns: usize, most: usize) -> Result<(), Self> {
        let cells = rows.saturating_mul(columns);
        if (1..=most).contains(&cells) {
            Ok(())
        } else {
            Err(Self::Size {
                rows,
                columns,
                most,
            })
        }
    }
}

/// The tiles 1, 2, 3, … and one blank in the cells of a rectangle. Boards that cannot be solved are
/// valid too.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TileBoard {
    rows: usize,
    columns: usize,
    cells: Vec<u8>,
}

impl TileBoard {
    /// The board whose cells have the contents `cells`, row by row. The blank is 0.
    ///
    /// # Errors
    /// Returns [`Invalid`] unless there are `rows * columns` cells, from 1 to [`MOST_CELLS`], that
    /// contain each number from 0 on exactly once.
    pub fn new(rows: usize, columns: usize, cells: Vec<u8>) -> Result<Self, Invalid> {
        Invalid::unless_fits(rows, columns, MOST_CELLS)?;
        let mut missing = vec![true; rows * columns];
        for &tile in &cells {
            match missing.get_mut(usize::from(tile)) {
                Some(missing) if *missing => *missing = false,
                _ => return Err(Invalid::NotEachNumberOnce),
            }
        }
        if cells.len() != rows * columns {
            return Err(Invalid::NotEachNumberOnce);
        }
        Ok(Self {
            rows,
            columns,
            cells,
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The contents of the cells, row by row. The blank is 0.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }
}

/// Shows the rows as lines without a final newline, with numbers aligned to the right and `_` for
/// the blank.
impl fmt::Display for TileBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(&self.cells, self.columns))
    }
}

/// The drawing of a board with these cells.
pub(super) fn draw(cells: &[u8], columns: usize) -> String {
    let width = (cells.len() - 1).to_string().len();
    let word = |tile: &u8| match tile {
        0 => format!("{:>width$}", '_'),
        tile => format!("{tile:>width$}"),
    };
    let row = |row: &[u8]| row.iter().map(word).collect::<Vec<_>>().join(" ");
    cells
        .chunks(columns)
        .map(row)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_holds_each_number_once() {
        for (rows, columns, cells, right) in [
            (1, 1, vec![0], true),
            (2, 2, vec![3, 1, 0, 2], true),
            (1, 4, vec![3, 1, 0, 2], true),
            (2, 2, vec![3, 1, 3, 2], false),
            (2, 2, vec![3, 1, 0, 4], false),
            (2, 2, vec![3, 1, 0], false),
            (2, 2, vec![3, 1, 0, 2, 2], false),
            (2, 2, vec![], false),
            (0, 2, vec![], false),
            (usize::MAX, 2, vec![], false),
            (5, 13, (0..65).collect(), false),
            (8, 8, (0..64).collect(), true),
        ] {
            assert_eq!(
                TileBoard::new(rows, columns, cells.clone()).is_ok(),
                right,
                "{rows} {columns} {cells:?}"
            );
        }
    }

    #[test]
    fn numbers_are_aligned() {
        let draw = |rows, columns, goal: BlankGoal| {
            TileBoard::new(rows, columns, goal.tiles(rows * columns).collect())
                .unwrap()
                .to_string()
        };
        assert_eq!(draw(1, 1, BlankGoal::BlankLast), "_");
        assert_eq!(draw(2, 3, BlankGoal::BlankLast), "1 2 3\n4 5 _");
        assert_eq!(draw(2, 5, BlankGoal::BlankFirst), "_ 1 2 3 4\n5 6 7 8 9");
        assert_eq!(
            draw(3, 4, BlankGoal::BlankLast),
            " 1  2  3  4\n 5  6  7  8\n 9 10 11  _"
        );
    }
}
