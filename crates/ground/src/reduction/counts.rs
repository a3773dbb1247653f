//! Finds the labels whose number of occurrences no move changes.

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

impl KeptCounts {
    /// Finds the labels whose number of occurrences no rule of `reduced` changes.
    pub fn new(reduced: &ReducedTask) -> Self {
        let ground = &reduced.ground;
        let mut kept: Vec<LabelSet> = ground
            .domains
            .iter()
            .map(|domain| LabelSet(u64::MAX >> (64 - domain.labels.len())))
            .collect();
        let mut counts = vec![[0_i32; 64]; kept.len()];
        let mut used: Vec<(usize, Label)> = Vec::new();
        for rule in ground.rules.iter().chain(ground.consequences.rules()) {
            let under = |position| reduced.under(&rule.tests, position);
            // For each position whose old label is unknown, how often the rule writes that label
            // minus how often the rule removes it.
            let mut moved: Vec<(usize, i32)> = Vec::new();
            let mut note = |domain: usize, position: usize, by: i32| {
                if let Some(label) = under(position).single() {
                    counts[domain][usize::from(label)] += by;
                    used.push((domain, label));
                    return;
                }
                let position = first_alike(&rule.tests, position);
                match moved.iter_mut().find(|(p, _)| *p == position) {
                    Some((_, times)) => *times += by,
                    None => moved.push((position, by)),
                }
            };
            let mut unknown = Vec::new();
            let mut put = Vec::new();
            for write in &rule.writes {
                let domain = ground.positions[write.position].domain;
                note(domain, write.position, -1);
                match write.value {
                    Value::Label(label) => put.push((domain, label)),
                    Value::Of { position, plus: 0 } => note(domain, position, 1),
                    Value::Of { position, plus } => {
                        let modulus = ground.domains[domain].labels.len();
                        unknown.push((domain, shifted(under(position), plus, modulus)));
                    }
                }
            }
            for (domain, label) in put {
                counts[domain][usize::from(label)] += 1;
                used.push((domain, label));
            }
            for (position, times) in moved {
                if times != 0 {
                    unknown.push((ground.positions[position].domain, under(position)));
                }
            }
            for (domain, labels) in unknown {
                kept[domain].0 &= !labels.0;
            }
            for (domain, label) in used.drain(..) {
                if std::mem::take(&mut counts[domain][usize::from(label)]) != 0 {
                    kept[domain].0 &= !LabelSet::of(label).0;
                }
            }
        }
        Self { kept }
    }

    /// The labels of `domain` that every state has at exactly one changing position; the empty set
    /// if the start is not known.
    pub fn unique(&self, reduced: &ReducedTask, domain: usize) -> LabelSet {
        let Some(start) = &reduced.start else {
            return LabelSet::default();
        };
        let mut once = LabelSet::default();
        let mut more = LabelSet::default();
        for position in reduced.changing() {
            if reduced.ground.positions[position].domain == domain {
                let label = LabelSet::of(start[position]);
                more.0 |= once.0 & label.0;
                once.0 |= label.0;
            }
        }
        LabelSet(once.0 & !more.0).both(self.kept[domain])
    }

    /// For each domain and label, the number of changing positions that have the label. `None` if
    /// moves change that number, or if the start is not known.
    pub fn numbers(&self, reduced: &ReducedTask) -> Vec<[Option<u32>; 64]> {
        let count = |(domain, kept): (usize, &LabelSet)| {
            let mut counts = [None; 64];
            if let Some(start) = &reduced.start {
                for label in kept.labels() {
                    let has = |&p: &usize| {
                        reduced.ground.positions[p].domain == domain && start[p] == label
                    };
                    let number = reduced.changing().filter(has).count();
                    counts[usize::from(label)] = Some(number as u32);
                }
            }
            counts
        };
        self.kept.iter().enumerate().map(count).collect()
    }
}
