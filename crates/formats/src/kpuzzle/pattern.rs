//! Patterns: the piece that each slot has, and its orientation. Of a goal, some may not matter.

use std::collections::HashMap;

use fewest_ground::{Label, LabelSet, Test};
use fewest_rules::Fault;

use super::json::{Json, JsonValue};
use super::orbits::{Orbit, of_slots, parts};
use super::turn::KTransformation;

/// For each orbit, what its slots have.
#[derive(Debug, Clone)]
pub(super) struct KPattern(pub(super) Vec<Vec<PatternSlot>>);

/// What a slot has; `None` if it does not matter, which only goals may say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PatternSlot {
    piece: Option<u8>,
    /// The orientation, and the modulus up to which it is known (0 if it is known exactly).
    pub(super) turned: Option<(u8, u8)>,
}

impl KPattern {
    /// The pattern with each piece in its slot.
    pub(super) fn identity(orbits: &[Orbit]) -> Self {
        let slot = |piece| PatternSlot {
            piece: Some(piece),
            turned: Some((0, 0)),
        };
        let slots = |orbit: &Orbit| (0..orbit.pieces as u8).map(slot).collect();
        Self(orbits.iter().map(slots).collect())
    }

    /// Reads the pattern in `json`, in which orbits that are not mentioned are as in `usual`; faulty
    /// orbits are empty. Without `usual` it is a goal: it mentions all orbits, and `null` stands for
    /// what does not matter, a piece, an orientation or a whole orbit.
    pub(super) fn read(
        json: &Json,
        orbits: &[Orbit],
        usual: Option<&Self>,
        faults: &mut Vec<Fault>,
    ) -> Self {
        let is_goal = usual.is_none();
        let what = if is_goal { "a goal" } else { "a pattern" };
        let parts = parts(json, what, orbits, faults);
        let mut pattern = Vec::new();
        for (at, (orbit, part)) in orbits.iter().zip(parts).enumerate() {
            pattern.push(match (part, usual) {
                (Some(part), None) if matches!(part.value, JsonValue::Null) => {
                    vec![PatternSlot::default(); orbit.pieces]
                }
                (Some(part), _) => slots(part, what, is_goal, orbit, faults).unwrap_or_default(),
                (None, Some(usual)) => usual.0[at].clone(),
                (None, None) => {
                    let message = format!("the goal says nothing about {}", orbit.name);
                    let expected = "expected every orbit, or null for one that does not matter";
                    faults.push(json.fault(message, expected));
                    Vec::new()
                }
            });
        }
        Self(pattern)
    }

    /// The pattern after a turn.
    pub(super) fn after(&self, turn: &KTransformation, orbits: &[Orbit]) -> Self {
        let of_orbits = self.0.iter().zip(&turn.0).zip(orbits);
        let after = of_orbits.map(|((slots, turn), orbit)| {
            let count = orbit.orientations as u8;
            let slot = |&(from, by): &(u8, u8)| {
                let PatternSlot { piece, turned } = slots[usize::from(from)];
                let turned = turned.map(|(turned, modulus)| ((turned + by) % count, modulus));
                PatternSlot { piece, turned }
            };
            turn.iter().map(slot).collect()
        });
        Self(after.collect())
    }

    /// The labels of a pattern in which everything matters.
    pub(super) fn state(&self, orbits: &[Orbit]) -> Vec<Label> {
        let mut state = Vec::new();
        for (slots, orbit) in self.0.iter().zip(orbits) {
            state.extend(slots.iter().filter_map(|slot| slot.piece));
            if orbit.known > 1 {
                let turned = slots.iter().filter_map(|slot| slot.turned);
                state.extend(turned.map(|(turned, _)| turned % orbit.known as u8));
            }
        }
        state
    }

