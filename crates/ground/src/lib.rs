//! Production systems: a puzzle as ground rules, compiled and analysed.
//!
//! Every reader of a puzzle format produces a [`Ground`]. [`compiled`] turns it into a
//! [`fewest_rules::Puzzle`], and [`found`] analyses its rules.

mod ground;

pub mod compiled;
pub mod found;
pub mod limits;

pub use ground::{
    Domain, Ground, Label, LabelSet, MOST_LABELS, Position, Rule, Test, Value, Write,
};
