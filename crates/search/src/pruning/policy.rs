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
#[derive(Debug, Clone)]
pub struct PruningRows<M, K> {
    /// The rows, one after the other, each from its last move to its first.
    tries: Vec<Try<M, K>>,
    /// For each row, the index of its end in `tries`, after a zero.
    ends: Vec<u32>,
    longest: usize,
}

impl<M: Copy, K: Copy> PruningRows<M, K> {
    /// Makes rows of the given moves. The moves of each row must be in increasing order.
    pub(crate) fn new(rows: Vec<Vec<Try<M, K>>>) -> Self {
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut made = Self {
            tries: Vec::new(),
            ends: vec![0],
            longest,
        };
        for row in rows {
            made.tries.extend(row.into_iter().rev());
            made.ends.push(made.tries.len() as u32);
        }
        made
    }

    /// The number of rows.
    pub(crate) fn count(&self) -> usize {
        self.ends.len() - 1
    }

    /// The length of the longest row.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// The moves of a row in increasing order.
    #[inline]
    pub(crate) fn moves(&self, row: usize) -> impl Iterator<Item = Try<M, K>> {
        self.of(row).iter().rev().copied()
    }

    /// The moves of a row from its last move to its first.
    #[inline]
    pub(crate) fn of(&self, row: usize) -> &[Try<M, K>] {
        &self.tries[self.ends[row] as usize..self.ends[row + 1] as usize]
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
