//! All shortest solutions of a board.
//!
//! If the goals and the predecessors are known, the solutions can be found from both ends; they can
//! always be found forwards from the start, with the available heuristic. Which search is faster is
//! not known in advance, so the two searches take turns, each time with a larger budget. Listing
//! the goals takes longer than a short search, so they are listed only after a short search from
//! the start has failed.

use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, StopReason};
use fewest_search::{SolutionGraph, shortest_paths_from_both_ends, shortest_paths_within};

use super::solver::DrawnSolver;
use super::stages::{Stages, stop_reason};

impl<const N: usize> DrawnSolver<'_, N> {
    /// Finds all shortest solutions. These solutions have `length` moves, and the search that found
    /// the first of them expanded `expanded` states. `None` if there is no solution of at most this
    /// length.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn all_shortest(
        &self,
        length: u32,
        expanded: u64,
        limits: &Limits,
    ) -> Result<Option<SolutionGraph<CompiledMove>>, StopReason> {
        let mut stages = Stages::new(limits);
        let (mut from_both, mut from_one) = (true, true);
        let first = self.effort.first_solutions;
        let mut budget = first.max(expanded.saturating_mul(2));
        let mut short = expanded < first;
        loop {
            from_both = from_both && (short || self.has_both_ends());
            if from_both
                && !short
                && let Some(view) = self.analysis.both_ends()
            {
                let few = from_one.then_some(budget);
                let own = stages.limits(few, None);
                let (report, paths) = shortest_paths_from_both_ends(&view, self.start, &own);
                match stages.end(report, from_one) {
                    Ok(report) => return stop_reason(&report).map_or(Ok(paths), Err),
                    Err(reason) => from_both = reason == StopReason::States,
                }
            }
            if from_one {
                let few = from_both.then_some(budget);
                let own = stages.limits(few, None);
                let (puzzle, heuristic) = (self.analysis.puzzle(), self.analysis.cheap_heuristic());
                match shortest_paths_within(puzzle, self.start, &heuristic, length, &own) {
                    Ok(paths) => return Ok(paths),
                    Err(StopReason::States) if stages.spend(own.states) && from_both => {}
                    Err(StopReason::Memory | StopReason::Capacity)
                        if from_both && self.has_both_ends() =>
                    {
                        from_one = false;
                    }
                    Err(reason) => return Err(reason),
                }
            }
            if !std::mem::take(&mut short) {
                budget = budget.saturating_mul(4);
            }
        }
    }
}
