//! Tests whether a given rule applies, without testing the others.

use fewest_rules::Words;

use super::PackedTask;
use super::conjunctions::{Conjunctions, TestBlock};
use crate::ground::Rule;

/// The tests of each rule on its own, for puzzles in which some move has several rules.
#[derive(Debug, Clone)]
pub(super) struct RuleTests<const N: usize> {
    tests: Conjunctions<N>,
    /// For each rule, the block of its tests.
    blocks: Vec<TestBlock>,
    /// Whether two rules of the same move may apply in the same state.
    overlap: bool,
}

impl<const N: usize> RuleTests<N> {
    /// Prepares the tests. `None` if no move has several rules.
    pub(super) fn new(task: &PackedTask) -> Option<Self> {
        let rules = &task.reduced().ground.rules;
        if !rules.windows(2).any(|w| w[0].of == w[1].of) {
            return None;
        }
        let mut tests = Conjunctions::default();
        let block = |rule: &Rule| tests.add(std::slice::from_ref(&rule.tests), task.layout());
        let blocks = rules.iter().flat_map(block).collect();
        Some(Self {
            tests,
            blocks,
            overlap: task.rules_overlap(),
        })
    }

    /// Whether `rule` is known to be the first rule of its move that applies in `state`.
    #[inline]
    pub(super) fn holds(&self, rule: usize, state: Words<N>) -> bool {
        !self.overlap && self.tests.holding(&self.blocks[rule], state) != 0
    }
}
