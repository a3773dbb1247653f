//! Moves whose effect can be described independently of the state.

use crate::Puzzle;

/// A puzzle with few different moves, called *operators*. The puzzle can describe for a sequence of
/// operators in which states the sequence is legal and what it does.
///
/// From these descriptions a search derives which sequences it need not try.
///
/// There are two ways to implement this trait. If moves only carry the contents of one cell to
/// another, it suffices to apply a sequence to a few states in which all cells have different
/// contents. If moves do more than carry contents, a puzzle can derive the tests and writes of a
/// sequence from its rules.
pub trait Operators: Puzzle {
    /// The description of a sequence of operators.
    type Sequence;

    /// The number of operators.
    fn operators(&self) -> usize;

    /// The move of the operator with index `i`, which must be less than
    /// [`operators`](Self::operators). Operators are numbered in the order of their moves.
    ///
    /// Two operators may have the same move in different states, but at most one of them is legal
    /// in any state.
    fn operator(&self, i: usize) -> Self::Move;

    /// The index of the operator that makes the move `m`. If several operators have this move, `m`
    /// must know which of them was legal in the state for which it was listed, and the result is
    /// the index of that operator.
    fn number(&self, m: Self::Move) -> usize;

    /// The description of the empty sequence of operators.
    fn nothing(&self) -> Self::Sequence;

    /// The operators that may be legal right after a sequence, in increasing order. An
    /// implementation may omit only operators that are never legal there.
    fn behind(&self, sequence: &Self::Sequence) -> impl Iterator<Item = usize> {
        let _ = sequence;
        0..self.operators()
    }

    /// Appends an operator to a sequence.
    fn then(&self, sequence: &Self::Sequence, operator: usize) -> Then<Self::Sequence>;

    /// The number of bytes that the description of a sequence holds on the heap.
    fn bytes(&self, sequence: &Self::Sequence) -> u64;

    /// Keys for finding sequences that may lead to the same states. A new sequence is compared with
    /// an earlier one (shorter, or as long and lexicographically smaller) only if the new one has
    /// at least one mark and the earlier one has all marks of the new one.
    fn marks(&self, sequence: &Self::Sequence) -> impl Iterator<Item = u64>;

    /// Whether `earlier` is legal in every state in which `sequence` is legal, and leads to the
    /// same state. An implementation may always return `false`; then a search only prunes less.
    fn replaces(&self, earlier: &Self::Sequence, sequence: &Self::Sequence) -> bool;
}

/// The result of appending an operator to a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then<S> {
    /// The longer sequence is legal in no state.
    Never,
    /// The effect of the longer sequence cannot be described.
    Unknown,
    /// The description of the longer sequence.
    Known(S),
}

/// A puzzle in which the legality of operators depends only on the *context*, a number that is
/// computed from the state. Given the context of the start, a search can update the context along a
/// path without looking at the states.
pub trait Contexts: Operators {
    /// The number of contexts of this puzzle.
    fn contexts(&self) -> usize;

    /// The context of `state`, below [`contexts`](Self::contexts).
    fn context(&self, state: Self::State) -> usize;

    /// The context to which an operator leads from every state of `context`; `None` if the operator
    /// is not legal there.
    fn next(&self, context: usize, operator: usize) -> Option<usize>;
}
