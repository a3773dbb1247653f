//! How large a puzzle file and what it comes down to may be.
//!
//! Everything that the front end builds is bounded by these, and it is counted
//! before it is built: a hostile file is refused before it takes memory.

/// The most bytes of a puzzle file.
pub(crate) const MOST_BYTES: usize = 1 << 20;
/// The most cells of a board, holes included.
pub(crate) const MOST_CELLS: usize = 4096;
/// The most moves.
pub(crate) const MOST_MOVES: usize = 1 << 16;
/// The most ground rules.
pub(crate) const MOST_RULES: usize = 1_000_000;
/// The most tests and writes of all ground rules together.
pub(crate) const MOST_PARTS: usize = 4_000_000;
/// The most ways to place the pattern rules that are tried, whether they fit or not.
pub(crate) const MOST_TRIES: usize = 16_000_000;
/// The most conjunctions of the goals, and the most tests of all of them.
pub(crate) const MOST_GOAL_PARTS: usize = 1 << 20;
/// The most faults of one text that are told; more would bury the first.
pub(crate) const MOST_FAULTS: usize = 20;
/// The most boards that one file may carry in its `expect` lines.
pub(crate) const MOST_EXPECTS: usize = 1000;
