//! Move pruning where moves have costs.

use fewest_rules::{Invertible, Meter, MoveCosts, OperatorCosts, Puzzle, StopReason};

use crate::move_pruner::MovePruner;
use crate::pruning::{InversePruning, NoPruning, Pruning, Try};
use crate::sequences::PruningLimits;

/// A pruning policy that is safe where moves have costs.
///
/// The *canonical* path between two states has the least key (the criteria of the
/// [`Objective`](fewest_rules::Objective)), among these the fewest moves, and among these it is the
/// lexicographically first. A policy may refuse a move only if the whole sequence of moves is not
/// the canonical path between its ends for any objective, whatever state it starts from.
pub trait CostPruning<P: MoveCosts>: Pruning<P> {
    /// Whether the policy refuses moves at all. If the policy refuses no moves, a search need not
    /// prefer paths with fewer moves among those with equal keys.
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
