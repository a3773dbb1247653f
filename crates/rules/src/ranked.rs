//! A perfect index of the state space.

use crate::Puzzle;

/// A puzzle whose states are numbered `0..size` without gaps.
///
/// Tables and bitmaps hold one entry per rank, so a rank out of range or two
/// states of one rank break correctness, not only speed.
pub trait Ranked: Puzzle {
    /// How many states there are; ranks are below it.
    fn size(&self) -> u64;

    /// The number of `state`, below [`size`](Self::size).
    fn rank(&self, state: Self::State) -> u64;

    /// The state with number `rank`.
    ///
    /// # Panics
    /// May panic when `rank` is not below [`size`](Self::size).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Calls `visit` with the rank of every successor of the state with number
    /// `rank`, in the order of the moves.
    #[inline]
    fn successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64))
    where
        Self: Sized,
    {
        let state = self.unrank(rank);
        for m in self.moves(state) {
            visit(self.rank(self.apply(state, m)));
        }
    }

    /// Calls `visit` with the ranks of the successors of all states numbered
    /// `ranks`, which increase; in any order, each as often as it is reached.
    ///
    /// An enumeration expands neighbouring states together, so a puzzle whose
    /// neighbouring ranks have much in common can work that out once for many.
    #[inline]
    fn successor_ranks_of_all(&self, ranks: &[u64], mut visit: impl FnMut(u64))
    where
        Self: Sized,
    {
        for &rank in ranks {
            self.successor_ranks(rank, &mut visit);
        }
    }
}
