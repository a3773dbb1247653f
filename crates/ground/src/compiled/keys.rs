//! Divides rules by tests that hold rarely.
//!
//! If a puzzle has thousands of rules, most of them fail because they require a rare label at a
//! certain position. So the *key* of a rule is its test that holds most rarely.

use std::collections::BTreeMap;

use super::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Test};

/// A test can be a key only if it holds in at most this share of the states, as far as can be
/// estimated.
const RARE: f64 = 0.125;
/// A test can be a key only if it allows at most this many labels.
const MOST_KEY_LABELS: usize = 4;

/// A label and the position that has the label.
pub(super) type Key = (Label, usize);

/// For each label and position that the key of some rule allows, the indices of the rules with such
/// a key. The list of `None` has the rules without a key.
pub(super) fn by_key(task: &PackedTask, rules: &[Rule]) -> BTreeMap<Option<Key>, Vec<usize>> {
    let shares = Shares::new(task);
    let mut lists = BTreeMap::from([(None, Vec::new())]);
    for (number, rule) in rules.iter().enumerate() {
        let rare = rule.tests.iter().filter_map(|test| match *test {
            Test::In { position, labels } if labels.len() <= MOST_KEY_LABELS => {
                let share = shares.of(position, labels);
                (share <= RARE).then_some((share, position, labels))
            }
            _ => None,
        });
        match rare.min_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((_, position, labels)) => {
                for label in labels.labels() {
                    let list = lists.entry(Some((label, position))).or_default();
                    list.push(number);
                }
            }
            None => lists.entry(None).or_default().push(number),
        }
    }
    lists
}

/// Estimates how often a position has a label.
struct Shares<'a> {
    task: &'a PackedTask,
    /// For each domain, the number of its positions that may change.
    changing: Vec<u32>,
    /// For each domain and label, how many of these positions have the label, if moves do not change
    /// that.
    numbers: Vec<[Option<u32>; 64]>,
}

impl<'a> Shares<'a> {
    fn new(task: &'a PackedTask) -> Self {
        let reduced = task.reduced();
        let mut changing = vec![0; reduced.ground.domains.len()];
        for position in reduced.changing() {
            changing[reduced.ground.positions[position].domain] += 1;
        }
        Self {
            task,
            changing,
            numbers: task.counts().numbers(reduced),
        }
    }

    /// The share of the states in which the changing position `position` has one of `labels`.
    fn of(&self, position: usize, labels: LabelSet) -> f64 {
        let reduced = self.task.reduced();
        let domain = reduced.ground.positions[position].domain;
        let share = |label: Label| match self.numbers[domain][usize::from(label)] {
            Some(number) => f64::from(number) / f64::from(self.changing[domain]),
            None => 1.0 / reduced.sets[position].len() as f64,
        };
        labels.labels().map(share).sum()
    }
}
