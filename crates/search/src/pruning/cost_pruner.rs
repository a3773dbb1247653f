//! Move pruning where moves have costs.

use fewest_rules::{Invertible, Meter, MoveCosts, OperatorCosts, Puzzle, StopReason};

use super::move_pruner::MovePruner;
use super::policy::{InversePruning, NoPruning, Pruning, Try};
use super::sequences::PruningLimits;

/// A pruning policy that is safe where moves have costs.
///
/// The *key* of a path has the values of the criteria of the
/// [`Objective`](fewest_rules::Objective). Of all paths between two states, consider those with the
/// least key, and of these the ones with the fewest moves; the lexicographically first of the
/// latter is the *canonical* path between the two states. A policy may refuse a move only if the
/// sequence of all moves up to and including this move is not a canonical path, whatever the
/// objective and whatever the state from which the sequence starts.
pub trait CostPruning<P: MoveCosts>: Pruning<P> {
    /// Whether the policy ever refuses a move. If it does, a search must prefer the path with fewer
    /// moves when two paths have equal keys. If it never does, the search may keep either path.
    const REFUSES: bool = true;
}

impl<P: MoveCosts> CostPruning<P> for NoPruning {
    const REFUSES: bool = false;
}

/// A path that returns to its start has more moves than the empty path, and no smaller cost.
impl<P: MoveCosts + Invertible> CostPruning<P> for InversePruning {}

/// A [`MovePruner`] that replaces a sequence of operators only by a sequence that costs no more.
///
/// A replacement has no greater cost and no more moves, and if it has equally many moves it is
/// lexicographically smaller. So a path that contains a replaced sequence is never canonical.
#[derive(Debug, Clone, Default)]
pub struct CostPruner(MovePruner);

impl CostPruner {
    /// Builds the pruner from the sequences within `limits`; see [`MovePruner::find`].
    ///
    /// # Errors
    /// Returns a limit of `meter` that is reached.
    pub fn find<P: OperatorCosts>(
        puzzle: &P,
        limits: PruningLimits,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let cost = |operator| puzzle.operator_cost(operator).map(u32::from);
        MovePruner::find_with_costs(puzzle, &cost, limits, meter).map(Self)
    }

    /// Whether the pruner never prunes a move, whatever moves were made before.
    pub fn is_idle(&self) -> bool {
        self.0.is_idle()
    }
}

impl<P: OperatorCosts> Pruning<P> for CostPruner {
    type History = <MovePruner as Pruning<P>>::History;

    #[inline]
    fn start(&self, puzzle: &P, state: P::State) -> Self::History {
        self.0.start(puzzle, state)
    }

    #[inline]
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        history: Self::History,
    ) -> impl Iterator<Item = Try<<P as Puzzle>::Move, Self::History>> {
        self.0.moves(puzzle, state, history)
    }
}

impl<P: OperatorCosts> CostPruning<P> for CostPruner {}
