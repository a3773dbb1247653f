//! KPuzzle JSON, the twisty puzzles of cubing.js and twsearch, read as ground rules.
//!
//! A KPuzzle has orbits of pieces. A state says which piece is in each slot and how it is
//! turned; a move says for each slot from which slot its piece comes and by how much that
//! turns it. So a slot is a position for the piece and one for the orientation, and a move
//! is copies, those of orientations with something added.
//!
//! - The goal is the default pattern. A piece whose orientation the pattern knows modulo m only
//!   (`orientationMod`) may be turned by multiples of m.
//! - The moves are those of `moves` and `derivedMoves` and their powers (`R`, `R2`, `R'`),
//!   each counted as one; but not the rotations of the whole puzzle, which cubing.js
//!   calls `x`, `y`, `z` and by names that end in `v`. Those may stand in algorithms.
//! - A board is an algorithm that is made from the default pattern, a pattern in JSON,
//!   or the numbers that a drawn state shows.

use std::collections::HashMap;
use std::ops::Range;

use rules::{Fault, Faults, Placed};

use crate::ground::{Ground, Label, MOST_LABELS};
use crate::source::limits::{LONGEST_NAME, MOST_BYTES, MOST_CELLS};

mod algorithm;
mod ground;
mod json;
mod turn;
mod turns;

use json::Json;
use turn::Turn;
use turns::Turns;

/// The most moves that a file defines.
const MOST_DEFINED: usize = 1024;
/// An orbit: how many pieces it has, and in how many ways each may be turned.
#[derive(Debug, Clone)]
pub(super) struct Orbit {
    name: String,
    pieces: usize,
    orientations: usize,
    /// How many orientations a state tells apart.
    known: usize,
}

/// A puzzle of turns, to read boards with.
#[derive(Debug, Clone)]
pub(crate) struct KPuzzle {
    orbits: Vec<Orbit>,
    default: Pattern,
    turns: HashMap<String, Turn>,
}

/// By orbit, by slot: the piece, its orientation, and what that is known modulo (0 for all).
#[derive(Debug, Clone)]
struct Pattern(Vec<Slots>);

type Slots = Vec<(u8, u8, u8)>;

impl KPuzzle {
    /// The positions of each row in which states are drawn.
    pub(crate) fn rows(&self) -> Vec<usize> {
        let rows = self.orbits.iter().flat_map(|orbit| {
            let turned = (orbit.known > 1).then_some(orbit.pieces);
            [Some(orbit.pieces), turned]
        });
        rows.flatten().collect()
    }
}

/// The ground rules of the KPuzzle in `text`, and how its boards are read.
pub(crate) fn read(text: &str) -> Result<(Ground, KPuzzle), Vec<Fault>> {
    if text.len() > MOST_BYTES {
        let message = format!("a file of {} bytes", text.len());
        let label = format!("expected at most {MOST_BYTES}");
        return Err(vec![Fault::new(0..0, message, label)]);
    }
    puzzle(text).map_err(|fault| vec![fault])
}

fn puzzle(text: &str) -> Result<(Ground, KPuzzle), Fault> {
    let json = json::parse(text)?;
    json.object("a KPuzzle")?;
    let name = match json.member(&["name"]) {
        Some(name) => name.text("the name")?.chars().take(LONGEST_NAME).collect(),
        None => "kpuzzle".to_owned(),
    };
    let mut orbits = orbits(json.needed(&["orbits"])?)?;
    let pattern = json.needed(&["defaultPattern", "startStateData", "startState"])?;
    let default = Pattern::read(pattern, &orbits)?;
    for (orbit, slots) in orbits.iter_mut().zip(&default.0) {
        let moduli: Vec<u8> = slots.iter().map(|slot| slot.2).collect();
        // What no piece's orientation is known beyond need not be told apart.
        if moduli.iter().all(|&modulus| modulus == moduli[0]) && moduli[0] != 0 {
            orbit.known = moduli[0].into();
        }
    }
    let mut turns = Turns {
        orbits: &orbits,
        made: HashMap::new(),
        derived: HashMap::new(),
        work: 0,
    };
    let mut names = Vec::new();
    for (name, turn) in json.needed(&["moves"])?.object("the moves")? {
        defined(name, turn, names.len())?;
        turns.made.insert(name.clone(), turn_of(turn, &orbits)?);
        names.push((name.clone(), turn.at.clone()));
    }
    let derived = json.member(&["derivedMoves", "experimentalDerivedMoves"]);
    let derived = derived.map(|d| d.object("the derived moves")).transpose()?;
    for (name, alg) in derived.unwrap_or_default() {
        if turns.made.contains_key(name) {
            continue;
        }
        defined(name, alg, names.len())?;
        let inside = |fault: Fault| Fault {
            span: alg.at.clone(),
            ..fault
        };
        let parts = algorithm::parse(alg.text("a derived move")?).map_err(inside)?;
        turns.derived.insert(name.clone(), (parts, alg.at.clone()));
        names.push((name.clone(), alg.at.clone()));
    }
    for (name, at) in &names {
        let inside = |fault: Fault| Fault {
            span: at.clone(),
            ..fault
        };
        turns.named(name, at, 0).map_err(inside)?;
    }
    let made = turns.made;
    let ground = ground::of(name, &orbits, &default, &names, &made)?;
    let puzzle = KPuzzle {
        orbits,
        default,
        turns: made,
    };
    Ok((ground, puzzle))
}

