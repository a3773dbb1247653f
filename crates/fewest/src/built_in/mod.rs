//! The built-in puzzles behind the object-safe interface, with one file for each puzzle.

pub(crate) mod board;
mod engine;
mod flip;
mod four_in_a_row;
mod graph;
mod rotation;
mod scenes;
mod tiles;
mod wall_pusher;
mod words;

use self::board::Kind;
use crate::board::Family;

const FAMILIES: [&dyn Family; 6] = [
    &Kind::<flip::FlipBoard>::NEW,
    &Kind::<four_in_a_row::FourBoard>::NEW,
    &Kind::<wall_pusher::WallBoard>::NEW,
    &Kind::<rotation::RotationBoard>::NEW,
    &Kind::<tiles::TilesBoard>::NEW,
    &Kind::<graph::GraphBoard>::NEW,
];

/// Every built-in puzzle.
pub fn families() -> &'static [&'static dyn Family] {
    &FAMILIES
}

/// The titles in pictures that are other names than those of the puzzles.
const ALIASES: [(&str, &str); 3] = [
    ("flip-game", "flip"),
    ("rotation-game", "rotation"),
    ("sliding-tiles", "tiles"),
];

/// The built-in puzzle with the name or the title `name`, written as a name.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    FAMILIES
        .into_iter()
        .find(|family| family.info().name == name)
}
