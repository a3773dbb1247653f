//! The solver of a board, with the analysis of its puzzle.

use fewest_ground::analysis::{Analysis, HeuristicName, SelectedHeuristic};
use fewest_rules::{Limits, StopReason, Words};

use super::stages::Stages;

/// Solves one board of a compiled puzzle.
pub(super) struct DrawnSolver<'a, const N: usize> {
    pub(super) analysis: &'a Analysis<N>,
    pub(super) start: Words<N>,
    /// The heuristic that the user has named, if any.
    pub(super) heuristic: Option<HeuristicName>,
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// The heuristic to use. The memory of its tables is counted in the following stages.
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

    /// Whether the predecessors and the goals are known, so that a search can start at both ends.
    pub(super) fn has_both_ends(&self) -> bool {
        Analysis::<N>::EVERY_ALGORITHM
            && self.analysis.inverse_rules().is_some()
            && self.analysis.goals().is_some()
    }
}
