//! Pattern databases: lower bounds from tables of smaller puzzles.
//!
//! [`pattern_table`] makes the table of an [`Abstraction`]: any puzzle whose states have
//! numbers, or an [`Explored`] one, whose states are found first and numbered in that order.
//! [`PatternDatabase`] looks the image of a state up in it. Where the abstractions of a
//! puzzle share out the cost of its moves, their bounds are added: [`PatternDatabases`], and
//! [`AdditivePatterns`] where a move concerns one of them at most.

mod additive;
mod build;
mod database;
mod explored;

pub use additive::{AdditiveCache, AdditivePatterns};
pub use build::{PatternTable, fill_pattern_table, pattern_table};
pub use database::{Combine, PatternCache, PatternDatabase, PatternDatabases, WrongPatternTable};
pub use explored::Explored;

use fewest_rules::Abstraction;

/// What one more in an entry of a table says of the distance.
const fn unit<A: Abstraction>() -> u32 {
    if A::ALTERNATES { 2 } else { 1 }
}
