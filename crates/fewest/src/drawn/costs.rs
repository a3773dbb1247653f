//! Solves puzzles whose moves have costs.

use fewest_ground::CostMeasure;
use fewest_ground::analysis::{
    AgentBound, AgentPuzzle, CostHeuristic, FAR, HeuristicName, RegionExit, SelectedHeuristic,
};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_rules::{
    CostOutcome, CostReport, Heuristic, Limits, Meter, Notation, Objective, Proof, Statistics,
    StopReason, Words,
};
use fewest_search::{
    CostPruner, Duplicates, SolutionGraph, least_cost_astar, least_cost_bidirectional,
    least_cost_idastar, least_cost_paths,
};

use super::endless::endless;
use super::no_goal::{goals_are_few, impossible_goals};
use super::region_turns::{region_words, solve_over_regions};
use super::solver::DrawnSolver;
use super::stages::Stages;
use crate::algorithm::Algorithm;
use crate::api::{Method, ShortestSolutions, SolveError};
use crate::general::play;

/// The result of a search for the least cost, and the method that found it.
pub(super) type CostMethodReport = (CostReport<CompiledMove>, Method);

impl<const N: usize> DrawnSolver<'_, N> {
    /// What a search minimises, if moves have costs.
    pub(super) fn measure(&self) -> Option<&CostMeasure> {
        self.analysis.puzzle().reduced().ground.measure.as_ref()
    }

    /// The algorithms that fit a puzzle whose moves have costs. By default the first one is used.
    pub(super) fn cost_algorithms(&self) -> Vec<Algorithm> {
        let mut all = vec![Algorithm::AStar, Algorithm::Dijkstra];
        if self.has_both_ends() {
            all.push(Algorithm::Bidirectional);
        }
        all.push(Algorithm::IdaStar);
        all
    }

    /// Solves the board for `objective` by the given algorithm.
    ///
    /// # Errors
    /// The algorithm does not fit the puzzle.
    pub(super) fn by_cost(
        &self,
        objective: Objective,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<CostMethodReport, SolveError> {
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let unfit = |reason| Err(SolveError::of(algorithm, reason));
        let method = Method::Search(algorithm);
        match algorithm {
            Algorithm::Dijkstra => {
                let zero = CostHeuristic::ZERO;
                let report = least_cost_astar(puzzle, start, &zero, objective, limits);
                Ok((report, method))
            }
            Algorithm::AStar | Algorithm::IdaStar => {
                self.cost_informed(objective, algorithm, limits)
            }
            Algorithm::Bidirectional => match self.analysis.both_ends() {
                Some(view) => {
                    let report = least_cost_bidirectional(&view, start, objective, limits);
                    Ok((report, method))
                }
                None => unfit("its goals cannot be listed, or its moves not be played backwards"),
            },
            _ => unfit("its moves have costs"),
        }
    }

    /// Solves the board by A* or IDA*.
    fn cost_informed(
        &self,
        objective: Objective,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<CostMethodReport, SolveError> {
        if algorithm == Algorithm::AStar
            && self.heuristic.is_none()
            && let Some(solved) = self.over_regions(objective, limits)
        {
            return Ok(solved);
        }
        let mut stages = Stages::new(limits);
        let heuristic = match self.bound_for(objective, limits, &mut stages) {
            Ok(heuristic) => heuristic,
            Err(reason) => {
                let report = stopped(&stages, reason);
                return Ok((report, Method::PatternDatabases));
            }
        };
        if let (Some(name), true) = (self.heuristic, heuristic.is_zero()) {
            return Err(SolveError::of(
                algorithm,
                self.no_heuristic(objective, name),
            ));
        }
        let limits = &stages.limits(None, None);
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let mut report = if algorithm == Algorithm::IdaStar {
            self.cost_idastar(objective, &heuristic, limits)
        } else {
            least_cost_astar(puzzle, start, &heuristic, objective, limits)
        };
        report.statistics = stages.all_of(report.statistics);
        let method = match heuristic.is_zero() {
            true if algorithm == Algorithm::AStar => Method::Search(Algorithm::Dijkstra),
            _ => Method::Informed(algorithm, heuristic.words()),
        };
        Ok((report, method))
    }

    /// Solves the board by a search whose states are *regions*: sets of states that free moves
    /// connect, because they only carry the agent. `None` if the free moves do not carry an agent,
    /// or if the objective minimises the number of moves first.
    fn over_regions(&self, objective: Objective, limits: &Limits) -> Option<CostMethodReport> {
        if objective == Objective::MovesThenCost {
            return None;
        }
        let stages = Stages::new(limits);
        let (regions, bound) = self
            .analysis
            .regions(objective == Objective::Cost, limits)
            .ok()
            .flatten()?;
        let mut method = Method::Regions(region_words(&bound));
        let mut report = if objective == Objective::Cost {
            let own = &stages.limits(None, None);
            let (report, found_by) = solve_over_regions(self, (&regions, &bound), own);
            method = found_by;
            let moves = |path: Vec<RegionExit>| regions.moves_of(self.start, &path);
            CostReport {
                outcome: report.outcome.map_solution(moves),
                statistics: report.statistics,
            }
        } else {
            let own = &stages.limits(None, None);
            let root = regions.region_of(self.start);
            let (report, paths) = least_cost_paths(&regions, root, &bound, Objective::Cost, own);
            let fewest = paths.map(|paths| {
                let left = stages.limits(None, None);
                let mut meter = Meter::new(&left);
                regions.fewest_steps(self.start, &paths, &mut meter)
            });
            let outcome = match (report.outcome, fewest) {
                (CostOutcome::Solved { cost, .. }, Some(Ok(moves))) => {
                    CostOutcome::Solved { moves, cost }
                }
                (CostOutcome::Solved { cost, .. }, Some(Err(reason))) => CostOutcome::Stopped {
                    lower_bound: cost,
                    reason,
                },
                (outcome, _) => outcome.map_solution(|_| Vec::new()),
            };
            CostReport {
                outcome,
                statistics: report.statistics,
            }
        };
        if let CostOutcome::Unsolvable(proof) = &mut report.outcome {
            *proof = Proof::Invariant(format!("up to free moves and dead ends, {proof}"));
        }
        report.statistics = stages.all_of(report.statistics);
        Some((report, method))
    }

    fn cost_idastar(
        &self,
        objective: Objective,
        heuristic: &CostHeuristic<'_, N>,
        limits: &Limits,
    ) -> CostReport<CompiledMove> {
        let stages = Stages::new(limits);
        let only_places = self.analysis.only_places();
        let pruner = CostPruner::find(&only_places, FAR, &mut Meter::new(limits));
        let pruner = match pruner {
            Ok(pruner) => pruner,
            // Without move pruning, IDA* is slower but its result is still correct.
            Err(StopReason::Capacity) => CostPruner::default(),
            Err(reason) => return stopped(&stages, reason),
        };
        let own = stages.limits(None, None);
        let (puzzle, all) = (&self.analysis.by_rule(), Duplicates::default());
        let report =
            least_cost_idastar(puzzle, self.start, heuristic, &pruner, all, objective, &own);
        CostReport {
            statistics: stages.all_of(report.statistics),
            ..report
        }
    }

    /// Builds a lower bound on the first criterion of `objective`. Records in `stages` the memory
    /// of the bound's tables.
    pub(super) fn bound_for<'s>(
        &'s self,
        objective: Objective,
        limits: &Limits,
        stages: &mut Stages,
    ) -> Result<CostHeuristic<'s, N>, StopReason> {
        let heuristic = match objective {
            Objective::MovesThenCost => {
                let moves = match self.heuristic {
                    None => self.analysis.cheap_heuristic(),
                    name => self.analysis.heuristic(name, limits)?,
                };
                CostHeuristic::Moves(moves, 1)
            }
            Objective::Cost | Objective::CostThenMoves => {
                self.analysis.cost_heuristic(self.heuristic, limits)?
            }
        };
        if let CostHeuristic::Moves(SelectedHeuristic::Patterns(patterns), _) = heuristic {
            stages.hold(patterns.bytes())?;
        }
        Ok(heuristic)
    }

    /// Explains why the puzzle does not have the heuristic that the user has named.
    fn no_heuristic(&self, objective: Objective, name: HeuristicName) -> String {
        let free = objective != Objective::MovesThenCost && self.analysis.least_cost() == 0;
        match free && name != HeuristicName::Travel {
            true => format!(
                "its heuristic {} counts moves, and some moves are free",
                name.name()
            ),
            false => name.refusal(),
        }
    }

    /// Solves the board for `objective` by the method that is probably the fastest.
    pub(super) fn best_by_cost(&self, objective: Objective, limits: &Limits) -> CostMethodReport {
        if let Some(why) = self.no_goal() {
            let outcome = CostOutcome::Unsolvable(Proof::Invariant(why));
            return (ended(&Stages::new(limits), outcome), Method::Goals);
        }
        let unnamed = DrawnSolver {
            heuristic: None,
            tables: None,
            ..*self
        };
        let solved = unnamed.by_cost(objective, Algorithm::AStar, limits);
        // A* fits every puzzle, so this call cannot fail.
        solved.unwrap_or_else(|_| {
            let report = stopped(&Stages::new(limits), StopReason::Capacity);
            (report, Method::Search(Algorithm::AStar))
        })
    }

    /// Explains why no goal can be reached, if the goals alone show this.
    fn no_goal(&self) -> Option<String> {
        let reduced = self.analysis.puzzle().reduced();
        impossible_goals(reduced).or_else(|| match goals_are_few(reduced, self.effort) {
            true => self.no_goal_listed(),
            false => None,
        })
    }

    /// Passes all best solutions for `objective` to `visit`.
    ///
    /// # Errors
    /// A limit was reached.
    pub(super) fn show_best(
        &self,
        objective: Objective,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        let puzzle = self.analysis.puzzle();
        if self.no_goal().is_some() {
            visit(play::none());
            return Ok(());
        }
        let mut stages = Stages::new(limits);
        if objective != Objective::MovesThenCost
            && let Some((regions, bound)) = self.analysis.regions(false, limits)?
        {
            return self.show_over_regions(objective, (&regions, &bound), &stages, visit);
        }
        let heuristic = self.bound_for(objective, limits, &mut stages)?;
        let own = &stages.limits(None, None);
        let bound = |state| heuristic.bound_of(puzzle, state);
        self.show_by_steps(objective, &bound, own, visit)
    }

    /// Finds all best solutions by a search that makes one move after the other, and passes them to
    /// `visit`.
    fn show_by_steps(
        &self,
        objective: Objective,
        bound: &(dyn Fn(Words<N>) -> u32 + Sync),
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let (report, paths) = least_cost_paths(puzzle, start, &bound, objective, limits);
        show_paths(puzzle, &report, paths.as_ref(), |moves| moves, visit)
    }

    /// Finds all best solutions by a search over the regions of the agent, and passes them to
    /// `visit`.
    fn show_over_regions(
        &self,
        objective: Objective,
        (regions, bound): (&AgentPuzzle<'_, N>, &AgentBound<'_, N>),
        stages: &Stages,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let own = &stages.limits(None, None);
        if objective == Objective::Cost {
            let root = regions.region_of(start);
            let (report, paths) = least_cost_paths(regions, root, bound, objective, own);
            let walked = |path: Vec<RegionExit>| regions.moves_of(start, &path);
            return show_paths(puzzle, &report, paths.as_ref(), walked, visit);
        }
        // All states of a region have its bound, so each of them can stand for it.
        let bound = |state| bound.start(regions, state);
        self.show_by_steps(objective, &bound, own, visit)
    }
}

