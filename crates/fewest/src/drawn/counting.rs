//! All shortest solutions of a board.
//!
//! From both ends, where the goals are listed and moves can be played backwards, or from
//! the start alone under the lower bound that is at hand. Which is quicker nobody knows
//! before, so they take turns, each time with a larger budget.

use fewest_ground::compiled::Move;
use fewest_rules::{Limits, StopReason};
use fewest_search::{ShortestPaths, shortest_paths_from_both_ends, shortest_paths_within};

use super::solving::Solving;
use super::stages::Stages;

/// States that are expanded at first, if the solution took no more.
const FIRST: u64 = 1 << 16;

impl<const N: usize> Solving<'_, N> {
    /// All shortest solutions, which have `length` moves and took a search that expanded
    /// so many states; `None` if there is none of at most that length.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn all_shortest(
        &self,
        length: u32,
        expanded: u64,
        limits: &Limits,
    ) -> Result<Option<ShortestPaths<Move>>, StopReason> {
        let mut stages = Stages::new(limits);
        let mut from_both = self.ends().is_some();
        let mut from_one = true;
        let mut budget = FIRST.max(expanded.saturating_mul(2));
        loop {
            if let (true, Some((back, goals))) = (from_both, self.ends()) {
                let few = from_one.then_some(budget);
                let with = self.with(back, goals, ());
                let own = stages.limits(few, None);
                let (report, paths) = shortest_paths_from_both_ends(&with, self.start, &own);
                match stages.end(report, from_one) {
                    Ok(report) => {
                        return match super::solving::stop_reason(&report) {
                            Some(reason) => Err(reason),
                            None => Ok(paths),
                        };
                    }
                    Err(reason) => from_both = reason == StopReason::States,
                }
            }
            if from_one {
                let few = from_both.then_some(budget);
                let own = stages.limits(few, None);
                let (puzzle, bound) = (self.game.packed(), self.game.cheap_bound());
                match shortest_paths_within(puzzle, self.start, &bound, length, &own) {
                    Ok(paths) => return Ok(paths),
                    Err(StopReason::States) if stages.spend(own.states) && from_both => {}
                    Err(StopReason::Memory | StopReason::Capacity) if from_both => {
                        from_one = false;
                    }
                    Err(reason) => return Err(reason),
                }
            }
            budget = budget.saturating_mul(4);
        }
    }
}
