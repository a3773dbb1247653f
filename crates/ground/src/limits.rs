//! The largest puzzle file and the largest set of ground rules that every format accepts.
//!
//! A reader counts the parts of the puzzle that it is about to build and refuses too many of them
//! before it allocates memory. So a hostile file cannot exhaust the memory.

/// The greatest allowed size of a puzzle file, in bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// The greatest allowed number of cells of a board, holes included.
pub const MOST_CELLS: usize = 4096;
/// The greatest allowed number of moves.
pub const MOST_MOVES: usize = 1 << 16;
/// The greatest allowed number of ground rules.
pub const MOST_RULES: usize = 250_000;
/// The greatest allowed number of tests and writes, counted over all ground rules.
pub const MOST_PARTS: usize = 2_000_000;
/// The goals may have at most this many conjunctions, and at most this many tests in all
/// conjunctions together.
pub const MOST_GOAL_PARTS: usize = 1 << 19;
/// The greatest allowed length of a name, in bytes.
pub const LONGEST_NAME: usize = 64;
