//! Describes positions of the built-in puzzles as scenes, with one file for each puzzle.

pub(crate) mod flip;
mod four_in_a_row;
mod graph;
mod rotation;
mod tiles;
mod wall_pusher;

use fewest_scene::Colour;

/// The colour of the dark side of a disc.
const DARK: Colour = Colour::hex(0x2b323d);

/// The scenes of the built-in puzzles.
pub(crate) struct BuiltInScenes;