    /// The tests of the pattern as a goal. The positions are those of the ground rules: for each orbit its
    /// pieces, and then the orientations if there are several.
    pub(super) fn tests(&self, orbits: &[Orbit]) -> Vec<Test> {
        let mut tests = Vec::new();
        let mut first = 0;
        for (orbit, slots) in orbits.iter().zip(&self.0) {
            for (slot, wanted) in slots.iter().enumerate() {
                if let Some(piece) = wanted.piece.filter(|_| orbit.pieces > 1) {
                    tests.push(Test::In {
                        position: first + slot,
                        labels: LabelSet::of(piece),
                    });
                }
            }
            first += orbit.pieces;
            if orbit.known == 1 {
                continue;
            }
            let known = orbit.known as u8;
            for (slot, wanted) in slots.iter().enumerate() {
                let Some((turned, modulus)) = wanted.turned else {
                    continue;
                };
                let modulus = if modulus == 0 { known } else { modulus };
                let alike = (0..known).filter(|label| label % modulus == turned % modulus);
                let labels = alike.fold(0, |set, label| set | LabelSet::of(label).0);
                if LabelSet(labels).len() < orbit.known {
                    tests.push(Test::In {
                        position: first + slot,
                        labels: LabelSet(labels),
                    });
                }
            }
            first += orbit.pieces;
        }
        tests
    }

    /// Makes all pieces of a state alike that no slot must have: the one with the least number in
    /// their orbit stands for all.
    pub(super) fn make_others_alike(&self, orbits: &[Orbit], state: &mut [Label]) {
        let mut rest = state;
        for (orbit, wanted) in orbits.iter().zip(&self.0) {
            let (pieces, after) = rest.split_at_mut(orbit.pieces);
            let turned = if orbit.known > 1 { orbit.pieces } else { 0 };
            rest = after.split_at_mut(turned).1;
            let is_other = |piece: Label| wanted.iter().all(|slot| slot.piece != Some(piece));
            let others = pieces.iter().copied().filter(|&piece| is_other(piece));
            if let Some(least) = others.min() {
                let others = pieces.iter_mut().filter(|piece| is_other(**piece));
                others.for_each(|piece| *piece = least);
            }
        }
    }
}

/// Reads the slots of an orbit of `what`, a goal or another pattern.
fn slots(
    json: &Json,
    what: &str,
    is_goal: bool,
    orbit: &Orbit,
    faults: &mut Vec<Fault>,
) -> Option<Vec<PatternSlot>> {
    json.object(&format!("an orbit of {what}"), faults)?;
    json.checked(
        &["pieces", "permutation", "orientation", "orientationMod"],
        faults,
    );
    let pieces = json.needed(&["pieces", "permutation"], faults);
    let mut numbers = |json, what: &str, end: usize| {
        of_slots(json, what, orbit, faults, |json: &Json, faults| {
            let number = match json.value {
                JsonValue::Null if is_goal => None,
                _ => Some(json.number(what, 0..=end as i32 - 1, faults)?),
            };
            Some((number, json))
        })
    };
    let pieces = pieces.and_then(|json| numbers(json, "pieces", orbit.pieces));
    let mut optional = |what| {
        let numbers = json
            .member(&[what])
            .map(|json| numbers(json, what, orbit.orientations));
        numbers.map_or(Some(None), |numbers| numbers.map(Some))
    };
    let (turned, moduli) = (optional("orientation"), optional("orientationMod"));
    let (pieces, turned, moduli) = (pieces?, turned?, moduli?);
    let orientations = if is_goal {
        orbit.known
    } else {
        orbit.orientations
    };
    let mut of_piece = HashMap::new();
    let slots = pieces.iter().enumerate().map(|(slot, &(piece, _))| {
        let turned = match &turned {
            Some(turned) => turned[slot].0,
            None => piece.map(|_| 0),
        };
        let modulus = match &moduli {
            Some(moduli) => moduli[slot].0,
            None => Some(0),
        };
        if let (Some(modulus), Some(moduli)) = (modulus, &moduli) {
            let at = moduli[slot].1;
            if modulus != 0 && !orientations.is_multiple_of(modulus.into()) {
                let expected = format!("expected a divisor of {orientations}");
                faults.push(at.fault("an orientation modulo what cannot be", expected));
            } else if !is_goal && *of_piece.entry(piece).or_insert(modulus) != modulus {
                let piece = piece.unwrap_or_default();
                let message = format!("pieces {piece} known modulo different numbers");
                faults.push(at.fault(message, "expected the same for alike pieces"));
            }
        }
        let turned = turned.zip(modulus);
        PatternSlot { piece, turned }
    });
    Some(slots.collect())
}
