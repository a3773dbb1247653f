//! Reads KPuzzle JSON, the twisty puzzles of cubing.js and twsearch, as ground rules.
//!
//! A KPuzzle has orbits of pieces. A state specifies the piece in each slot and its orientation. A
//! move specifies for each slot the slot from which its piece comes and the change of its
//! orientation. So each slot becomes one position for the piece and one for the orientation. A move
//! copies labels between positions, and adds a constant to each copied orientation.
//!
//! - The goal is the default pattern. If the pattern specifies the orientation of a piece only
//!   modulo m (`orientationMod`), the piece may be turned by multiples of m.
//! - The moves are those of `moves` and `derivedMoves` and their powers (`R`, `R2`, `R'`). Each
//!   power counts as one move. Rotations of the whole puzzle are excluded: in cubing.js they are
//!   `x`, `y`, `z` and names that end in `v`. Algorithms may contain them: they say how the puzzle
//!   is held for the moves that follow, and in the end it is held as at the beginning.
//! - A board is an algorithm to apply to the default pattern, a pattern in JSON, or the numbers of
//!   a drawn state.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use fewest_rules::{Fault, Faults, MOST_FAULTS, Objective, Placed, quoted, sorted};

use fewest_ground::limits::{LONGEST_NAME, MOST_BYTES};
use fewest_ground::{CostMeasure, Ground, Label};

mod algorithm;
mod ground;
mod json;
mod orbits;
mod pattern;
mod rotations;
mod turn;
mod turns;

use algorithm::AlgorithmPart;
use json::{Json, JsonKey};
use orbits::{Orbit, orbits};
use pattern::KPattern;
use turn::KTransformation;
use turns::Turns;

/// A file may define at most this many moves.
const MOST_DEFINED: usize = 1024;

/// A twisty puzzle that was read from a file and can read boards.
#[derive(Debug, Clone)]
pub struct KPuzzle {
    orbits: Vec<Orbit>,
    default: KPattern,
    turns: HashMap<String, KTransformation>,
    /// The names of the turns that are rotations of the whole puzzle.
    rotations: HashSet<String>,
    /// For each rule, its number of quarter turns. A rule is a power of its *generator*, as `R2` is
    /// a power of `R`. The number says how often the generator or its inverse must be made to have
    /// the same effect, whichever number is smaller.
    quarters: Vec<u16>,
    /// The goal, if it is not the default pattern.
    goal: Option<KPattern>,
}

/// Reads the KPuzzle in `text`. Returns its ground rules, and the puzzle for reading boards.
pub fn read(text: &str) -> Result<(Ground, KPuzzle), Vec<Fault>> {
    let mut faults = Vec::new();
    match puzzle(text, &mut faults) {
        Some(read) if faults.is_empty() => Ok(read),
        _ => Err(sorted(faults)),
    }
}

/// Parses the text; `None` if it is not JSON.
fn parsed(text: &str, faults: &mut Vec<Fault>) -> Option<Json> {
    let json = crate::too_long(text, MOST_BYTES).map_or_else(|| json::parse(text), Err);
    json.map_err(|fault| faults.push(fault)).ok()
}

const PATTERN: [&str; 3] = ["defaultPattern", "startStateData", "startState"];
const DERIVED: [&str; 2] = ["derivedMoves", "experimentalDerivedMoves"];

