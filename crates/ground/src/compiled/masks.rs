//! Conjunctions of tests as masks and values of whole words, and *checks* for the tests that these do
//! not express.

use fewest_rules::Words;

use super::layout::{StateLayout, mask, place};
use crate::ground::Test;

/// The masks and the values of the conjunctions of a block, one after the other, for states of any
/// number of words.
#[derive(Debug, Clone, Default)]
pub(super) struct BlockMasks {
    pub(super) words: usize,
    pub(super) masks: Vec<u64>,
    pub(super) values: Vec<u64>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum TestCheck {
    In {
        word: usize,
        shift: u32,
        ones: u64,
        codes: u64,
    },
    /// Two words of the state agree in the bits of `mask` after the first word is rotated left by
    /// `by`.
    Same {
        one: usize,
        other: usize,
        by: u32,
        mask: u64,
    },
}

impl TestCheck {
    #[inline]
    pub(super) fn holds<const N: usize>(&self, state: Words<N>) -> bool {
        match *self {
            Self::In {
                word,
                shift,
                ones,
                codes,
            } => codes >> (state.0[word % N] >> shift & ones) & 1 == 1,
            Self::Same {
                one,
                other,
                by,
                mask,
            } => (state.0[one % N].rotate_left(by) ^ state.0[other % N]) & mask == 0,
        }
    }
}

impl BlockMasks {
    pub(super) fn new(words: usize) -> Self {
        Self {
            words,
            masks: Vec::new(),
            values: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.masks.clear();
        self.values.clear();
    }

    /// Adds a conjunction as a mask and a value. Returns checks for the tests that a mask and a
    /// value cannot express.
    pub(super) fn add(&mut self, tests: &[Test], layout: &StateLayout) -> Vec<TestCheck> {
        let first = self.masks.len();
        self.masks.resize(first + self.words, 0);
        self.values.resize(first + self.words, 0);
        let mut checks = sames(tests, layout);
        for test in tests {
            if let Test::In { position, labels } = *test
                && let Some(field) = layout.fields[position]
            {
                let (word, shift) = place(field);
                let codes = layout.codes(field, labels);
                match fixed_bits(codes, layout.used(field), field.width) {
                    Some((mask, value)) => {
                        self.masks[first + word] |= mask << shift;
                        self.values[first + word] |= value << shift;
                    }
                    None => checks.push(TestCheck::In {
                        word,
                        shift,
                        // Even a field of 8 bits holds no number above 63, so its lowest 6 bits
                        // suffice.
                        ones: (1 << field.width.min(6)) - 1,
                        codes,
                    }),
                }
            }
        }
        checks
    }
}

/// A mask and a value that together express a set of labels: among the numbers in `used`, exactly
/// those in `codes` satisfy `code & mask == value`. `None` if there is no such pair.
fn fixed_bits(codes: u64, used: u64, width: u32) -> Option<(u64, u64)> {
    let members = || (0..64_u64).filter(|code| codes >> code & 1 == 1);
    let (and, or) = members().fold((u64::MAX, 0), |(and, or), code| (and & code, or | code));
    let mask = !(and ^ or) & ((1 << width) - 1);
    let value = and & mask;
    let told = (0..64_u64).filter(|code| used >> code & 1 == 1 && code & mask == value);
    (told.count() as u32 == codes.count_ones()).then_some((mask, value))
}

/// The checks for the tests that two positions have equal labels. Pairs of fields share one check
/// if they lie in the same two words at the same distance.
pub(super) fn sames(tests: &[Test], layout: &StateLayout) -> Vec<TestCheck> {
    let mut distances: Vec<(usize, usize, u32, u64)> = Vec::new();
    for test in tests {
        if let Test::Same { one, other } = *test
            && let (Some(one), Some(other)) = (layout.fields[one], layout.fields[other])
        {
            // Always rotate the higher field onto the lower one, so that pairs with the same
            // distance share a rotation.
            let (one, other) = if one.from > other.from {
                (one, other)
            } else {
                (other, one)
            };
            let by = (other.from + 64 - one.from % 64) % 64;
            let (from, to) = (place(one).0, place(other).0);
            match distances
                .iter_mut()
                .find(|d| (d.0, d.1, d.2) == (from, to, by))
            {
                Some(distance) => distance.3 |= mask(other),
                None => distances.push((from, to, by, mask(other))),
            }
        }
    }
    let check = |(one, other, by, mask)| TestCheck::Same {
        one,
        other,
        by,
        mask,
    };
    distances.into_iter().map(check).collect()
}
