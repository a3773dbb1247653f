//! The ranks of arrangements of classes, as sums of two numbers. Pieces of one class look alike,
//! and an *arrangement* says, for each place of an orbit, the class of the piece at this place.
//!
//! The places of an orbit are divided into two halves, and the classes of the pieces in each half
//! are the digits of a number. One table gives, for the number of each first half, the least rank
//! of an arrangement that begins with this half. The other table gives, for the number of each
//! second half, its rank among the second halves that may follow the same first half. The sum of
//! the two table entries is the rank of the arrangement in lexicographic order.

use super::model::MOST_PIECES;

/// The classes of the pieces in each half of an orbit's places are the digits of a number. That
/// number may have at most this many bits.
pub(super) const HALF: u32 = 20;

/// Tables that rank the arrangements of classes. An arrangement says, for each place of an orbit,
/// the class of the piece at this place; pieces of one class look alike.
#[derive(Debug, Clone)]
pub(super) struct ClassRanks {
    /// The number of classes.
    count: u64,
    /// The number of places in the first half.
    middle: usize,
    halves: [Vec<u32>; 2],
}

impl ClassRanks {
    /// The ranks of the `size` arrangements in which class `i` has `counts[i]` pieces. `None` if
    /// the tables are too large.
    pub(super) fn new(counts: &[u32], size: u32) -> Option<Self> {
        let pieces = counts.iter().sum::<u32>() as usize;
        let (count, middle) = (counts.len() as u64, pieces / 2);
        let numbers = count.checked_pow((pieces - middle) as u32)?;
        if numbers > 1 << HALF {
            return None;
        }
        let mut ranks = Self {
            count,
            middle,
            halves: [vec![u32::MAX; numbers as usize], vec![0; numbers as usize]],
        };
        let mut slots = vec![0; pieces];
        for value in 0..size {
            write_classes(counts, size, value, &mut slots);
            let [first, second] = ranks.halves_of(&slots);
            // The loop visits arrangements in lexicographic order, so each first half first occurs
            // with its least rank.
            let least = &mut ranks.halves[0][first];
            *least = value.min(*least);
            ranks.halves[1][second] = value - *least;
        }
        Some(ranks)
    }

    /// The amount that a piece of `class` at `place` adds to the word with the numbers of the two
    /// halves. The number of the second half is shifted by [`HALF`] bits.
    pub(super) fn weight(&self, class: u8, place: usize) -> u64 {
        let digit = |place: usize| u64::from(class) * self.count.pow(place as u32);
        match place.checked_sub(self.middle) {
            None => digit(place),
            Some(place) => digit(place) << HALF,
        }
    }

    /// The rank of the arrangement whose halves have the numbers `first` and `second`.
    #[inline]
    pub(super) fn rank(&self, first: usize, second: usize) -> u32 {
        self.halves[0][first] + self.halves[1][second]
    }

    fn halves_of(&self, slots: &[u8]) -> [usize; 2] {
        let (first, second) = slots.split_at(self.middle);
        let number = |half: &[u8]| {
            let digits = half.iter().rev();
            digits.fold(0, |number, &class| {
                number * self.count as usize + usize::from(class)
            })
        };
        [number(first), number(second)]
    }

    pub(super) fn of(&self, slots: &[u8]) -> u32 {
        let [first, second] = self.halves_of(slots);
        self.rank(first, second)
    }
}

/// Writes to `slots` the arrangement of classes with the rank `value` in lexicographic order.
pub(super) fn write_classes(counts: &[u32], size: u32, value: u32, slots: &mut [u8]) {
    let mut left = [0_u32; MOST_PIECES];
    left[..counts.len()].copy_from_slice(counts);
    let (mut ways, mut value) = (u64::from(size), u64::from(value));
    let pieces = slots.len();
    for (place, slot) in slots.iter_mut().enumerate() {
        let places = (pieces - place) as u64;
        for (class, count) in left[..counts.len()].iter_mut().enumerate() {
            let here = ways * u64::from(*count) / places;
            if value < here {
                *slot = class as u8;
                *count -= 1;
                ways = here;
                break;
            }
            value -= here;
        }
    }
}
