//! Translates turns into ground rules.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use fewest_rules::Fault;

use super::orbits::Orbit;
use super::pattern::KPattern;
use super::turn::KTransformation;
use fewest_ground::limits::{MOST_MOVES, MOST_PARTS};
use fewest_ground::{Consequences, Domain, Ground, Position, Rule, Value, Write};

/// The greatest allowed number of powers of one move, such as `R`, `R2` and `R'`.
const MOST_POWERS: u32 = 1024;

/// Makes the ground rules of a puzzle with these moves. Also returns the number of quarter turns of
/// each rule. A rule is a power of its *generator*, and the number says how often the generator or
/// its inverse must be made to have the same effect, whichever number is smaller. `moves` is the
/// place of the moves in the file.
pub(super) fn of(
    name: String,
    orbits: &[Orbit],
    default: &KPattern,
    names: &[(String, Range<usize>)],
    turns: &HashMap<String, KTransformation>,
    rotations: &HashSet<String>,
    moves: Range<usize>,
) -> Result<(Ground, Vec<u16>), Fault> {
    let mut quarters = Vec::new();
    let mut ground = Ground {
        name,
        domains: Vec::new(),
        positions: Vec::new(),
        moves: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: None,
        measure: None,
        consequences: Consequences::default(),
    };
    for orbit in orbits {
        let mut part = |count: usize, of: &str| {
            let labels = (0..count).map(|label| label.to_string()).collect();
            ground.domains.push(Domain { labels });
            let domain = ground.domains.len() - 1;
            for slot in 0..orbit.pieces {
                let name = format!("{}{of}{slot}", orbit.name);
                ground.positions.push(Position { name, domain });
            }
        };
        part(orbit.pieces, "");
        if orbit.known > 1 {
            part(orbit.known, "+");
        }
    }
    ground.goals.push(default.tests(orbits));
    let nothing = KTransformation::nothing(orbits);
    // The index of the rule that has each effect; doing nothing has none.
    let mut known = HashMap::from([(nothing.clone(), None)]);
    let mut called = HashSet::new();
    let slots: usize = orbits.iter().map(|orbit| orbit.pieces).sum();
    let mut parts = 0;
    for (name, at) in names {
        if rotations.contains(name) {
            continue;
        }
        let turn = &turns[name];
        let mut powers = vec![turn.clone()];
        while powers.last() != Some(&nothing) {
            if powers.len() as u32 > MOST_POWERS {
                let message = format!("more than {MOST_POWERS} powers of a move");
                return Err(Fault::new(
                    at.clone(),
                    message,
                    "expected a move of a lower order",
                ));
            }
            let next = powers[powers.len() - 1].then(turn, orbits);
            powers.push(next);
        }
        let order = powers.len();
        for (number, power) in powers.into_iter().enumerate() {
            let times = number + 1;
            // The generator and its inverse both lead to this power; the smaller number of turns
            // counts. The number fits into 16 bits, because a move has few powers.
            let quarter = times.min(order - times) as u16;
            let same = known.get(&power).copied();
            if same.is_some_and(|rule| rule.is_none_or(|rule: usize| quarters[rule] <= quarter)) {
                continue;
            }
            let name = match (times, order - times) {
                (1, _) => name.clone(),
                (_, 1) => format!("{name}'"),
                (times, back) if times <= back => format!("{name}{times}"),
                (_, back) => format!("{name}{back}'"),
            };
            if let Some(rule) = same.flatten() {
                // An earlier move takes more turns for the same effect, as `A2` does if `B` turns
                // twice as far as `A`.
                called.remove(&ground.moves[rule]);
                ground.moves[rule] = unused(name, &mut called);
                quarters[rule] = quarter;
                continue;
            }
            known.insert(power.clone(), Some(ground.rules.len()));
            let rule = rule(&power, orbits, ground.moves.len());
            parts += slots;
            if ground.moves.len() == MOST_MOVES || parts > MOST_PARTS {
                return Err(Fault::new(at.clone(), "too many moves", "expected fewer"));
            }
            ground.moves.push(unused(name, &mut called));
            ground.rules.push(rule);
            quarters.push(quarter);
        }
    }
    if ground.moves.is_empty() {
        return Err(Fault::new(
            moves,
            "no moves",
            "expected one that does something",
        ));
    }
    Ok((ground, quarters))
}

/// The name with as many hyphens at its end as make it differ from those `called` before.
fn unused(mut name: String, called: &mut HashSet<String>) -> String {
    while !called.insert(name.clone()) {
        name.push('-');
    }
    name
}

fn rule(turn: &KTransformation, orbits: &[Orbit], of: usize) -> Rule {
    let mut writes = Vec::new();
    let mut first = 0;
    for (slots, orbit) in turn.0.iter().zip(orbits) {
        for layer in 0..if orbit.known > 1 { 2 } else { 1 } {
            for (slot, &(from, by)) in slots.iter().enumerate() {
                let plus = if layer == 0 {
                    0
                } else {
                    by % orbit.known as u8
                };
                let (position, from) = (first + slot, first + usize::from(from));
                if position != from || plus != 0 {
                    let value = Value::Of {
                        position: from,
                        plus,
                    };
                    writes.push(Write { position, value });
                }
            }
            first += orbit.pieces;
        }
    }
    Rule {
        of,
        tests: Vec::new(),
        writes,
        cost: 1,
    }
}
