//! The effect of a sequence of moves: pieces change places and orientations.

use fewest_rules::Fault;

use super::json::Json;
use super::orbits::{MOVE, Orbit, of_slots, parts};

/// The effect of a move or of several moves: for each orbit and each of its slots, the slot from
/// which the piece comes, and the change of its orientation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct KTransformation(pub(super) Vec<TurnSlots>);

type TurnSlots = Vec<(u8, u8)>;

impl KTransformation {
    pub(super) fn nothing(orbits: &[Orbit]) -> Self {
        let slots = |orbit: &Orbit| (0..orbit.pieces as u8).map(|slot| (slot, 0)).collect();
        Self(orbits.iter().map(slots).collect())
    }

    /// Reads the turn of a move in `json`. Orbits that it does not mention stay unchanged.
    pub(super) fn read(json: &Json, orbits: &[Orbit], faults: &mut Vec<Fault>) -> Self {
        let mut turn = Self::nothing(orbits);
        let parts = parts(json, MOVE, orbits, faults);
        for ((orbit, slots), part) in orbits.iter().zip(&mut turn.0).zip(parts) {
            let read = part.and_then(|json| read(json, orbit, faults));
            if let Some(read) = read {
                *slots = read;
            }
        }
        turn
    }

    /// This turn followed by `next`.
    pub(super) fn then(&self, next: &Self, orbits: &[Orbit]) -> Self {
        let orbit = |((now, next), orbit): ((&TurnSlots, &TurnSlots), &Orbit)| {
            let slot = |&(from, turned): &(u8, u8)| {
                let (before, already) = now[usize::from(from)];
                (before, (already + turned) % orbit.orientations as u8)
            };
            next.iter().map(slot).collect()
        };
        Self(self.0.iter().zip(&next.0).zip(orbits).map(orbit).collect())
    }

    pub(super) fn inverse(&self, orbits: &[Orbit]) -> Self {
        let orbit = |(slots, orbit): (&TurnSlots, &Orbit)| {
            let mut back = vec![(0, 0); slots.len()];
            let count = orbit.orientations as u8;
            for (to, &(from, turned)) in slots.iter().enumerate() {
                back[usize::from(from)] = (to as u8, (count - turned) % count);
            }
            back
        };
        Self(self.0.iter().zip(orbits).map(orbit).collect())
    }

    /// This turn repeated `times` times. Takes time in proportion to the logarithm of `times`.
    pub(super) fn times(&self, times: u32, orbits: &[Orbit]) -> Self {
        let mut out = Self::nothing(orbits);
        let mut power = self.clone();
        let mut left = times;
        while left > 0 {
            if left & 1 == 1 {
                out = out.then(&power, orbits);
            }
            left >>= 1;
            if left > 0 {
                power = power.then(&power, orbits);
            }
        }
        out
    }
}

fn read(json: &Json, orbit: &Orbit, faults: &mut Vec<Fault>) -> Option<TurnSlots> {
    const DELTAS: [&str; 3] = ["orientationDelta", "orientation_delta", "orientation"];
    json.object("an orbit of a move", faults)?;
    json.checked(&[&["permutation"][..], &DELTAS].concat(), faults);
    let from = json.needed(&["permutation"], faults);
    let permutation = from.and_then(|json| {
        of_slots(json, "permutation", orbit, faults, |json, faults| {
            let slot: u8 = json.number("permutation", 0..=orbit.pieces as i32 - 1, faults)?;
            Some((slot, json))
        })
    });
    let mut seen = vec![false; orbit.pieces];
    for (slot, json) in permutation.iter().flatten() {
        if std::mem::replace(&mut seen[usize::from(*slot)], true) {
            let message = format!("slot {slot} twice in a permutation");
            faults.push(json.fault(message, "expected each once"));
        }
    }
    // A number may be negative: with four orientations, -1 is 3.
    let count = orbit.orientations as i32;
    let deltas = match json.member(&DELTAS) {
        Some(json) => of_slots(json, DELTAS[0], orbit, faults, |json, faults| {
            let delta: i32 = json.number(DELTAS[0], 1 - count..=count - 1, faults)?;
            Some(delta.rem_euclid(count) as u8)
        }),
        None => Some(vec![0; orbit.pieces]),
    };
    let slots = permutation?.into_iter().zip(deltas?);
    Some(slots.map(|((from, _), delta)| (from, delta)).collect())
}
