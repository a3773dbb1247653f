//! Where a puzzle is played: the shape of the board, and what a drawing fixes
//! for good: the marks under the pieces and the pieces' own shapes.

use std::collections::HashMap;

use fewest_ground::Label;

use super::checked::{Direction, PieceCell};
use super::drawing::{Picture, Says};

/// Which cells there are, and what they are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The cell at each place, in reading order; `None` for a hole.
    pub(crate) grid: Vec<Option<usize>>,
    /// The row and the column of each cell.
    pub(crate) places: Vec<(usize, usize)>,
    pub(crate) names: Vec<String>,
    by_name: HashMap<String, usize>,
}

impl Shape {
    /// A board with cells where `is_cell` holds, called `r1c1`, ….
    pub(crate) fn new(rows: usize, columns: usize, is_cell: &[bool]) -> Self {
        let name = |at| format!("r{}c{}", at / columns + 1, at % columns + 1);
        let names = (0..is_cell.len()).map(|at| is_cell[at].then(|| name(at)));
        Self::named(rows, columns, names.collect())
    }

    /// A board whose cells have these names, all different.
    pub(crate) fn named(rows: usize, columns: usize, names: Vec<Option<String>>) -> Self {
        let mut shape = Self {
            rows,
            columns,
            grid: Vec::with_capacity(names.len()),
            places: Vec::new(),
            names: Vec::new(),
            by_name: HashMap::new(),
        };
        for (at, name) in names.into_iter().enumerate() {
            let cell = name.map(|name| {
                let cell = shape.names.len();
                shape.places.push((at / columns, at % columns));
                shape.by_name.insert(name.clone(), cell);
                shape.names.push(name);
                cell
            });
            shape.grid.push(cell);
        }
        shape
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.names.len()
    }

    /// The cell of that name. `r1c1` names a cell on every board.
    pub(crate) fn cell(&self, name: &str) -> Option<usize> {
        if let Some(&cell) = self.by_name.get(name) {
            return Some(cell);
        }
        let (row, column) = place(name)?;
        if column >= self.columns {
            return None;
        }
        *self.grid.get(row.checked_mul(self.columns)? + column)?
    }

    /// Whether the name is one that a board of some size has for a cell.
    pub(crate) fn is_place(&self, name: &str) -> bool {
        place(name).is_some()
    }

    /// The cell so far down and right of another, if there is one.
    pub(crate) fn seen_from(&self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let (row, column) = self.places[cell];
        let row = row.checked_add_signed(down)?;
        let column = column.checked_add_signed(right)?;
        if column >= self.columns {
            return None;
        }
        *self.grid.get(row.checked_mul(self.columns)? + column)?
    }

    /// The cell `steps` on from another.
    pub(crate) fn along(&self, cell: usize, direction: Direction, steps: usize) -> Option<usize> {
        let steps = isize::try_from(steps).ok()?;
        self.seen_from(
            cell,
            direction.down.checked_mul(steps)?,
            direction.right.checked_mul(steps)?,
        )
    }

    /// The cells that lack a neighbour up, left, right or down.
    pub(crate) fn rim(&self) -> Vec<usize> {
        let lacks = |&cell: &usize| {
            super::checked::DIRECTIONS[..4]
                .iter()
                .any(|&direction| self.along(cell, direction, 1).is_none())
        };
        (0..self.cells()).filter(lacks).collect()
    }
}

/// The row and the column, from 0, in a name such as `r1c1`.
fn place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}

/// What all states of a puzzle have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) shape: Shape,
    /// For each of the alphabet's marks the cells under it, in reading order.
    pub(crate) marks: Vec<Vec<usize>>,
    /// For each of the pieces its cells, the first at the origin; empty for one
    /// that is not on the board.
    pub(crate) pieces: Vec<Vec<PieceCell>>,
}

impl Site {
    /// A board without cells.
    pub(crate) fn nowhere(marks: usize, pieces: usize) -> Self {
        Self {
            shape: Shape::new(0, 0, &[]),
            marks: vec![Vec::new(); marks],
            pieces: vec![Vec::new(); pieces],
        }
    }
}

/// The piece that a picture draws, in reading order and seen from its first cell.
pub(crate) fn piece(picture: &Picture) -> Vec<PieceCell> {
    let mut cells = Vec::new();
    let mut first = None;
    for (row, drawn) in picture.rows.iter().enumerate() {
        for (column, cell) in drawn.iter().enumerate() {
            if let Says::Cell { labels, .. } = cell.says {
                let (down, right) = *first.get_or_insert((row as isize, column as isize));
                cells.push(PieceCell {
                    down: row as isize - down,
                    right: column as isize - right,
                    label: labels.trailing_zeros() as Label,
                });
            }
        }
    }
    cells
}
