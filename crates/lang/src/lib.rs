//! The puzzle language: a puzzle that is drawn in a file, read as ground rules
//! ([`fewest_ground::Ground`]).

mod file;
mod source;

pub use file::{DrawnFile, Expect, Instance, Outcome, Unplayed, read};
pub use source::layout::Layout;
