//! Solves puzzles whose moves have costs.

use fewest_ground::CostMeasure;
use fewest_ground::analysis::{
    AgentBound, AgentPuzzle, FAR, HeuristicName, RegionExit, SelectedHeuristic,
};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{
    CostOutcome, CostReport, DEAD_END, Limits, Meter, Objective, Proof, Statistics, StopReason,
};
use fewest_search::{
    CostPruner, Duplicates, least_cost_astar, least_cost_bidirectional, least_cost_idastar,
    least_cost_paths,
};

use super::method::CostMethodReport;
use super::no_goal::{goals_are_few, impossible_goals};
use super::region_turns::solve_over_regions;
use super::solver::DrawnSolver;
use super::stages::Stages;
use crate::algorithm::Algorithm;
use crate::api::{Method, SolveError};

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
                let zero = SelectedHeuristic::Zero;
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
        let mut report = match algorithm {
            Algorithm::IdaStar => self
                .cost_idastar(objective, &heuristic, limits)
                .unwrap_or_else(|reason| stopped(&stages, reason)),
            _ => {
                let puzzle = self.analysis.puzzle();
                least_cost_astar(puzzle, self.start, &heuristic, objective, limits)
            }
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
        let mut stages = Stages::new(limits);
        let (regions, bound) = self.analysis.regions(limits).ok().flatten()?;
        let dead_ends = self.analysis.dead_ends();
        if dead_ends.is_some_and(|all| all.has(self.start)) {
            let why = "some of several identical symbols can never get to where a goal wants them";
            let outcome = CostOutcome::Unsolvable(Proof::Invariant(why.to_owned()));
            return Some((ended(&stages, outcome), Method::Regions(bound.words())));
        }
        let (mut report, method) = if objective == Objective::Cost {
            let own = &stages.limits(None, None);
            let (report, method) = solve_over_regions(self, (&regions, &bound), own);
            let moves = |path: Vec<RegionExit>| regions.moves_of(self.start, &path);
            let outcome = report.outcome.map_solution(moves);
            let statistics = report.statistics;
            (
                CostReport {
                    outcome,
                    statistics,
                },
                method,
            )
        } else {
            let words = bound.words();
            let report = self.fewest_moves(objective, (&regions, &bound), &mut stages);
            (report, Method::Regions(words))
        };
        if let CostOutcome::Unsolvable(proof) = &mut report.outcome {
            *proof = Proof::Invariant(format!("up to free moves and dead ends, {proof}"));
        }
        report.statistics = stages.all_of(report.statistics);
        Some((report, method))
    }

    /// Finds, among the solutions of least cost, one with the fewest moves. A search over regions
    /// finds all solutions of least cost, and a search that makes one move after the other stays in
    /// their regions.
    fn fewest_moves(
        &self,
        objective: Objective,
        (regions, bound): (&AgentPuzzle<'_, N>, &AgentBound<'_, N>),
        stages: &mut Stages,
    ) -> CostReport<CompiledMove> {
        let root = regions.region_of(self.start);
        let own = &stages.limits(None, None);
        let (report, paths) = least_cost_paths(regions, root, bound, Objective::Cost, own);
        let first = report.statistics;
        let of_first = |outcome| CostReport {
            outcome,
            statistics: first,
        };
        let (paths, cost) = match (paths, report.outcome) {
            (Some(paths), CostOutcome::Solved { cost, .. }) => (paths, cost),
            (_, outcome) => return of_first(outcome.map_solution(|_| Vec::new())),
        };
        stages.spend(Some(first.expanded));
        let own = &stages.limits(None, None);
        let mut meter = Meter::new(own);
        let left = match regions.costs_left(root, &paths, cost, &mut meter) {
            Ok(left) => left,
            Err(reason) => {
                return of_first(CostOutcome::Stopped {
                    lower_bound: cost,
                    reason,
                });
            }
        };
        drop(paths);
        stages.pause(meter.held());
        let exact = |state| {
            let left = left.get(&regions.region_of(state));
            left.copied().unwrap_or(DEAD_END)
        };
        let own = &stages.limits(None, None);
        let puzzle = self.analysis.puzzle();
        let mut report = least_cost_astar(puzzle, self.start, &exact, objective, own);
        report.statistics = first.and(report.statistics);
        report
    }

    fn cost_idastar(
        &self,
        objective: Objective,
        heuristic: &SelectedHeuristic<'_, N>,
        limits: &Limits,
    ) -> Result<CostReport<CompiledMove>, StopReason> {
        let only_places = self.analysis.only_places();
        let pruner = match CostPruner::find(&only_places, FAR, &mut Meter::new(limits)) {
            // Without move pruning, IDA* is slower but its result is still correct.
            Err(StopReason::Capacity) => CostPruner::default(),
            pruner => pruner?,
        };
        let (puzzle, all) = (&self.analysis.by_rule(), Duplicates::default());
        let start = self.start;
        Ok(least_cost_idastar(
            puzzle, start, heuristic, &pruner, all, objective, limits,
        ))
    }

    /// Builds a lower bound on the first criterion of `objective`. Records in `stages` the memory
    /// of the bound's tables.
    pub(super) fn bound_for<'s>(
        &'s self,
        objective: Objective,
        limits: &Limits,
        stages: &mut Stages,
    ) -> Result<SelectedHeuristic<'s, N>, StopReason> {
        let heuristic = match objective {
            Objective::MovesThenCost => match self.heuristic {
                None => self.analysis.cheap_heuristic(),
                name => self.analysis.heuristic(name, limits)?,
            },
            Objective::Cost | Objective::CostThenMoves => {
                self.analysis.cost_heuristic(self.heuristic, limits)?
            }
        };
        stages.hold(heuristic.bytes())?;
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