/// Passes all solutions in `paths` to `visit`. The function `moves_of` converts each path to moves,
/// which are given by name.
fn show_paths<M: Copy, const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    report: &CostReport<M>,
    paths: Option<&SolutionGraph<M>>,
    moves_of: impl Fn(Vec<M>) -> Vec<CompiledMove>,
    visit: &mut dyn FnMut(ShortestSolutions<'_>),
) -> Result<(), StopReason> {
    if endless(puzzle).is_some() {
        return Err(StopReason::Capacity);
    }
    match (&report.outcome, paths) {
        (CostOutcome::Stopped { reason, .. }, _) => return Err(*reason),
        (_, None) => visit(play::none()),
        (_, Some(paths)) => visit(ShortestSolutions {
            count: paths.count(),
            solutions: Box::new(paths.iter().map(|path| {
                let moves = moves_of(path).into_iter();
                Ok(moves.map(|m| puzzle.name(m)).collect())
            })),
        }),
    }
    Ok(())
}

/// Makes the report of a request that ended without a solution.
fn ended(stages: &Stages, outcome: CostOutcome<CompiledMove>) -> CostReport<CompiledMove> {
    CostReport {
        outcome,
        statistics: stages.all_of(Statistics::default()),
    }
}

/// Makes the report of a request that a limit stopped before the search began.
fn stopped(stages: &Stages, reason: StopReason) -> CostReport<CompiledMove> {
    let lower_bound = 0;
    ended(
        stages,
        CostOutcome::Stopped {
            lower_bound,
            reason,
        },
    )
}
