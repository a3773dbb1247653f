//! The solver of a board, with the analysis of its puzzle.

use fewest_ground::CostMeasure;
use fewest_ground::analysis::{Analysis, HeuristicName, SelectedHeuristic};
use fewest_rules::{CostReport, Limits, Notation, Outcome, StopReason, Words};

use super::effort::Effort;
use super::method::CostMethodReport;
use super::stages::Stages;
use super::table_source::TableSource;
use crate::algorithm::Algorithm;
use crate::api::{Answer, SolveError};
use crate::general::play;

/// Solves one board of a compiled puzzle.
pub(super) struct DrawnSolver<'a, const N: usize> {
    pub(super) analysis: &'a Analysis<N>,
    pub(super) start: Words<N>,
    /// The heuristic that the user has named, if any.
    pub(super) heuristic: Option<HeuristicName>,
    /// The source of tables; without it, the solver uses no tables of pieces.
    pub(super) tables: Option<&'a TableSource>,
    pub(super) effort: Effort,
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// The solver of a board for which the user has chosen nothing.
    pub(super) fn new(analysis: &'a Analysis<N>, start: Words<N>) -> Self {
        Self {
            analysis,
            start,
            heuristic: None,
            tables: None,
            effort: Effort::default(),
        }
    }

    /// Builds the heuristic to use. Records the memory of its tables in `stages`, so that later
    /// searches count it.
    pub(super) fn heuristic(
        &self,
        name: Option<HeuristicName>,
        limits: &Limits,
        stages: &mut Stages,
    ) -> Result<SelectedHeuristic<'a, N>, StopReason> {
        let heuristic = self.analysis.heuristic(name, limits)?;
        stages.hold(heuristic.bytes())?;
        Ok(heuristic)
    }

    /// The answer of the given algorithm or, if none is given, of the method that is probably the
    /// fastest.
    ///
    /// # Errors
    /// The algorithm does not fit the board, or the puzzle lacks the heuristic that the user has named.
    pub(super) fn answer(
        &self,
        algorithm: Option<Algorithm>,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let measure = self.measure();
        let informed = match measure {
            Some(_) => Algorithm::AStar,
            None => Algorithm::IdaStar,
        };
        let Some(algorithm) = algorithm.or(self.heuristic.map(|_| informed)) else {
            return Ok(self.best_answer(limits));
        };
        if let Some(measure) = measure {
            let found = self.by_cost(measure.objective, algorithm, limits)?;
            return Ok(self.answer_of_costs(found, measure));
        }
        let (report, method) = self.by(algorithm, limits)?;
        Ok(play::answer(self.analysis.puzzle(), report, method))
    }

    /// The answer of the method that is probably the fastest.
    pub(super) fn best_answer(&self, limits: &Limits) -> Answer {
        if let Some(measure) = self.measure() {
            let found = self.best_by_cost(measure.objective, limits);
            return self.answer_of_costs(found, measure);
        }
        let mut choice = None;
        let (report, method) = self.best(limits, &mut choice);
        Answer {
            choice,
            ..play::answer(self.analysis.puzzle(), report, method)
        }
    }

    /// The answer that reports a search which minimised `measure`.
    fn answer_of_costs(&self, (report, method): CostMethodReport, measure: &CostMeasure) -> Answer {
        let report = CostReport {
            outcome: report.outcome.map(|m| self.analysis.puzzle().name(m)),
            statistics: report.statistics,
        };
        Answer::of_costs(report, method, measure.clone())
    }

    /// The least value of the criterion that is minimised first: the number of moves, or the cost.
    /// `None` if there is no solution.
    ///
    /// # Errors
    /// A limit was reached.
    pub(super) fn least(&self, limits: &Limits) -> Result<Option<u32>, StopReason> {
        let answer = self.best_answer(limits);
        match answer.outcome {
            Outcome::Stopped { reason, .. } => Err(reason),
            _ => Ok(answer.criteria().map(|(first, _)| first as u32)),
        }
    }

    /// Whether the start has a solution. The start must be the result of one move from a state that
    /// has a solution.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn is_solvable(&self, limits: &Limits) -> Result<bool, StopReason> {
        // The move that led to the start can be undone, so the start has a solution.
        Ok(self.analysis.is_undoable() || self.least(limits)?.is_some())
    }

    /// Whether the predecessors and the goals are known, so that a search can start at both ends.
    pub(super) fn has_both_ends(&self) -> bool {
        self.analysis.inverse_rules().is_some() && self.analysis.goals().is_some()
    }
}