fn defined(name: &str, what: &Json, count: usize) -> Result<(), Fault> {
    let fine = |c: char| c.is_ascii_alphanumeric() || "_-'".contains(c);
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fine) {
        let message = "a move cannot be called so";
        return Err(what.fault(
            message,
            "its name: expected up to 64 letters, digits, _ and -",
        ));
    }
    if count == MOST_DEFINED {
        return Err(what.fault("too many moves", format!("at most {MOST_DEFINED}")));
    }
    Ok(())
}

fn orbits(json: &Json) -> Result<Vec<Orbit>, Fault> {
    let mut listed: Vec<(String, &Json)> = Vec::new();
    match &json.value {
        json::Value::Object(members) => {
            listed.extend(members.iter().map(|(name, orbit)| (name.clone(), orbit)));
        }
        _ => {
            for orbit in json.list("the orbits")? {
                let name = orbit.needed(&["orbitName"])?.text("the orbit's name")?;
                listed.push((name.to_owned(), orbit));
            }
        }
    }
    let mut orbits: Vec<Orbit> = Vec::new();
    let mut slots = 0;
    for (name, json) in listed {
        let count = |what| {
            let number = json.needed(&[what])?;
            match number.number(what, MOST_LABELS + 1)? {
                0 => Err(number.fault(format!("no {what}"), "expected at least 1")),
                count => Ok(count),
            }
        };
        let (pieces, orientations) = (count("numPieces")?, count("numOrientations")?);
        if orbits.iter().any(|orbit| orbit.name == name) {
            return Err(json.fault("a second orbit of that name", "expected another"));
        }
        slots += pieces;
        if slots > MOST_CELLS / 2 {
            return Err(json.fault("too many pieces", "at most 2048"));
        }
        orbits.push(Orbit {
            name,
            pieces,
            orientations,
            known: orientations,
        });
    }
    if orbits.is_empty() {
        return Err(json.fault("no orbits", "expected at least one"));
    }
    Ok(orbits)
}

/// Numbers of a list, one for each slot of an orbit, each below `end`.
fn numbers(json: &Json, what: &str, count: usize, end: usize) -> Result<Vec<u8>, Fault> {
    let list = json.list(what)?;
    if list.len() != count {
        let message = format!("{} numbers in {what}", list.len());
        return Err(json.fault(message, format!("expected {count}")));
    }
    let number = |json: &Json| json.number(what, end).map(|number| number as u8);
    list.iter().map(number).collect()
}

fn turn_of(json: &Json, orbits: &[Orbit]) -> Result<Turn, Fault> {
    json.object("a move")?;
    let mut turn = Turn::nothing(orbits);
    for (orbit, slots) in orbits.iter().zip(&mut turn.0) {
        // What a move does not speak of stays.
        let Some(json) = json.member(&[&orbit.name]) else {
            continue;
        };
        let from = json.needed(&["permutation"])?;
        let permutation = numbers(from, "permutation", orbit.pieces, orbit.pieces)?;
        let mut seen = vec![false; orbit.pieces];
        for &slot in &permutation {
            if std::mem::replace(&mut seen[usize::from(slot)], true) {
                let message = format!("slot {slot} twice in a permutation");
                return Err(from.fault(message, "expected each once"));
            }
        }
        let delta = json.member(&["orientationDelta", "orientation_delta", "orientation"]);
        let delta = match delta {
            Some(delta) => numbers(delta, "orientationDelta", orbit.pieces, orbit.orientations)?,
            None => vec![0; orbit.pieces],
        };
        *slots = permutation.into_iter().zip(delta).collect();
    }
    Ok(turn)
}

