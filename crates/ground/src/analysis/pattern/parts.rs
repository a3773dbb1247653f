//! The independent parts of a puzzle.
//!
//! Two positions belong to the same part if some rule tests or changes both. Each move changes only
//! one part, so a solution consists of the moves of one path in each part, in some order.

use crate::ground::{Rule, Test, Value};
use crate::reduction::ReducedTask;

/// For each part that some goal tests, its changing positions. `None` if there are fewer than two
/// such parts.
pub(in crate::analysis) fn parts(reduced: &ReducedTask) -> Option<Vec<Vec<usize>>> {
    let mut leaders: Vec<usize> = (0..reduced.sets.len()).collect();
    for rule in &reduced.ground.rules {
        let mut first = None;
        for position in positions(rule).filter(|&p| reduced.sets[p].len() > 1) {
            let position = find(&mut leaders, position);
            let first = find(&mut leaders, *first.get_or_insert(position));
            leaders[first.max(position)] = first.min(position);
        }
    }
    let goals = reduced.ground.goals.iter().flatten();
    let asked: Vec<usize> = goals
        .flat_map(tested)
        .map(|position| find(&mut leaders, position))
        .collect();
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); leaders.len()];
    for position in reduced.changing() {
        let leader = find(&mut leaders, position);
        if asked.contains(&leader) {
            parts[leader].push(position);
        }
    }
    parts.retain(|part| !part.is_empty());
    (parts.len() > 1).then_some(parts)
}

/// The positions that a rule tests, reads or changes.
fn positions(rule: &Rule) -> impl Iterator<Item = usize> {
    let tests = rule.tests.iter().flat_map(tested);
    let writes = rule.writes.iter().flat_map(|write| {
        let read = match write.value {
            Value::Of { position, .. } => position,
            Value::Label(_) => write.position,
        };
        [write.position, read]
    });
    tests.chain(writes)
}

fn tested(test: &Test) -> impl Iterator<Item = usize> + use<> {
    let (one, other) = match *test {
        Test::In { position, .. } => (position, position),
        Test::Same { one, other } => (one, other),
    };
    [one, other].into_iter()
}

/// The leader of the set of `position`, in a union-find structure.
pub(super) fn find(leaders: &mut [usize], mut position: usize) -> usize {
    while leaders[position] != position {
        leaders[position] = leaders[leaders[position]];
        position = leaders[position];
    }
    position
}
