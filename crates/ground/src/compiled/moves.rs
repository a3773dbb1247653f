//! Moves, and the rules that make them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// The number that stands for a rule that is not known yet.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// A move of a compiled puzzle.
///
/// Two values are equal if they stand for the same move of the puzzle, even if different rules make
/// it. A move remembers the rule that makes it in the state that generated it, so that applying the
/// move there needs no search for the rule. In any other state the puzzle searches for a rule that
/// applies. There is one exception: [`Heuristic::step`](fewest_rules::Heuristic::step) relies on
/// the rule that the move remembers, so it needs a move that was generated in the state before the
/// step. All searches call it in this way.
#[derive(Debug, Clone, Copy)]
pub struct CompiledMove {
    pub(super) of: u32,
    pub(super) rule: u32,
}

impl CompiledMove {
    /// The index of the rule that makes the move; meaningless if the rule is not known.
    #[inline]
    pub(crate) fn rule(self) -> usize {
        self.rule as usize
    }

    /// The index of the move in [`Ground::moves`](crate::ground::Ground::moves).
    #[inline]
    pub fn number(self) -> usize {
        self.of as usize
    }
}

impl PartialEq for CompiledMove {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of
    }
}

impl Eq for CompiledMove {}

impl Ord for CompiledMove {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.of.cmp(&other.of)
    }
}

impl PartialOrd for CompiledMove {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for CompiledMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.of);
    }
}
