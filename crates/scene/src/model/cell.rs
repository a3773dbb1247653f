//! The position of a cell, and the sides of a cell.

use serde::{Deserialize, Serialize};

/// A position in a scene: row and column, both counted from 0. In JSON it is `[row, column]`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(from = "[u32; 2]", into = "[u32; 2]")]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u32,
    /// The column, from 0 at the left.
    pub column: u32,
}

impl From<[u32; 2]> for Cell {
    fn from([row, column]: [u32; 2]) -> Self {
        Self { row, column }
    }
}

impl From<Cell> for [u32; 2] {
    fn from(cell: Cell) -> Self {
        [cell.row, cell.column]
    }
}

impl Cell {
    /// Makes a position from indices. An index beyond `u32` becomes `u32::MAX`, which no scene
    /// contains.
    pub fn new(row: usize, column: usize) -> Self {
        let index = |i| u32::try_from(i).unwrap_or(u32::MAX);
        Self {
            row: index(row),
            column: index(column),
        }
    }

    /// The neighbour across a side, if its indices are not negative.
    pub fn across(self, side: Side) -> Option<Self> {
        let (rows, columns) = side.step();
        Some(Self {
            row: self.row.checked_add_signed(rows)?,
            column: self.column.checked_add_signed(columns)?,
        })
    }
}

/// A side of a cell or of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The upper side.
    Top,
    /// The right side.
    Right,
    /// The lower side.
    Bottom,
    /// The left side.
    Left,
}

impl Side {
    /// All sides, clockwise from the top.
    pub const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// The opposite side. An edge between two cells lies on a side of one cell and on the opposite
    /// side of the other cell.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.clockwise().clockwise()
    }

    /// The next side, clockwise.
    pub(crate) fn clockwise(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// The numbers of rows and columns from a cell to its neighbour across this side.
    pub(crate) fn step(self) -> (i32, i32) {
        match self {
            Self::Top => (-1, 0),
            Self::Right => (0, 1),
            Self::Bottom => (1, 0),
            Self::Left => (0, -1),
        }
    }
}
