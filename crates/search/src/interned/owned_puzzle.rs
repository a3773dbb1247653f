//! What a puzzle with states of any type tells about itself.

use std::hash::Hash;

/// A puzzle whose states are values of any type that can be cloned, compared and hashed, such as a
/// `Vec` or a `String`. [`Interned`](super::Interned) makes a [`Puzzle`](fewest_rules::Puzzle) of
/// it, which every search accepts.
///
/// All functions must return the same whenever they are called with the same arguments.
/// [`laws`](fewest_rules::laws) tests the wrapped puzzle like any other.
pub trait OwnedPuzzle: Sync {
    /// The type of states, which are the positions of the puzzle.
    type State: Clone + Eq + Hash + Send + Sync;

    /// The type of moves.
    type Move: Clone;

    /// The legal moves of `state`, each once, in any order. Of all shortest solutions, a search prefers the
    /// one whose first move stands first in this list, and so on.
    fn moves(&self, state: &Self::State) -> impl IntoIterator<Item = Self::Move>;

    /// The state after `m`, which is one of `moves(state)`.
    fn apply(&self, state: &Self::State, m: &Self::Move) -> Self::State;

    /// Whether the puzzle is solved in `state`.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The cost of the move `m` of `state`, for searches for a solution of least cost. By default
    /// every move costs 1.
    fn cost(&self, state: &Self::State, m: &Self::Move) -> u16 {
        let _ = (state, m);
        1
    }

    /// The number of bytes that `state` has on the heap, for the limit on memory. The default, 64,
    /// is right for a `Vec` or a `String` of about that many bytes.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        64
    }
}

/// A puzzle that can be searched from its goals as well.
pub trait OwnedReverse: OwnedPuzzle<Move: PartialEq> {
    /// Every state for which [`is_goal`](OwnedPuzzle::is_goal) holds.
    fn goals(&self) -> impl IntoIterator<Item = Self::State>;

    /// Every pair `(m, before)` such that `m` is a move of `before` and leads to `state`.
    fn predecessors(
        &self,
        state: &Self::State,
    ) -> impl IntoIterator<Item = (Self::Move, Self::State)>;
}
