//! How large a puzzle file and what it comes down to may be, in whatever format it is written.
//!
//! What a reader builds is bounded by these, and it is counted before it is
//! built: a hostile file is refused before it takes memory.

/// The most bytes of a puzzle file.
pub const MOST_BYTES: usize = 1 << 20;
/// The most cells of a board, holes included.
pub const MOST_CELLS: usize = 4096;
/// The most moves.
pub const MOST_MOVES: usize = 1 << 16;
/// The most ground rules.
pub const MOST_RULES: usize = 250_000;
/// The most tests and writes of all ground rules together.
pub const MOST_PARTS: usize = 2_000_000;
/// The most conjunctions of the goals, and the most tests of all of them.
pub const MOST_GOAL_PARTS: usize = 1 << 19;
/// The most bytes of a name.
pub const LONGEST_NAME: usize = 64;
