//! What is no error but hardly meant: rules that never fire, goals that cannot
//! be met, symbols and parameters that are not used, rules of which only one of
//! several places counts.
//!
//! Which rules can fire is found on a relaxed puzzle, in which a position keeps
//! every label that it ever had: what is impossible there is impossible.

use fewest_rules::Fault;

use crate::ground::{Ground, Label, Rule, Test};

use super::drawing::one_of;
use super::grounding::Origins;
use super::lexer::Span;
use super::limits::MOST_WARNING_STEPS;
use super::possible::Possible;

mod start;
mod unused;

pub(crate) use start::{several_places, unmarked};
pub(crate) use unused::{parameters, symbols};

/// Warnings of rules and goals, given the starts that the file draws.
pub(crate) fn of(
    ground: &Ground,
    origins: &Origins,
    starts: &[&[Label]],
    goals: &[Span],
) -> Vec<Fault> {
    let Some(possible) = reachable(ground, starts) else {
        return Vec::new();
    };
    let mut warnings = Vec::new();
    let rules = &ground.rules;
    let mut fires = vec![false; origins.spans.len()];
    let mut changes = fires.clone();
    for (rule, &origin) in rules.iter().zip(&origins.rules) {
        fires[origin] |= possible.tests(&rule.tests);
        changes[origin] |= !rule.writes.is_empty();
    }
    for (origin, span) in origins.spans.iter().enumerate() {
        let (message, label) = match (fires[origin], changes[origin]) {
            (true, true) => continue,
            (true, false) => ("this rule changes nothing", "all stays as it is"),
            (false, _) if !origins.lies[origin] => (
                "this rule can never be made",
                "it fits nowhere on the board",
            ),
            (false, _) => ("this rule can never be made", "no state has what it needs"),
        };
        warnings.push(Fault::new(span.clone(), message, label));
    }
    if !fires.contains(&true) {
        // Where nothing moves, it is no wonder that no goal is met.
        return warnings;
    }
    let mut met = vec![false; goals.len()];
    for (goal, &origin) in ground.goals.iter().zip(&origins.goals) {
        met[origin] |= possible.tests(goal);
    }
    for (origin, (span, met)) in goals.iter().zip(met).enumerate() {
        if !met {
            let message = "this goal can never be met";
            let why = unmet(ground, origins, origin, &possible);
            warnings.push(Fault::new(span.clone(), message, why));
        }
    }
    warnings
}

/// Why the goal `origin` is never met: what all ways to meet it want in vain, if there is
/// such a thing.
fn unmet(ground: &Ground, origins: &Origins, origin: usize, possible: &Possible) -> String {
    /// Of how many tests it is found out whether all ways have them.
    const MOST: usize = 8;
    // They come in the order of the file's goals.
    let from = origins.goals.partition_point(|&other| other < origin);
    let to = origins.goals.partition_point(|&other| other <= origin);
    let mut ways = ground.goals[from..to].iter();
    let in_vain = ways.next().and_then(|first| {
        let in_vain = first.iter().filter(|test| !possible.test(test));
        in_vain.take(MOST).find(|test| {
            ways.clone()
                .all(|way| way.iter().any(|other| implies(other, test)))
        })
    });
    let name = |position: usize| &ground.positions[position].name;
    match in_vain {
        Some(&Test::In { position, labels }) => {
            let domain = &ground.domains[ground.positions[position].domain];
            let wanted = domain.labels.iter().enumerate();
            let wanted: Vec<&str> = wanted
                .filter(|&(label, _)| labels.0 >> label & 1 == 1)
                .map(|(_, name)| name.as_str())
                .collect();
            format!("{} can never be {}", name(position), one_of(&wanted))
        }
        Some(&Test::Same { one, other }) => {
            format!("{} and {} can never be alike", name(one), name(other))
        }
        None => "no state can become so".to_owned(),
    }
}

/// For each position the labels that it may have in some state; `None` if it
/// takes too long to find out.
fn reachable(ground: &Ground, starts: &[&[Label]]) -> Option<Possible> {
    if starts.is_empty() {
        return Some(Possible::any(ground));
    }
    let mut possible = Possible::on(starts, ground.positions.len());
    let parts = |rule: &Rule| 1 + rule.tests.len() + rule.writes.len();
    let round: usize = ground.rules.iter().map(parts).sum();
    for _ in 0..MOST_WARNING_STEPS / round.max(1) {
        let mut changed = false;
        for rule in &ground.rules {
            if possible.tests(&rule.tests) {
                changed |= possible.grow(ground, &rule.tests, &rule.writes);
            }
        }
        if !changed {
            return Some(possible);
        }
    }
    None
}

/// Whether the second test holds wherever the first does, as far as they are alike.
fn implies(one: &Test, other: &Test) -> bool {
    match (one, other) {
        (
            Test::In {
                position: a,
                labels: some,
            },
            Test::In {
                position: b,
                labels: more,
            },
        ) => a == b && some.0 & !more.0 == 0,
        _ => one == other,
    }
}
