//! Warnings about declarations that are correct but probably not intended: rules that never apply,
//! goals that cannot be reached, symbols and parameters that are not used, and rules of which only
//! one of several placements is used.
//!
//! Whether a rule can apply is decided in the relaxed puzzle of [`PossibleLabels`]: a rule or goal
//! that is impossible there is impossible in the puzzle.

use fewest_rules::Fault;

use fewest_ground::{Ground, Label, LabelSet, Rule, Test};

use super::checked::CheckedPuzzle;
use super::grounding::Origins;
use super::limits::MOST_WARNING_STEPS;
use super::possible::PossibleLabels;
use super::terrain::Terrain;
use super::unknown::one_of;

mod start;
mod unneeded;
mod unused;

pub(crate) use start::{larger, several_places, unmarked};
use unneeded::UnusedRules;
pub(crate) use unused::{parameters, symbols};

/// Warnings about rules and goals on a board, given the starts that the file draws.
pub(crate) fn of(
    checked: &CheckedPuzzle,
    terrain: &Terrain,
    ground: &Ground,
    origins: &Origins,
    starts: &[&[Label]],
) -> Vec<Fault> {
    let Some(possible) = reachable(ground, starts) else {
        return Vec::new();
    };
    let mut warnings = Vec::new();
    let rules = &ground.rules;
    let mut fires = vec![false; origins.spans.len()];
    let mut changes = fires.clone();
    let mut kept = fires.clone();
    // An origin is the place of a rule in the file, from which ground rules come. `fails` says for
    // each origin whether the board has all symbols that some ground rule of this origin needs. If
    // so, and if no ground rule of this origin ever applies, the origin deserves a warning.
    let mut fails = fires.clone();
    let unneeded = UnusedRules::of(checked, terrain, &possible);
    for (rule, &origin) in rules.iter().zip(&origins.rules) {
        fires[origin] |= possible.tests(&rule.tests);
        fails[origin] |= !unneeded.symbol_of(rule);
        kept[origin] = true;
        changes[origin] |= !rule.writes.is_empty();
    }
    for (group, &origin) in ground.consequences.groups.iter().zip(&origins.groups) {
        let Some(origin) = origin else { continue };
        kept[origin] = true;
        for rule in &group.rules {
            fires[origin] |= possible.tests(&rule.tests);
            fails[origin] |= !unneeded.symbol_of(rule);
            changes[origin] |= !rule.writes.is_empty();
        }
    }
    for (origin, span) in origins.spans.iter().enumerate() {
        // In a large puzzle, grounding has left out rules that never apply.
        fails[origin] |= !kept[origin] && !unneeded.symbol_of_pattern(span.start);
        let (message, label) = match (fires[origin], changes[origin]) {
            (true, true) => continue,
            (false, _) if origins.lies[origin] && !fails[origin] => continue,
            (false, _) if !origins.lies[origin] && unneeded.place_of(span.start) => continue,
            (true, false) => ("this rule changes nothing", "everything stays as it is"),
            (false, _) if !origins.lies[origin] => (
                "this rule can never be applied",
                "it fits nowhere on the board",
            ),
            (false, _) => (
                "this rule can never be applied",
                "no state has what it needs",
            ),
        };
        warnings.push(Fault::new(span.clone(), message, label));
    }
    let larger = larger(checked, terrain);
    if !fires.contains(&true) {
        // If no rule applies, it is obvious why no goal is reached.
        warnings.extend(larger);
        return warnings;
    }
    let mut met = vec![false; checked.file.goals.len()];
    for (goal, &origin) in ground.goals.iter().zip(&origins.goals) {
        met[origin] |= possible.tests(goal);
    }
    for (origin, (goal, met)) in checked.file.goals.iter().zip(met).enumerate() {
        // The warning that the goal's drawing is larger than the board is clearer than the warning
        // that the goal can never be met.
        if !met && !larger.iter().any(|fault| fault.span == goal.span) {
            let message = "this goal can never be met";
            let why = unmet(ground, origins, origin, &possible);
            warnings.push(Fault::new(goal.span.clone(), message, why));
        }
    }
    warnings.extend(larger);
    warnings
}

/// Explains why the goal with the index `origin` is never reached. If a test fails in all
/// alternatives of the goal, the explanation names this test.
fn unmet(ground: &Ground, origins: &Origins, origin: usize, possible: &PossibleLabels) -> String {
    /// At most this many failing tests of the first alternative are compared with the tests of the
    /// other alternatives.
    const MOST: usize = 8;
    // The ground goals are in the order of the goals in the file.
    let from = origins.goals.partition_point(|&other| other < origin);
    let to = origins.goals.partition_point(|&other| other <= origin);
    let mut ways = ground.goals[from..to].iter();
    let failing = ways.next().and_then(|first| {
        let failing = first.iter().filter(|test| !possible.test(test));
        failing.take(MOST).find(|test| {
            ways.clone()
                .all(|way| way.iter().any(|other| implies(other, test)))
        })
    });
    let name = |position: usize| &ground.positions[position].name;
    match failing {
        Some(&Test::In { position, labels }) => {
            let wanted = named(ground, position, labels);
            format!("{} can never be {wanted}", name(position))
        }
        Some(&Test::Same { one, other }) => {
            format!("{} and {} can never be alike", name(one), name(other))
        }
        None => nowhere(ground, &ground.goals[from..to], possible),
    }
}

/// Explains why a goal is never reached, if its alternatives fail at different positions.
fn nowhere(ground: &Ground, ways: &[Vec<Test>], possible: &PossibleLabels) -> String {
    let failing = |way: &Vec<Test>| way.iter().copied().find(|test| !possible.test(test));
    let (Some(Test::In { position, labels }), true) = (
        ways.first().and_then(failing),
        ways.iter().all(|way| failing(way).is_some()),
    ) else {
        return "no state can meet it".to_owned();
    };
    let wanted = LabelSet(labels.0);
    let alike = |way| matches!(failing(way), Some(Test::In { labels, .. }) if labels == wanted);
    let symbols = named(ground, position, wanted);
    match ways.iter().all(alike) {
        true => format!("no cell that it looks at can ever be {symbols}"),
        false => {
            let cell = &ground.positions[position].name;
            format!("each way to meet it fails: {cell}, to begin with, can never be {symbols}")
        }
    }
}

/// The names of labels that a position may have.
fn named(ground: &Ground, position: usize, labels: LabelSet) -> String {
    let domain = &ground.domains[ground.positions[position].domain];
    let names = domain.labels.iter().enumerate();
    let names = names.filter(|&(label, _)| labels.0 >> label & 1 == 1);
    let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
    one_of(&names)
}

/// For each position, its possible labels. `None` if computing them takes too long.
fn reachable(ground: &Ground, starts: &[&[Label]]) -> Option<PossibleLabels> {
    if starts.is_empty() {
        return Some(PossibleLabels::any(ground));
    }
    let mut possible = PossibleLabels::on(starts, ground.positions.len());
    let parts = |rule: &Rule| 1 + rule.tests.len() + rule.writes.len();
    let rules = || ground.rules.iter().chain(ground.consequences.rules());
    let round: usize = rules().map(parts).sum();
    for _ in 0..MOST_WARNING_STEPS / round.max(1) {
        let mut changed = false;
        for rule in rules() {
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

/// Whether the second test is known to hold in every state in which the first one holds.
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
