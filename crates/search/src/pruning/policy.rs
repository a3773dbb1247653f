//! Move pruning: policies that skip moves depending on the moves made before.

use fewest_rules::{Commuting, Invertible, Puzzle};

/// A pruning policy: it selects the moves that a depth-first search tries after the moves made.
///
/// A search makes the moves of a path one by one and keeps the [`History`](Self::History) beside
/// each state. A policy that refuses nothing is always safe. A policy may refuse a move only if the
/// whole sequence of moves, the refused move included, is *not* the lexicographically first
/// shortest path between its ends, whatever state it starts from. The searches that take a policy
/// find a solution in which every part is the lexicographically first shortest path between its
/// ends, so such a policy does not change the answer. A policy that refuses other moves makes
/// answers wrong.
pub trait Pruning<P: Puzzle>: Sync {
    /// The data that the policy remembers about the moves made.
    type History: Copy + Eq + Send + Sync;

    /// The history before the first move, in `state`.
    fn start(&self, puzzle: &P, state: P::State) -> Self::History;

    /// The moves to try from `state`, in increasing order.
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        history: Self::History,
    ) -> impl Iterator<Item = Try<P::Move, Self::History>>;

    /// All possible results of [`moves`](Self::moves), each as a *row*, if the result depends on
    /// the history alone and there are only a few different ones.
    #[inline]
    fn rows(&self) -> Option<&PruningRows<P::Move, Self::History>> {
        None
    }

    /// The index, among the [`rows`](Self::rows), of the list of moves to try after `history`.
    #[inline]
    fn row(&self, history: Self::History) -> usize {
        let _ = history;
        0
    }
}

/// A move to try, with the history after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Try<M, K> {
    /// The move.
    pub m: M,
    /// The pruning history after the move.
    pub history: K,
}

/// The moves to try after each history, if these moves depend on the history alone. A *row* is such
/// a list of moves.
///
/// A branch predictor is bad at guessing the length of a short row. So rows of one to three moves
/// are padded to three by repeating a move, and a search need not branch on their length. Longer
/// rows and empty rows are not padded.
#[derive(Debug, Clone)]
pub struct PruningRows<M, K> {
    /// The rows, one after the other, each from its last move to its first. The padding of a row
    /// comes after its moves.
    tries: Vec<Try<M, K>>,
    /// The distance between the beginnings of two successive rows, in entries of `tries`.
    stride: usize,
    /// For each row, the number of its moves without padding, and this number with padding.
    lengths: Vec<(u8, u8)>,
}

/// A [row](PruningRows) that has at least one move, but fewer than this many, is padded to this
/// many moves. In longer rows, a mispredicted branch on the length of the row matters less.
pub(crate) const FILLED: usize = 3;

impl<M: Copy, K: Copy> PruningRows<M, K> {
    /// Makes rows of the given moves. The moves of each row must be in increasing order, and there
    /// must be at most 255 of them.
    pub(crate) fn new(rows: Vec<Vec<Try<M, K>>>) -> Self {
        let any = rows.iter().flatten().next().copied();
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        // If no row has a move, there is no move to pad rows with.
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
            // Rows are stored from the last move to the first, so the move to repeat after them is
            // the first in the order of moves.
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

    /// The number of rows.
    pub(crate) fn count(&self) -> usize {
        self.lengths.len()
    }

    /// The number of entries reserved for each row. No row is longer, even with its padding.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// The moves of a row in increasing order, without padding.
    #[inline]
    pub(crate) fn moves(&self, row: usize) -> impl Iterator<Item = Try<M, K>> {
        let (tries, moves) = self.of(row);
        tries[..moves].iter().rev().copied()
    }

    /// The moves of a row from its last move to its first, with padding, and the number of moves
    /// without padding.
    #[inline]
    pub(crate) fn of(&self, row: usize) -> (&[Try<M, K>], usize) {
        let (moves, filled) = self.lengths[row];
        let tries = &self.tries[row * self.stride..][..filled.into()];
        (tries, moves.into())
    }
}

/// The policy that tries every move.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPruning;

impl<P: Puzzle> Pruning<P> for NoPruning {
    type History = ();

    #[inline]
    fn start(&self, _: &P, _: P::State) {}

    #[inline]
    fn moves(&self, puzzle: &P, state: P::State, (): ()) -> impl Iterator<Item = Try<P::Move, ()>> {
        puzzle.moves(state).map(|m| Try { m, history: () })
    }
}

/// The policy that never takes back the last move, because a move and its inverse lead back to the
/// same state.
#[derive(Debug, Clone, Copy, Default)]
pub struct InversePruning;

impl<P: Invertible> Pruning<P> for InversePruning {
    /// The move that would take back the last move; `None` before the first move.
    type History = Option<P::Move>;

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
                history: Some(puzzle.inverse(m)),
            })
    }
}

/// The policy for moves that commute: it makes them in order, and each less often than its order.
/// So a search tries sets of moves instead of sequences.
///
/// The sorted sequence of a set of moves is the least of its sequences. Moves made as often in a row
/// as their order lead back.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommutingPruning;

impl<P: Commuting> Pruning<P> for CommutingPruning {
    /// The last move, and how many times it was made in a row; `None` before the first move.
    type History = Option<(P::Move, u32)>;

    #[inline]
    fn start(&self, _: &P, _: P::State) -> Self::History {
        None
    }

    #[inline]
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        history: Self::History,
    ) -> impl Iterator<Item = Try<P::Move, Self::History>> {
        puzzle.moves(state).filter_map(move |m| {
            let times = match history {
                Some((last, _)) if m < last => return None,
                Some((last, times)) if m == last => times + 1,
                _ => 1,
            };
            let history = Some((m, times));
            (times < puzzle.order(m)).then_some(Try { m, history })
        })
    }
}
