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
pub(crate) const MOST_RULES: usize = 250_000;
/// The most tests and writes of all ground rules together.
pub(crate) const MOST_PARTS: usize = 2_000_000;
/// The most ways to place the pattern rules that are tried, whether they fit or not.
pub(crate) const MOST_TRIES: usize = 4_000_000;
/// The most steps in finding out which rules can be made from a start, where that is asked.
pub(crate) const MOST_STEPS: usize = 1 << 26;
/// The most conjunctions of the goals, and the most tests of all of them.
pub(crate) const MOST_GOAL_PARTS: usize = 1 << 19;
/// The most sets, regions, variables, pieces and `draw` lines, of each.
pub(crate) const MOST_NAMES: usize = 256;
/// The most bytes of a name.
pub(crate) const LONGEST_NAME: usize = 64;
/// The most names of one rule, and parameters of one move.
pub(crate) const MOST_SLOTS: usize = 64;
/// The most steps in finding out what can never happen; puzzles that take more get
/// no warnings of this kind.
pub(crate) const MOST_WARNING_STEPS: usize = 8_000_000;
/// The most faults of one text that are told; more would bury the first.
pub(crate) const MOST_FAULTS: usize = 20;
/// The most boards that one file may carry in its `expect` lines.
pub(crate) const MOST_EXPECTS: usize = 1000;
