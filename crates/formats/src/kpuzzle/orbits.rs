//! The orbits of a KPuzzle: sets of pieces that can exchange places.

use fewest_rules::{Fault, MOST_FAULTS, did_you_mean, quoted};

use super::json::{Json, JsonValue};
use fewest_ground::MOST_LABELS;
use fewest_ground::limits::{LONGEST_NAME, MOST_CELLS};

/// What messages call a move.
pub(super) const MOVE: &str = "a move";

/// An orbit: its name, the number of its pieces, and the number of orientations of each piece.
#[derive(Debug, Clone)]
pub(super) struct Orbit {
    pub(super) name: String,
    /// The number of pieces; 0 if the orbit is faulty, which has been reported.
    pub(super) pieces: usize,
    pub(super) orientations: usize,
    /// The number of orientations that a state distinguishes: `orientations`, or a smaller number
    /// if the default pattern specifies all orientations only modulo that number.
    pub(super) known: usize,
}

/// Reads the orbits of `json`, a list or an object.
pub(super) fn orbits(json: &Json, faults: &mut Vec<Fault>) -> Option<Vec<Orbit>> {
    let mut listed: Vec<(String, &Json)> = Vec::new();
    match &json.value {
        JsonValue::Object(members) => {
            listed.extend(members.iter().map(|(key, orbit)| (key.name.clone(), orbit)));
        }
        _ => {
            for orbit in json.list("the orbits", faults)? {
                let name = orbit.needed(&["orbitName"], faults);
                let name = name.and_then(|name| name.text("the orbit's name", faults));
                listed.push((name.unwrap_or_default().to_owned(), orbit));
            }
        }
    }
    let mut orbits: Vec<Orbit> = Vec::new();
    let mut slots = 0;
    for (name, json) in listed {
        json.object("an orbit", faults);
        json.checked(&["orbitName", "numPieces", "numOrientations"], faults);
        let mut count = |what| {
            let number = json.needed(&[what], faults)?;
            number.number(what, 1..=MOST_LABELS as i32, faults)
        };
        let (pieces, orientations) = (count("numPieces"), count("numOrientations"));
        if !name.is_empty() && orbits.iter().any(|orbit| orbit.name == name) {
            let message = format!("a second orbit '{}'", quoted(&name));
            faults.push(json.fault(message, "expected another name"));
        }
        if name.len() > LONGEST_NAME {
            let message = format!("a name of {} bytes", name.len());
            faults.push(json.fault(message, format!("expected at most {LONGEST_NAME}")));
        }
        let sizes = pieces.zip(orientations);
        let (pieces, orientations) = sizes.unwrap_or((0, 1));
        slots += pieces;
        if slots > MOST_CELLS / 2 {
            faults.push(json.fault("too many pieces", format!("at most {}", MOST_CELLS / 2)));
        }
        if slots > MOST_CELLS / 2 || faults.len() >= MOST_FAULTS {
            return None;
        }
        orbits.push(Orbit {
            name,
            pieces,
            orientations,
            known: orientations,
        });
    }
    if orbits.is_empty() {
        faults.push(json.fault("no orbits", "expected at least one"));
        return None;
    }
    Some(orbits)
}

/// The parts of a move or a pattern, one for each orbit. Reports unknown orbits. In a move, an orbit
/// that the puzzle does not have is left out, unless it may be a misspelt one.
pub(super) fn parts<'j>(
    json: &'j Json,
    what: &str,
    orbits: &[Orbit],
    faults: &mut Vec<Fault>,
) -> Vec<Option<&'j Json>> {
    let mut parts = vec![None; orbits.len()];
    for (key, part) in json.object(what, faults).unwrap_or_default() {
        let orbit = orbits.iter().position(|orbit| orbit.name == key.name);
        match orbit {
            Some(orbit) if parts[orbit].is_none() => parts[orbit] = Some(part),
            Some(_) => {
                let message = format!("'{}' twice in {what}", quoted(&key.name));
                faults.push(key.fault(message, "expected each orbit once"));
            }
            // The name may belong to an orbit whose own name is faulty.
            None if orbits.iter().any(|orbit| orbit.name.is_empty()) => {}
            None => {
                let message = format!("unknown orbit '{}'", quoted(&key.name));
                let names = || orbits.iter().map(|orbit| orbit.name.as_str());
                // A file may have thousands of orbits, and as many unknown names.
                let meant = did_you_mean(&key.name, names().take(64));
                if what == MOVE && meant.is_none() {
                    continue;
                }
                let all: Vec<&str> = names().take(8).collect();
                let mut fault = key.fault(message, format!("the orbits are {}", all.join(" ")));
                fault.help = meant;
                faults.push(fault);
            }
        }
    }
    parts
}

/// Reads the elements of a list with one element for each slot of an orbit, and reports the faults
/// of all of them.
pub(super) fn of_slots<'j, T>(
    json: &'j Json,
    what: &str,
    orbit: &Orbit,
    faults: &mut Vec<Fault>,
    read: impl Fn(&'j Json, &mut Vec<Fault>) -> Option<T>,
) -> Option<Vec<T>> {
    let list = json.list(what, faults)?;
    if orbit.pieces == 0 {
        return None;
    }
    if list.len() != orbit.pieces {
        let message = format!("{} numbers in \"{what}\"", list.len());
        let expected = format!("expected {}, one for each slot", orbit.pieces);
        faults.push(json.fault(message, expected));
        return None;
    }
    let elements: Vec<Option<T>> = list.iter().map(|json| read(json, faults)).collect();
    elements.into_iter().collect()
}
