//! Tests whether a given rule applies, without testing the others.

use fewest_rules::Words;

use super::PackedTask;
use super::word_tests::WordTests;

/// The tests of each rule on its own, for puzzles in which some move has several rules.
#[derive(Debug, Clone)]
pub(super) struct RuleTests {
    /// For each rule, its tests.
    tests: WordTests,
    /// Whether two rules of the same move never apply in the same state.
    exclusive: bool,
}

impl RuleTests {
    /// Prepares the tests. `None` if no move has several rules.
    pub(super) fn new(task: &PackedTask) -> Option<Self> {
        let rules = &task.reduced().ground.rules;
        if !rules.windows(2).any(|w| w[0].of == w[1].of) {
            return None;
        }
        let mut tests = WordTests::default();
        for rule in rules {
            tests.add(&rule.tests, task.layout());
        }
        Some(Self {
            tests,
            exclusive: task.rules_exclude_each_other(),
        })
    }

    /// Whether `rule` applies in `state` and no earlier rule of its move can apply there. If rules
    /// of the same move may apply in the same state, this is not known, and the result is always
    /// false.
    #[inline]
    pub(super) fn holds<const N: usize>(&self, rule: usize, state: Words<N>) -> bool {
        self.exclusive && self.tests.hold(rule, &state)
    }
}
