//! Patterns: the piece in each slot, and its orientation.

use std::collections::HashMap;

use fewest_rules::Fault;

use super::json::Json;
use super::orbits::{Orbit, numbers, parts};
use super::turn::KTransformation;
use fewest_ground::Label;

/// A state of the puzzle: for each orbit and each of its slots, the piece in the slot, its
/// orientation, and the modulus up to which the orientation is known (0 if it is known exactly).
#[derive(Debug, Clone)]
pub(super) struct KPattern(pub(super) Vec<PatternSlots>);

type PatternSlots = Vec<(u8, u8, u8)>;

impl KPattern {
    /// The pattern with each piece in its slot.
    pub(super) fn identity(orbits: &[Orbit]) -> Self {
        let slots = |orbit: &Orbit| (0..orbit.pieces as u8).map(|slot| (slot, 0, 0)).collect();
        Self(orbits.iter().map(slots).collect())
    }

    /// Reads the pattern in `json`, in which orbits that are not mentioned are as in `usual`; faulty
    /// orbits are empty.
    pub(super) fn read(
        json: &Json,
        orbits: &[Orbit],
        usual: &Self,
        faults: &mut Vec<Fault>,
    ) -> Self {
        let parts = parts(json, "a pattern", orbits, faults);
        let mut pattern = Vec::new();
        for ((orbit, part), usual) in orbits.iter().zip(parts).zip(&usual.0) {
            pattern.push(match part {
                Some(part) => slots(part, orbit, faults).unwrap_or_default(),
                None => usual.clone(),
            });
        }
        Self(pattern)
    }

    /// The pattern after a turn.
    pub(super) fn after(&self, turn: &KTransformation, orbits: &[Orbit]) -> Self {
        let of_orbits = self.0.iter().zip(&turn.0).zip(orbits);
        let after = of_orbits.map(|((slots, turn), orbit)| {
            let slot = |&(from, by): &(u8, u8)| {
                let (piece, turned, modulus) = slots[usize::from(from)];
                (piece, (turned + by) % orbit.orientations as u8, modulus)
            };
            turn.iter().map(slot).collect()
        });
        Self(after.collect())
    }

    pub(super) fn state(&self, orbits: &[Orbit]) -> Vec<Label> {
        let mut state = Vec::new();
        for (slots, orbit) in self.0.iter().zip(orbits) {
            state.extend(slots.iter().map(|slot| slot.0));
            if orbit.known > 1 {
                state.extend(slots.iter().map(|slot| slot.1 % orbit.known as u8));
            }
        }
        state
    }
}

fn slots(json: &Json, orbit: &Orbit, faults: &mut Vec<Fault>) -> Option<PatternSlots> {
    json.object("an orbit of a pattern", faults)?;
    json.checked(
        &["pieces", "permutation", "orientation", "orientationMod"],
        faults,
    );
    let pieces = json.needed(&["pieces", "permutation"], faults);
    let pieces = pieces.and_then(|json| numbers(json, "pieces", orbit, orbit.pieces, faults));
    let mut optional = |what| match json.member(&[what]) {
        Some(json) => numbers(json, what, orbit, orbit.orientations, faults),
        None => Some(vec![0; orbit.pieces]),
    };
    let (turned, moduli) = (optional("orientation"), optional("orientationMod"));
    let (pieces, turned, moduli) = (pieces?, turned?, moduli?);
    let divides = |m: u8| m == 0 || orbit.orientations.is_multiple_of(m.into());
    let mut of_piece = HashMap::new();
    let list = json.member(&["orientationMod"]);
    let list = list.and_then(|json| json.list("", &mut Vec::new()));
    for ((&piece, &modulus), at) in pieces.iter().zip(&moduli).zip(list.unwrap_or_default()) {
        if !divides(modulus) {
            let expected = format!("expected a divisor of {}", orbit.orientations);
            faults.push(at.fault("an orientation modulo what cannot be", expected));
        } else if *of_piece.entry(piece).or_insert(modulus) != modulus {
            let message = format!("pieces {piece} known modulo different numbers");
            faults.push(at.fault(message, "expected the same for alike pieces"));
        }
    }
    let slots = pieces.into_iter().zip(turned).zip(moduli);
    Some(slots.map(|((p, t), m)| (p, t, m)).collect())
}
