//! The labels that exactly one changing position has in every state, and how rules move them.

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Value};
use crate::reduction::ReducedTask;

/// The labels that the bound counts: exactly one changing position has each of them in every state.
pub(super) struct UniqueLabels {
    /// The labels with their domains. A label that more than half of the rules move is left out,
    /// unless there is no other label. Counting it would raise `along`, by which the sum of
    /// distances is divided.
    pub(super) labels: Vec<(usize, Label)>,
    /// The greatest number of these labels that one rule moves, at least 1.
    pub(super) along: usize,
}

pub(super) fn unique_labels(task: &PackedTask) -> UniqueLabels {
    let reduced = task.reduced();
    let mut all: Vec<(usize, Label)> = Vec::new();
    for domain in 0..reduced.ground.domains.len() {
        let unique = task.counts().unique(reduced, domain);
        all.extend(unique.labels().map(|label| (domain, label)));
    }
    let rules = &reduced.ground.rules;
    let everywhere = |&(domain, label): &(usize, Label)| {
        let moves = |rule: &&Rule| known(reduced, rule, domain, label).is_some();
        rules.iter().filter(moves).count() * 2 > rules.len()
    };
    let mut labels = all.clone();
    labels.retain(|label| !everywhere(label));
    if labels.is_empty() {
        labels = all;
    }
    let along = |rule: &Rule| steps(reduced, rule, &labels).count_labels();
    let along = rules.iter().map(along).max().unwrap_or(0).max(1);
    UniqueLabels { labels, along }
}

/// How a rule moves the *counted labels*, whose distances the heuristic sums.
struct LabelSteps {
    /// The counted labels that the rule moves in every state: for each, the index of the label, and
    /// the positions from which and to which the rule moves it.
    known: Vec<(usize, usize, usize)>,
    /// For each label that the rule copies and that may be a counted label, the positions from
    /// which and to which the rule copies it.
    copies: Vec<(usize, usize)>,
}

impl LabelSteps {
    fn count_labels(&self) -> usize {
        let mut from: Vec<usize> = self.copies.iter().map(|&(from, _)| from).collect();
        from.sort_unstable();
        from.dedup();
        self.known.len() + from.len()
    }
}

/// The positions from which and to which `rule` moves `label`. `None` if the rule does not contain
/// both a write of the label and a write to a position that certainly has the label.
pub(super) fn known(
    reduced: &ReducedTask,
    rule: &Rule,
    domain: usize,
    label: Label,
) -> Option<(usize, usize)> {
    let of = |p: usize| reduced.ground.positions[p].domain == domain;
    let to = rule
        .writes
        .iter()
        .find(|w| of(w.position) && w.value == Value::Label(label))?;
    let from = rule.writes.iter().find(|w| {
        of(w.position) && reduced.under(&rule.tests, w.position) == LabelSet::of(label)
    })?;
    Some((from.position, to.position))
}

fn steps(reduced: &ReducedTask, rule: &Rule, counted: &[(usize, Label)]) -> LabelSteps {
    let known = counted
        .iter()
        .enumerate()
        .filter_map(|(i, &(domain, label))| {
            let (from, to) = known(reduced, rule, domain, label)?;
            Some((i, from, to))
        });
    let copies = rule.writes.iter().filter_map(|write| match write.value {
        Value::Of { position: from, .. } if from != write.position => {
            let domain = reduced.ground.positions[from].domain;
            let labels = reduced.under(&rule.tests, from);
            let may = counted
                .iter()
                .any(|&(d, label)| d == domain && labels.has(label));
            may.then_some((from, write.position))
        }
        _ => None,
    });
    LabelSteps {
        known: known.collect(),
        copies: copies.collect(),
    }
}
