//! Finds solutions of a board that are longer than the shortest.
//!
//! As in the search for all shortest solutions, a search from both ends and a search from the start
//! take turns.

use fewest_ground::analysis::{PuzzleView, SymmetryTables};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, StopReason, Words};
use fewest_search::{
    NearOptions, NearSolutions, StartSymmetries, near_shortest, near_shortest_from_both_ends,
};

use super::endless::endless;
use super::solver::DrawnSolver;
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

    /// Searches from the start and from both ends in turns until one of the searches is complete or
    /// a limit is reached.
    fn near(
        &self,
        options: &NearOptions,
        expanded: u64,
        limits: &Limits,
    ) -> NearSolutions<CompiledMove> {
        let mut best = NearSolutions::none(options.shortest);
        // The reason why the searches have stopped is that of the last one.
        let _ = self.alternate_one_and_both_ends(expanded, limits, |both, own| {
            let found = match both.then(|| self.analysis.both_ends()).flatten() {
                Some(view) => near_shortest_from_both_ends(&view, self.start, options, own),
                None => {
                    let (puzzle, bound) = (self.analysis.puzzle(), self.analysis.cheap_heuristic());
                    near_shortest(puzzle, self.start, &bound, options, own)
                }
            };
            let stopped = found.stopped;
            if stopped.is_none() || best.complete_below <= found.complete_below {
                best = found;
            }
            stopped.map_or(Ok(()), Err)
        });
        best
    }
}
