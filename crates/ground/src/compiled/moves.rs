//! Moves, and which rule makes them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::{Special, locate};
use crate::found::KeptCounts;
use crate::ground::Label;

/// The number of no rule.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// A move of a compiled puzzle.
///
/// Two moves are equal if they are the same move of the puzzle. Which rule makes
/// it in the state that offered it is remembered to save looking for it; where
/// a move is made that another state offered, the rule is looked for. Only a
/// [`Heuristic`](fewest_rules::Heuristic) that is stepped must be given moves as their
/// states offered them, as every search does.
#[derive(Debug, Clone, Copy)]
pub struct Move {
    pub(super) of: u32,
    pub(super) rule: u32,
}

impl Move {
    /// The number of the rule that makes it, if it is known.
    #[inline]
    pub(crate) fn rule(self) -> usize {
        self.rule as usize
    }

    /// The place among [`Ground::moves`](crate::ground::Ground::moves).
    #[inline]
    pub fn number(self) -> usize {
        self.of as usize
    }
}

impl Special {
    /// The move that the rule with this number is of.
    pub(crate) fn move_by_rule(&self, rule: usize) -> Move {
        Move {
            of: self.ground.rules[rule].of as u32,
            rule: rule as u32,
        }
    }

    /// The label by whose place rules are looked up, with its domain.
    pub(crate) fn located(&self) -> Option<(usize, Label)> {
        locate::sought(self, &KeptCounts::new(self))
    }

    /// The move with this number, made by its only rule or one that is not yet known.
    pub(crate) fn numbered(&self, of: usize) -> Move {
        let first = self.ground.rules.partition_point(|rule| rule.of < of);
        let rules = self.ground.rules[first..].iter();
        let only = rules.take_while(|rule| rule.of == of).take(2).count() == 1;
        Move {
            of: of as u32,
            rule: if only { first as u32 } else { UNKNOWN },
        }
    }
}

impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of
    }
}

impl Eq for Move {}

impl Ord for Move {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.of.cmp(&other.of)
    }
}

impl PartialOrd for Move {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.of);
    }
}
