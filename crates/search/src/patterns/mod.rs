//! Pattern databases: lower bounds from tables of smaller puzzles.
//!
//! [`PatternDatabase`] looks up the distance of a state's image under any
//! [`Projection`](fewest_rules::Projection). [`pattern_table`] makes the tables of
//! disjoint patterns, whose sum is a bound: [`AdditivePatterns`].
//! [`Max`](fewest_rules::Max), [`Sum`](fewest_rules::Sum) and [`Least`](fewest_rules::Least) put heuristics together.

mod additive;
mod build;
mod database;

pub use additive::{AdditiveCache, AdditivePatterns, WrongPatternTable};
pub use build::{PatternTable, pattern_table};
pub use database::{ImageCache, PatternDatabase};
