//! Finds the best solutions of a board and those near them.
//!
//! If the goals and the predecessors are known, the solutions can be found from both ends; they can
//! always be found forwards from the start, with the available heuristic. Which search is faster is
//! not known in advance, so the two searches take turns. A search begins again in each turn, and may
//! expand twice as many states as the other one before.

use fewest_ground::analysis::{PuzzleView, RegionExit, SymmetryTables};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{
    CostOutcome, Heuristic, Limits, MoveCosts, Objective, Puzzle, StopReason, Words,
};
use fewest_search::{
    NearOptions, NearSolutions, StartSymmetries, least_cost_paths, near_least_cost,
    near_shortest_from_both_ends, shortest_paths_from_both_ends,
};

use super::endless::endless;
use super::solver::DrawnSolver;
use super::stages::{Stages, stop_reason};
use crate::api::{FoundSolutions, SolutionOptions};
use crate::general::near::{IsFirst, best_or_near, names, repeat, repeat_by_moves, show_stopped};

/// A compiled puzzle with its symmetries.
type SymmetryView<'a, const N: usize> = PuzzleView<'a, N, &'a SymmetryTables<N>>;

impl<const N: usize> DrawnSolver<'_, N> {
    /// Passes the wanted solutions to `visit`. `shortest` is the first criterion of a best solution:
    /// its cost if costs are minimised first, and otherwise its number of moves.
    pub(super) fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let limits = &limits.from_now();
        let puzzle = self.analysis.puzzle();
        let range = (wanted, shortest);
        let mut shown = |found: FoundSolutions<'_>| match endless(puzzle) {
            // Solutions are invalid if a move has endless consequences.
            Some(_) => show_stopped(shortest, StopReason::Capacity, visit),
            None => visit(found),
        };
        let end = match self.measure() {
            None => {
                let search = |options: &NearOptions| self.in_turns_at_ends(options, limits);
                self.by_moves(range, limits, &mut shown, &search);
                Ok(())
            }
            Some(measure) => self.by_costs(measure.objective, range, limits, &mut shown),
        };
        if let Err(reason) = end {
            show_stopped(shortest, reason, &mut shown);
        }
    }

    /// Passes the solutions that `search` finds, as sequences of moves, to `visit`.
    fn by_moves(
        &self,
        range: (&SolutionOptions, u32),
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
        search: &dyn Fn(&NearOptions) -> NearSolutions<CompiledMove>,
    ) {
        let symmetries = self.start_symmetries(range.0);
        let symmetries = symmetries.as_ref().map(|(view, all)| (view, all));
        let puzzle = self.analysis.puzzle();
        repeat_by_moves(puzzle, symmetries, range, limits, visit, search);
    }

    /// The symmetries that keep the start, if there are any and only distinct solutions are wanted.
    fn start_symmetries(
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
    fn in_turns_at_ends(
        &self,
        options: &NearOptions,
        limits: &Limits,
    ) -> NearSolutions<CompiledMove> {
        let mut stages = Stages::new(limits);
        let (mut both, mut alone) = (false, false);
        let mut budget = self.effort.early;
        let mut best = NearSolutions::none(options.shortest);
        loop {
            let own = stages.limits((!alone).then_some(budget), None);
            let found = self.search_ends(both, options, &own);
            let stopped = found.stopped;
            if stopped.is_none() || best.complete_below <= found.complete_below {
                best = found;
            }
            match stopped {
                Some(StopReason::States) if !alone && stages.spend(own.states) => {}
                Some(StopReason::Memory | StopReason::Capacity)
                    if !alone && self.has_both_ends() =>
                {
                    alone = true;
                }
                _ => return best,
            }
            // Listing the goals takes longer than a short search from the start, which comes first.
            match self.has_both_ends() {
                true => both = !both,
                false => alone = true,
            }
            budget = budget.saturating_mul(2);
        }
    }

    /// Searches from both ends if `both` is set and the predecessors and goals are known. In all
    /// other cases, searches from the start.
    fn search_ends(
        &self,
        both: bool,
        options: &NearOptions,
        limits: &Limits,
    ) -> NearSolutions<CompiledMove> {
        let (start, shortest) = (self.start, options.shortest);
        match both.then(|| self.analysis.both_ends()).flatten() {
            Some(view) if options.wants_best() => {
                let (report, paths) = shortest_paths_from_both_ends(&view, start, limits);
                let found = stop_reason(&report).map_or(Ok(paths), Err);
                NearSolutions::of_best(shortest, found)
            }
            Some(view) => near_shortest_from_both_ends(&view, start, options, limits),
            None => {
                let heuristic = self.analysis.cheap_heuristic();
                best_or_near(self.analysis.puzzle(), start, &heuristic, options, limits)
            }
        }
    }

    /// Passes the wanted solutions to `visit`, where moves have costs.
    ///
    /// # Errors
    /// The limit that was reached before the search began.
    fn by_costs(
        &self,
        objective: Objective,
        range: (&SolutionOptions, u32),
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) -> Result<(), StopReason> {
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let mut stages = Stages::new(limits);
        let regions = match objective {
            Objective::MovesThenCost => None,
            _ => self.analysis.regions(limits)?,
        };
        let heuristic;
        let bound: &(dyn Fn(Words<N>) -> u32 + Sync) = match &regions {
            // All states of a region have its bound, so each of them can stand for it.
            Some((regions, bound)) => &|state| bound.start(regions, state),
            None => {
                heuristic = self.bound_for(objective, limits, &mut stages)?;
                &|state| heuristic.bound_of(puzzle, state)
            }
        };
        let own = &stages.limits(None, None);
        let Some((regions, bound)) = regions.as_ref().filter(|_| objective == Objective::Cost)
        else {
            self.by_moves(range, own, visit, &|options| {
                best_or_near_least_cost((puzzle, start), &bound, objective, options, own)
            });
            return Ok(());
        };
        let root = regions.region_of(start);
        let moves = |path: &[RegionExit]| regions.moves_of(start, path);
        let symmetries = self.start_symmetries(range.0);
        let is_first = |found: &NearSolutions<RegionExit>, path: &[RegionExit]| {
            let solution = |image: &[CompiledMove]| {
                let path = found.normal_form(&regions.path_of(start, image)?)?;
                Some(moves(&path))
            };
            let symmetries = symmetries.as_ref();
            symmetries.is_none_or(|(view, all)| all.is_first(view, &moves(path), &solution))
        };
        let is_first: IsFirst<'_, RegionExit> = symmetries.is_some().then_some(&is_first);
        repeat(
            &|path| names(puzzle, moves(&path)),
            is_first,
            range,
            own,
            visit,
            &|options| best_or_near_least_cost((regions, root), bound, objective, options, own),
        );
        Ok(())
    }
}

/// Finds the solutions that `options` describe, from a start of a puzzle whose moves have costs.
fn best_or_near_least_cost<P: MoveCosts, H: Heuristic<P>>(
    (puzzle, start): (&P, <P as Puzzle>::State),
    heuristic: &H,
    objective: Objective,
    options: &NearOptions,
    limits: &Limits,
) -> NearSolutions<P::Move> {
    if !options.wants_best() {
        return near_least_cost(puzzle, start, heuristic, objective, options, limits);
    }
    let (report, paths) = least_cost_paths(puzzle, start, heuristic, objective, limits);
    let found = match report.outcome {
        CostOutcome::Stopped { reason, .. } => Err(reason),
        _ => Ok(paths),
    };
    NearSolutions::of_best(options.shortest, found)
}
