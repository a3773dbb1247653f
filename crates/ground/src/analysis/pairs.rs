//! Counts the pairs of rules that undo each other or commute, for the summary of a puzzle.

use fewest_rules::{Operators, Then, grouped};

use super::by_rule::{ByRule, OnlyPlaces};
use crate::compiled::PackedTask;

/// The pairs of rules are examined only if there are at most this many rules.
const MOST_RULES: usize = 256;
/// The pairs of rules are examined only if at most this many comparisons of a test or write with
/// another are needed.
const MOST_WORK: usize = 1 << 26;

/// The number of sequences of two rules, and how many of them a search can skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RulePairs {
    /// The number of sequences of two rules that may be legal.
    pub all: u64,
    /// The number of sequences of two rules that end in the state where they began.
    pub back: u64,
    /// The number of sequences that lead to the same state as the same two rules in the other
    /// order. Of the two orders, only the one that a search skips is counted.
    pub commuting: u64,
}

impl RulePairs {
    /// Counts the pairs of rules of `task`. `None` if rules have consequences, if there are more
    /// than 256 rules, or if the rules are too long.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let ground = &task.reduced().ground;
        if !ground.consequences.is_empty() {
            return None;
        }
        let rules = ground.rules.len();
        let sizes = ground
            .rules
            .iter()
            .map(|rule| rule.tests.len() + rule.writes.len());
        let work = (rules * sizes.max().unwrap_or(0)).checked_pow(2);
        if rules > MOST_RULES || work.is_none_or(|work| work > MOST_WORK) {
            return None;
        }
        let puzzle = ByRule::new(OnlyPlaces, task, None);
        let nothing = puzzle.nothing();
        let singles = (0..rules).map(|rule| match puzzle.then(&nothing, rule) {
            Then::Known(single) => Some(single),
            _ => None,
        });
        let singles: Vec<_> = singles.collect();
        let pair = |first: usize, second: usize| match puzzle.then(singles[first].as_ref()?, second)
        {
            Then::Known(pair) => Some(pair),
            _ => None,
        };
        let mut pairs = Self::default();
        for (first, single) in singles.iter().enumerate() {
            let behind = single.as_ref().map(|single| puzzle.behind(single));
            for second in behind.into_iter().flatten() {
                let Some(known) = pair(first, second) else {
                    continue;
                };
                pairs.all += 1;
                if puzzle.replaces(&nothing, &known) {
                    pairs.back += 1;
                } else if second < first
                    && pair(second, first).is_some_and(|other| puzzle.replaces(&other, &known))
                {
                    pairs.commuting += 1;
                }
            }
        }
        Some(pairs)
    }

    /// The line about the pairs of rules in the summary of a puzzle; `None` if no pair can be
    /// skipped.
    pub(super) fn line(&self) -> Option<String> {
        let number = |n: u64| grouped(&n.to_string());
        (self.back + self.commuting > 0).then(|| {
            format!(
                "of {} sequences of two rules {} lead back and {} commute: not tried in depth",
                number(self.all),
                number(self.back),
                number(self.commuting),
            )
        })
    }
}
