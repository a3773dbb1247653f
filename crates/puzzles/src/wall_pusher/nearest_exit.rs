//! The distance to the nearest exit as if there were no walls inside.

use fewest_rules::{DEAD_END, Heuristic, Words};

use super::puzzle::WallPusher;

/// Steps to the nearest exit that is open now, walls inside the maze ignored,
/// the step out included.
///
/// Admissible and consistent: exits can close but never open, for no wall of
/// the border moves, so a step brings the nearest of them at most one step
/// closer. Without an open exit it is a dead end.
#[derive(Debug, Clone, Copy, Default)]
pub struct NearestExit;

impl<const N: usize> Heuristic<WallPusher<N>> for NearestExit {
    type Cache = u32;

    fn start(&self, puzzle: &WallPusher<N>, state: Words<N>) -> u32 {
        let Some(player) = puzzle.player(state) else {
            return 0;
        };
        let place = |cell: usize| (cell / puzzle.grid.columns, cell % puzzle.grid.columns);
        let (row, column) = place(player);
        let steps = puzzle.exits(state).map(|(cell, _)| {
            let (r, c) = place(cell);
            (row.abs_diff(r) + column.abs_diff(c) + 1) as u32
        });
        steps.min().unwrap_or(DEAD_END)
    }

    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
