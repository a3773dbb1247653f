//! Checks that ground rules satisfy the requirements of [`Ground`].

use super::modulus;
use crate::error::CompileError;
use crate::ground::{Ground, MOST_LABELS, Program, Test, Value, Write};

/// Refuses ground rules with indices out of range, so that no other code needs to check indices.
pub(super) fn well_formed(ground: &Ground) -> Result<(), CompileError> {
    let wrong = |what| Err(CompileError::Malformed(what));
    let positions = ground.positions.len();
    if ground
        .domains
        .iter()
        .any(|d| !(1..=MOST_LABELS).contains(&d.labels.len()))
    {
        return wrong("a domain has no labels or too many");
    }
    if ground
        .positions
        .iter()
        .any(|p| p.domain >= ground.domains.len())
    {
        return wrong("a position has no domain");
    }
    let domain = |position: usize| ground.positions[position].domain;
    let sound_tests = |tests: &[Test]| {
        let mut seen = Vec::new();
        tests.iter().all(|test| match *test {
            Test::In { position, .. } => {
                let new = position < positions && !seen.contains(&position);
                seen.push(position);
                new
            }
            Test::Same { one, other } => {
                one < positions && other < positions && domain(one) == domain(other)
            }
        })
    };
    let sound_write = |write: &Write| {
        write.position < positions
            && match write.value {
                Value::Label(label) => usize::from(label) < modulus(ground, write.position),
                Value::Of { position, plus } => {
                    position < positions
                        && domain(position) == domain(write.position)
                        && usize::from(plus) < modulus(ground, position)
                }
            }
    };
    let consequences = &ground.consequences;
    if ground
        .rules
        .iter()
        .any(|rule| rule.of >= ground.moves.len())
    {
        return wrong("a rule is of no move");
    }
    for rule in ground.rules.iter().chain(consequences.rules()) {
        if !sound_tests(&rule.tests) {
            return wrong("a rule tests what is not there");
        }
        let mut written: Vec<usize> = rule.writes.iter().map(|write| write.position).collect();
        written.sort_unstable();
        if !rule.writes.iter().all(sound_write) || written.windows(2).any(|w| w[0] == w[1]) {
            return wrong("a rule writes what is not there, or twice");
        }
    }
    if !ground.rules.is_sorted_by_key(|rule| rule.of) {
        return wrong("the rules are not in the order of their moves");
    }
    let exist = |groups: &[usize]| {
        groups
            .iter()
            .all(|&group| group < consequences.groups.len())
    };
    let exists = |program: &Program| {
        let mut stages = program.stages.iter();
        exist(&program.unless) && stages.all(|stage| exist(&stage.groups))
    };
    let has_program =
        |program: &Option<usize>| program.is_none_or(|p| p < consequences.programs.len());
    if ![0, ground.rules.len()].contains(&consequences.of_rules.len())
        || !consequences.programs.iter().all(exists)
        || !consequences.groups.iter().all(|group| exist(&group.unless))
        || !consequences.of_rules.iter().all(has_program)
    {
        return wrong("what follows a rule is not there");
    }
    if !ground.goals.iter().all(|tests| sound_tests(tests)) {
        return wrong("a goal tests what is not there");
    }
    Ok(())
}
