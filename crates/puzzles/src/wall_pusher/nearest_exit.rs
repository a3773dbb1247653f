//! A lower bound: the distance to the nearest exit if the walls inside the maze are ignored.

use fewest_rules::{DEAD_END, Heuristic, Words};

use super::puzzle::WallPusher;

/// The steps to the nearest exit that is open now, including the step out, if the walls inside the
/// maze are ignored.
///
/// The bound is admissible and consistent: a step brings the player at most one step closer to any
/// exit, and no exit opens, because walls of the border never move. (Exits can close.) A state
/// without an open exit is a dead end.
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
        let steps = puzzle.exits(state).map(|cell| {
            let (r, c) = place(cell);
            (row.abs_diff(r) + column.abs_diff(c) + 1) as u32
        });
        steps.min().unwrap_or(DEAD_END)
    }

    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
