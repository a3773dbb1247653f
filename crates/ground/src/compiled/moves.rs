//! Moves, and the rules that make them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::{Special, locate};
use crate::found::KeptCounts;
use crate::ground::Label;

/// Stands for a rule that is not known yet.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// A move of a compiled puzzle.
///
/// Two moves are equal if they are the same move of the puzzle, whatever rules make them. A move
/// remembers the rule that makes it in the state that generated it, so that applying the move there
/// needs no search for the rule. In any other state the puzzle searches for a rule that applies.
/// Only the incremental step of a [`Heuristic`](fewest_rules::Heuristic) requires that the state
/// before the step has generated the move, and every search complies.
#[derive(Debug, Clone, Copy)]
pub struct Move {
    pub(super) of: u32,
    pub(super) rule: u32,
}

impl Move {
    /// The number of the rule that makes the move; meaningless if the rule is not known.
    #[inline]
    pub(crate) fn rule(self) -> usize {
        self.rule as usize
    }

    /// The index in [`Ground::moves`](crate::ground::Ground::moves).
    #[inline]
    pub fn number(self) -> usize {
        self.of as usize
    }
}

impl Special {
    /// The move to which the rule with this number belongs, made by that rule.
    pub(crate) fn move_by_rule(&self, rule: usize) -> Move {
        Move {
            of: self.ground.rules[rule].of as u32,
            rule: rule as u32,
        }
    }

    /// The label whose position selects the list of rules, with its domain.
    pub(crate) fn located(&self) -> Option<(usize, Label)> {
        locate::sought(self, &KeptCounts::new(self))
    }

    /// The move with this number, made by its only rule. If it does not have exactly one rule, the
    /// rule is left unknown.
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
