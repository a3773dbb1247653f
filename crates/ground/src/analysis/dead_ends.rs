//! Recognizes dead ends: states with tokens that can never reach a goal, whatever happens to the
//! other tokens. A *token* is one of several identical labels that rules carry from cell to cell.
//!
//! Three tests, each from the rules alone ([`Carriers`]):
//!
//! * a token is on a *dead cell*, from which it cannot reach a goal even if it is the only token;
//! * two tokens are a *dead pair*: they cannot both reach a goal even if they are the only tokens;
//! * some tokens are *frozen*: each rule that could carry one of these tokens away needs a cell
//!   that another of these tokens occupies, so none can ever move, and one of them is not on a
//!   goal.
//!
//! Dead cells and dead pairs are those that a search backwards from the goals does not reach in a
//! small puzzle with one token or with two tokens (A. Junghanns and J. Schaeffer, "Sokoban:
//! Enhancing general single-agent search methods using domain knowledge", 2001, for deadlock
//! tables).

mod live;
mod masks;

use fewest_rules::Words;

use super::carriers::Carriers;
use crate::compiled::{CompiledMove, CompiledPuzzle};
use masks::TokenMasks;

/// Recognizes some of the states from which no goal can be reached. It never mistakes a solvable
/// state for a dead end.
#[derive(Debug, Clone)]
pub struct DeadEnds<const N: usize> {
    /// For each label of tokens, what recognizes their dead ends. No rule carries tokens of two
    /// labels.
    kinds: Vec<TokenMasks<N>>,
}

impl<const N: usize> DeadEnds<N> {
    /// Finds the dead ends of `puzzle`. `None` if no token can get into a dead end that the tests
    /// recognize.
    pub(super) fn new(puzzle: &CompiledPuzzle<N>, all: &[Carriers]) -> Option<Self> {
        let mut kinds = Vec::new();
        let mut added: Vec<&Carriers> = Vec::new();
        for carriers in all {
            if !added.iter().any(|other| other.shares_a_rule(carriers))
                && let Some(masks) = TokenMasks::new(puzzle.task(), carriers)
            {
                kinds.push(masks);
                added.push(carriers);
            }
        }
        (!kinds.is_empty()).then_some(Self { kinds })
    }

    /// Whether `m`, generated in the state `before`, leads to a dead end.
    #[inline]
    pub fn leads_to(&self, before: Words<N>, m: CompiledMove) -> bool {
        self.rule_leads_to(before, m.rule())
    }

    /// Whether the rule, which applies in the state `before`, leads to a dead end.
    #[inline]
    pub(super) fn rule_leads_to(&self, before: Words<N>, rule: usize) -> bool {
        let mut kinds = self.kinds.iter();
        kinds.any(|kind| kind.rule_leads_to(before, rule))
    }

    /// Whether the rule carries a token by which dead ends are recognized.
    pub(super) fn depend_on(&self, rule: usize) -> bool {
        self.kinds.iter().any(|kind| kind.carries(rule))
    }

    /// Whether `state` is a dead end that the tests recognize.
    pub fn has(&self, state: Words<N>) -> bool {
        self.kinds.iter().any(|kind| kind.has(state))
    }
}
