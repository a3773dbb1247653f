//! Families of nasty puzzles. Random rules alone hardly ever reach a shortcut; each family has the
//! shape that some of them look for.

mod boxes;
mod carried;
mod walkers;

use crate::draft::Draft;
use crate::numbers::Random;

/// The symbols of a family. Two families on one board have the same floor and walls, and perhaps
/// the same agent and tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names {
    pub(crate) agent: &'static str,
    pub(crate) token: &'static str,
    /// What a token may become.
    pub(crate) other: &'static str,
    /// What is met once: a dot, a door, a hole.
    pub(crate) thing: &'static str,
    /// What makes the names of moves, regions and variables unique.
    pub(crate) tag: &'static str,
}

pub(crate) const FLOOR: &str = "_";
pub(crate) const WALL: &str = "#";

const FIRST: Names = Names {
    agent: "@",
    token: "$",
    other: "%",
    thing: "o",
    tag: "a",
};
const SECOND: Names = Names {
    agent: "Q",
    token: "b",
    other: "p",
    thing: "u",
    tag: "z",
};

/// A family: makes a puzzle.
type Family = fn(&mut Random, &Names) -> Draft;

pub(crate) const FAMILIES: &[(&str, Family)] = &[
    ("pocket", boxes::pocket),
    ("warehouse", boxes::warehouse),
    ("snake", walkers::snake),
    ("dots", walkers::dots),
    ("counter", carried::counter),
    ("movers", carried::movers),
];

/// A puzzle of one family or of two.
pub(crate) fn puzzle(random: &mut Random) -> Draft {
    let one = random.pick(FAMILIES).1;
    let mut draft = one(random, &FIRST);
    if random.one_in(4) {
        boxes::random_rule(random, &mut draft);
    }
    draft
}

#[allow(dead_code)]
const BOTH: [Names; 2] = [FIRST, SECOND];
