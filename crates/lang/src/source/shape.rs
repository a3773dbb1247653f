//! The shape of a board: its cells and their names.

use std::collections::HashMap;

use fewest_rules::Fault;

use super::heading::{HEADINGS, Heading, STRAIGHT};
use super::lexer::Span;
use super::walls::{Walls, wrapped};

/// The cells of a board, numbered in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GridShape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// For each place in reading order, its cell; `None` for a hole.
    pub(crate) grid: Vec<Option<usize>>,
    /// The row and the column of each cell.
    pub(crate) places: Vec<(usize, usize)>,
    pub(crate) names: Vec<String>,
    by_name: HashMap<String, usize>,
    /// Whether the board wraps around: the first row follows the last row, and the first column
    /// follows the last column.
    pub(crate) torus: bool,
    /// For each place, and for each direction that changes the row and the column by at most one,
    /// the number of steps that are possible before a wall; [`usize::MAX`] if there is no wall on the
    /// way. The places and the directions are in reading order. Empty if there are no walls.
    free: Vec<[usize; 9]>,
}

impl GridShape {
    /// A board with cells at the places where `is_cell` is true. The cells have names such as
    /// `r1c1`.
    pub(crate) fn new(rows: usize, columns: usize, is_cell: &[bool]) -> Self {
        let name = |at| format!("r{}c{}", at / columns + 1, at % columns + 1);
        let names = (0..is_cell.len()).map(|at| is_cell[at].then(|| name(at)));
        Self::named(rows, columns, names.collect())
    }

    /// A board whose cells have these names, all of which must be different.
    pub(crate) fn named(rows: usize, columns: usize, names: Vec<Option<String>>) -> Self {
        let mut shape = Self {
            rows,
            columns,
            grid: Vec::with_capacity(names.len()),
            places: Vec::new(),
            names: Vec::new(),
            by_name: HashMap::new(),
            torus: false,
            free: Vec::new(),
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

    /// The cell at this row and column, both counted from 0, if there is one.
    #[inline]
    pub(crate) fn at(&self, row: usize, column: usize) -> Option<usize> {
        if column >= self.columns {
            return None;
        }
        *self.grid.get(row.checked_mul(self.columns)? + column)?
    }

    /// The cell with this name. On every board, names such as `r1c1` denote the cell at that row
    /// and column.
    pub(crate) fn cell(&self, name: &str) -> Option<usize> {
        let named = self.by_name.get(name).copied();
        named.or_else(|| place(name).and_then(|(row, column)| self.at(row, column)))
    }

    /// Whether the name denotes a row and a column, like `r1c1`, on this board or beyond it.
    pub(crate) fn is_place(&self, name: &str) -> bool {
        place(name).is_some()
    }

    /// Whether the name denotes a row and a column of this board where there is no cell.
    pub(crate) fn is_hole(&self, name: &str) -> bool {
        let on_board = |(row, column)| row < self.rows && column < self.columns;
        place(name).is_some_and(on_board) && self.cell(name).is_none()
    }

    /// Adds walls between the cells.
    ///
    /// # Errors
    /// The drawing of the walls has another size than the board, which is declared at `of`.
    pub(crate) fn enclose(&mut self, walls: &Walls, of: &Span) -> Result<(), Fault> {
        walls.fits(self.rows, self.columns, of)?;
        let mut walls = walls.clone();
        if self.torus {
            walls.join_edges();
        }
        // From each wall, backwards to the next wall.
        self.free = vec![[usize::MAX; 9]; self.grid.len()];
        for way in 0..9 {
            let (down, right) = (way as isize / 3 - 1, way as isize % 3 - 1);
            let is_barred = |&at: &(usize, usize)| walls.bar(at, down, right);
            for first in 0..self.grid.len() {
                let first = (first / self.columns, first % self.columns);
                let mut at = Some(first).filter(is_barred);
                let mut steps = 0;
                while let Some((row, column)) = at {
                    self.free[row * self.columns + column][way] = steps;
                    steps += 1;
                    let before = self.place((row, column), -down, -right);
                    at = before.filter(|before| !is_barred(before));
                }
            }
        }
        Ok(())
    }

    /// The place that lies the given numbers of rows down and columns to the right of another,
    /// whether or not it is a cell.
    #[inline]
    fn place(
        &self,
        (row, column): (usize, usize),
        down: isize,
        right: isize,
    ) -> Option<(usize, usize)> {
        if self.torus {
            let (rows, columns) = (self.rows, self.columns);
            return Some((wrapped(row, down, rows), wrapped(column, right, columns)));
        }
        let (row, column) = (
            row.checked_add_signed(down)?,
            column.checked_add_signed(right)?,
        );
        (row < self.rows && column < self.columns).then_some((row, column))
    }

    /// The cell that lies the given numbers of rows down and columns to the right of `cell`, if
    /// there is one. Walls are ignored.
    #[inline]
    pub(crate) fn offset(&self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let (row, column) = self.place(self.places[cell], down, right)?;
        self.at(row, column)
    }

    /// The cell that lies `steps` steps from `cell`, backwards if the number is negative. `None` if
    /// there is no cell, or if there is a wall on the way. Knight's moves pass over walls.
    pub(crate) fn along(&self, cell: usize, heading: Heading, steps: isize) -> Option<usize> {
        if steps == 0 {
            return Some(cell);
        }
        if !self.free.is_empty() && heading.down.abs() <= 1 && heading.right.abs() <= 1 {
            let (row, column) = self.places[cell];
            let way = 4 + steps.signum() * (3 * heading.down + heading.right);
            if steps.unsigned_abs() > self.free[row * self.columns + column][way as usize] {
                return None;
            }
        }
        self.offset(
            cell,
            heading.down.checked_mul(steps)?,
            heading.right.checked_mul(steps)?,
        )
    }

    /// The number of steps in this direction after which a path returns to the same place;
    /// [`usize::MAX`] on a board with edges.
    pub(crate) fn round(&self, heading: Heading) -> usize {
        if !self.torus {
            return usize::MAX;
        }
        let rows = self.rows / greatest_divisor(self.rows, heading.down.unsigned_abs());
        let columns = self.columns / greatest_divisor(self.columns, heading.right.unsigned_abs());
        rows / greatest_divisor(rows, columns) * columns
    }

    /// The cells, each listed once and without `cell` itself, that lie one step from `cell` in one
    /// of the first `headings` directions of [`HEADINGS`].
    pub(crate) fn neighbours(&self, cell: usize, headings: usize) -> Vec<usize> {
        let mut neighbours = Vec::with_capacity(headings);
        for &heading in &HEADINGS[..headings] {
            let next = self.along(cell, heading, 1);
            neighbours.extend(next.filter(|next| *next != cell && !neighbours.contains(next)));
        }
        neighbours
    }

    /// The cells that have no neighbour in at least one of the directions up, left, right and down.
    /// Walls are ignored.
    pub(crate) fn rim(&self) -> Vec<usize> {
        let lacks = |&cell: &usize| {
            let beside = |heading: &Heading| self.offset(cell, heading.down, heading.right);
            HEADINGS[STRAIGHT]
                .iter()
                .any(|heading| beside(heading).is_none())
        };
        (0..self.cells()).filter(lacks).collect()
    }
}

/// The greatest common divisor of two numbers, not both 0.
fn greatest_divisor(mut one: usize, mut other: usize) -> usize {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Parses a name such as `r1c1` into a row and a column, both counted from 0.
fn place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}
