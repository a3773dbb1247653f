//! Breadth-first search in the relaxed game, and the states in which a cell is first entered.

use fewest_rules::{Meter, StopReason};

use super::maze::{CellSide, Compass};
use super::relaxed_state::{STATES, ahead, begun, behind, entered};

/// What [`Flood::spread`] does after it has reached a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FloodAction {
    /// Expand the state.
    On,
    /// Do not expand the state.
    Leave,
    /// End the search.
    End,
}

/// A breadth-first search over the states of the relaxed game that reuses its memory from one run
/// to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Flood {
    /// For each state, the number of the last breadth-first search that reached it. Searches are
    /// counted by `floods`.
    seen: Vec<u32>,
    floods: u32,
    queue: Vec<u32>,
}

impl Flood {
    /// Calls `reach` once for each state that can be reached from `from`, the nearest first, with
    /// the state and its distance. In place of a state, the index after the states of the last cell
    /// stands for the outside.
    pub(super) fn spread(
        &mut self,
        sides: &[[CellSide; 4]],
        wall: impl Fn(usize) -> bool,
        from: usize,
        mut reach: impl FnMut(usize, u32) -> FloodAction,
    ) {
        let cells = sides.len();
        if self.seen.len() != cells * STATES + 1 || self.floods == u32::MAX {
            self.seen.clear();
            self.seen.resize(cells * STATES + 1, 0);
            self.floods = 0;
        }
        self.floods += 1;
        self.queue.clear();
        self.queue.push(from as u32);
        let (mut next, mut layer_end, mut steps) = (0, 1, 1);
        while let Some(&state) = self.queue.get(next) {
            if next == layer_end {
                layer_end = self.queue.len();
                steps += 1;
            }
            next += 1;
            let state = state as usize;
            let (ahead, behind) = (ahead(state), behind(state));
            for (d, side) in Compass::ALL.into_iter().zip(&sides[state / STATES]) {
                let push = wall(side.edge as usize) || ahead == d as usize;
                let beyond = side.beyond as usize;
                if behind == d as usize || (push && (beyond == cells || wall(side.behind as usize)))
                {
                    continue;
                }
                let after = if beyond == cells {
                    cells * STATES
                } else {
                    entered(beyond, d, push)
                };
                if std::mem::replace(&mut self.seen[after], self.floods) == self.floods {
                    continue;
                }
                match reach(after, steps) {
                    FloodAction::On if beyond < cells => self.queue.push(after as u32),
                    FloodAction::On | FloodAction::Leave => {}
                    FloodAction::End => return,
                }
            }
        }
    }

    /// The least number of steps out of the maze from the state `from`. On the way, the search
    /// passes only cells that are not `entered`, and only states that `counts` has for their cell.
    /// Returns `None` if these states do not lead out.
    pub(super) fn steps_out(
        &mut self,
        sides: &[[CellSide; 4]],
        wall: impl Fn(usize) -> bool,
        from: usize,
        counts: &[u16],
        entered: impl Fn(usize) -> bool,
    ) -> Option<u32> {
        let mut least = None;
        self.spread(sides, wall, from, |state, steps| {
            let cell = state / STATES;
            match counts.get(cell) {
                None => {
                    least = Some(steps);
                    FloodAction::End
                }
                Some(counts) if counts >> (state % STATES) & 1 == 1 && !entered(cell) => {
                    FloodAction::On
                }
                Some(_) => FloodAction::Leave,
            }
        });
        least
    }

    /// The greatest number of bytes that a search holds.
    pub(super) fn bytes(cells: usize) -> u64 {
        // The list `seen` and the queue have four bytes for each state. The queue grows by
        // doubling, and may take three times as much meanwhile.
        (cells * STATES * 4 * 4) as u64
    }
}

/// For each cell, the set of states in which the cell can be entered for the first time.
///
/// The relaxed game may return to a cell in a better state, but no shortest way out enters a cell
/// twice. So a state of a cell *counts* only if some way leads to it that was not in the cell
/// before and whose states all count as well. To find these states, all states count at first, and
/// states that do not satisfy this are removed, round by round, until nothing changes. Each round
/// takes time quadratic in the number of cells.
///
/// # Errors
/// Returns the limit that was reached.
pub(super) fn first_entries(
    flood: &mut Flood,
    sides: &[[CellSide; 4]],
    walls: &[bool],
    start: usize,
    meter: &mut Meter,
) -> Result<Vec<u16>, StopReason> {
    let mut counts = vec![0; sides.len()];
    let from = begun(start);
    counts[start] = 1 << (from % STATES);
    let wall = |edge: usize| walls[edge];
    flood.spread(sides, wall, from, |state, _| {
        match counts.get_mut(state / STATES) {
            Some(counts) if state / STATES != start => {
                *counts |= 1 << (state % STATES);
                FloodAction::On
            }
            _ => FloodAction::Leave,
        }
    });
    let mut changed = true;
    while changed {
        changed = false;
        for cell in (0..sides.len()).filter(|&cell| cell != start) {
            // The search expands no state of `cell`, so of the states of `cell` it reaches only
            // those in which the cell can be entered for the first time. These are removed from
            // `left`; the states that remain there do not count.
            let mut left = counts[cell];
            if left == 0 {
                continue;
            }
            meter.poll()?;
            flood.spread(sides, wall, from, |state, _| {
                let (at, bit) = (state / STATES, 1 << (state % STATES));
                if at == cell {
                    left &= !bit;
                    if left == 0 {
                        FloodAction::End
                    } else {
                        FloodAction::Leave
                    }
                } else if counts.get(at).is_some_and(|counts| counts & bit != 0) {
                    FloodAction::On
                } else {
                    FloodAction::Leave
                }
            });
            counts[cell] &= !left;
            changed |= left != 0;
        }
    }
    Ok(counts)
}
