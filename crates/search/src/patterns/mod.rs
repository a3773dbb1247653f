//! Pattern databases: lower bounds from tables of smaller puzzles.
//!
//! [`pattern_table`] makes the tables of disjoint patterns, whose sum is a bound:
//! [`AdditivePatterns`].

mod additive;
mod build;

pub use additive::{AdditiveCache, AdditivePatterns, WrongPatternTable};
pub use build::{PatternTable, pattern_table};
