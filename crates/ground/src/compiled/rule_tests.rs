//! Tests whether a given rule applies, without testing the others.

use fewest_rules::Words;

use super::PackedTask;
use super::conjunctions::{Conjunctions, TestBlock};
use super::word_tests::WordTests;
use crate::ground::Rule;

/// In states of at least this many words, a rule is tested word by word, and only the words that it
/// tests are read.
const WIDE: usize = 8;

/// The tests of each rule on its own, for puzzles in which some move has several rules.
#[derive(Debug, Clone)]
pub(super) struct RuleTests<const N: usize> {
    tests: Conjunctions<N>,
    /// For each rule, a block with its tests only. Empty if states have at least [`WIDE`] words.
    blocks: Vec<TestBlock>,
    /// For each rule, its tests word by word. Empty if states have fewer than [`WIDE`] words.
    wide: WordTests,
    /// Whether two rules of the same move never apply in the same state.
    exclusive: bool,
}

impl<const N: usize> RuleTests<N> {
    /// Prepares the tests. `None` if no move has several rules.
    pub(super) fn new(task: &PackedTask) -> Option<Self> {
        let rules = &task.reduced().ground.rules;
        if !rules.windows(2).any(|w| w[0].of == w[1].of) {
            return None;
        }
        let mut all = Self {
            tests: Conjunctions::default(),
            blocks: Vec::new(),
            wide: WordTests::new(N),
            exclusive: task.rules_exclude_each_other(),
        };
        let layout = task.layout();
        if N >= WIDE {
            for rule in rules {
                all.wide.add(&rule.tests, layout);
            }
        } else {
            let block = |rule: &Rule| all.tests.add(std::slice::from_ref(&rule.tests), layout);
            all.blocks = rules.iter().flat_map(block).collect();
        }
        Some(all)
    }

    /// Whether `rule` applies in `state` and no earlier rule of its move can apply there. If rules
    /// of the same move may apply in the same state, this is not known, and the result is always
    /// false.
    #[inline]
    pub(super) fn holds(&self, rule: usize, state: Words<N>) -> bool {
        self.exclusive
            && if N >= WIDE {
                self.wide.hold(rule, &state)
            } else {
                self.tests.holding(&self.blocks[rule], state) != 0
            }
    }
}
