//! Finds solutions of a board whose moves have costs, beside the best ones.

use fewest_ground::analysis::RegionExit;
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Heuristic, Limits, Objective, StopReason, Words};
use fewest_search::{NearSolutions, near_least_cost};

use super::endless::endless;
use super::solver::DrawnSolver;
use super::stages::Stages;
use crate::api::{FoundSolutions, SolutionOptions};
use crate::general::near::{IsFirst, names, repeat, repeat_by_moves, show_stopped};

impl<const N: usize> DrawnSolver<'_, N> {
    /// Passes the wanted solutions to `visit`. The first criterion of a best solution is
    /// `shortest`.
    pub(super) fn wanted_by_cost(
        &self,
        objective: Objective,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let limits = &limits.from_now();
        let puzzle = self.analysis.puzzle();
        let mut shown = |found: FoundSolutions<'_>| match endless(puzzle) {
            // Solutions are invalid if a move has endless consequences.
            Some(_) => show_stopped(shortest, StopReason::Capacity, visit),
            None => visit(found),
        };
        let end = self.near_costs(objective, wanted, shortest, limits, &mut shown);
        if let Err(reason) = end {
            show_stopped(shortest, reason, &mut shown);
        }
    }

    /// Does the same as [`wanted_by_cost`](Self::wanted_by_cost), unless a limit comes before the
    /// search.
    ///
    /// # Errors
    /// The limit that was reached before the search began.
    fn near_costs(
        &self,
        objective: Objective,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) -> Result<(), StopReason> {
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let mut stages = Stages::new(limits);
        let regions = match objective {
            Objective::MovesThenCost => None,
            _ => self.analysis.regions(limits)?,
        };
        let range = (wanted, shortest);
        let Some((regions, bound)) = &regions else {
            let heuristic = self.bound_for(objective, limits, &mut stages)?;
            let own = &stages.limits(None, None);
            let bound = |state| heuristic.bound_of(puzzle, state);
            self.near_steps(objective, range, &bound, own, visit);
            return Ok(());
        };
        let own = &stages.limits(None, None);
        if objective != Objective::Cost {
            // All states of a region have its bound, so each of them can stand for it.
            let bound = |state| bound.start(regions, state);
            self.near_steps(objective, range, &bound, own, visit);
            return Ok(());
        }
        let root = regions.region_of(start);
        let moves = |path: &[RegionExit]| regions.moves_of(start, path);
        let symmetries = self.start_symmetries(wanted);
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
            &|options| near_least_cost(regions, root, bound, Objective::Cost, options, own),
        );
        Ok(())
    }

    /// Finds solutions by a search that makes one move after the other.
    fn near_steps(
        &self,
        objective: Objective,
        (wanted, shortest): (&SolutionOptions, u32),
        bound: &(dyn Fn(Words<N>) -> u32 + Sync),
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let symmetries = self.start_symmetries(wanted);
        repeat_by_moves(
            puzzle,
            symmetries.as_ref().map(|(view, all)| (view, all)),
            (wanted, shortest),
            limits,
            visit,
            &|options| near_least_cost(puzzle, start, &bound, objective, options, limits),
        );
    }
}
