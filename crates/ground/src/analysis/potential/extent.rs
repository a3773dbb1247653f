//! How great a potential can be.

use std::collections::BTreeMap;

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet};

/// The greatest potential of a goal, or more; `None` if there is no goal.
pub(super) fn greatest_of_goals(
    task: &PackedTask,
    number: &impl Fn(usize, Label) -> i32,
) -> Option<i64> {
    let reduced = task.reduced();
    let goals = reduced.ground.goals.iter();
    goals
        .map(|goal| greatest(task, number, |p| reduced.under(goal, p)))
        .max()
}

/// The greatest potential of the states in which each position has one of the labels that it is
/// `allowed`, or more. A label that every state has exactly once counts once: at the position that
/// must have it or, if there is none, where its number is greatest.
pub(super) fn greatest(
    task: &PackedTask,
    number: &impl Fn(usize, Label) -> i32,
    allowed: impl Fn(usize) -> LabelSet,
) -> i64 {
    let reduced = task.reduced();
    let domains = 0..reduced.ground.domains.len();
    let once = domains.map(|domain| task.counts().unique(reduced, domain));
    let once: Vec<LabelSet> = once.collect();
    // For each label that every state has once, whether some position must have it, and its number.
    let mut of_once: BTreeMap<(usize, Label), (bool, i32)> = BTreeMap::new();
    let mut sum = 0;
    for position in reduced.changing() {
        let domain = reduced.ground.positions[position].domain;
        let labels = allowed(position);
        let must = labels.len() == 1;
        let others = labels.labels().map(|label| {
            let number = number(position, label);
            if !once[domain].has(label) {
                return number;
            }
            let here = (must, number);
            let most = of_once.entry((domain, label)).or_insert(here);
            *most = here.max(*most);
            // The position adds nothing itself.
            0
        });
        sum += i64::from(others.max().unwrap_or(0));
    }
    let once = of_once.values().map(|&(_, number)| i64::from(number));
    sum + once.sum::<i64>()
}
