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
use super::merged::each_a_move;
use super::unfolded::Unfolded;
use super::{ExploredImage, PatternTable, explored};
use crate::compiled::CompiledPuzzle;
use crate::ground::{Consequences, Ground, Test, Value};
use crate::reduction::ReducedTask;

/// Builds tables of several subsets of the positions, each of at most `most` states. The sum of
/// their distances is a lower bound. Subsets that are too large, or that give no bound above 0, are
/// left out. If the subsets are `independent` parts of the puzzle, the list has either a table for
/// each part or none at all.
///
/// # Errors
/// The limit that was reached.
pub(super) fn of_subsets<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    unfolded: &Unfolded,
    subsets: Vec<Vec<usize>>,
    independent: bool,
    most: u64,
    meter: &mut Meter,
) -> Result<Vec<PatternTable<N>>, StopReason> {
    let reduced = &unfolded.reduced;
    // For each rule, the charge that is left for the next tables: none if a table built so far needs
    // the cost of this rule, or if the rule is free.
    let mut left = vec![Charge::Always; puzzle.reduced().ground.rules.len()];
    left.resize(reduced.ground.rules.len(), Charge::Never);
    let (mut tables, mut spent) = (Vec::new(), Vec::new());
    for mut kept in subsets {
        kept.extend(unfolded.stage);
        let (ground, images) = kept_of(reduced, &kept);
        let mut charges = vec![Charge::Always; ground.rules.len()];
        for (image, &charge) in images.iter().zip(&left) {
            if let (&Some(image), Charge::Never) = (image, charge) {
                charges[image] = Charge::Never;
            }
        }
        let held = meter.held();
        let same = |_, label| label;
        let found = explored(puzzle, unfolded, &ground, same, &charges, most, meter)?;
        let Some(image) = found else {
            match independent {
                true => return Ok(Vec::new()),
                false => continue,
            }
        };
        let lowering = lowering(&image);
        if !lowering.contains(&true) && !independent {
            meter.hold(held)?;
            continue;
        }
        let needed = |&lowers: &bool| match lowers {
            true => Charge::Always,
            false => Charge::Never,
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
        match image.stored(&charges, held, meter)? {
            Some(table) => tables.push(table),
            None if independent => return Ok(Vec::new()),
            None => meter.hold(held)?,
        }
    }
    if !share_no_cost(&spent) {
        debug_assert!(false, "a rule is charged in two patterns of positions");
        return Ok(Vec::new());
    }
    Ok(tables)
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
            rules.push(rule);
        }
        images.push(Some(number));
    }
    ground.rules = rules;
    each_a_move(&mut ground);
    for goal in &mut ground.goals {
        goal.retain(remains);
    }
    (ground, images)
}

/// For each rule of the abstraction, whether it lowers the distance of some state.
fn lowering<const N: usize>(image: &ExploredImage<N>) -> Vec<bool> {
    let ground = &image.small.reduced().ground;
    let mut lowering = vec![false; ground.moves.len()];
    for (number, &distance) in image.distances.iter().enumerate() {
        if distance == 0 {
            continue;
        }
        let state = image.states.get(number as u32);
        for m in image.small.moves(state) {
            let of = ground.rules[m.rule()].of;
            if lowering[of] {
                continue;
            }
            let after = image.states.find(image.small.apply(state, m));
            // A state from which no goal can be reached has no successor from which a goal can be
            // reached.
            lowering[of] = after.is_some_and(|after| image.distances[after as usize] < distance);
        }
    }
    lowering
}
