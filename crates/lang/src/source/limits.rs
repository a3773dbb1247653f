//! How large a puzzle file and what it comes down to may be.
//!
//! Everything that the front end builds is bounded by these, and it is counted
//! before it is built: a hostile file is refused before it takes memory.

pub(crate) use fewest_ground::limits::{
    LONGEST_NAME, MOST_BYTES, MOST_CELLS, MOST_GOAL_PARTS, MOST_MOVES, MOST_PARTS, MOST_RULES,
};
pub(crate) use fewest_rules::MOST_FAULTS;

/// The most ways to place the pattern rules that are tried, whether they fit or not.
pub(crate) const MOST_TRIES: usize = 4_000_000;
/// The most steps in finding out which rules can be made from a start, where that is asked.
pub(crate) const MOST_STEPS: usize = 1 << 26;
/// The most sets, regions, variables, pieces and `draw` lines, of each.
pub(crate) const MOST_NAMES: usize = 256;
/// The most names of one rule, and parameters of one move.
pub(crate) const MOST_SLOTS: usize = 64;
/// The most steps in finding out what can never happen; puzzles that take more get
/// no warnings of this kind.
pub(crate) const MOST_WARNING_STEPS: usize = 8_000_000;
/// The most boards that one file may carry in its `expect` lines.
pub(crate) const MOST_EXPECTS: usize = 1000;
