//! Breadth-first search with partial order reduction. In each state, the search tries only some of
//! the moves, such that every solution can be reordered to begin with one of them. The other moves
//! *can wait*: they are left out in this state.

use fewest_ground::analysis::StubbornMoves;
use fewest_rules::{Outcome, Proof, StopReason};
use fewest_search::partial_order_bfs;

use super::method::MethodReport;
use super::solver::DrawnSolver;
use super::stages::{MOST_BYTES, Stages};
use crate::algorithm::Algorithm;
use crate::api::Method;

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// The puzzle without the moves that can wait; `None` if leaving out these moves does not pay
    /// off.
    pub(super) fn without_moves_that_can_wait(&self) -> Option<StubbornMoves<'a, N>> {
        let moves = self.analysis.stubborn_moves()?;
        moves.pays_off(self.start).then_some(moves)
    }

    /// Solves the board by breadth-first search without the moves that can wait. The search expands
    /// at most `states` states.
    ///
    /// # Errors
    /// The limit that was reached, if the solver may continue with another search.
    pub(super) fn by_partial_order(
        &self,
        moves: &StubbornMoves<'a, N>,
        states: u64,
        stages: &mut Stages,
    ) -> Result<MethodReport, StopReason> {
        let own = stages.limits(Some(states), Some(MOST_BYTES));
        let puzzle = self.analysis.puzzle();
        let commute = |state, m, later| moves.commute(state, m, later);
        let mut report = partial_order_bfs(puzzle, moves, commute, self.start, &own);
        // Without the moves that can wait, the search has not visited all states that can be
        // reached.
        if let Outcome::Unsolvable(proof @ Proof::Exhausted { .. }) = &mut report.outcome {
            *proof = Proof::Invariant(format!("without moves that can wait, {proof}"));
        }
        let words = "moves that can wait are left out".to_owned();
        let method = Method::Informed(Algorithm::Bfs, words);
        stages.end(report, true).map(|report| (report, method))
    }
}
