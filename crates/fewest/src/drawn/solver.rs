//! The solver of a board, with the analysis of its puzzle.

use fewest_ground::analysis::{Analysis, HeuristicName, SelectedHeuristic};
use fewest_rules::{CostOutcome, Limits, Outcome, StopReason, Words};

use super::effort::Effort;
use super::stages::Stages;
use super::table_source::TableSource;

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

    /// The least value of the criterion that is minimised first: the number of moves, or the cost.
    /// `None` if there is no solution.
    ///
    /// # Errors
    /// A limit was reached.
    pub(super) fn least(&self, limits: &Limits) -> Result<Option<u32>, StopReason> {
        let Some(measure) = self.measure() else {
            return match self.best(limits).0.outcome {
                Outcome::Solved { moves } => Ok(Some(moves.len() as u32)),
                Outcome::Unsolvable(_) => Ok(None),
                Outcome::Stopped { reason, .. } => Err(reason),
            };
        };
        match self.best_by_cost(measure.objective, limits).0.outcome {
            CostOutcome::Solved { cost, .. } if measure.is_cost_first() => Ok(Some(cost)),
            CostOutcome::Solved { moves, .. } => Ok(Some(moves.len() as u32)),
            CostOutcome::Unsolvable(_) => Ok(None),
            CostOutcome::Stopped { reason, .. } => Err(reason),
        }
    }

    /// Whether the predecessors and the goals are known, so that a search can start at both ends.
    pub(super) fn has_both_ends(&self) -> bool {
        self.analysis.inverse_rules().is_some() && self.analysis.goals().is_some()
    }
}
