//! Finds solutions of a board that are longer than the shortest.
//!
//! As in the search for all shortest solutions, a search from both ends and a search from the start
//! take turns, each time with a larger budget.

use fewest_ground::analysis::{PuzzleView, SymmetryTables};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, StopReason, Words};
use fewest_search::{
    NearOptions, NearSolutions, StartSymmetries, near_shortest, near_shortest_from_both_ends,
};

use super::endless::endless;
use super::solver::DrawnSolver;
use super::stages::Stages;
use crate::api::{FoundSolutions, SolutionOptions};
use crate::general::near::{repeat_by_moves, show_stopped};

/// A compiled puzzle with its symmetries.
type SymmetryView<'a, const N: usize> = PuzzleView<'a, N, &'a SymmetryTables<N>>;

impl<const N: usize> DrawnSolver<'_, N> {
    /// Passes the wanted solutions to `visit`. A shortest solution has `shortest` moves, and the
    /// search that found it expanded `expanded` states.
    pub(super) fn wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        expanded: u64,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let limits = &limits.from_now();
        let puzzle = self.analysis.puzzle();
        let symmetries = self.start_symmetries(wanted);
        // Solutions are invalid if a move has endless consequences, so none are shown in that case.
        let mut shown = |found: FoundSolutions<'_>| match endless(puzzle) {
            Some(_) => show_stopped(shortest, StopReason::Capacity, visit),
            None => visit(found),
        };
        repeat_by_moves(
            puzzle,
            symmetries.as_ref().map(|(view, all)| (view, all)),
            (wanted, shortest),
            limits,
            &mut shown,
            &|options| self.near(options, expanded, limits),
        );
    }

    /// The symmetries that keep the start, if there are any and only distinct solutions are wanted.
    pub(super) fn start_symmetries(
        &self,
        wanted: &SolutionOptions,
    ) -> Option<(SymmetryView<'_, N>, StartSymmetries<Words<N>>)> {
        let view = match wanted.distinct {
            true => self.analysis.up_to_symmetry(),
            false => None,
        }?;
        let symmetries = StartSymmetries::new(&view, self.start);
        (!symmetries.is_empty()).then_some((view, symmetries))
    }

    /// Runs the two searches in turns until one of them is complete or a limit is reached.
    fn near(
        &self,
        options: &NearOptions,
        expanded: u64,
        limits: &Limits,
    ) -> NearSolutions<CompiledMove> {
        let mut stages = Stages::new(limits);
        let [mut from_both, mut from_one] = [self.has_both_ends(), true];
        let mut budget = self.effort.first_solutions.max(expanded.saturating_mul(2));
        let mut best = NearSolutions::none(options.shortest);
        loop {
            for both in [true, false] {
                let (this, other) = match both {
                    true => (&mut from_both, from_one),
                    false => (&mut from_one, from_both),
                };
                if !*this {
                    continue;
                }
                let own = stages.limits(other.then_some(budget), None);
                let found = self.near_from(both, options, &own);
                let stopped = found.stopped;
                if stopped.is_none() || best.complete_below <= found.complete_below {
                    best = found;
                }
                match (stopped, other) {
                    (Some(StopReason::States), true) if stages.spend(own.states) => {}
                    (Some(StopReason::Memory | StopReason::Capacity), true) => *this = false,
                    _ => return best,
                }
            }
            budget = budget.saturating_mul(4);
        }
    }

    /// Searches from both ends if `both` is set and the predecessors and goals are known. In all
    /// other cases, searches from the start.
    fn near_from(
        &self,
        both: bool,
        options: &NearOptions,
        limits: &Limits,
    ) -> NearSolutions<CompiledMove> {
        if both && let Some(view) = self.analysis.both_ends() {
            return near_shortest_from_both_ends(&view, self.start, options, limits);
        }
        let (puzzle, heuristic) = (self.analysis.puzzle(), self.analysis.cheap_heuristic());
        near_shortest(puzzle, self.start, &heuristic, options, limits)
    }
}
