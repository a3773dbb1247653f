//! A lower bound from the distances of identical labels to the positions where a goal requires them.
//!
//! Suppose several positions hold the same label. Each of these labels is a *token* ([`Carriers`]).
//! Each position where a goal requires the label must get a different token. The least sum of
//! distances over all assignments of tokens to these positions is a lower bound, because no rule
//! carries more than one token. The distance of a token to a position is the least number of rules
//! that carry the token there if it is the only token on the board.

use std::cell::RefCell;

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use super::assignment::Assignment;
use super::carriers::Carriers;
use super::dead_ends::DeadEnds;
use super::token_cells::TokenCells;
use super::tokens::NO_WAY;
use crate::compiled::{CompiledMove, CompiledPuzzle};

/// The greatest allowed number of entries of a table of distances.
const MOST_ENTRIES: usize = 1 << 22;
/// A puzzle with more goals than this number has no matching heuristic, because each state needs a
/// matching for each goal. The bound is the least of the bounds for all goals.
const MOST_GOALS: usize = 8;
/// The value of the heuristic's cache in a state from which no goal can be reached.
const DEAD: i32 = i32::MAX;

thread_local! {
    /// The assignment solver of each thread. Its lists are reused for every state.
    static ASSIGNMENT: RefCell<Assignment> = RefCell::default();
}

/// A heuristic that assigns identical labels to the positions where goals want them: the least sum of
/// the distances between the labels and their positions. It is admissible, but not consistent:
/// wherever the agent is, a token has the distance that it has for the best place of the agent. In a
/// corridor this may be the side of the token that the agent cannot come to.
#[derive(Debug, Clone)]
pub struct MatchingHeuristic<const N: usize> {
    kinds: Vec<KindDistances<N>>,
    goals: usize,
    /// For each rule, whether it carries a *token*: one of the labels that goals require at certain
    /// positions, or one of those by which dead ends are recognized.
    carries: Vec<bool>,
    dead_ends: Option<DeadEnds<N>>,
}

/// The tokens with one label, and their distances to the cells where goals require the label.
#[derive(Debug, Clone)]
struct KindDistances<const N: usize> {
    cells: TokenCells<N>,
    /// For each goal, the number of cells on which the goal requires a token, and the distances of
    /// each cell to all of these required cells.
    goals: Vec<(usize, Vec<u32>)>,
}

impl<const N: usize> MatchingHeuristic<N> {
    /// The heuristic for `puzzle`. It also gives the recognized dead ends an infinite bound. `None`
    /// if no goal requires tokens, or if there are too many goals or cells.
    pub(super) fn new(
        puzzle: &CompiledPuzzle<N>,
        all: &[Carriers],
        dead_ends: Option<&DeadEnds<N>>,
    ) -> Option<Self> {
        let task = puzzle.task();
        let goals = puzzle.reduced().ground.goals.len();
        if goals > MOST_GOALS {
            return None;
        }
        let mut carries = vec![false; puzzle.reduced().ground.rules.len()];
        let mut kinds = Vec::new();
        let mut added: Vec<&Carriers> = Vec::new();
        for carriers in all {
            // If a rule could carry tokens of two kinds at once, the sum of distances would have to
            // be halved.
            if carriers.required.iter().all(Vec::is_empty)
                || added.iter().any(|other| other.shares_a_rule(carriers))
            {
                continue;
            }
            added.push(carriers);
            let mut kind = KindDistances {
                cells: TokenCells::new(task, carriers.label, &carriers.cells)?,
                goals: Vec::new(),
            };
            for required in &carriers.required {
                kind.goals
                    .push((required.len(), distances(carriers, required)?));
            }
            for (rule, carries) in carriers.rules.iter().zip(&mut carries) {
                *carries |= rule.carried.is_some();
            }
            kinds.push(kind);
        }
        if let Some(dead_ends) = dead_ends {
            for (rule, carries) in carries.iter_mut().enumerate() {
                *carries |= dead_ends.depend_on(rule);
            }
        }
        (!kinds.is_empty()).then(|| Self {
            kinds,
            goals,
            carries,
            dead_ends: dead_ends.cloned(),
        })
    }

    /// The greatest number of tokens that a goal requires.
    pub fn tokens(&self) -> usize {
        let required = |goal: usize| self.kinds.iter().map(|kind| kind.goals[goal].0).sum();
        let most = (0..self.goals).map(required).max();
        most.unwrap_or(0)
    }

    fn sum(&self, state: Words<N>, goal: usize, assignment: &mut Assignment) -> Option<u32> {
        self.kinds.iter().try_fold(0_u32, |sum, kind| {
            let (required, distances) = &kind.goals[goal];
            assignment.begin(*required);
            for cell in kind.cells.of(state) {
                assignment.add_token(&distances[cell * required..][..*required]);
            }
            Some(sum.saturating_add(assignment.least()?))
        })
    }
}

/// For each cell, the distances of a token from there to the `required` cells, wherever the selecting
/// label is. `None` if the table would be too large.
fn distances(carriers: &Carriers, required: &[usize]) -> Option<Vec<u32>> {
    let (cells, places) = (carriers.cells.len(), carriers.places);
    let entries = cells.checked_mul(places.max(required.len()))?;
    if entries > MOST_ENTRIES {
        return None;
    }
    let least = |of_cell: &[u32]| of_cell.iter().copied().min().unwrap_or(NO_WAY);
    let to_each = required.iter().map(|&end| {
        let known = carriers.distances([end].into_iter());
        known.chunks_exact(places).map(least).collect()
    });
    let to_each: Vec<Vec<u32>> = to_each.collect();
    let all = (0..cells).flat_map(|cell| to_each.iter().map(move |known| known[cell]));
    Some(all.collect())
}

impl<const N: usize, P> Heuristic<P> for MatchingHeuristic<N>
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The least sum of the distances between the tokens and the positions that are assigned to
    /// them, or `DEAD` if the state is known to be a dead end.
    type Cache = i32;

    fn start(&self, _: &P, state: Words<N>) -> i32 {
        if self.dead_ends.as_ref().is_some_and(|all| all.has(state)) {
            return DEAD;
        }
        ASSIGNMENT.with_borrow_mut(|assignment| {
            let sums = (0..self.goals).filter_map(|goal| self.sum(state, goal, assignment));
            sums.min()
                .map_or(DEAD, |sum| sum.min(DEAD as u32 - 1) as i32)
        })
    }

    #[inline]
    fn step(&self, puzzle: &P, cache: i32, _: Words<N>, m: CompiledMove, after: Words<N>) -> i32 {
        match self.carries.get(m.rule()) {
            Some(false) => cache,
            _ => self.start(puzzle, after),
        }
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        match cache {
            DEAD => DEAD_END,
            sum => sum as u32,
        }
    }
}
