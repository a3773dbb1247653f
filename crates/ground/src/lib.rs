//! Production systems: a puzzle as ground rules, compiled and analysed.
//!
//! [`Ground`] is what every puzzle file comes down to, drawn or of another
//! program. [`compiled`] makes a [`fewest_rules::Puzzle`] of it, and [`found`]
//! is what its rules tell of it.

mod ground;

pub mod compiled;
pub mod found;
pub mod limits;

pub use ground::{
    Domain, Ground, Label, LabelSet, MOST_LABELS, Position, Rule, Test, Value, Write,
};
