//! Moves that have a meaning apart from the state they are made in.

use crate::Puzzle;

/// A puzzle with few different moves, *operators*, of whose sequences can be said
/// from which states they are legal and where they lead.
///
/// From this a search finds by itself which sequences need not be tried.
///
/// In a puzzle whose moves carry what lies in one cell to another, a few states that
/// tell all cells apart show that. Or a puzzle works it out from its rules:
/// what a sequence tests and writes.
pub trait Operators: Puzzle {
    /// What is known of a sequence of operators.
    type Sequence;

    /// How many operators there are.
    fn operators(&self) -> usize;

    /// The move that the operator with number `i` is, below
    /// [`operators`](Self::operators); their numbers are in the order of the moves.
    ///
    /// Two operators may be the same move in different states; a state offers at
    /// most one of these.
    fn operator(&self, i: usize) -> Self::Move;

    /// The number of the operator that a state offers as `m`.
    fn number(&self, m: Self::Move) -> usize;

    /// The sequence of no operators.
    fn nothing(&self) -> Self::Sequence;

    /// The operators that may be legal behind a sequence, in increasing order: all but
    /// some that never are.
    fn behind(&self, sequence: &Self::Sequence) -> impl Iterator<Item = usize> {
        let _ = sequence;
        0..self.operators()
    }

    /// The sequence with an operator behind.
    fn then(&self, sequence: &Self::Sequence, operator: usize) -> Then<Self::Sequence>;

    /// The bytes that a sequence holds outside itself.
    fn bytes(&self, sequence: &Self::Sequence) -> u64 {
        let _ = sequence;
        0
    }

    /// Marks by which sequences that lead to the same states are found: two are
    /// compared only if the longer one, or the later of as many operators, has
    /// a mark, and the other has all its marks.
    fn marks(&self, sequence: &Self::Sequence) -> impl Iterator<Item = u64>;

    /// Whether in every state from which `sequence` is legal, `earlier` is legal
    /// too and leads to the same state. `false` is always safe.
    fn replaces(&self, earlier: &Self::Sequence, sequence: &Self::Sequence) -> bool;
}

/// A sequence of operators with another one behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then<S> {
    /// It is legal in no state.
    Never,
    /// It cannot be said what it does.
    Unknown,
    /// What it does.
    Known(S),
}

/// A puzzle with operators of which a *context*, a number that is known without a
/// look at the state once that of the start is known, says which are legal.
pub trait Contexts: Operators {
    /// How many contexts there are.
    fn contexts(&self) -> usize;

    /// The context of `state`, below [`contexts`](Self::contexts).
    fn context(&self, state: Self::State) -> usize;

    /// The context to which an operator leads from every state of `context`;
    /// `None` if it is not legal there.
    fn next(&self, context: usize, operator: usize) -> Option<usize>;
}
