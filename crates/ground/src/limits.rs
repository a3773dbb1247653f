//! The largest puzzle file and the largest set of ground rules that every format accepts.
//!
//! A reader counts the parts of the puzzle that it is about to build and refuses too many of them
//! before it allocates memory. So a hostile file cannot exhaust the memory.

/// The most bytes of a puzzle file.
pub const MOST_BYTES: usize = 1 << 20;
/// The most cells of a board, holes included.
pub const MOST_CELLS: usize = 4096;
/// The most moves.
pub const MOST_MOVES: usize = 1 << 16;
/// The most ground rules.
pub const MOST_RULES: usize = 250_000;
/// The most tests and writes of all ground rules in total.
pub const MOST_PARTS: usize = 2_000_000;
/// The most conjunctions of the goals, and the most tests of all these conjunctions in total.
pub const MOST_GOAL_PARTS: usize = 1 << 19;
/// The most bytes of a name.
pub const LONGEST_NAME: usize = 64;