impl Pattern {
    fn read(json: &Json, orbits: &[Orbit]) -> Result<Self, Fault> {
        let mut pattern = Vec::new();
        for orbit in orbits {
            let json = json.needed(&[&orbit.name])?;
            let pieces = json.needed(&["pieces", "permutation"])?;
            let pieces = numbers(pieces, "pieces", orbit.pieces, orbit.pieces)?;
            let turned = match json.member(&["orientation"]) {
                Some(turned) => numbers(turned, "orientation", orbit.pieces, orbit.orientations)?,
                None => vec![0; orbit.pieces],
            };
            let moduli = match json.member(&["orientationMod"]) {
                None => vec![0; orbit.pieces],
                Some(json) => {
                    let moduli = numbers(json, "orientationMod", orbit.pieces, orbit.orientations)?;
                    let divides = |m: u8| m == 0 || orbit.orientations.is_multiple_of(m.into());
                    if !moduli.iter().all(|&m| divides(m)) {
                        let expected = format!("expected divisors of {}", orbit.orientations);
                        return Err(json.fault("an orientation modulo what cannot be", expected));
                    }
                    moduli
                }
            };
            let mut of_piece = HashMap::new();
            for (&piece, &modulus) in pieces.iter().zip(&moduli) {
                if *of_piece.entry(piece).or_insert(modulus) != modulus {
                    let message = format!("pieces {piece} known modulo different numbers");
                    return Err(json.fault(message, "expected the same for alike pieces"));
                }
            }
            let slots = pieces.into_iter().zip(turned).zip(moduli);
            pattern.push(slots.map(|((p, t), m)| (p, t, m)).collect());
        }
        Ok(Self(pattern))
    }

    /// The pattern after a turn.
    fn after(&self, turn: &Turn, orbits: &[Orbit]) -> Self {
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

    fn state(&self, orbits: &[Orbit]) -> Vec<Label> {
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

impl KPuzzle {
    /// The boards of `text`: a pattern in JSON; or in each line an algorithm; or in each
    /// paragraph the numbers of a state.
    pub(crate) fn states(
        &self,
        text: &str,
        drawn: impl Fn(&str) -> Result<Vec<Label>, Faults>,
    ) -> Result<Vec<Placed<Vec<Label>>>, Faults> {
        let start = text.len() - text.trim_start().len();
        let end = text.trim_end().len();
        if text[start..].starts_with('{') {
            let json = json::parse(text)?;
            let inner = json.member(&["patternData", "stateData"]).unwrap_or(&json);
            let pattern = Pattern::read(inner, &self.orbits)?;
            return Ok(vec![(pattern.state(&self.orbits), start..end)]);
        }
        let mut boards = Vec::new();
        let mut turns = Turns {
            orbits: &self.orbits,
            made: self.turns.clone(),
            derived: HashMap::new(),
            work: 0,
        };
        let mut paragraph: Option<Range<usize>> = None;
        let mut at = 0;
        for line in text.split_inclusive('\n').chain(["\n"]) {
            let from = at + line.len() - line.trim_start().len();
            let span = from..at + line.trim_end().len();
            at += line.len();
            let mut words = line.split_whitespace().peekable();
            let some = words.peek().is_some();
            let numbers = some && words.all(|w| w == "." || w.bytes().all(|b| b.is_ascii_digit()));
            if numbers {
                let start = paragraph.map_or(span.start, |before| before.start);
                paragraph = Some(start..span.end);
                continue;
            }
            if let Some(span) = paragraph.take() {
                let state = drawn(&text[span.clone()]).map_err(|f| f.shifted(span.start))?;
                boards.push((state, span));
            }
            if some && !line.trim_start().starts_with("//") {
                let parts = algorithm::parse(&text[span.clone()]);
                let turn = parts.and_then(|parts| turns.all(&parts, 0));
                let turn = turn.map_err(|fault| fault.shifted(span.start))?;
                let pattern = self.default.after(&turn, &self.orbits);
                boards.push((pattern.state(&self.orbits), span));
            }
        }
        Ok(boards)
    }
}
