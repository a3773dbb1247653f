//! Production systems: a puzzle as ground rules, compiled and analysed.
//!
//! Every reader of a puzzle format produces a [`Ground`]. A [`reduction`] to the states that can be
//! reached makes it smaller, [`compiled`] turns it into a [`fewest_rules::Puzzle`], and
//! [`analysis`] derives properties from its rules.

#[cfg(test)]
extern crate self as fewest_ground;

mod compiler;
mod error;
mod ground;
mod label_set;
mod partition;
mod play;

pub mod analysis;
pub mod compiled;
pub mod limits;
pub mod reduction;

pub use compiler::{Compiled, compile, compile_with};
pub use error::{CompileError, MOST_RULES, WIDEST_BITS};
pub use ground::{
    Consequences, CostMeasure, Domain, Ground, Label, LabelSet, MOST_LABELS, Position, Program,
    ProgramStage, Rule, RuleGroup, Test, Value, Write,
};
pub use play::{PlayError, play};
