//! A perfect index of the state space.

use crate::Puzzle;

/// A puzzle whose states are numbered `0..size` without gaps.
///
/// Tables and bitmaps hold one entry per rank. A rank out of range, or two states with the same
/// rank, make answers wrong.
pub trait Ranked: Puzzle {
    /// The number of states; every rank is less than it.
    fn size(&self) -> u64;

    /// The rank of `state`, less than [`size`](Self::size).
    fn rank(&self, state: Self::State) -> u64;

    /// The state with the rank `rank`.
    ///
    /// # Panics
    /// May panic when `rank` is not below [`size`](Self::size).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Calls `visit` with the rank of every successor of the state with the rank `rank`, in the
    /// order of the moves.
    #[inline]
    fn successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64))
    where
        Self: Sized,
    {
        for (_, after) in self.successors(self.unrank(rank)) {
            visit(self.rank(after));
        }
    }

    /// Calls `visit` with the ranks of the successors of all states in `ranks`, which is
    /// increasing. The order of the calls is arbitrary; a successor is visited once for each move
    /// that leads to it.
    ///
    /// An enumeration expands neighbouring states together. A puzzle whose neighbouring ranks have
    /// much in common can override this method to share the work between them.
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
