//! The puzzle language: a puzzle that is drawn in a file, compiled to a
//! [`fewest_rules::Puzzle`].

pub mod compiled;
pub mod found;
pub mod ground;

pub mod exchange;
mod file;
mod source;

pub use file::{Expect, Instance, Outcome, PuzzleFile, Unplayed, read, read_named};
pub use source::layout::Layout;
