//! Moves that have a meaning apart from the state they are made in.

use crate::Puzzle;

/// A puzzle with few different moves, *operators*, of which a few states show
/// all that can be known about sequences.
///
/// Let `A` and `B` be two sequences of moves. If from every one of the
/// [`representatives`](Self::representatives) from which `B` is legal, `A` is
/// legal too and leads to the same state, then that must be true of every state.
/// From this a search finds by itself which sequences need not be tried.
///
/// A puzzle whose moves carry what lies in one cell to another has as
/// representatives the states that tell all cells apart, one for each
/// difference that decides which moves are legal: for sliding tiles, one for
/// each cell of the blank.
pub trait Operators: Puzzle {
    /// How many operators there are; at most 64.
    fn operators(&self) -> usize;

    /// The operator with number `i`, below [`operators`](Self::operators);
    /// their numbers are in the order of the moves.
    fn operator(&self, i: usize) -> Self::Move;

    /// The set of the operators that are legal in `state`: bit `i` for number `i`.
    fn legal(&self, state: Self::State) -> u64;

    /// What decides which operators are legal in `state`: a number from 0 on. Two
    /// states of the same context have the same legal operators, and each
    /// leads to the same context from both.
    fn context(&self, state: Self::State) -> usize;

    /// The states that stand for all, at least one of each context.
    fn representatives(&self) -> impl Iterator<Item = Self::State>;
}
