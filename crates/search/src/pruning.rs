//! Moves that need not be tried after others.

use rules::{Invertible, Puzzle};

/// Which moves a depth-first search need not try, given those it has made.
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

    /// The memory after `m`, or `None` if `m` need not be tried.
    fn step(&self, puzzle: &P, memory: Self::Memory, m: P::Move) -> Option<Self::Memory>;
}

/// Tries every move.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPruning;

impl<P: Puzzle> Pruning<P> for NoPruning {
    type Memory = ();

    #[inline]
    fn start(&self) {}

    #[inline]
    fn step(&self, _: &P, (): (), _: P::Move) -> Option<()> {
        Some(())
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
    fn step(&self, puzzle: &P, back: Option<P::Move>, m: P::Move) -> Option<Option<P::Move>> {
        (back != Some(m)).then(|| Some(puzzle.inverse(m)))
    }
}
