//! The ranking of boards.
//!
//! A table of all boards of 3×4 has 239,500,800 entries, and filling it requires the successors of
//! each of them. If each board were built, moved and ranked, this would take longer than everything
//! else. So ranks are defined such that a move changes only a small part of the rank;
//! [`super::successors`] describes how.
//!
//! 1. A path visits all cells, forwards along the first line, backwards along the second, and so
//!    on. The lines of the path are the columns, or the rows if these are shorter. Places on the
//!    path are numbered from 0.
//! 2. The tiles are numbered from 0 in their order along the path in the goal. Read along the path
//!    without the blank, a board is a permutation of these numbers, and the goal is the identity.
//! 3. A move along the path does not change the permutation. Any other move takes a tile past an
//!    even number of neighbours: it goes from one line to the next, and as many tiles lie before
//!    the turn of the path as after it. So the permutation of any reachable board is even. With at
//!    least two rows and two columns, all even permutations can be reached, with the blank in every
//!    place (see [`super::parity`]).
//! 4. The digit of a tile is the number of smaller tiles after it (Lehmer code), so the tile that
//!    is the `r`-th from the end has one of `r` digits. The sum of all digits is the number of
//!    inversions, which is even. The last digit is 0, and the last but one, 0 or 1, makes the sum
//!    even, so the last two digits are not stored.
//! 5. The digits of the last six tiles form the *suffix*, a number in the mixed radix 6·5·4·3. The
//!    digits of the tiles before them form the *prefix*. The first digits are the most significant.
//! 6. The rank is `(prefix * cells + place of the blank) * 360 + suffix`.
//!
//! In a single row or column the permutation is always the same as in the goal. So it has no
//! digits, and the rank is the place of the blank. With fewer than six tiles there is no prefix,
//! and the suffix has fewer values.

use fewest_rules::Ranked;

use super::rank_layout::RankLayout;
use super::successors::Successors;
use super::{PackedTiles, Tiles};

/// What [`Tiles`] needs to rank boards, and to compute the ranks of the successors of a rank.
#[derive(Debug, Clone)]
pub(super) struct TileRanking {
    layout: RankLayout,
    successors: Successors,
}

impl<S: PackedTiles> Tiles<S> {
    #[inline]
    fn ranking(&self) -> &TileRanking {
        self.ranking.get_or_init(|| {
            let layout = RankLayout::new(self);
            let successors = Successors::new(self, &layout);
            Box::new(TileRanking { layout, successors })
        })
    }
}

/// The ranking covers the boards from which the goal can be reached: half of all boards or, in a
/// single row or column, the boards with the tiles in the order of the goal. For any other board,
/// `rank` returns the rank of some board that is covered.
impl Ranked for Tiles<u64> {
    fn size(&self) -> u64 {
        self.ranking().layout.size
    }

    fn rank(&self, state: u64) -> u64 {
        self.ranking().layout.rank(state)
    }

    fn unrank(&self, rank: u64) -> u64 {
        self.ranking().layout.unrank(rank)
    }

    #[inline]
    fn successor_ranks(&self, rank: u64, visit: impl FnMut(u64)) {
        self.successor_ranks_of_all(&[rank], visit);
    }

    /// Visits the ranks of the successors of `ranks`. Consecutive ranks with the same prefix and
    /// the same place of the blank form a block. The visit goes block by block, and within a block
    /// move by move.
    #[inline]
    fn successor_ranks_of_all(&self, ranks: &[u64], visit: impl FnMut(u64)) {
        let TileRanking { layout, successors } = self.ranking();
        successors.of_all(layout, ranks, visit);
    }
}
