//! Solves a puzzle by an algorithm that is called by name.

use fewest_ground::analysis::SelectedHeuristic;
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, Proof, Report};
use fewest_search::{
    Approximate, CommutingPruning, Duplicates, Order, astar, beam, bfs, bidirectional, iddfs,
    weighted_astar,
};

use super::breadth_search::admitting_dead_ends;
use super::method::MethodReport;
use super::no_goal::impossible_goals;
use super::solver::DrawnSolver;
use super::stages::Stages;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{ApproximateAnswer, Method, SolveError};
use crate::general::play;

impl<const N: usize> DrawnSolver<'_, N> {
    /// The algorithms that fit the board. The default method tries the first one before the others.
    pub(super) fn algorithms(&self) -> Vec<Algorithm> {
        if self.measure().is_some() {
            return self.cost_algorithms();
        }
        let mut all = Vec::new();
        let additions = self.analysis.additions();
        if additions.is_some_and(|additions| additions.modulus().is_some()) {
            all.push(Algorithm::Linear);
        }
        let bounded = !self.analysis.heuristic_names().is_empty();
        if self.has_both_ends() {
            all.push(Algorithm::Bidirectional);
        }
        all.push(Algorithm::Bfs);
        if bounded {
            all.extend([Algorithm::IdaStar, Algorithm::AStar]);
        }
        all.push(Algorithm::Iddfs);
        if additions.is_some() {
            all.push(Algorithm::MoveSets);
        }
        all
    }

    /// Solves the board by the given algorithm.
    ///
    /// # Errors
    /// The algorithm does not fit the board.
    pub(super) fn by(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<MethodReport, SolveError> {
        let unfit = |reason| SolveError::of(algorithm, reason);
        let report = match algorithm {
            Algorithm::Linear => {
                let missing = "its moves are no linear equations";
                return self.linear(limits).ok_or_else(|| unfit(missing));
            }
            Algorithm::AStar | Algorithm::IdaStar => return self.informed(algorithm, limits),
            Algorithm::Bfs => self.bfs(limits),
            Algorithm::Bidirectional => {
                let missing = "its goals cannot be listed, or its moves not be played backwards";
                let report = self.search_both_ends(limits);
                report.ok_or_else(|| unfit(missing))?
            }
            Algorithm::Iddfs => self.idastar(SelectedHeuristic::Zero, limits),
            Algorithm::MoveSets => {
                let additions = self.analysis.additions();
                let additions = additions.ok_or_else(|| unfit("the order of its moves matters"))?;
                let view = self.analysis.view(additions);
                let alone = Duplicates::Enter;
                iddfs(&view, self.start, &CommutingPruning, alone, limits)
            }
            _ => return Err(unfit("it is made for another puzzle")),
        };
        Ok((report, Method::Search(algorithm)))
    }

    /// Solves the board by A* or IDA*.
    fn informed(&self, algorithm: Algorithm, limits: &Limits) -> Result<MethodReport, SolveError> {
        if self.analysis.heuristic_names().is_empty() {
            return Err(SolveError::of(algorithm, "no lower bound was found in it"));
        }
        let mut stages = Stages::new(limits);
        let heuristic = match self.heuristic(self.heuristic, limits, &mut stages) {
            Ok(heuristic) => heuristic,
            Err(reason) => return Ok((stages.stopped(reason), Method::PatternDatabases)),
        };
        if let (SelectedHeuristic::Zero, Some(name)) = (&heuristic, self.heuristic) {
            return Err(SolveError::of(algorithm, name.refusal()));
        }
        let limits = &stages.limits(None, None);
        let mut report = if algorithm == Algorithm::AStar {
            self.astar(&heuristic, limits)
        } else {
            self.idastar(heuristic, limits)
        };
        // The time for building the heuristic's tables is part of the time of the method.
        report.statistics = stages.all_of(report.statistics);
        Ok((report, Method::Informed(algorithm, heuristic.words())))
    }

    /// Solves the board by breadth-first search.
    pub(super) fn bfs(&self, limits: &Limits) -> Report<CompiledMove> {
        bfs(self.analysis.puzzle(), self.start, limits)
    }

    /// Finds a solution with less work than [`best`](Self::best). The solution may have more than
    /// the fewest moves.
    ///
    /// # Errors
    /// The puzzle does not have the heuristic that the user has named.
    pub(super) fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let puzzle = self.analysis.puzzle();
        if let Some(why) = impossible_goals(puzzle.reduced()).or_else(|| self.no_goal_listed()) {
            let outcome = Approximate::Unsolvable(Proof::Invariant(why));
            let method = Method::Goals;
            return Ok(ApproximateAnswer::without_search(outcome, method));
        }
        let mut stages = Stages::new(limits);
        let heuristic = match self.heuristic(self.heuristic, limits, &mut stages) {
            Ok(heuristic) => heuristic,
            Err(reason) => {
                let outcome = Approximate::Stopped {
                    lower_bound: 0,
                    reason,
                };
                let method = Method::PatternDatabases;
                return Ok(ApproximateAnswer::without_search(outcome, method));
            }
        };
        if let (Some(name), SelectedHeuristic::Zero) = (self.heuristic, heuristic) {
            return Err(SolveError::approximate(how, name.refusal()));
        }
        let limits = &stages.limits(None, None);
        let words = heuristic.words();
        let report = match how {
            ApproximateSearch::Weight(weight) => {
                weighted_astar(puzzle, self.start, &heuristic, weight, limits)
            }
            ApproximateSearch::Beam(width) => beam(puzzle, self.start, &heuristic, width, limits),
        };
        let mut answer = play::approximate(puzzle, report, &words, how);
        answer.statistics = stages.all_of(answer.statistics);
        Ok(answer)
    }

    /// Solves the board by a search from both ends. `None` if the goals or the predecessors are not
    /// known.
    pub(super) fn search_both_ends(&self, limits: &Limits) -> Option<Report<CompiledMove>> {
        let view = self.analysis.both_ends_without_dead_ends()?;
        let report = bidirectional(&view, self.start, limits);
        Some(admitting_dead_ends(&view, report))
    }

    fn astar(&self, heuristic: &SelectedHeuristic<'_, N>, limits: &Limits) -> Report<CompiledMove> {
        let puzzle = self.analysis.puzzle();
        astar(puzzle, self.start, heuristic, Order::Lexicographic, limits)
    }

    /// Solves the board by linear equations. `None` if the moves are not additions of vectors.
    pub(super) fn linear(&self, limits: &Limits) -> Option<MethodReport> {
        let puzzle = self.analysis.puzzle();
        let additions = self.analysis.additions()?;
        let modulus = additions.modulus()?;
        let labels = puzzle.labels(self.start);
        let report = additions.solve(puzzle.reduced(), &labels, limits)?;
        Some((
            report,
            Method::Linear {
                modulus: Some(modulus.into()),
                nullity: None,
            },
        ))
    }
}
