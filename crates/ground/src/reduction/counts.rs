//! Finds the labels whose number of occurrences no move changes.

use std::collections::BTreeMap;

use super::{ReducedTask, shifted};
use crate::ground::{Label, LabelSet, Value, first_alike};

/// For each domain, the labels that occur in every state as often as at the start.
///
/// Positions that never change are not counted. The analysis compares the labels that each rule
/// removes with those that it writes. If a rule overwrites a position and copies its old label to
/// another position, the two cancel out, even if it is unknown which label that is. So do two
/// positions whose labels the rule demands to be the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptCounts {
    /// For each domain, the labels whose number of occurrences no rule changes.
    pub kept: Vec<LabelSet>,
}

/// What a rule writes or removes: a known label, or the unknown label that a position had before.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Content {
    Label(Label),
    OldOf(usize),
}

impl KeptCounts {
    /// Finds the labels whose number of occurrences no rule of `reduced` changes.
    pub fn new(reduced: &ReducedTask) -> Self {
        let ground = &reduced.ground;
        let mut kept: Vec<LabelSet> = ground
            .domains
            .iter()
            .map(|domain| LabelSet(u64::MAX >> (64 - domain.labels.len())))
            .collect();
        for rule in reduced.rules() {
            let under = |position| reduced.under(&rule.tests, position);
            let content = |position| match under(position).single() {
                Some(label) => Content::Label(label),
                None => Content::OldOf(first_alike(&rule.tests, position)),
            };
            // How often the rule writes something minus how often it removes it.
            let mut balance: BTreeMap<(usize, Content), i32> = BTreeMap::new();
            for write in &rule.writes {
                let domain = ground.positions[write.position].domain;
                *balance
                    .entry((domain, content(write.position)))
                    .or_default() -= 1;
                let written = match write.value {
                    Value::Label(label) => Content::Label(label),
                    Value::Of { position, plus: 0 } => content(position),
                    Value::Of { position, plus } => {
                        let modulus = ground.domains[domain].labels.len();
                        kept[domain].0 &= !shifted(under(position), plus, modulus).0;
                        continue;
                    }
                };
                *balance.entry((domain, written)).or_default() += 1;
            }
            for ((domain, content), times) in balance {
                let labels = match content {
                    Content::Label(label) => LabelSet::of(label),
                    Content::OldOf(position) => under(position),
                };
                if times != 0 {
                    kept[domain].0 &= !labels.0;
                }
            }
        }
        Self { kept }
    }

    /// For each domain, the labels that every state has at exactly one changing position; the empty
    /// set if the start is not known.
    pub fn unique(&self, reduced: &ReducedTask) -> Vec<LabelSet> {
        let unique = |numbers: [Option<u32>; 64]| {
            let once = (0..64).filter(|&label| numbers[label] == Some(1));
            LabelSet(once.fold(0, |set, label| set | 1 << label))
        };
        self.numbers(reduced).into_iter().map(unique).collect()
    }

    /// For each domain and label, the number of changing positions that have the label. `None` if
    /// moves change that number, or if the start is not known.
    pub fn numbers(&self, reduced: &ReducedTask) -> Vec<[Option<u32>; 64]> {
        match &reduced.start {
            Some(start) => self.numbers_in(reduced, start),
            None => vec![[None; 64]; self.kept.len()],
        }
    }

    /// For each domain and label, the number of changing positions that have the label in the state
    /// with these labels. `None` if moves change that number.
    pub(crate) fn numbers_in(
        &self,
        reduced: &ReducedTask,
        labels: &[Label],
    ) -> Vec<[Option<u32>; 64]> {
        let zero = |kept: &LabelSet| std::array::from_fn(|l| kept.has(l as Label).then_some(0));
        let mut numbers: Vec<[Option<u32>; 64]> = self.kept.iter().map(zero).collect();
        for position in reduced.changing() {
            let domain = reduced.ground.positions[position].domain;
            if let Some(number) = &mut numbers[domain][usize::from(labels[position])] {
                *number += 1;
            }
        }
        numbers
    }
}
