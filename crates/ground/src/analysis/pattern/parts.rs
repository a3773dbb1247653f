//! The independent parts of a puzzle.
//!
//! Two positions belong to the same part if some rule tests or changes both. Each move changes only
//! one part, so a solution consists of the moves of one path in each part, in some order.

use crate::ground::{Rule, Test, Value};
use crate::partition::Partition;
use crate::reduction::ReducedTask;

/// For each part that some goal tests, its changing positions. `None` if there are fewer than two
/// such parts.
pub(in crate::analysis) fn parts(reduced: &ReducedTask) -> Option<Vec<Vec<usize>>> {
    let mut joined = Partition::new(reduced.sets.len());
    for rule in &reduced.ground.rules {
        let mut first = None;
        for position in positions(rule).filter(|&p| reduced.sets[p].len() > 1) {
            joined.join(*first.get_or_insert(position), position);
        }
    }
    let leaders = joined.all_least();
    let goals = reduced.ground.goals.iter().flatten();
    let asked: Vec<usize> = goals
        .flat_map(tested)
        .map(|position| leaders[position])
        .collect();
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); leaders.len()];
    for position in reduced.changing() {
        let leader = leaders[position];
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
