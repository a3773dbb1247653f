//! Limits on the size of a puzzle file and of its ground rules.
//!
//! The parts of a puzzle are counted before they are built, so a hostile file is refused before it
//! takes memory.

pub(crate) use fewest_ground::limits::{
    LONGEST_NAME, MOST_BYTES, MOST_CELLS, MOST_GOAL_PARTS, MOST_MOVES, MOST_PARTS, MOST_RULES,
};
pub(crate) use fewest_rules::MOST_FAULTS;

/// At most this many placements of pattern rules are tried, whether they fit or not.
pub(crate) const MOST_TRIES: usize = 4_000_000;
/// The search for the rules that are possible from a start may take at most this many steps.
pub(crate) const MOST_STEPS: usize = 1 << 26;
/// The greatest allowed number of sets in one file. The same limit applies to regions, variables,
/// pieces and `draw` lines.
pub(crate) const MOST_NAMES: usize = 256;
/// The greatest allowed number of layers in one file.
pub(crate) const MOST_LAYERS: usize = 8;
/// The greatest allowed number of names such as `?x` in one rule, of patterns in one rule, and of
/// parameters of one move.
pub(crate) const MOST_SLOTS: usize = 64;
/// The search for rules and goals that are impossible may take at most this many steps. A larger
/// puzzle gets no warnings about them.
pub(crate) const MOST_WARNING_STEPS: usize = 8_000_000;
/// The greatest allowed number of `expect` lines in one file.
pub(crate) const MOST_EXPECTS: usize = 1000;
/// A goal is scrambled with at most this many moves.
pub(crate) const MOST_SCRAMBLE_MOVES: usize = 1000;
