//! A puzzle played straight from its ground rules: slow and obvious.

use lang::ground::{Ground, Label, Rule, Test, Value};

/// Whether all `tests` hold.
pub(crate) fn hold(tests: &[Test], state: &[Label]) -> bool {
    tests.iter().all(|test| match *test {
        Test::In { position, labels } => labels.0 >> state[position] & 1 == 1,
        Test::Same { one, other } => state[one] == state[other],
    })
}

/// The moves of `state`, by number, and where they lead.
pub(crate) fn successors(ground: &Ground, state: &[Label]) -> Vec<(usize, Vec<Label>)> {
    let mut all: Vec<(usize, Vec<Label>)> = Vec::new();
    for rule in &ground.rules {
        if all.iter().all(|(of, _)| *of != rule.of) && hold(&rule.tests, state) {
            all.push((rule.of, after(ground, rule, state)));
        }
    }
    all
}

fn after(ground: &Ground, rule: &Rule, state: &[Label]) -> Vec<Label> {
    let mut after = state.to_vec();
    for write in &rule.writes {
        after[write.position] = match write.value {
            Value::Label(label) => label,
            Value::Of { position, plus } => {
                let domain = ground.positions[position].domain;
                let modulus = ground.domains[domain].labels.len();
                ((usize::from(state[position]) + usize::from(plus)) % modulus) as Label
            }
        };
    }
    after
}

/// Whether `state` is a goal.
pub(crate) fn is_goal(ground: &Ground, state: &[Label]) -> bool {
    ground.goals.iter().any(|goal| hold(goal, state))
}