fn puzzle(text: &str, faults: &mut Vec<Fault>) -> Option<(Ground, KPuzzle)> {
    let json = parsed(text, faults)?;
    let members = json.object("a KPuzzle", faults)?;
    if json.member(&["orbits", "moves"]).is_none()
        && let Some((key, _)) = members
            .iter()
            .find(|(_, part)| part.member(&["pieces"]).is_some())
    {
        let message = "a pattern of a KPuzzle, not a KPuzzle";
        let fault = key.fault(message, "expected orbits and moves");
        faults.push(fault.with_help("a pattern is a goal: PUZZLE --goal PATTERN"));
        return None;
    }
    let names = [&["name", "orbits", "moves"][..], &PATTERN, &DERIVED].concat();
    json.checked(&names, faults);
    let name = json.member(&["name"]);
    let name = name.and_then(|name| name.text("the name", faults));
    let name = name.unwrap_or("kpuzzle").chars().take(LONGEST_NAME);
    let name = name.collect();
    let listed = json.needed(&["orbits"], faults);
    let pattern = json.needed(&PATTERN, faults);
    let moves = json.needed(&["moves"], faults);
    let mut orbits = orbits(listed?, faults)?;
    let identity = KPattern::identity(&orbits);
    let default = pattern.map(|json| KPattern::read(json, &orbits, Some(&identity), faults));
    for (orbit, slots) in orbits.iter_mut().zip(default.iter().flat_map(|d| &d.0)) {
        let moduli = slots.iter().filter_map(|slot| Some(slot.turned?.1));
        let moduli: Vec<u8> = moduli.collect();
        // If the default pattern specifies all orientations of an orbit only modulo the same
        // number, states need to distinguish only that many orientations.
        if let Some(&modulus) = moduli.first()
            && moduli.iter().all(|&other| other == modulus)
            && modulus != 0
        {
            orbit.known = modulus.into();
        }
    }
    let (names, made) = turns(text, &json, moves?, &orbits, faults)?;
    let default = default.filter(|_| faults.is_empty())?;
    let at = moves?.fault("", "").span;
    let rotations = rotations::rotations(&names, &made, &orbits);
    let ground = ground::of(name, &orbits, &default, &names, &made, &rotations, at);
    let (ground, quarters) = ground.map_err(|fault| faults.push(fault)).ok()?;
    let puzzle = KPuzzle {
        orbits,
        default,
        turns: made,
        rotations,
        quarters,
        goal: None,
    };
    Some((ground, puzzle))
}

/// The names of the moves in the order of the file, and the effects of the moves.
type NamedTurns = (
    Vec<(String, Range<usize>)>,
    HashMap<String, KTransformation>,
);

fn turns(
    text: &str,
    json: &Json,
    moves: &Json,
    orbits: &[Orbit],
    faults: &mut Vec<Fault>,
) -> Option<NamedTurns> {
    let mut turns = Turns::new(orbits, HashMap::new());
    let mut names = Vec::new();
    for (key, turn) in moves.object("the moves", faults)? {
        defined(key, names.len(), faults)?;
        let turn = KTransformation::read(turn, orbits, faults);
        if turns.made.insert(key.name.clone(), turn).is_some() {
            let message = format!("a second move '{}'", quoted(&key.name));
            faults.push(key.fault(message, "expected another name"));
        }
        names.push((key.name.clone(), key.at.clone()));
    }
    let derived = json.member(&DERIVED);
    let derived = derived.and_then(|d| d.object("the derived moves", faults));
    let mut algorithms = Vec::new();
    for (key, json) in derived.unwrap_or_default() {
        if turns.made.contains_key(&key.name) {
            continue;
        }
        defined(key, names.len(), faults)?;
        let written = json.text("a derived move", faults);
        // A faulty derived move still defines its name, so that its uses are not reported.
        let parts = written.and_then(|written| {
            let inside = |fault| inside(text, json, written, fault);
            let parts = algorithm::parse(written).map_err(inside);
            parts.map_err(|fault| faults.push(fault)).ok()
        });
        let parts = parts.unwrap_or_default();
        algorithms.push((json, parts.clone()));
        turns.derived.insert(key.name.clone(), parts);
        names.push((key.name.clone(), key.at.clone()));
    }
    for (json, parts) in &algorithms {
        let mut unknown = Vec::new();
        turns.check(parts, &mut unknown);
        let written = json.text("", &mut Vec::new()).unwrap_or_default();
        faults.extend(unknown.into_iter().map(|f| inside(text, json, written, f)));
        if faults.len() >= MOST_FAULTS {
            return None;
        }
    }
    if !faults.is_empty() {
        return None;
    }
    for (name, at) in &names {
        if let Err(fault) = turns.named(name, at) {
            faults.push(fault);
            // A fault in this move is not a fault of the moves that use it.
            turns
                .made
                .insert(name.clone(), KTransformation::nothing(orbits));
        }
    }
    Some((names, turns.made))
}

