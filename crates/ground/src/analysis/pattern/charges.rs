//! Which moves cost something in which pattern, so that the bounds of the patterns may be added.
//!
//! A move is charged to the pattern that keeps the label which the move carries. What it carries is
//! told by the rule and, if the rule copies a label, by the label that it copies. So a move has one
//! such label, the label belongs to one pattern, and no move is charged twice, whatever else the
//! rule does. In the smaller puzzle of the pattern, the label is still distinct from all others.

use fewest_rules::Cost;

use crate::analysis::unique_labels::unique_labels;
use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Value};
use crate::reduction::{DomainLabel, ReducedTask};

/// When a move of a smaller puzzle costs 1. Otherwise it is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charge {
    Never,
    Always,
    /// If the position has one of these labels before the move.
    If {
        position: usize,
        labels: LabelSet,
    },
}

impl Charge {
    /// The cost of a move from a state in which a position has the label `label_at`.
    pub(super) fn cost(self, label_at: impl FnOnce(usize) -> Label) -> Cost {
        let charged = match self {
            Self::Never => false,
            Self::Always => true,
            Self::If { position, labels } => labels.has(label_at(position)),
        };
        if charged { Cost::One } else { Cost::Free }
    }
}

/// The label by which moves are charged.
enum Carried {
    /// This label, which the rule writes.
    Label(DomainLabel),
    /// The label of a position in this domain, which the rule copies.
    From { domain: usize, position: usize },
}

/// For each pattern of `keeps`, which gives the domain and the labels that the pattern keeps, the
/// charge of each rule of `task`.
pub(super) fn charges(task: &PackedTask, keeps: &[(usize, LabelSet)]) -> Vec<Vec<Charge>> {
    let reduced = task.reduced();
    let mut counted = vec![LabelSet::default(); reduced.ground.domains.len()];
    for (domain, label) in unique_labels(task).labels {
        counted[domain].0 |= LabelSet::of(label).0;
    }
    let rules = reduced.ground.rules.iter();
    let carried: Vec<_> = rules.map(|rule| carried(reduced, rule, &counted)).collect();
    let of_pattern = |&(domain, keep): &(usize, LabelSet)| {
        // A label that several patterns keep, such as the selecting label, belongs to the first.
        let own = keep.both(counted[domain]);
        counted[domain].0 &= !own.0;
        let charge = |carried: &Option<Carried>| match *carried {
            Some(Carried::Label((of, label))) if of == domain && own.has(label) => Charge::Always,
            Some(Carried::From {
                domain: of,
                position,
            }) if of == domain => Charge::If {
                position,
                labels: own,
            },
            _ => Charge::Never,
        };
        carried.iter().map(charge).collect()
    };
    keeps.iter().map(of_pattern).collect()
}

/// The label by which moves of `rule` are charged: the first of the `counted` labels that the rule
/// writes or may copy.
fn carried(reduced: &ReducedTask, rule: &Rule, counted: &[LabelSet]) -> Option<Carried> {
    rule.writes.iter().find_map(|write| {
        let domain = reduced.ground.positions[write.position].domain;
        match write.value {
            Value::Label(label) => {
                let counts = counted[domain].has(label);
                counts.then_some(Carried::Label((domain, label)))
            }
            Value::Of { position, .. } => {
                let copied = reduced.under(&rule.tests, position);
                let counts = position != write.position && !copied.both(counted[domain]).is_empty();
                counts.then_some(Carried::From { domain, position })
            }
        }
    })
}

/// Whether no rule is charged twice in the same state. `charges` has, for each table, the charge of
/// each rule.
pub(super) fn share_no_cost(charges: &[Vec<Charge>]) -> bool {
    let rules = charges.first().map_or(0, Vec::len);
    (0..rules).all(|rule| {
        let charged = charges.iter().map(|charges| charges[rule]);
        let charged: Vec<Charge> = charged.filter(|&charge| charge != Charge::Never).collect();
        let apart = |one: &Charge, other: &Charge| match (one, other) {
            (
                Charge::If { position, labels },
                Charge::If {
                    position: same,
                    labels: others,
                },
            ) => position == same && labels.both(*others).is_empty(),
            _ => false,
        };
        charged
            .iter()
            .enumerate()
            .all(|(i, one)| charged[..i].iter().all(|other| apart(one, other)))
    })
}

#[cfg(test)]
mod tests {
    use super::{Charge, share_no_cost};
    use crate::ground::LabelSet;

    #[test]
    fn a_rule_is_charged_once() {
        let labels = |labels| Charge::If {
            position: 3,
            labels: LabelSet(labels),
        };
        let elsewhere = Charge::If {
            position: 4,
            labels: LabelSet(1),
        };
        let pairs = [
            (Charge::Always, Charge::Never, true),
            (Charge::Always, Charge::Always, false),
            (Charge::Always, labels(1), false),
            (labels(1), labels(6), true),
            (labels(3), labels(6), false),
            (labels(2), elsewhere, false),
        ];
        for (one, other, shared) in pairs {
            let both = [vec![Charge::Never, one], vec![Charge::Always, other]];
            assert_eq!(share_no_cost(&both), shared, "{one:?} {other:?}");
        }
        assert!(share_no_cost(&[]));
    }
}
