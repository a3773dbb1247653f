//! Steps on a board, which may wrap around and have walls.

use super::model::{Board, DIRECTIONS};

impl Board {
    /// The cell at a row and a column.
    pub(crate) fn at(&self, row: isize, column: isize) -> Option<usize> {
        self.cells.iter().position(|&cell| cell == (row, column))
    }

    /// The place itself, or the one that is the same on a board that wraps around.
    pub(crate) fn wrapped(&self, (row, column): (isize, isize)) -> (isize, isize) {
        match self.torus {
            true => (row.rem_euclid(self.rows), column.rem_euclid(self.columns)),
            false => (row, column),
        }
    }

    /// The cell that lies so many rows down and columns right of another, past all walls.
    pub(crate) fn along(&self, cell: usize, (down, right): (isize, isize)) -> Option<usize> {
        let (row, column) = self.cells[cell];
        let (row, column) = self.wrapped((row + down, column + right));
        self.at(row, column)
    }

    /// The cell that so many steps lead to, from any place and backwards if there are fewer than none.
    pub(crate) fn reached(
        &self,
        place: (isize, isize),
        (down, right): (isize, isize),
        steps: isize,
    ) -> Option<usize> {
        let (down, right) = (down * steps.signum(), right * steps.signum());
        let mut at = place;
        for _ in 0..steps.abs() {
            if down.abs() < 2 && right.abs() < 2 && self.barred(at, down, right) {
                return None;
            }
            at = self.wrapped((at.0 + down, at.1 + right));
        }
        self.at(at.0, at.1)
    }

    /// Whether all ways to a place one step further are barred: a diagonal step has two.
    fn barred(&self, at: (isize, isize), down: isize, right: isize) -> bool {
        let by_row = self.wall(at, down, 0) || self.wall((at.0 + down, at.1), 0, right);
        let by_column = self.wall(at, 0, right) || self.wall((at.0, at.1 + right), down, 0);
        by_row && by_column
    }

    /// Whether there is a wall beside a place.
    fn wall(&self, at: (isize, isize), down: isize, right: isize) -> bool {
        let (row, column) = self.wrapped(at);
        let Some(walls) = &self.walls else {
            return false;
        };
        let is_drawn = |walls: &[Vec<bool>], row: isize, column: isize| {
            let row = usize::try_from(row).ok().and_then(|row| walls.get(row));
            let column = usize::try_from(column).ok();
            column.is_some_and(|column| row.and_then(|row| row.get(column)) == Some(&true))
        };
        let above = |row: isize| {
            let edge = row == 0 || row == self.rows;
            match self.torus && edge {
                true => [0, self.rows]
                    .iter()
                    .any(|&row| is_drawn(&walls.above, row, column)),
                false => is_drawn(&walls.above, row, column),
            }
        };
        let left = |column: isize| {
            let edge = column == 0 || column == self.columns;
            match self.torus && edge {
                true => [0, self.columns]
                    .iter()
                    .any(|&column| is_drawn(&walls.left, row, column)),
                false => is_drawn(&walls.left, row, column),
            }
        };
        match (down, right) {
            (1, _) => above(row + 1),
            (-1, _) => above(row),
            (_, 1) => left(column + 1),
            (_, -1) => left(column),
            _ => false,
        }
    }

    pub(crate) fn neighbours(&self, cell: usize, directions: usize) -> Vec<usize> {
        let mut neighbours = Vec::new();
        for &(_, down, right) in &DIRECTIONS[..directions] {
            let next = self.reached(self.cells[cell], (down, right), 1);
            neighbours.extend(next.filter(|&next| next != cell && !neighbours.contains(&next)));
        }
        neighbours
    }
}