/// Reports a fault if a move cannot have this name. `None` if there are too many moves.
fn defined(key: &JsonKey, count: usize, faults: &mut Vec<Fault>) -> Option<()> {
    let fine = |c: char| c.is_ascii_alphanumeric() || "_-'".contains(c);
    if key.name.is_empty() || key.name.len() > LONGEST_NAME || !key.name.chars().all(fine) {
        let expected = "expected up to 64 letters, digits, _ and -";
        faults.push(key.fault("a move cannot be called so", expected));
    }
    if count == MOST_DEFINED {
        faults.push(key.fault("too many moves", format!("at most {MOST_DEFINED}")));
    }
    (count < MOST_DEFINED && faults.len() < MOST_FAULTS).then_some(())
}

/// Translates the place of a fault in the algorithm `written` to a place in the file, where `json`
/// is the string with the algorithm.
fn inside(text: &str, json: &Json, written: &str, fault: Fault) -> Fault {
    let start = json.at.start + 1;
    // If the string contains escapes, places in the algorithm do not correspond to places in the
    // file.
    if text.get(start..json.at.end.saturating_sub(1)) == Some(written) {
        return fault.shifted(start);
    }
    Fault {
        span: json.at.clone(),
        ..fault
    }
}

impl KPuzzle {
    /// Returns `ground`, the rules of this puzzle, with the costs of the quarter-turn metric. In
    /// this metric, a move such as `R2` is a power of its *generator*, here `R`. Its cost is the
    /// number of times that the generator or its inverse must be made to have the same effect,
    /// whichever number is smaller.
    pub fn in_quarter_turns(&self, ground: &Ground) -> Ground {
        let mut ground = ground.clone();
        for (rule, &turns) in ground.rules.iter_mut().zip(&self.quarters) {
            rule.cost = turns;
        }
        ground.measure = Some(CostMeasure {
            objective: Objective::Cost,
            unit: "quarter turns".to_owned(),
        });
        ground
    }

    /// Returns `ground`, the rules of this puzzle, and the puzzle with another goal: the pattern
    /// that an algorithm makes of the default pattern, or a pattern in JSON in which `null` stands
    /// for a piece, an orientation or an orbit that does not matter. Pieces that do not matter are
    /// alike then.
    ///
    /// # Errors
    /// The faults of `text`.
    pub fn with_goal(&self, ground: &Ground, text: &str) -> Result<(Ground, Self), Faults> {
        let mut faults = Vec::new();
        let goal = match text.trim_start().starts_with('{') {
            true => self.pattern(text, None, &mut faults),
            false => {
                let mut turns = Turns::new(&self.orbits, self.turns.clone());
                let turn = algorithm::parse(text).and_then(|parts| {
                    self.held_turn(&parts, &mut turns, &(0..text.len()), &mut faults)
                });
                let turn = turn.map_err(|fault| faults.push(fault)).ok();
                turn.map(|turn| self.default.after(&turn, &self.orbits))
            }
        };
        let Some(goal) = goal.filter(|_| faults.is_empty()) else {
            let none = Fault::new(
                0..text.len(),
                "no goal",
                "expected an algorithm or a pattern",
            );
            Faults::unless_empty(sorted(faults), ())?;
            return Err(none.into());
        };
        let mut ground = ground.clone();
        ground.goals = vec![goal.tests(&self.orbits)];
        let puzzle = Self {
            goal: Some(goal),
            ..self.clone()
        };
        Ok((ground, puzzle))
    }

    /// Reads a pattern in JSON: a goal, unless there is a `usual` pattern.
    fn pattern(
        &self,
        text: &str,
        usual: Option<&KPattern>,
        faults: &mut Vec<Fault>,
    ) -> Option<KPattern> {
        let json = parsed(text, faults)?;
        let inner = json.member(&["patternData", "stateData"]);
        let inner = inner.unwrap_or(&json);
        Some(KPattern::read(inner, &self.orbits, usual, faults))
    }

