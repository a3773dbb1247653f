//! Goals of a KPuzzle: which piece and which orientation each slot must have.

use fewest_ground::{Label, LabelSet, Test};
use fewest_rules::Fault;

use super::json::{Json, JsonValue};
use super::orbits::{Orbit, number_or_null, parts};
use super::pattern::KPattern;

/// For each orbit, what its slots must have.
#[derive(Debug, Clone)]
pub(super) struct KGoal(Vec<Vec<WantedSlot>>);

/// What a slot must have; `None` if it does not matter.
#[derive(Debug, Clone, Copy, Default)]
struct WantedSlot {
    piece: Option<u8>,
    /// An orientation and a modulus, 0 if the orientation must be just this one.
    turned: Option<(u8, u8)>,
}

impl From<&KPattern> for KGoal {
    fn from(pattern: &KPattern) -> Self {
        let slot = |&(piece, turned, modulus): &(u8, u8, u8)| WantedSlot {
            piece: Some(piece),
            turned: Some((turned, modulus)),
        };
        let slots = pattern.0.iter();
        Self(
            slots
                .map(|slots| slots.iter().map(slot).collect())
                .collect(),
        )
    }
}

impl KGoal {
    /// Reads a pattern in which `null` stands for what does not matter: a piece, an orientation or
    /// a whole orbit.
    pub(super) fn read(json: &Json, orbits: &[Orbit], faults: &mut Vec<Fault>) -> Self {
        let parts = parts(json, "a goal", orbits, faults);
        let mut goal = Vec::new();
        for (orbit, part) in orbits.iter().zip(parts) {
            goal.push(match part {
                None => {
                    let message = format!("the goal says nothing about {}", orbit.name);
                    let expected = "expected every orbit, or null for one that does not matter";
                    faults.push(json.fault(message, expected));
                    Vec::new()
                }
                Some(part) if matches!(part.value, JsonValue::Null) => {
                    vec![WantedSlot::default(); orbit.pieces]
                }
                Some(part) => slots(part, orbit, faults).unwrap_or_default(),
            });
        }
        Self(goal)
    }

    /// The tests of the goal. The positions are those of the ground rules: for each orbit its
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

fn slots(json: &Json, orbit: &Orbit, faults: &mut Vec<Fault>) -> Option<Vec<WantedSlot>> {
    json.object("an orbit of a goal", faults)?;
    json.checked(
        &["pieces", "permutation", "orientation", "orientationMod"],
        faults,
    );
    let pieces = json.needed(&["pieces", "permutation"], faults)?;
    let pieces = number_or_null(pieces, "pieces", orbit, orbit.pieces, faults)?;
    let mut optional = |what| match json.member(&[what]) {
        Some(json) => number_or_null(json, what, orbit, orbit.orientations, faults).map(Some),
        None => Some(None),
    };
    let (turned, moduli) = (optional("orientation")?, optional("orientationMod")?);
    let fits = |m: u8| m == 0 || orbit.known.is_multiple_of(m.into());
    if !moduli.iter().flatten().flatten().all(|&m| fits(m)) {
        let expected = format!("expected divisors of {}", orbit.known);
        faults.push(json.fault("an orientation modulo what cannot be", expected));
        return None;
    }
    let slot = |at: usize| {
        let turned = match &turned {
            Some(turned) => turned[at],
            None => pieces[at].map(|_| 0),
        };
        let modulus = moduli.as_ref().map_or(Some(0), |moduli| moduli[at]);
        WantedSlot {
            piece: pieces[at],
            turned: turned.zip(modulus),
        }
    };
    Some((0..orbit.pieces).map(slot).collect())
}
