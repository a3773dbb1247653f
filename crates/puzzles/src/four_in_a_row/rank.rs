//! The boards numbered `0..411,840`, whoever is to move.
//!
//! 1. The blank cells `a < b` are number `b (b - 1) / 2 + a` of 120 pairs.
//! 2. The black cells, with the bits of the blank cells taken out, are 7 of 14.
//! 3. Their number among the 3,432 sets of 7 of 14, in increasing order of their
//!    bits read as a number, is looked up.
//! 4. The board is number `3432 * step 1 + step 3`.

use super::position::{CELLS, PIECES, Position, Turn};

/// Pairs of blank cells.
const PAIRS: u32 = CELLS as u32 * (CELLS as u32 - 1) / 2;
/// Sets of 7 of 14 cells.
const SETS: u32 = 3432;
/// All boards.
pub(super) const BOARDS: u32 = PAIRS * SETS;
/// Cells with a piece.
const OCCUPIED: u32 = CELLS as u32 - 2;

/// The number of each set of 7 of 14 bits; 0 for other sets.
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

/// The cells of the pairs of blanks, by number.
static BLANKS: [[u8; 2]; PAIRS as usize] = {
    let mut blanks = [[0; 2]; PAIRS as usize];
    let mut pair = 0;
    let mut upper = 1;
    while upper < CELLS {
        let mut lower = 0;
        while lower < upper {
            blanks[pair] = [lower, upper];
            pair += 1;
            lower += 1;
        }
        upper += 1;
    }
    blanks
};

/// The number of the board of `position`.
#[inline]
pub(super) fn rank(position: Position) -> u32 {
    let [a, b] = position.blank_cells().map(u32::from);
    let black = without_bit(without_bit(u32::from(position.black()), b), a);
    (b * (b - 1) / 2 + a) * SETS + u32::from(NUMBERS[black as usize])
}

/// The position of that board in which either side may move.
///
/// # Panics
/// If `rank` is not below [`BOARDS`].
#[inline]
pub(super) fn unrank(rank: u32) -> Position {
    let [a, b] = BLANKS[(rank / SETS) as usize].map(u32::from);
    let set = u32::from(SORTED[(rank % SETS) as usize]);
    let black = with_bit(with_bit(set, a), b) as u16;
    Position::pack(black, 1 << a | 1 << b, Turn::Any)
}

/// `bits` with bit `at`, which is 0, taken out.
#[inline]
fn without_bit(bits: u32, at: u32) -> u32 {
    let below = (1 << at) - 1;
    bits & below | bits >> 1 & !below
}

/// `bits` with a 0 put in as bit `at`.
#[inline]
fn with_bit(bits: u32, at: u32) -> u32 {
    let below = (1 << at) - 1;
    bits & below | (bits & !below) << 1
}