    /// The number of positions in each row of a drawn state.
    pub fn rows(&self) -> Vec<usize> {
        let rows = self.orbits.iter().flat_map(|orbit| {
            let turned = (orbit.known > 1).then_some(orbit.pieces);
            [Some(orbit.pieces), turned]
        });
        rows.flatten().collect()
    }

    /// Reads the boards of `text`: a pattern in JSON, or an algorithm on each line, or the numbers
    /// of a state in each paragraph.
    pub fn states(
        &self,
        text: &str,
        drawn: impl Fn(&str) -> Result<Vec<Label>, Faults>,
    ) -> Result<Vec<Placed<Vec<Label>>>, Faults> {
        let mut states = self.all_states(text, drawn)?;
        if let Some(goal) = &self.goal {
            for (state, _) in &mut states {
                goal.make_others_alike(&self.orbits, state);
            }
        }
        Ok(states)
    }

    fn all_states(
        &self,
        text: &str,
        drawn: impl Fn(&str) -> Result<Vec<Label>, Faults>,
    ) -> Result<Vec<Placed<Vec<Label>>>, Faults> {
        let start = text.len() - text.trim_start().len();
        let end = text.trim_end().len();
        let mut faults = Vec::new();
        let mut boards = Vec::new();
        if text[start..].starts_with('{') {
            let pattern = self.pattern(text, Some(&self.default), &mut faults);
            boards.extend(pattern.map(|pattern| (pattern.state(&self.orbits), start..end)));
            return Faults::unless_empty(sorted(faults), boards);
        }
        let mut turns = Turns::new(&self.orbits, self.turns.clone());
        let mut paragraph: Option<Range<usize>> = None;
        let mut at = 0;
        for line in text.split_inclusive('\n').chain(["\n"]) {
            if faults.len() >= MOST_FAULTS {
                break;
            }
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
                match drawn(&text[span.clone()]) {
                    Ok(state) => boards.push((state, span)),
                    Err(more) => faults.extend_from_slice(more.shifted(span.start).as_slice()),
                }
            }
            if some && !line.trim_start().starts_with("//") {
                let mut told = Vec::new();
                turns.allow(line.split_whitespace().count());
                let parts = algorithm::parse(&text[span.clone()]);
                match parts.and_then(|parts| self.turn(&parts, &mut turns, &span, &mut told)) {
                    Ok(state) => boards.push((state, span.clone())),
                    Err(fault) => told.push(fault),
                }
                faults.extend(told.into_iter().map(|fault| fault.shifted(span.start)));
            }
        }
        Faults::unless_empty(sorted(faults), boards)
    }

    /// The state after an algorithm. Words that are not moves are reported in `faults`.
    fn turn<'a>(
        &'a self,
        parts: &[AlgorithmPart],
        turns: &mut Turns<'a>,
        span: &Range<usize>,
        faults: &mut Vec<Fault>,
    ) -> Result<Vec<Label>, Fault> {
        let turn = self.held_turn(parts, turns, span, faults)?;
        Ok(self.default.after(&turn, &self.orbits).state(&self.orbits))
    }

    /// What an algorithm does, held as before it: what the rotations of the whole puzzle in it do
    /// together is taken back, because the moves alone cannot. Words that are not moves are
    /// reported in `faults`.
    fn held_turn<'a>(
        &'a self,
        parts: &[AlgorithmPart],
        turns: &mut Turns<'a>,
        span: &Range<usize>,
        faults: &mut Vec<Fault>,
    ) -> Result<KTransformation, Fault> {
        turns.check(parts, faults);
        if !faults.is_empty() {
            return Ok(KTransformation::nothing(&self.orbits));
        }
        let whole = 0..span.len();
        let turn = turns.all(parts, &whole)?;
        let back = turns
            .rotation(parts, &self.rotations, &whole)?
            .inverse(&self.orbits);
        Ok(turn.then(&back, &self.orbits))
    }
}
