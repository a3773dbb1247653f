//! The puzzle language: a puzzle that is described by drawings in a file is compiled to ground
//! rules ([`fewest_ground::Ground`]), which are rules without variables for the cells of one board.

mod file;
mod source;

pub use file::{
    DrawnFile, Expect, ExpectedOutcome, Instance, LevelLine, LevelPlan, Spot, UngroundedBoard, read,
};
pub use source::arrangement::Arrangement;
pub use source::layout::BoardLayout;

/// The documentation of the puzzle language in Markdown, the chapter "The puzzle language" of the
/// book.
pub const MANUAL: &str = include_str!("../language.md");
