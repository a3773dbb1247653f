//! The ranking of boards, `0..411,840`, regardless of whose turn it is.
//!
//! 1. The blank cells `a < b` have the number `b (b - 1) / 2 + a` of 120 pairs.
//! 2. The black cells, after the bits of the blank cells are removed, are a set of 7 of 14 bits.
//! 3. A table gives the number of that set among the 3,432 sets of 7 of 14 bits, in increasing
//!    order of the sets read as binary numbers.
//! 4. The rank of the board is `3432 * step 1 + step 3`.

use super::position::{CELLS, GamePosition, PIECES, SideToMove};

/// The number of pairs of blank cells.
const PAIRS: u32 = CELLS as u32 * (CELLS as u32 - 1) / 2;
/// The number of sets of 7 of 14 cells.
const SETS: u32 = 3432;
pub(super) const BOARDS: u32 = PAIRS * SETS;
/// The number of cells with a piece.
const OCCUPIED: u32 = CELLS as u32 - 2;

/// For each word of 14 bits that has 7 bits set, its index among all such words in increasing
/// order; 0 for all other words.
static NUMBERS: [u16; 1 << OCCUPIED] = {
    let mut numbers = [0; 1 << OCCUPIED];
    let mut i = 0;
    while i < SETS {
        numbers[SORTED[i as usize] as usize] = i as u16;
        i += 1;
    }
    numbers
};

/// The sets of 7 of 14 bits, in increasing order.
static SORTED: [u16; SETS as usize] = {
    let mut sorted = [0; SETS as usize];
    let mut found = 0;
    let mut set = 0u16;
    while set < 1 << OCCUPIED {
        if set.count_ones() == PIECES {
            sorted[found] = set;
            found += 1;
        }
        set += 1;
    }
    sorted
};

/// The number of the board of `position`, below [`BOARDS`]. It does not depend on whose turn it is.
#[inline]
pub(super) fn rank(position: GamePosition) -> u32 {
    let [a, b] = position.blank_cells().map(u32::from);
    let black = without_bit(without_bit(u32::from(position.black()), b), a);
    (b * (b - 1) / 2 + a) * SETS + u32::from(NUMBERS[black as usize])
}

/// The position with board number `rank` in which either side may move.
///
/// # Panics
/// Panics if `rank` is not below [`BOARDS`].
#[inline]
pub(super) fn unrank(rank: u32) -> GamePosition {
    assert!(rank < BOARDS, "no board has the number {rank}");
    let pair = rank / SETS;
    let mut b = u32::from(CELLS) - 1;
    while b * (b - 1) / 2 > pair {
        b -= 1;
    }
    let a = pair - b * (b - 1) / 2;
    let set = u32::from(SORTED[(rank % SETS) as usize]);
    let black = with_bit(with_bit(set, a), b) as u16;
    GamePosition::pack(black, 1 << a | 1 << b, SideToMove::Any)
}

/// Removes bit `at`, which is 0, from `bits` and shifts the higher bits down.
#[inline]
fn without_bit(bits: u32, at: u32) -> u32 {
    let below = (1 << at) - 1;
    bits & below | bits >> 1 & !below
}

/// Inserts a 0 into `bits` as bit `at` and shifts the higher bits up.
#[inline]
fn with_bit(bits: u32, at: u32) -> u32 {
    let below = (1 << at) - 1;
    bits & below | (bits & !below) << 1
}
