//! The labels that exactly one changing position has in every state, and how rules move them.

use std::collections::HashSet;

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
    for (domain, unique) in task.counts().unique(reduced).into_iter().enumerate() {
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
    let along = rules.iter().map(|rule| moved(reduced, rule, &labels));
    let along = along.max().unwrap_or(0).max(1);
    UniqueLabels { labels, along }
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

/// The number of the labels `counted` that `rule` moves or, if it copies labels, may move.
fn moved(reduced: &ReducedTask, rule: &Rule, counted: &[(usize, Label)]) -> usize {
    let known = counted
        .iter()
        .filter(|&&(domain, label)| known(reduced, rule, domain, label).is_some());
    let copied = rule.writes.iter().filter_map(|write| match write.value {
        Value::Of { position: from, .. } if from != write.position => {
            let domain = reduced.ground.positions[from].domain;
            let labels = reduced.under(&rule.tests, from);
            let may = |&(d, label): &(usize, Label)| d == domain && labels.has(label);
            counted.iter().any(may).then_some(from)
        }
        _ => None,
    });
    known.count() + copied.collect::<HashSet<_>>().len()
}
