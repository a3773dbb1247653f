//! Finds which rules interfere, and which rules can make a test hold.

use super::rule_set::RuleSet;
use crate::compiled::PackedTask;
use crate::ground::{LabelSet, Rule, Test, Value, Write};
use crate::reduction::{DomainLabel, ReducedTask, modulus, shifted};

/// For each rule, the rules that interfere with it. `None` if all rules that can apply in the same
/// state interfere, as far as the analysis can tell.
pub(super) fn interfering(task: &PackedTask) -> Option<Vec<RuleSet>> {
    let reduced = task.reduced();
    let rules = &reduced.ground.rules;
    let domains = 0..reduced.ground.domains.len();
    let unique: Vec<_> = domains
        .map(|domain| task.counts().unique(reduced, domain))
        .collect();
    let required: Vec<_> = rules
        .iter()
        .map(|rule| Required::new(reduced, &unique, rule))
        .collect();
    let mut sets = vec![RuleSet::new(rules.len()); rules.len()];
    let mut independent = false;
    for (a, one) in rules.iter().enumerate() {
        for (b, other) in rules[..a].iter().enumerate() {
            let disturb = disturbs(reduced, one, other) || disturbs(reduced, other, one);
            if (disturb || !independent) && !required[a].excludes(&required[b]) {
                if disturb {
                    sets[a].insert(b);
                    sets[b].insert(a);
                } else {
                    independent = true;
                }
            }
        }
    }
    independent.then_some(sets)
}

/// What a rule requires of a state in which it applies.
struct Required {
    /// The tested positions, each with the labels that the rule allows there.
    labels: Vec<(usize, LabelSet)>,
    /// The labels that every state has exactly once and that the rule requires, each with the
    /// position where it must be.
    unique: Vec<(DomainLabel, usize)>,
}

impl Required {
    /// Collects the requirements of `rule`. `unique` has, for each domain, the labels that every
    /// state has exactly once.
    fn new(reduced: &ReducedTask, unique: &[LabelSet], rule: &Rule) -> Self {
        let mut required = Self {
            labels: Vec::new(),
            unique: Vec::new(),
        };
        for test in &rule.tests {
            if let Test::In { position, labels } = *test {
                required.labels.push((position, labels));
                let domain = reduced.ground.positions[position].domain;
                let only = labels.single().filter(|&label| unique[domain].has(label));
                let only = only.map(|label| ((domain, label), position));
                required.unique.extend(only);
            }
        }
        required
    }

    /// Whether no state meets both requirements: some position would need two labels, or a label
    /// that every state has exactly once would need two positions.
    fn excludes(&self, other: &Self) -> bool {
        self.labels.iter().any(|&(here, labels)| {
            let mut others = other.labels.iter();
            others.any(|&(there, others)| here == there && labels.both(others).is_empty())
        }) || self.unique.iter().any(|&(label, here)| {
            let mut others = other.unique.iter();
            others.any(|&(other, there)| label == other && here != there)
        })
    }
}

/// Whether `one` may make a test of `other` fail, or change what `other` writes.
fn disturbs(reduced: &ReducedTask, one: &Rule, other: &Rule) -> bool {
    one.writes.iter().any(|write| {
        let fails = other.tests.iter().any(|test| match *test {
            Test::In { position, labels } => {
                position == write.position && written(reduced, one, write).0 & !labels.0 != 0
            }
            Test::Same { one, other } => one == write.position || other == write.position,
        });
        fails || other.writes.iter().any(|later| depends(later, write))
    })
}

/// Whether the result of the write `one`, or of both writes together, depends on which write is
/// made first.
fn depends(one: &Write, other: &Write) -> bool {
    let copies = |to: &Write, from: usize| matches!(to.value, Value::Of { position, .. } if position == from);
    if one.position != other.position {
        return copies(one, other.position);
    }
    // Two additions to the same label have the same result in either order.
    let add = copies(one, one.position) && copies(other, one.position);
    let same = matches!((one.value, other.value), (Value::Label(a), Value::Label(b)) if a == b);
    !add && !same
}

/// The labels that `write` of `rule` may put into its position.
fn written(reduced: &ReducedTask, rule: &Rule, write: &Write) -> LabelSet {
    match write.value {
        Value::Label(label) => LabelSet::of(label),
        Value::Of { position, plus } => {
            let labels = reduced.under(&rule.tests, position);
            shifted(labels, plus, modulus(&reduced.ground, position))
        }
    }
}

/// The rules that can make `test` hold in a state in which it fails.
pub(super) fn achievers(reduced: &ReducedTask, test: &Test) -> RuleSet {
    let rules = &reduced.ground.rules;
    let mut all = RuleSet::new(rules.len());
    for (number, rule) in rules.iter().enumerate() {
        let achieves = |write: &Write| match *test {
            Test::In { position, labels } => {
                position == write.position
                    && reduced.under(&rule.tests, position).0 & !labels.0 != 0
                    && !written(reduced, rule, write).both(labels).is_empty()
            }
            Test::Same { one, other } => one == write.position || other == write.position,
        };
        if rule.writes.iter().any(achieves) {
            all.insert(number);
        }
    }
    all
}
