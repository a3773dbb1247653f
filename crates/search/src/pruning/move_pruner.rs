//! Move pruning for puzzles whose legal moves depend on the whole state.

use fewest_rules::{Meter, Operators, StopReason};

use super::policy::{Pruning, Try};
use super::sequences::{
    NO_NUMBER, OperatorCost, PruningLimits, SequenceTree, StateNumbers, compare_sequences,
};

/// An automaton that reads the moves made and gives the legal moves to try next.
///
/// The states of the automaton are the longest suffixes of the moves made that begin a pruned
/// sequence. The state of the puzzle determines which moves are legal.
#[derive(Debug, Clone, Default)]
pub struct MovePruner {
    /// The next state of the automaton for each of its states and each operator, or `NO_NUMBER` if
    /// the operator is pruned. The list is empty if nothing is pruned.
    next: Vec<u16>,
    operators: usize,
}

/// The greatest allowed number of entries in the table of a [`MovePruner`].
const MOST_NEXT: usize = 1 << 20;

impl MovePruner {
    /// Compares the sequences of moves within `limits`, length by length, and builds the pruner
    /// that prunes each sequence that an earlier one of them can replace (see `sequences.rs`). Ends
    /// before the length at which the table of the pruner would become too large. Takes as much
    /// time and memory as [`Automaton::find`](crate::Automaton::find).
    ///
    /// # Errors
    /// Returns a limit of `meter` that is reached.
    pub fn find<P: Operators>(
        puzzle: &P,
        limits: PruningLimits,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        Self::find_with_costs(puzzle, &|_| Some(0), limits, meter)
    }

    /// Does the same as [`find`](Self::find), but replaces a sequence only by one that costs no
    /// more.
    pub(crate) fn find_with_costs<P: Operators>(
        puzzle: &P,
        cost: &OperatorCost,
        limits: PruningLimits,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let found = compare_sequences(puzzle, cost, limits, meter, SequenceTree::pruner)?;
        Ok(found.unwrap_or_default())
    }

    /// Whether the pruner never prunes a move, whatever moves were made before.
    pub fn is_idle(&self) -> bool {
        // A table of one row does not distinguish histories, so it prunes nothing.
        self.next.len() <= self.operators
    }
}

impl<P: Operators> SequenceTree<'_, P> {
    /// Builds the pruner from the compared sequences; `None` if its table is too large.
    fn pruner(&self) -> Option<MovePruner> {
        let operators = self.puzzle.operators();
        if !self.prunes() {
            return Some(MovePruner::default());
        }
        let endings = self.endings();
        let mut numbers = StateNumbers::new([0]);
        let mut next = Vec::new();
        while let Some(sequence) = numbers.at(next.len() / operators) {
            let row = next.len();
            if row + operators > MOST_NEXT {
                return None;
            }
            next.resize(row + operators, NO_NUMBER);
            for (operator, sequence) in self.nexts(sequence, &endings) {
                next[row + operator] = numbers.of(sequence)?;
            }
        }
        Some(MovePruner { next, operators })
    }
}

impl<P: Operators> Pruning<P> for MovePruner {
    /// The history is the index of the automaton's state.
    type History = u16;

    #[inline]
    fn start(&self, _: &P, _: P::State) -> u16 {
        0
    }

    #[inline]
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        history: u16,
    ) -> impl Iterator<Item = Try<P::Move, u16>> {
        let row = self.next.get(usize::from(history) * self.operators..);
        let row = row.unwrap_or_default();
        puzzle.moves(state).filter_map(move |m| {
            // An empty table prunes nothing.
            let history = row.get(puzzle.number(m)).copied().unwrap_or(0);
            (history != NO_NUMBER).then_some(Try { m, history })
        })
    }
}
