//! Pattern databases of subsets of the positions, with a saturated cost partitioning.
//!
//! If only some positions are kept, the rules and goals that remain of a puzzle are a smaller
//! puzzle: what they ask of other positions is left out. (S. Edelkamp, "Planning with pattern
//! databases", 2001.)
//!
//! A database needs the cost of a rule only if the rule lowers one of its distances. Otherwise it
//! leaves this cost to the next database, so that the distances of all of them can be added: on a
//! path, each move lowers the distances of at most one database, and by at most 1. (J. Seipp,
//! T. Keller and M. Helmert, "Saturated cost partitioning for optimal classical planning", 2020.)

use std::collections::HashMap;

use fewest_rules::{Cost, Meter, Puzzle, StopReason};

use super::subsets::subsets;
use super::{AbstractCosts, Database, ExploredImage, explored, stored};
use crate::compiled::CompiledPuzzle;
use crate::ground::{Consequences, Ground, Test, Value};
use crate::reduction::ReducedTask;

/// Builds the databases of several subsets, each of at most `most` states. The sum of their bounds is
/// a bound. Empty if no subset gives a bound above 0.
///
/// # Errors
/// The limit that was reached.
pub(super) fn of_subsets<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    most: u64,
    meter: &mut Meter,
) -> Result<Vec<Database<N>>, StopReason> {
    let reduced = puzzle.reduced();
    // The costs that no database needs so far.
    let mut left = vec![Cost::One; reduced.ground.rules.len()];
    let mut databases = Vec::new();
    for kept in subsets(reduced, most) {
        let (ground, images) = kept_of(reduced, &kept);
        let mut costs = vec![Cost::One; ground.rules.len()];
        for (image, &cost) in images.iter().zip(&left) {
            if let (&Some(image), Cost::Free) = (image, cost) {
                costs[image] = Cost::Free;
            }
        }
        let held = meter.held();
        let costs = AbstractCosts::Rules(&costs);
        let Some(image) = explored(puzzle, &ground, |_, label| label, costs, most, meter)? else {
            continue;
        };
        let distances = image.explored.distances(meter)?;
        let lowering = lowering(&image, &distances);
        if !lowering.contains(&true) {
            meter.hold(held)?;
            continue;
        }
        for (image, cost) in images.iter().zip(&mut left) {
            if image.is_some_and(|image| lowering[image]) {
                *cost = Cost::Free;
            }
        }
        databases.extend(stored(image, held, meter)?);
    }
    Ok(databases)
}

/// What remains of the rules and goals of `reduced` if only some positions are `kept`, and for each
/// rule the number of its remainder, if it changes any of them. Equal remainders are one rule.
fn kept_of(reduced: &ReducedTask, kept: &[usize]) -> (Ground, Vec<Option<usize>>) {
    let inside = |position: usize| kept.binary_search(&position).is_ok();
    let remains = |test: &Test| match *test {
        Test::In { position, .. } => inside(position),
        Test::Same { one, other } => inside(one) && inside(other),
    };
    let mut ground = reduced.ground.clone();
    ground.consequences = Consequences::default();
    let mut numbers = HashMap::new();
    let mut rules = Vec::new();
    let mut images = Vec::new();
    for mut rule in std::mem::take(&mut ground.rules) {
        rule.tests.retain(remains);
        rule.writes.retain(|write| inside(write.position));
        debug_assert!(rule.writes.iter().all(|write| match write.value {
            Value::Of { position, .. } => inside(position),
            Value::Label(_) => true,
        }));
        if rule.writes.is_empty() {
            images.push(None);
            continue;
        }
        let next = rules.len();
        let key = (rule.tests.clone(), rule.writes.clone());
        let number = *numbers.entry(key).or_insert(next);
        if number == next {
            // Each rule becomes a move of its own. Otherwise an earlier rule of the same move could
            // hide one that applies in the original puzzle.
            rule.of = number;
            rules.push(rule);
        }
        images.push(Some(number));
    }
    ground.moves = (0..rules.len()).map(|rule| rule.to_string()).collect();
    ground.rules = rules;
    for goal in &mut ground.goals {
        goal.retain(remains);
    }
    (ground, images)
}

/// For each rule of the abstraction, whether it lowers the distance of some state.
fn lowering<const N: usize>(
    ExploredImage {
        small, explored, ..
    }: &ExploredImage<N>,
    distances: &[Option<u32>],
) -> Vec<bool> {
    let states = explored.states();
    let rules = &small.reduced().ground.rules;
    let mut lowering = vec![false; small.reduced().ground.moves.len()];
    for (number, &distance) in distances.iter().enumerate() {
        if distance == Some(0) {
            continue;
        }
        let state = states.get(number as u32);
        for m in small.moves(state) {
            let image = rules[m.rule()].of;
            if lowering[image] {
                continue;
            }
            let after = states.find(small.apply(state, m));
            let after = after.and_then(|after| distances[after as usize]);
            // A state without a way to a goal has no successor with one.
            lowering[image] = after < distance && after.is_some();
        }
    }
    lowering
}
