//! Recognizes dead ends: states with tokens that can never reach a goal, whatever happens to the
//! other tokens. A *token* is one of several identical labels that rules carry from cell to cell.
//!
//! Two tests, each from the rules alone ([`Carriers`]):
//!
//! * a token is on a *dead cell*, from which it cannot reach a goal even if it is the only token;
//! * two tokens are a *dead pair*: they cannot both reach a goal even if they are the only tokens.
//!
//! Dead cells and dead pairs are those that a search backwards from the goals does not reach in a
//! small puzzle with one token or with two tokens (A. Junghanns and J. Schaeffer, "Sokoban:
//! Enhancing general single-agent search methods using domain knowledge", 2001, for deadlock
//! tables).

mod live;

use fewest_rules::Words;

use super::carriers::{Carrier, Carriers};
use super::label_cells::LabelCells;
use crate::compiled::{CompiledMove, CompiledPuzzle, PackedTask, bits_of, set_bit};
use live::LiveCells;

/// Recognizes some of the states from which no goal can be reached. It never mistakes a solvable
/// state for a dead end.
#[derive(Debug, Clone)]
pub struct DeadEnds<const N: usize> {
    kinds: Vec<DeadTokens<N>>,
}

/// The dead ends of the tokens with one label. A set of cells is a mask in which the lowest bit of
/// the field of each cell stands for the cell; the field is the group of bits that stores the label
/// of the cell in a state.
#[derive(Debug, Clone)]
struct DeadTokens<const N: usize> {
    cells: LabelCells<N>,
    /// For each cell, the cells with which it is a dead pair, wherever the selecting label is, and
    /// the cell itself if it is dead.
    on: Vec<[u64; N]>,
    /// For each rule, the cells with which the cell of the token that it has carried is a dead pair
    /// after the rule, and the cell from which it carries the token if this token alone cannot reach
    /// a goal afterwards. Empty if the rule carries no token.
    after: Vec<[u64; N]>,
}

impl<const N: usize> DeadEnds<N> {
    /// Finds the dead ends of `puzzle`. `None` if no token can get into a dead end that the tests
    /// recognize.
    pub(super) fn new(puzzle: &CompiledPuzzle<N>, all: &[Carriers]) -> Option<Self> {
        let dead = |carriers| DeadTokens::new(puzzle.task(), carriers);
        let kinds: Vec<_> = all.iter().filter_map(dead).collect();
        (!kinds.is_empty()).then_some(Self { kinds })
    }

    /// Whether `m`, generated in the state `before`, leads to a dead end.
    #[inline]
    pub fn leads_to(&self, before: Words<N>, m: CompiledMove) -> bool {
        let leads = |kind: &DeadTokens<N>| {
            let tokens = kind.cells.with_label(before);
            meet(&tokens, &kind.after[m.rule()])
        };
        self.kinds.iter().any(leads)
    }

    /// Whether `state` is a dead end that the tests recognize.
    pub fn has(&self, state: Words<N>) -> bool {
        self.kinds.iter().any(|kind| {
            let tokens = kind.cells.with_label(state);
            let dead_with = |bit| &kind.on[kind.cells.cell_at(bit)];
            bits_of(tokens).any(|bit| meet(&tokens, dead_with(bit)))
        })
    }
}

impl<const N: usize> DeadTokens<N> {
    /// Finds the dead ends of the tokens of `carriers`. `None` if no rule leads to one.
    fn new(task: &PackedTask, carriers: &Carriers) -> Option<Self> {
        let cells = LabelCells::new(task, carriers.label, &carriers.cells);
        let live = LiveCells::new(carriers);
        let mask = |is_in: &dyn Fn(usize) -> bool| {
            let mut mask = [0; N];
            let bits = cells.bits.iter().enumerate();
            let bits = bits.filter(|&(cell, _)| is_in(cell));
            bits.for_each(|(_, &bit)| set_bit(&mut mask, bit as usize));
            mask
        };
        let after = carriers.rules.iter().map(|rule: &Carrier| {
            let Some((from, to)) = rule.carried else {
                return [0; N];
            };
            // After the rule, no other token can be on the cell that the carried token has left,
            // nor on the cell where the selecting label is then.
            let taken = carriers.cell_of_place[rule.after];
            mask(&|other| match other {
                _ if other == from => !live.alone(to, rule.after),
                _ => other != to && Some(other) != taken && !live.pair(to, other, rule.after),
            })
        });
        let after: Vec<_> = after.collect();
        let on = (0..cells.bits.len()).map(|cell| {
            mask(&|other| match other == cell {
                true => !(0..carriers.places).any(|place| live.alone(cell, place)),
                false => !(0..carriers.places).any(|place| live.pair(cell, other, place)),
            })
        });
        let on = on.collect();
        let useful = after.iter().any(|mask| *mask != [0; N]);
        useful.then_some(Self { cells, on, after })
    }
}

/// Whether two sets have a cell in common.
#[inline]
fn meet<const N: usize>(one: &[u64; N], other: &[u64; N]) -> bool {
    (0..N).any(|w| one[w] & other[w] != 0)
}
