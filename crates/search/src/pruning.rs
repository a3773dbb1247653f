//! Moves that need not be tried after others.

use rules::{Invertible, Puzzle};

/// Which moves a depth-first search tries, given those it has made.
///
/// A search makes the moves of a path one by one and keeps the
/// [`Memory`](Self::Memory) beside each state. Refusing nothing is always
/// safe. A policy may refuse a move only if the whole sequence made so far,
/// that move included, is *not* the lexicographically first of the shortest
/// paths between its ends, wherever it begins. The searches that take a
/// policy follow a solution all of whose parts are such paths, so they lose
/// nothing; refusing more makes answers wrong.
pub trait Pruning<P: Puzzle> {
    /// What is remembered of the moves made.
    type Memory: Copy;

    /// The memory before the first move.
    fn start(&self) -> Self::Memory;

    /// The moves to try from `state`, in increasing order.
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        memory: Self::Memory,
    ) -> impl Iterator<Item = Try<P::Move, Self::Memory>>;
}

/// A move to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Try<M, K> {
    /// The move.
    pub m: M,
    /// The memory after it.
    pub memory: K,
    /// Whether it is to be tried indeed. A policy may say one of the moves
    /// again and again without meaning it, so that the number of moves is
    /// always the same: a processor likes that.
    pub counts: bool,
}

impl<M, K> Try<M, K> {
    /// A move that is meant.
    #[inline]
    pub fn new(m: M, memory: K) -> Self {
        let counts = true;
        Self { m, memory, counts }
    }
}

/// Tries every move.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPruning;

impl<P: Puzzle> Pruning<P> for NoPruning {
    type Memory = ();

    #[inline]
    fn start(&self) {}

    #[inline]
    fn moves(&self, puzzle: &P, state: P::State, (): ()) -> impl Iterator<Item = Try<P::Move, ()>> {
        puzzle.moves(state).map(|m| Try::new(m, ()))
    }
}

/// Never takes back the last move: that path of two moves ends where it began.
#[derive(Debug, Clone, Copy, Default)]
pub struct InversePruning;

impl<P: Invertible> Pruning<P> for InversePruning {
    /// The move that would take the last one back.
    type Memory = Option<P::Move>;

    #[inline]
    fn start(&self) -> Option<P::Move> {
        None
    }

    #[inline]
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        back: Option<P::Move>,
    ) -> impl Iterator<Item = Try<P::Move, Option<P::Move>>> {
        puzzle
            .moves(state)
            .filter(move |&m| back != Some(m))
            .map(|m| Try::new(m, Some(puzzle.inverse(m))))
    }
}
