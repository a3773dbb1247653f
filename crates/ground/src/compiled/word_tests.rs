//! Conjunctions of tests that are evaluated one at a time. The evaluation of a conjunction reads
//! only the words that it tests.

use fewest_rules::Words;

use super::block_masks::{TestCheck, WordMask, masked};
use super::layout::StateLayout;
use crate::ground::Test;

/// Conjunctions of tests. Each has masks only for the words that it tests, and *checks* for the
/// tests that no mask expresses.
#[derive(Debug, Clone)]
pub(super) struct WordTests {
    /// The bounds of the ranges of all conjunctions in `masks` and in `checks`: the ranges of
    /// conjunction `i` begin at the numbers in element `i` and end at those in element `i + 1`.
    ends: Vec<(u32, u32)>,
    masks: Vec<WordMask>,
    checks: Vec<TestCheck>,
}

impl Default for WordTests {
    fn default() -> Self {
        Self {
            ends: vec![(0, 0)],
            masks: Vec::new(),
            checks: Vec::new(),
        }
    }
}

impl WordTests {
    /// Adds a conjunction and returns its number.
    pub(super) fn add(&mut self, tests: &[Test], layout: &StateLayout) -> usize {
        let (masks, checks) = masked(tests, layout);
        self.masks.extend(masks);
        self.checks.extend(checks);
        self.ends
            .push((self.masks.len() as u32, self.checks.len() as u32));
        self.len() - 1
    }

    /// The number of conjunctions.
    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Whether the conjunction with this number tests nothing.
    pub(super) fn is_empty(&self, number: usize) -> bool {
        self.ends[number] == self.ends[number + 1]
    }

    /// Whether the conjunction with this number holds in `state`.
    #[inline]
    pub(super) fn hold<const N: usize>(&self, number: usize, state: &Words<N>) -> bool {
        let (from, to) = (self.ends[number], self.ends[number + 1]);
        let mut masks = self.masks[from.0 as usize..to.0 as usize].iter();
        let mut checks = self.checks[from.1 as usize..to.1 as usize].iter();
        masks.all(|test| state.0[test.word % N] & test.mask == test.value)
            && checks.all(|check| check.holds(*state))
    }
}
