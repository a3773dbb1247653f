//! How a rule changes a potential, as read from its tests and writes.

use std::collections::BTreeMap;

use super::features::{Feature, Features};
use crate::ground::{Label, Rule, Value, first_alike};
use crate::reduction::{ReducedTask, added, modulus};

/// How a rule changes a potential.
pub(super) struct Change {
    /// The part of the change that is the same in every state.
    pub(super) always: i64,
    /// For each feature whose labels change the rest, what each pair of its labels adds.
    pub(super) depends: Vec<([usize; 2], ByLabels)>,
}

/// A number for each pair of labels of two positions. If there is only one position, both are equal.
pub(super) type ByLabels = Vec<([Label; 2], i64)>;

/// For a kind of features and the labels that the positions of one have after a rule, as the rule
/// finds them: how often there is such a feature after the rule, less how often before it. A feature
/// that the rule carries along has the same labels before and after it, so it is left out.
pub(super) fn not_carried<F: Fn(usize, [Label; 2]) -> i32>(
    reduced: &ReducedTask,
    rule: &Rule,
    features: &Features<F>,
) -> BTreeMap<(usize, [Value; 2]), i64> {
    // Positions that must be alike are taken for one, and what has only one label for this label.
    let known = |value: Value| {
        let Value::Of { position, plus } = value else {
            return value;
        };
        let first = first_alike(&rule.tests, position);
        match reduced.under(&rule.tests, first).single() {
            None => Value::Of {
                position: first,
                plus,
            },
            Some(label) => Value::Label(added(label, plus, modulus(&reduced.ground, first))),
        }
    };
    let before = |position| Value::Of { position, plus: 0 };
    let after = |position| {
        let mut writes = rule.writes.iter();
        let write = writes.find(|write| write.position == position);
        write.map_or(before(position), |write| write.value)
    };
    let mut times = BTreeMap::new();
    for Feature { positions, kind } in features.written(rule) {
        for (values, by) in [(positions.map(before), -1), (positions.map(after), 1)] {
            let mut values = values.map(known);
            values.sort_unstable();
            *times.entry((*kind, values)).or_default() += by;
        }
    }
    times.retain(|_, times| *times != 0);
    times
}

impl Change {
    pub(super) fn new<F: Fn(usize, [Label; 2]) -> i32>(
        reduced: &ReducedTask,
        rule: &Rule,
        features: &Features<F>,
    ) -> Self {
        let mut always = 0;
        let mut depends: BTreeMap<[usize; 2], ByLabels> = BTreeMap::new();
        for ((kind, values), times) in not_carried(reduced, rule, features) {
            let label = |value, positions: [usize; 2], labels: [Label; 2]| match value {
                Value::Label(label) => label,
                Value::Of { position, plus } => {
                    let at = usize::from(position != positions[0]);
                    added(labels[at], plus, modulus(&reduced.ground, position))
                }
            };
            let mut of = values.iter().filter_map(|value| match value {
                Value::Of { position, .. } => Some(*position),
                Value::Label(_) => None,
            });
            let Some(one) = of.next() else {
                let labels = values.map(|value| label(value, [0; 2], [0; 2]));
                always += times * i64::from(features.number(kind, labels));
                continue;
            };
            let positions = [one, of.next().unwrap_or(one)];
            let by_labels = depends.entry(positions).or_insert_with(|| {
                let source = Feature { positions, kind };
                let all = source.labels(reduced, &rule.tests);
                all.map(|labels| (labels, 0)).collect()
            });
            for (labels, sum) in by_labels {
                let labels = values.map(|value| label(value, positions, *labels));
                *sum += times * i64::from(features.number(kind, labels));
            }
        }
        depends.retain(|_, by_labels| {
            let same = by_labels.iter().all(|&(_, sum)| sum == by_labels[0].1);
            if same {
                always += by_labels.first().map_or(0, |&(_, sum)| sum);
            }
            !same
        });
        Self {
            always,
            depends: depends.into_iter().collect(),
        }
    }

    pub(super) fn is_any(&self) -> bool {
        self.always != 0 || !self.depends.is_empty()
    }

    /// The least change in a state in which the tests hold, or less.
    pub(super) fn least(&self) -> i64 {
        let sums = |(_, by_labels): &(_, ByLabels)| {
            by_labels.iter().map(|&(_, sum)| sum).min().unwrap_or(0)
        };
        self.always + self.depends.iter().map(sums).sum::<i64>()
    }

    /// The greatest change, or more.
    pub(super) fn greatest(&self) -> i64 {
        let sums = |(_, by_labels): &(_, ByLabels)| {
            by_labels.iter().map(|&(_, sum)| sum).max().unwrap_or(0)
        };
        self.always + self.depends.iter().map(sums).sum::<i64>()
    }
}
