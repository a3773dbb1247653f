//! Limits on the size of a puzzle file and of its ground rules.
//!
//! The parts of a puzzle are counted before they are built, so a hostile file is refused before it
//! takes memory.

pub(crate) use fewest_ground::limits::{
    LONGEST_NAME, MOST_BYTES, MOST_CELLS, MOST_GOAL_PARTS, MOST_MOVES, MOST_PARTS, MOST_RULES,
};
pub(crate) use fewest_rules::MOST_FAULTS;

/// The most placements of pattern rules that are tried, whether they fit or not.
pub(crate) const MOST_TRIES: usize = 4_000_000;
/// The most steps in the search for the rules that are possible from a start.
pub(crate) const MOST_STEPS: usize = 1 << 26;
/// The most sets in one file. The same limit applies to regions, variables, pieces and `draw`
/// lines.
pub(crate) const MOST_NAMES: usize = 256;
/// The most layers in one file.
pub(crate) const MOST_LAYERS: usize = 8;
/// The most names in one rule, and the most parameters of one move.
pub(crate) const MOST_SLOTS: usize = 64;
/// The most steps in the search for rules and goals that are impossible. A larger puzzle gets no
/// warnings about them.
pub(crate) const MOST_WARNING_STEPS: usize = 8_000_000;
/// The most `expect` lines in one file.
pub(crate) const MOST_EXPECTS: usize = 1000;
/// The most moves with which a goal is scrambled.
pub(crate) const MOST_SCRAMBLE_MOVES: usize = 1000;
