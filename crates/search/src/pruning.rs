//! Moves that need not be tried after others.

use fewest_rules::{Invertible, Puzzle};

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
    type Memory: Copy + Eq;

    /// The memory in `state`, before the first move.
    fn start(&self, puzzle: &P, state: P::State) -> Self::Memory;

    /// The moves to try from `state`, in increasing order.
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        memory: Self::Memory,
    ) -> impl Iterator<Item = Try<P::Move, Self::Memory>>;

    /// All that [`moves`](Self::moves) can answer, if it is a few rows.
    #[inline]
    fn rows(&self) -> Option<&Rows<P::Move, Self::Memory>> {
        None
    }

    /// Which of the rows is that of `memory`.
    #[inline]
    fn row(&self, memory: Self::Memory) -> usize {
        let _ = memory;
        0
    }
}

/// A move to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Try<M, K> {
    /// The move.
    pub m: M,
    /// The memory after it.
    pub memory: K,
}

/// The moves to try after each memory, where they depend on nothing else.
///
/// A search need not guess how many moves a short row has, which a processor does
/// badly: rows of one to three moves are filled up to three by saying a move
/// again. Longer rows, and rows without a move, are left as they are.
#[derive(Debug, Clone)]
pub struct Rows<M, K> {
    /// The rows, one after the other, each from its last move to its first. What
    /// fills up a row stands behind its moves.
    tries: Vec<Try<M, K>>,
    /// From one row to the next.
    stride: usize,
    /// By row, how many moves there are, and how many with what fills up.
    lengths: Vec<(u8, u8)>,
}

/// Rows are filled up to no more than so many moves; beyond, a wrong guess costs
/// less.
const FILLED: usize = 3;

impl<M: Copy, K: Copy> Rows<M, K> {
    /// The rows with these moves, in increasing order, at most 255 a row.
    pub(crate) fn new(rows: Vec<Vec<Try<M, K>>>) -> Self {
        let any = rows.iter().flatten().next().copied();
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        // Rows without any move have nothing to be filled with.
        let stride = match any {
            Some(_) => longest.max(FILLED).next_power_of_two(),
            None => 0,
        };
        let filled = |moves: usize| if moves == 0 { 0 } else { moves.max(FILLED) };
        let lengths = rows
            .iter()
            .map(|row| (row.len() as u8, filled(row.len()) as u8))
            .collect();
        let tries = rows.iter().flat_map(|row| {
            // The last pushed is the first move.
            let fill = row.first().copied().or(any);
            row.iter()
                .rev()
                .copied()
                .chain(std::iter::repeat_n(fill, stride).flatten())
                .take(stride)
        });
        Self {
            tries: tries.collect(),
            stride,
            lengths,
        }
    }

    /// How many rows there are.
    pub(crate) fn count(&self) -> usize {
        self.lengths.len()
    }

    /// How many moves a row has at the most, with what fills it up.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// A row's moves from its last to its first, and how many of them with what
    /// fills it up.
    #[inline]
    pub(crate) fn of(&self, row: usize) -> (&[Try<M, K>], usize) {
        let (moves, filled) = self.lengths[row];
        let tries = &self.tries[row * self.stride..][..filled.into()];
        (tries, moves.into())
    }
}

/// Tries every move.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPruning;

impl<P: Puzzle> Pruning<P> for NoPruning {
    type Memory = ();

    #[inline]
    fn start(&self, _: &P, _: P::State) {}

    #[inline]
    fn moves(&self, puzzle: &P, state: P::State, (): ()) -> impl Iterator<Item = Try<P::Move, ()>> {
        puzzle.moves(state).map(|m| Try { m, memory: () })
    }
}

/// Never takes back the last move: that path of two moves ends where it began.
#[derive(Debug, Clone, Copy, Default)]
pub struct InversePruning;

impl<P: Invertible> Pruning<P> for InversePruning {
    /// The move that would take the last one back.
    type Memory = Option<P::Move>;

    #[inline]
    fn start(&self, _: &P, _: P::State) -> Option<P::Move> {
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
            .map(|m| Try {
                m,
                memory: Some(puzzle.inverse(m)),
            })
    }
}
