//! Divides the costs of moves among patterns, so that the bounds of the patterns may be added.
//!
//! A pattern database needs the cost of a rule only if the rule lowers one of the database's
//! distances. Otherwise the database leaves the cost of this rule to the next one. So each move of a
//! path lowers the distance in at most one database, and by at most 1. (J. Seipp, T. Keller and
//! M. Helmert, "Saturated cost partitioning for optimal classical planning", 2020.)
//!
//! A rule that copies a label is divided further, by the label that it copies. For example, the
//! moves of a blank are divided by the tile that changes its place.

use super::charge::{ALL, Charge};
use super::smaller::Pattern;
use crate::analysis::unique_labels::unique_labels;
use crate::compiled::PackedTask;
use crate::ground::{LabelSet, Rule, Value};
use crate::reduction::ReducedTask;

/// The costs that no pattern has taken yet.
pub(super) struct CostsLeft {
    rules: Vec<RuleCost>,
}

struct RuleCost {
    /// The first label that the rule carries among those that exactly one position has: its domain,
    /// and what it may be.
    carried: Option<(usize, LabelSet)>,
    left: Charge,
}

impl CostsLeft {
    /// The costs of the rules of `task`: 1 for each move.
    pub(super) fn new(task: &PackedTask) -> Self {
        let reduced = task.reduced();
        let mut counted = vec![LabelSet::default(); reduced.ground.domains.len()];
        for (domain, label) in unique_labels(task).labels {
            counted[domain].0 |= LabelSet::of(label).0;
        }
        let rules = reduced.ground.rules.iter();
        Self {
            rules: rules.map(|rule| cost(reduced, rule, &counted)).collect(),
        }
    }

    /// For each rule, what `pattern` may take of its cost.
    pub(super) fn offered(&self, pattern: &Pattern) -> Vec<Charge> {
        let rules = self.rules.iter();
        rules.map(|rule| rule.offered(pattern)).collect()
    }

    /// Takes from the cost of each rule what a pattern needs. `false` if some of it is not left, so
    /// that it would count twice.
    pub(super) fn take(&mut self, needed: &[Charge]) -> bool {
        let mut rules = self.rules.iter_mut().zip(needed);
        rules.all(|(rule, &Charge { position, labels })| {
            let is_left = position == rule.left.position && labels.both(rule.left.labels) == labels;
            rule.left.labels.0 &= !labels.0;
            is_left || labels.is_empty()
        })
    }
}

impl RuleCost {
    fn offered(&self, pattern: &Pattern) -> Charge {
        let Charge { position, labels } = self.left;
        let own = match *pattern {
            Pattern::Labels {
                domain,
                charged: Some(charged),
                ..
            } => match self.carried {
                Some((of, labels)) if of == domain => match labels.both(charged) {
                    LabelSet(0) => return Charge::NEVER,
                    some if some == labels => ALL,
                    _ => charged,
                },
                _ => return Charge::NEVER,
            },
            // Whatever `position` is, the smaller puzzle may not know which label it has.
            _ if labels == ALL => ALL,
            _ => return Charge::NEVER,
        };
        Charge {
            position,
            labels: labels.both(own),
        }
    }
}

/// The cost of `rule`, which may be divided if the rule copies a `counted` label.
fn cost(reduced: &ReducedTask, rule: &Rule, counted: &[LabelSet]) -> RuleCost {
    let carried = rule.writes.iter().find_map(|write| {
        let domain = reduced.ground.positions[write.position].domain;
        let (position, labels) = match write.value {
            Value::Label(label) => (write.position, LabelSet::of(label)),
            Value::Of { position, .. } if position == write.position => return None,
            Value::Of { position, .. } => (position, reduced.under(&rule.tests, position)),
        };
        let counts = !labels.both(counted[domain]).is_empty();
        counts.then_some((domain, position, labels))
    });
    RuleCost {
        carried: carried.map(|(domain, _, labels)| (domain, labels)),
        left: Charge {
            position: carried.map_or(0, |(_, position, _)| position),
            labels: ALL,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Charge, CostsLeft, Pattern, RuleCost};
    use crate::ground::LabelSet;

    /// A rule copies one of three labels from position 3. Whatever patterns take is offered to no
    /// other one.
    #[test]
    fn no_part_of_a_cost_is_taken_twice() {
        let of = |charged| Pattern::Labels {
            domain: 0,
            keep: LabelSet(charged),
            charged: Some(LabelSet(charged)),
        };
        let carried = Some((0, LabelSet(0b1110)));
        let left = Charge {
            position: 3,
            labels: ALL,
        };
        let mut costs = CostsLeft {
            rules: vec![RuleCost { carried, left }],
        };
        let mut labels_of = |pattern: &Pattern, takes: bool| {
            let offered = costs.offered(pattern);
            assert!(!takes || costs.take(&offered));
            offered[0].labels
        };
        let everything = Pattern::Positions(vec![0]);
        assert_eq!(labels_of(&everything, false), ALL);
        assert_eq!(labels_of(&of(0b10000), true), LabelSet(0));
        assert_eq!(labels_of(&of(0b1110), false), ALL);
        assert_eq!(labels_of(&of(0b0110), true), LabelSet(0b0110));
        assert_eq!(labels_of(&of(0b1100), true), LabelSet(0b1000));
        assert_eq!(labels_of(&of(0b0010), true), LabelSet(0));
        assert_eq!(labels_of(&everything, true), LabelSet(0));
        assert!(!costs.take(&[left]));
    }
}
