//! Tests as masks and values of the words of a state, and the checks for what these cannot express.

use fewest_rules::Words;

use super::layout::{StateLayout, mask, place};
use crate::ground::Test;

/// The bits that a conjunction tests in one word of a state, and the values that they must have.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordMask {
    pub(super) word: usize,
    pub(super) mask: u64,
    pub(super) value: u64,
}

/// A test that a mask and a value cannot express.
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

/// A conjunction as masks and values, and checks for the tests that these cannot express.
pub(super) fn masked(tests: &[Test], layout: &StateLayout) -> (Vec<WordMask>, Vec<TestCheck>) {
    let mut masks: Vec<WordMask> = Vec::new();
    let mut checks = sames(tests, layout);
    for test in tests {
        if let Test::In { position, labels } = *test
            && let Some(field) = layout.fields[position]
        {
            let (word, shift) = place(field);
            let codes = layout.codes(field, labels);
            match fixed_bits(codes, layout.used(field), field.width) {
                Some((mask, value)) => {
                    let (mask, value) = (mask << shift, value << shift);
                    match masks.iter_mut().find(|known| known.word == word) {
                        Some(known) => {
                            known.mask |= mask;
                            known.value |= value;
                        }
                        None => masks.push(WordMask { word, mask, value }),
                    }
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
    (masks, checks)
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
