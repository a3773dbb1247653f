//! Numbers masks and boards without gaps.
//!
//! Masks of eight bits are numbered in numerical order:
//!
//! 1. Split the 24 bits into a high and a low half of 12.
//! 2. `START[high]` is the number of masks with a smaller high half.
//! 3. `INDEX[low]` is the number of smaller 12-bit numbers with equally many bits set.
//! 4. The number of the mask is the sum of `START[high]` and `INDEX[low]`.
//!
//! The number of a board combines the numbers of two masks: the mask of digit 1, and a mask of 16
//! bits, which says which of the remaining 16 cells have digit 2. In the numbering of all masks of
//! 24 bits, the C(16,8) = 12,870 masks that use only the low 16 bits come first, so the same tables
//! number masks of 16 bits.

use fewest_rules::Ranked;

use super::Rotation;
use super::board::DigitBoard;
use super::mask::Mask;
use super::turns::BOARD;

/// The number of masks: C(24,8).
pub(super) const MASKS: usize = 735_471;

/// The number of ways to arrange two digits with eight cells each on 16 cells: C(16,8).
pub(super) const HALVES: u64 = 12_870;

/// For each `n`, the index in [`LOW`] at which the numbers with `n` bits set begin. The last entry
/// is the length of [`LOW`].
const CLASSES: [usize; 14] = {
    let mut ends = [0; 14];
    let mut half = 0usize;
    while half < 4096 {
        let mut more = half.count_ones() as usize + 1;
        while more < 14 {
            ends[more] += 1;
            more += 1;
        }
        half += 1;
    }
    ends
};

/// All 12-bit numbers, sorted by the number of bits set and then by value.
static LOW: [u16; 4096] = {
    let mut sorted = [0; 4096];
    let mut next = CLASSES;
    let mut half = 0usize;
    while half < 4096 {
        let ones = half.count_ones() as usize;
        sorted[next[ones]] = half as u16;
        next[ones] += 1;
        half += 1;
    }
    sorted
};

static INDEX: [u16; 4096] = {
    let mut index = [0; 4096];
    let mut at = 0;
    while at < 4096 {
        let half = LOW[at] as usize;
        index[half] = (at - CLASSES[half.count_ones() as usize]) as u16;
        at += 1;
    }
    index
};

static START: [u32; 4096] = {
    let mut start = [0; 4096];
    let mut before = 0;
    let mut half = 0usize;
    while half < 4096 {
        start[half] = before;
        let ones = half.count_ones() as usize;
        if ones <= 8 {
            before += (CLASSES[9 - ones] - CLASSES[8 - ones]) as u32;
        }
        half += 1;
    }
    assert!(before as usize == MASKS);
    start
};

/// Returns the number of a mask, below [`MASKS`].
#[inline]
pub(super) fn rank(mask: Mask) -> usize {
    let bits = mask.bits() as usize;
    START[bits >> 12 & 0xfff] as usize + usize::from(INDEX[bits & 0xfff])
}

/// Returns the number of the first mask with this high half, which has at most eight cells.
pub(super) fn high_part(high: u16) -> usize {
    START[usize::from(high & 0xfff)] as usize
}

/// Returns the number of masks with the same high half and a smaller low half than `low`.
pub(super) fn low_part(low: u16) -> u16 {
    INDEX[usize::from(low & 0xfff)]
}

/// Returns the mask with the given number.
///
/// # Panics
/// Panics if `rank` is not below [`MASKS`].
pub(super) fn unrank(rank: usize) -> Mask {
    assert!(rank < MASKS, "there are only {MASKS} masks");
    // A high half with more than eight bits has no masks, so its start equals the next start. Hence
    // the last start that does not exceed the rank belongs to the high half of the mask.
    let high = START.partition_point(|&start| start as usize <= rank) - 1;
    let class = CLASSES[8 - high.count_ones() as usize];
    let low = LOW[class + rank - START[high] as usize];
    Mask::trusted((high << 12) as u32 | u32::from(low))
}

/// Collects the bits of `set` at the positions of `cells` into adjacent low bits.
fn gather(set: u32, mut cells: u32) -> u32 {
    let mut gathered = 0;
    let mut to = 0;
    while cells != 0 {
        gathered |= (set >> cells.trailing_zeros() & 1) << to;
        cells &= cells - 1;
        to += 1;
    }
    gathered
}

/// The inverse of [`gather`]: moves the low bits of `gathered` to the positions of `cells`.
pub(super) fn scatter(gathered: u32, mut cells: u32) -> u32 {
    let mut set = 0;
    let mut from = 0;
    while cells != 0 {
        set |= (gathered >> from & 1) << cells.trailing_zeros();
        cells &= cells - 1;
        from += 1;
    }
    set
}

impl Ranked for Rotation {
    fn size(&self) -> u64 {
        MASKS as u64 * HALVES
    }

    fn rank(&self, state: DigitBoard) -> u64 {
        let [one, two, _] = state.masks();
        let left = BOARD & !one.bits();
        let half = Mask::trusted(gather(two.bits(), left));
        rank(one) as u64 * HALVES + rank(half) as u64
    }

    fn unrank(&self, number: u64) -> DigitBoard {
        let one = unrank((number / HALVES) as usize);
        let half = unrank((number % HALVES) as usize);
        let left = BOARD & !one.bits();
        let two = scatter(half.bits(), left);
        let three = left & !two;
        DigitBoard::from_masks([one, Mask::trusted(two), Mask::trusted(three)])
    }
}

#[cfg(test)]
mod tests {
    use super::{MASKS, rank, unrank};
    use crate::rotation::Mask;

    #[test]
    fn masks_are_numbered_without_gaps() {
        let masks: Vec<Mask> = (0..MASKS).map(unrank).collect();
        assert_eq!(masks.len(), 735_471);
        assert!(masks.is_sorted_by(|a, b| a < b));
        for (number, &mask) in masks.iter().enumerate() {
            assert_eq!(rank(mask), number);
            assert_eq!(Mask::new(mask.bits()), Some(mask));
        }
    }
}
