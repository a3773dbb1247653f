//! Potentials that add up the distances of labels to their goal positions.
//!
//! A label that every state has exactly once moves from position to position. The *distance* of
//! such a label is the number of moves on a shortest path to a position where a goal allows the
//! label, as if no other label restricted it. What consequences do costs nothing.

use std::collections::VecDeque;

use super::{Measure, NO_WAY, PotentialHeuristic, facts};
use crate::analysis::unique_labels::{known, unique_labels};
use crate::compiled::PackedTask;
use crate::ground::{Label, Rule, Value};
use crate::reduction::ReducedTask;

/// The greatest number of labels whose distances are added up, so that the sum fits into 32 bits.
const MOST_LABELS: usize = 1 << 10;

impl PotentialHeuristic {
    /// Adds up the distances of all labels that every state has exactly once, as numbers of moves
    /// or, if `in_costs` is set, as costs of moves. `None` if the rules give no bound above 0, if a
    /// distance is too great, or if there are too many labels.
    pub fn travel(task: &PackedTask, in_costs: bool) -> Option<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        let cost = |rule: &Rule| if in_costs { rule.cost } else { 1 };
        let unique = unique_labels(task).labels;
        let labels = unique.len();
        if labels > MOST_LABELS {
            return None;
        }
        // For each domain and label, the distances from all positions; empty for other labels.
        let mut of = vec![vec![Vec::new(); crate::ground::MOST_LABELS]; ground.domains.len()];
        for (domain, label) in unique {
            of[domain][usize::from(label)] = distances(reduced, domain, label, cost);
        }
        if of.iter().flatten().flatten().all(|&distance| distance == 0) {
            return None;
        }
        let number = |position: usize, label: Label| {
            let distances = &of[ground.positions[position].domain][usize::from(label)];
            distances.get(position).copied().unwrap_or(0)
        };
        let measure = Measure::Distances { labels, in_costs };
        let potential = Self::new(task, measure, &facts(reduced, number), cost)?;
        potential.lowered().map(|_| potential)
    }
}

/// The distances of a label from every position to the nearest position where a goal allows the
/// label, as if no other label restricted it. They are found by a search backwards.
fn distances(
    reduced: &ReducedTask,
    domain: usize,
    label: Label,
    cost: impl Fn(&Rule) -> u16,
) -> Vec<i32> {
    let positions = reduced.sets.len();
    let mut before = vec![Vec::new(); positions];
    let of_moves = reduced
        .ground
        .rules
        .iter()
        .map(|rule| (rule, i32::from(cost(rule))));
    let of_consequences = reduced.ground.consequences.rules().map(|rule| (rule, 0));
    for (rule, cost) in of_moves.chain(of_consequences) {
        if let Some((from, to)) = known(reduced, rule, domain, label) {
            before[to].push((from, cost));
        }
        for write in &rule.writes {
            if let Value::Of { position: from, .. } = write.value
                && reduced.ground.positions[from].domain == domain
                && reduced.under(&rule.tests, from).has(label)
            {
                before[write.position].push((from, cost));
            }
        }
    }
    let mut distances = vec![NO_WAY; positions];
    let mut queue = VecDeque::new();
    for goal in &reduced.ground.goals {
        let may = |p: usize| {
            reduced.ground.positions[p].domain == domain && reduced.under(goal, p).has(label)
        };
        let must = |&p: &usize| may(p) && reduced.under(goal, p).len() == 1;
        let all = reduced.changing();
        let ends: Vec<usize> = match reduced.changing().find(must) {
            Some(position) => vec![position],
            None => all.filter(|&p| may(p)).collect(),
        };
        for position in ends {
            if distances[position] != 0 {
                distances[position] = 0;
                queue.push_back(position);
            }
        }
    }
    // If all costs are equal, every position is taken from the queue once, as in breadth-first
    // search. Otherwise a position is put into the queue again whenever its distance has fallen.
    while let Some(position) = queue.pop_front() {
        for &(from, cost) in &before[position] {
            let distance = distances[position] + cost;
            if distance < distances[from] {
                distances[from] = distance;
                queue.push_back(from);
            }
        }
    }
    distances
}
