//! Conjunctions of tests that are evaluated one at a time. The evaluation of a conjunction reads
//! only the words that it tests.

use std::mem;

use fewest_rules::Words;

use super::layout::StateLayout;
use super::masks::{BlockMasks, TestCheck};
use crate::ground::Test;

/// Conjunctions of tests. Each has masks only for the words that it tests, and *checks* for the
/// tests that no mask expresses.
#[derive(Debug, Clone)]
pub(super) struct WordTests {
    masks: BlockMasks,
    /// The bounds of the ranges of all conjunctions in `tests` and in `checks`: the ranges of
    /// conjunction `i` begin at the numbers in element `i` and end at those in element `i + 1`.
    ends: Vec<(u32, u32)>,
    tests: Vec<WordTest>,
    checks: Vec<TestCheck>,
}

/// The tests that a conjunction makes in one word of a state.
#[derive(Debug, Clone, Copy)]
struct WordTest {
    mask: u64,
    value: u64,
    word: usize,
}

impl WordTests {
    /// An empty collection of conjunctions, for states of `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self {
            masks: BlockMasks::new(words),
            ends: vec![(0, 0)],
            tests: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Adds a conjunction and returns its number.
    pub(super) fn add(&mut self, tests: &[Test], layout: &StateLayout) -> usize {
        let mut masks = mem::take(&mut self.masks);
        masks.clear();
        self.checks.extend(masks.add(tests, layout));
        self.add_masks(&masks.masks, &masks.values);
        self.masks = masks;
        self.ends.len() - 2
    }

    /// Adds a conjunction that holds if each word of the state has the value in `values` in the bits
    /// of the mask in `masks`.
    pub(super) fn add_masks(&mut self, masks: &[u64], values: &[u64]) {
        let words = masks.iter().zip(values).enumerate();
        let words = words.filter(|(_, (mask, _))| **mask != 0);
        self.tests
            .extend(words.map(|(word, (&mask, &value))| WordTest { mask, value, word }));
        self.ends
            .push((self.tests.len() as u32, self.checks.len() as u32));
    }

    /// Whether the conjunction with this number tests nothing.
    pub(super) fn is_empty(&self, number: usize) -> bool {
        self.ends[number] == self.ends[number + 1]
    }

    /// Whether the conjunction with this number holds in `state`.
    #[inline]
    pub(super) fn hold<const N: usize>(&self, number: usize, state: &Words<N>) -> bool {
        let (from, to) = (self.ends[number], self.ends[number + 1]);
        let mut tests = self.tests[from.0 as usize..to.0 as usize].iter();
        let mut checks = self.checks[from.1 as usize..to.1 as usize].iter();
        tests.all(|test| state.0[test.word % N] & test.mask == test.value)
            && checks.all(|check| check.holds(*state))
    }
}
