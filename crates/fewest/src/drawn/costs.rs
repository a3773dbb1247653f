//! Solves a puzzle whose moves have costs.

use fewest_ground::CostMeasure;
use fewest_ground::analysis::{Analysis, CostHeuristic, FAR, HeuristicName, SelectedHeuristic};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{
    CostOutcome, CostReport, Limits, Meter, Objective, Proof, Statistics, StopReason,
};
use fewest_search::{
    CostPruner, Duplicates, LeastCostPaths, least_cost_astar, least_cost_bidirectional,
    least_cost_idastar, least_cost_paths,
};

use super::no_goal::{goals_are_few, impossible_goals};
use super::solver::DrawnSolver;
use super::stages::Stages;
use crate::algorithm::Algorithm;
use crate::api::{Method, SolveError};

/// The answer of a search for the least cost, and how it was found.
pub(super) type CostMethodReport = (CostReport<CompiledMove>, Method);

impl<const N: usize> DrawnSolver<'_, N> {
    /// What is minimised, if moves have costs.
    pub(super) fn measure(&self) -> Option<&CostMeasure> {
        self.analysis.puzzle().reduced().ground.measure.as_ref()
    }

    /// The algorithms that fit if moves have costs. The first one is tried before the others.
    pub(super) fn cost_algorithms(&self) -> Vec<Algorithm> {
        let mut all = vec![Algorithm::AStar, Algorithm::Dijkstra];
        if Analysis::<N>::EVERY_ALGORITHM {
            if self.has_both_ends() {
                all.push(Algorithm::Bidirectional);
            }
            all.push(Algorithm::IdaStar);
        }
        all
    }

    /// Solves for `objective` by one algorithm.
    ///
    /// # Errors
    /// The algorithm does not fit.
    pub(super) fn by_cost(
        &self,
        objective: Objective,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<CostMethodReport, SolveError> {
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let unfit = |reason| Err(SolveError::of(algorithm, reason));
        let every = Analysis::<N>::EVERY_ALGORITHM;
        let method = Method::Search(algorithm);
        match algorithm {
            Algorithm::Dijkstra => {
                let zero = CostHeuristic::ZERO;
                let report = least_cost_astar(puzzle, start, &zero, objective, limits);
                Ok((report, method))
            }
            Algorithm::Bidirectional if every => match self.analysis.both_ends() {
                Some(view) => {
                    let report = least_cost_bidirectional(&view, start, objective, limits);
                    Ok((report, method))
                }
                None => unfit("its goals cannot be listed, or its moves not be played backwards"),
            },
            Algorithm::AStar => self.cost_informed(objective, algorithm, limits),
            Algorithm::IdaStar if every => self.cost_informed(objective, algorithm, limits),
            Algorithm::Bidirectional | Algorithm::IdaStar => unfit("its states are too wide for it"),
            _ => unfit("its moves have costs"),
        }
    }

    /// Solves by A* or IDA*.
    fn cost_informed(
        &self,
        objective: Objective,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<CostMethodReport, SolveError> {
        let mut stages = Stages::new(limits);
        let heuristic = match self.bound_for(objective, limits, &mut stages) {
            Ok(heuristic) => heuristic,
            Err(reason) => {
                let report = stopped(&stages, reason);
                return Ok((report, Method::PatternDatabases));
            }
        };
        if let (Some(name), true) = (self.heuristic, heuristic.is_zero()) {
            return Err(SolveError::of(algorithm, self.no_heuristic(objective, name)));
        }
        let limits = &stages.limits(None, None);
        let (puzzle, start) = (self.analysis.puzzle(), self.start);
        let mut report = match algorithm {
            Algorithm::AStar => least_cost_astar(puzzle, start, &heuristic, objective, limits),
            _ => self.cost_idastar(objective, &heuristic, limits),
        };
        report.statistics = stages.all_of(report.statistics);
        let method = match heuristic.is_zero() {
            true if algorithm == Algorithm::AStar => Method::Search(Algorithm::Dijkstra),
            _ => Method::Informed(algorithm, heuristic.words()),
        };
        Ok((report, method))
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
            // Without pruning less is known, but what is found is as right.
            Err(StopReason::Capacity) => CostPruner::default(),
            Err(reason) => return stopped(&stages, reason),
        };
        let own = stages.limits(None, None);
        let (puzzle, all) = (&self.analysis.by_rule(), Duplicates::default());
        let report = least_cost_idastar(puzzle, self.start, heuristic, &pruner, all, objective, &own);
        CostReport {
            statistics: stages.all_of(report.statistics),
            ..report
        }
    }

    /// A lower bound on the first criterion of `objective`, whose tables the following stages hold.
    fn bound_for<'s>(
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

    /// Why the puzzle does not have the heuristic that the user has named.
    fn no_heuristic(&self, objective: Objective, name: HeuristicName) -> String {
        let free = objective != Objective::MovesThenCost && self.analysis.least_cost() == 0;
        match name {
            HeuristicName::Balance | HeuristicName::Patterns if free => format!(
                "its heuristic {} counts moves, and some moves are free",
                name.name()
            ),
            _ => name.refusal(),
        }
    }

    /// Solves for `objective` by whatever is fastest.
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
        // A* fits every puzzle.
        solved.unwrap_or_else(|_| {
            let report = stopped(&Stages::new(limits), StopReason::Capacity);
            (report, Method::Search(Algorithm::AStar))
        })
    }

    /// Why no goal can be reached, if a look at the goals tells.
    fn no_goal(&self) -> Option<String> {
        let reduced = self.analysis.puzzle().reduced();
        impossible_goals(reduced).or_else(|| match goals_are_few(reduced) {
            true => self.no_goal_listed(),
            false => None,
        })
    }

    /// All best solutions for `objective`; `None` if there is no solution.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn all_best(
        &self,
        objective: Objective,
        limits: &Limits,
    ) -> Result<Option<LeastCostPaths<CompiledMove>>, StopReason> {
        if self.no_goal().is_some() {
            return Ok(None);
        }
        let mut stages = Stages::new(limits);
        let heuristic = self.bound_for(objective, limits, &mut stages)?;
        let limits = &stages.limits(None, None);
        let puzzle = self.analysis.puzzle();
        let (report, paths) = least_cost_paths(puzzle, self.start, &heuristic, objective, limits);
        match report.outcome {
            CostOutcome::Stopped { reason, .. } => Err(reason),
            _ => Ok(paths),
        }
    }
}

/// The report of a search that ended without a solution.
fn ended(stages: &Stages, outcome: CostOutcome<CompiledMove>) -> CostReport<CompiledMove> {
    CostReport {
        outcome,
        statistics: stages.all_of(Statistics::default()),
    }
}

/// The report of a search that a limit stopped before it began.
fn stopped(stages: &Stages, reason: StopReason) -> CostReport<CompiledMove> {
    let lower_bound = 0;
    ended(stages, CostOutcome::Stopped { lower_bound, reason })
}
