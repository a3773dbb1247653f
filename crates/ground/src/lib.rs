//! Production systems: a puzzle as ground rules, compiled and analysed.
//!
//! Every reader of a puzzle format produces a [`Ground`]. A [`reduction`] to the states that can be
//! reached makes it smaller, [`compiled`] turns it into a [`fewest_rules::Puzzle`], and
//! [`analysis`] derives properties from its rules.

mod compiler;
mod consequences;
mod error;
mod ground;
mod label_set;

pub mod analysis;
pub mod compiled;
pub mod limits;
pub mod reduction;

pub use compiler::{Compiled, compile, compile_with};
pub use consequences::{Consequences, Program, RuleGroup};
pub use error::{CompileError, MOST_BITS, MOST_RULES, WIDEST_BITS};
pub use ground::{
    Domain, Ground, Label, LabelSet, MOST_LABELS, Position, Rule, Test, Value, Write,
};
