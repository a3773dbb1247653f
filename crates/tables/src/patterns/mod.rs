//! Pattern databases: lower bounds from tables of smaller puzzles.
//!
//! [`pattern_table`] builds the table of an [`Abstraction`]. The states of the abstraction are
//! numbered by a formula or, in an [`Explored`] abstraction, in the order in which a search
//! discovers them. [`PatternDatabase`] looks up the image of a state in the table of an
//! abstraction. If the abstractions form a cost partition, their bounds can be added:
//! [`PatternDatabases`] adds the bounds of any such abstractions, and [`AdditivePatterns`] adds the
//! bounds of abstractions such that each move changes at most one of them.

mod additive;
mod build;
mod database;
mod explored;
mod pull;

pub use additive::{AdditiveCache, AdditivePatterns};
pub use build::{PatternTable, fill_bound_table, fill_pattern_table, pattern_table};
pub use database::{Combine, PatternCache, PatternDatabase, PatternDatabases, WrongPatternTable};
pub use explored::{Explored, UnfinishedDistances};

use fewest_rules::Abstraction;

/// The distance that one unit of a table entry stands for: 2 if the table stores halves of the
/// excesses over the base (see `build.rs`), which are then always even.
const fn unit<A: Abstraction>() -> u32 {
    if A::ALTERNATES { 2 } else { 1 }
}
