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
use crate::compiled::{CompiledMove, CompiledPuzzle, FieldsWith};
use masks::TokenMasks;

/// Recognizes some of the states from which no goal can be reached. It never mistakes a solvable
/// state for a dead end.
#[derive(Debug, Clone)]
pub struct DeadEnds<const N: usize> {
    kinds: Vec<Tokens<N>>,
    /// For each rule, the index in `kinds` of the tokens of which the rule carries one; `None` if
    /// the rule carries no token.
    rules: Vec<Option<u16>>,
}

/// The *tokens* with one label, which rules carry from cell to cell, and the masks that recognize
/// their dead ends.
#[derive(Debug, Clone)]
struct Tokens<const N: usize> {
    /// Finds the cells of a state that hold tokens. A cell is represented by the lowest bit of its
    /// field, the group of bits that stores its label in a state.
    fields: FieldsWith<N>,
    masks: TokenMasks<N>,
}

impl<const N: usize> DeadEnds<N> {
    /// Finds the dead ends of `puzzle`. `None` if no token can get into a dead end that the tests
    /// recognize.
    pub(super) fn new(puzzle: &CompiledPuzzle<N>, all: &[Carriers]) -> Option<Self> {
        let rules = puzzle.reduced().ground.rules.len();
        let mut found = Self {
            kinds: Vec::new(),
            rules: vec![None; rules],
        };
        let mut added: Vec<&Carriers> = Vec::new();
        for carriers in all {
            // Only one kind of token is stored for each rule, so no rule may carry tokens of two
            // kinds.
            if !added.iter().any(|other| other.shares_a_rule(carriers))
                && let Some(tokens) = tokens(puzzle, carriers)
            {
                let kind = found.kinds.len() as u16;
                for (rule, of) in found.rules.iter_mut().enumerate() {
                    if tokens.masks.carries(rule) {
                        *of = Some(kind);
                    }
                }
                found.kinds.push(tokens);
                added.push(carriers);
            }
        }
        (!found.kinds.is_empty()).then_some(found)
    }

    /// Whether `m`, generated in the state `before`, leads to a dead end.
    #[inline]
    pub fn leads_to(&self, before: Words<N>, m: CompiledMove) -> bool {
        self.rule_leads_to(before, m.rule())
    }

    /// Whether the rule, which applies in the state `before`, leads to a dead end.
    #[inline]
    pub(super) fn rule_leads_to(&self, before: Words<N>, rule: usize) -> bool {
        self.rules[rule].is_some_and(|kind| {
            let Tokens { fields, masks } = &self.kinds[usize::from(kind)];
            masks.rule_leads_to(fields.of(before), rule)
        })
    }

    /// Whether the rule carries a token by which dead ends are recognized.
    pub(super) fn depend_on(&self, rule: usize) -> bool {
        self.rules[rule].is_some()
    }

    /// Whether `state` is a dead end that the tests recognize.
    pub fn has(&self, state: Words<N>) -> bool {
        let mut kinds = self.kinds.iter();
        kinds.any(|kind| kind.masks.has(kind.fields.of(state)))
    }
}

/// The tokens whose label and cells `carriers` describes, with the masks that recognize their dead
/// ends. `None` if the tokens cannot get into a dead end, or if a cell has no field in a state
/// because its label never changes.
fn tokens<const N: usize>(puzzle: &CompiledPuzzle<N>, carriers: &Carriers) -> Option<Tokens<N>> {
    let cells = &carriers.cells;
    let fields = cells.iter().map(|&cell| puzzle.task().field(cell));
    let bits: Vec<u32> = fields
        .map(|field| field.map(|(from, _)| from))
        .collect::<Option<_>>()?;
    Some(Tokens {
        fields: FieldsWith::new(puzzle.task(), carriers.label, cells.iter().copied()),
        masks: TokenMasks::new(carriers, &bits)?,
    })
}
