//! How a rule changes a potential, as read from its tests and writes.

use std::collections::BTreeMap;

use crate::ground::{Label, Rule, Value, first_alike};
use crate::reduction::{ReducedTask, added, modulus};

/// How a rule changes a potential.
pub(super) struct Change {
    /// The part of the change that is the same in every state.
    pub(super) always: i64,
    /// For each position whose label changes the rest, what each of its labels adds.
    pub(super) depends: Vec<(usize, Vec<(Label, i64)>)>,
}

impl Change {
    pub(super) fn new(
        reduced: &ReducedTask,
        rule: &Rule,
        number: &impl Fn(usize, Label) -> i32,
    ) -> Self {
        let mut always = 0;
        // What each label of a position adds. Positions that must be alike are taken together.
        let mut depends: BTreeMap<usize, Vec<(Label, i64)>> = BTreeMap::new();
        let mut add = |position: usize, of: &dyn Fn(Label) -> i64| {
            let position = first_alike(&rule.tests, position);
            let labels = reduced.under(&rule.tests, position).labels();
            let by_label = depends.entry(position);
            let by_label = by_label.or_insert_with(|| labels.map(|label| (label, 0)).collect());
            for (label, sum) in by_label {
                *sum += of(*label);
            }
        };
        for write in &rule.writes {
            let put = |label| i64::from(number(write.position, label));
            add(write.position, &|label| -put(label));
            match write.value {
                Value::Label(label) => always += put(label),
                Value::Of { position, plus } => {
                    let modulus = modulus(&reduced.ground, position);
                    add(position, &|label| put(added(label, plus, modulus)));
                }
            }
        }
        depends.retain(|_, by_label| {
            let same = by_label.iter().all(|&(_, sum)| sum == by_label[0].1);
            if same {
                always += by_label.first().map_or(0, |&(_, sum)| sum);
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
        let sums = |(_, by_label): &(usize, Vec<(Label, i64)>)| {
            by_label.iter().map(|&(_, sum)| sum).min().unwrap_or(0)
        };
        self.always + self.depends.iter().map(sums).sum::<i64>()
    }

    /// The greatest change, or more.
    pub(super) fn greatest(&self) -> i64 {
        let sums = |(_, by_label): &(usize, Vec<(Label, i64)>)| {
            by_label.iter().map(|&(_, sum)| sum).max().unwrap_or(0)
        };
        self.always + self.depends.iter().map(sums).sum::<i64>()
    }
}
