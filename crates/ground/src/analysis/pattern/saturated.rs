//! Pattern databases of subsets of the positions, with a saturated cost partitioning.
//!
//! A pattern may keep only some positions: all tests and writes of other positions are left out of
//! the rules and goals, so that a smaller puzzle remains. (S. Edelkamp, "Planning with pattern
//! databases", 2001.)
//!
//! A pattern database needs the cost of a rule only if the rule lowers one of the database's
//! distances. Otherwise the database leaves the cost of this rule to the next database. So the
//! distances of all databases may be added: each move of a path lowers the distance in at most one
//! database, and by at most 1. (J. Seipp, T. Keller and M. Helmert, "Saturated cost partitioning
//! for optimal classical planning", 2020.)

use std::collections::HashMap;

use fewest_rules::{Meter, Puzzle, StopReason};

use super::charges::{Charge, share_no_cost};
use super::subsets::subsets;
use super::unfolded::Unfolded;
use super::{Database, ExploredImage, explored, stored};
use crate::compiled::CompiledPuzzle;
use crate::ground::{Consequences, Ground, Test, Value};
use crate::reduction::ReducedTask;

/// Builds pattern databases of several subsets of the positions, each of at most `most` states. The
/// sum of their distances is a lower bound. The list is empty if no subset gives a bound above 0.
///
/// # Errors
/// The limit that was reached.
pub(super) fn of_subsets<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    unfolded: &Unfolded,
    most: u64,
    meter: &mut Meter,
) -> Result<Vec<Database<N>>, StopReason> {
    let reduced = &unfolded.reduced;
    // For each rule, the charge that is left for the next databases: none if a database built so far
    // needs the cost of this rule, or if the rule is free.
    let mut left = vec![Charge::Always; puzzle.reduced().ground.rules.len()];
    left.resize(reduced.ground.rules.len(), Charge::Never);
    let (mut databases, mut spent) = (Vec::new(), Vec::new());
    for mut kept in subsets(puzzle.reduced(), most / unfolded.stages()) {
        kept.extend(unfolded.stage);
        let (ground, images) = kept_of(reduced, &kept);
        let mut charges = vec![Charge::Always; ground.rules.len()];
        for (image, &charge) in images.iter().zip(&left) {
            if let (&Some(image), Charge::Never) = (image, charge) {
                charges[image] = Charge::Never;
            }
        }
        let held = meter.held();
        let Some(image) = explored(
            puzzle,
            unfolded,
            &ground,
            |_, label| label,
            &charges,
            most,
            meter,
        )?
        else {
            continue;
        };
        let distances = image.explored.distances(meter);
        let distances = distances.map_err(|unfinished| unfinished.reason)?;
        let lowering = lowering(&image, &distances);
        if !lowering.contains(&true) {
            meter.hold(held)?;
            continue;
        }
        let needed = |&lowers: &bool| {
            if lowers {
                Charge::Always
            } else {
                Charge::Never
            }
        };
        let charges: Vec<Charge> = lowering.iter().map(needed).collect();
        let of_rule = |image: &Option<usize>| image.map_or(Charge::Never, |image| charges[image]);
        let own: Vec<Charge> = images.iter().map(of_rule).collect();
        for (charge, &own) in left.iter_mut().zip(&own) {
            if own == Charge::Always {
                *charge = Charge::Never;
            }
        }
        spent.push(own);
        databases.extend(stored(image, &charges, held, meter)?);
    }
    if !share_no_cost(&spent) {
        debug_assert!(false, "a rule is charged in two patterns of positions");
        return Ok(Vec::new());
    }
    Ok(databases)
}

/// What remains of the rules and goals of `reduced` if only the positions `kept` are kept. Rules of
/// which the same remains are merged into one. The second result has, for each rule of `reduced`,
/// the index of the rule that remains of it; `None` if it changes no kept position.
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
            // In the abstraction, each rule becomes a move of its own. Otherwise an earlier rule of
            // the same move could hide a rule that applies in the original puzzle.
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
    distances: &[u32],
) -> Vec<bool> {
    let states = explored.states();
    let rules = &small.reduced().ground.rules;
    let mut lowering = vec![false; small.reduced().ground.moves.len()];
    for (number, &distance) in distances.iter().enumerate() {
        if distance == 0 {
            continue;
        }
        let state = states.get(number as u32);
        for m in small.moves(state) {
            let image = rules[m.rule()].of;
            if lowering[image] {
                continue;
            }
            let after = states.find(small.apply(state, m));
            // A state from which no goal can be reached has no successor from which a goal can be
            // reached.
            lowering[image] = after.is_some_and(|after| distances[after as usize] < distance);
        }
    }
    lowering
}
