//! All shortest solutions of a board.
//!
//! If the goals and the predecessors are known, the solutions can be found from both ends; they can
//! always be found forwards from the start, with the available heuristic. Which search is faster is
//! not known in advance, so the two searches take turns.

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
        self.alternate_one_and_both_ends(expanded, limits, |both, own| {
            if both && let Some(view) = self.analysis.both_ends() {
                let (report, paths) = shortest_paths_from_both_ends(&view, self.start, own);
                return stop_reason(&report).map_or(Ok(paths), Err);
            }
            let (puzzle, heuristic) = (self.analysis.puzzle(), self.analysis.cheap_heuristic());
            shortest_paths_within(puzzle, self.start, &heuristic, length, own)
        })
    }

    /// Calls `search` for a search from the start and for one from both ends, in turns, until one of
    /// them is complete. The argument of `search` tells whether to search from both ends.
    ///
    /// A search begins again in each turn, and may expand twice as many states as the other one
    /// before. Listing the goals takes longer than a short search, so a short search from the start
    /// comes first, unless the search for a single solution, which expanded `expanded` states, was
    /// longer.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn alternate_one_and_both_ends<T>(
        &self,
        expanded: u64,
        limits: &Limits,
        mut search: impl FnMut(bool, &Limits) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        let mut stages = Stages::new(limits);
        let mut budget = self.effort.early.max(expanded.saturating_mul(2));
        let mut both = expanded >= self.effort.early && self.has_both_ends();
        let mut alone = false;
        loop {
            let own = stages.limits((!alone).then_some(budget), None);
            match search(both, &own) {
                Err(StopReason::States) if !alone && stages.spend(own.states) => {}
                Err(StopReason::Memory | StopReason::Capacity)
                    if !alone && self.has_both_ends() =>
                {
                    alone = true;
                }
                ended => return ended,
            }
            match self.has_both_ends() {
                true => both = !both,
                false => alone = true,
            }
            budget = budget.saturating_mul(2);
        }
    }
}
