//! The shape of a board: its cells and their names.

use std::collections::HashMap;

use super::heading::{HEADINGS, Heading, STRAIGHT};

/// The cells of a board, numbered in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GridShape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The cell at each place, in reading order; `None` for a hole.
    pub(crate) grid: Vec<Option<usize>>,
    /// The row and the column of each cell.
    pub(crate) places: Vec<(usize, usize)>,
    pub(crate) names: Vec<String>,
    by_name: HashMap<String, usize>,
}

impl GridShape {
    /// A board with cells where `is_cell` holds. Their names are `r1c1` and so on.
    pub(crate) fn new(rows: usize, columns: usize, is_cell: &[bool]) -> Self {
        let name = |at| format!("r{}c{}", at / columns + 1, at % columns + 1);
        let names = (0..is_cell.len()).map(|at| is_cell[at].then(|| name(at)));
        Self::named(rows, columns, names.collect())
    }

    /// A board whose cells have these names, which must differ.
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

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.names.len()
    }

    /// The cell in this row and column, both from 0, if there is one.
    pub(crate) fn at(&self, row: usize, column: usize) -> Option<usize> {
        if column >= self.columns {
            return None;
        }
        *self.grid.get(row.checked_mul(self.columns)? + column)?
    }

    /// The cell with this name. On every board `r1c1` is also a name of the cell in that place.
    pub(crate) fn cell(&self, name: &str) -> Option<usize> {
        let named = self.by_name.get(name).copied();
        named.or_else(|| place(name).and_then(|(row, column)| self.at(row, column)))
    }

    /// Whether the name is that of a place such as `r1c1`, on this board or beyond it.
    pub(crate) fn is_place(&self, name: &str) -> bool {
        place(name).is_some()
    }

    /// The cell that lies so many rows down and columns right of `cell`, if there is one.
    pub(crate) fn offset(&self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let (row, column) = self.places[cell];
        self.at(
            row.checked_add_signed(down)?,
            column.checked_add_signed(right)?,
        )
    }

    /// The cell that lies `steps` steps from `cell`, if there is one.
    pub(crate) fn along(&self, cell: usize, heading: Heading, steps: usize) -> Option<usize> {
        let steps = isize::try_from(steps).ok()?;
        self.offset(
            cell,
            heading.down.checked_mul(steps)?,
            heading.right.checked_mul(steps)?,
        )
    }

    /// The neighbours of `cell` in the first `headings` of [`HEADINGS`].
    pub(crate) fn neighbours(&self, cell: usize, headings: usize) -> impl Iterator<Item = usize> {
        let headings = HEADINGS[..headings].iter();
        headings.filter_map(move |&heading| self.along(cell, heading, 1))
    }

    /// The cells that lack a neighbour up, left, right or down.
    pub(crate) fn rim(&self) -> Vec<usize> {
        let straight = STRAIGHT.len();
        let cells = 0..self.cells();
        cells
            .filter(|&cell| self.neighbours(cell, straight).count() < straight)
            .collect()
    }
}

/// The row and the column, from 0, in a name such as `r1c1`.
fn place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}
