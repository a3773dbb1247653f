//! A lower bound from the distances of identical labels to the positions where a goal requires them.
//!
//! Suppose several positions hold the same label. Each of these labels is a *token* ([`Carriers`]).
//! Each position where a goal requires the label must get a different token. The least sum of
//! distances over all assignments of tokens to these positions is a lower bound, because no rule
//! carries more than one token. The distance of a token to a position is the least number of rules
//! that carry the token there if it is the only token on the board, or the least sum of their costs.

use std::cell::RefCell;

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use super::assignment::Assignment;
use super::carriers::{Carrier, Carriers, NO_WAY};
use super::dead_ends::DeadEnds;
use super::label_cells::LabelCells;
use crate::compiled::{CompiledMove, CompiledPuzzle};

/// The greatest allowed number of entries of a table of distances.
const MOST_ENTRIES: usize = 1 << 22;
/// Distances are found if there are at most this many triples of a cell, a place and a required cell.
const MOST_WORK: usize = 1 << 26;
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
/// the distances between the labels and their positions. Counted in moves it is admissible, but not
/// consistent: wherever the agent is, a token has the distance that it has for the best place of the
/// agent. In a corridor this may be the side of the token that the agent cannot come to. Counted in
/// costs, the distances are those for the place where the agent is, unless the tables are too large.
#[derive(Debug, Clone)]
pub struct MatchingHeuristic<const N: usize> {
    kinds: Vec<KindDistances<N>>,
    goals: usize,
    /// The number of places of the selecting label that distances depend on; 1 if they are the least
    /// for all places.
    places: usize,
    /// For each rule, whether it carries a token.
    carries: Vec<bool>,
    dead_ends: Option<DeadEnds<N>>,
}

/// The tokens with one label, and their distances to the cells where goals require the label.
#[derive(Debug, Clone)]
struct KindDistances<const N: usize> {
    cells: LabelCells<N>,
    /// For each goal, the number of cells on which the goal requires a token. For each cell and each
    /// place, the distances to all of these required cells.
    goals: Vec<(usize, Vec<u32>)>,
}

impl<const N: usize> MatchingHeuristic<N> {
    /// The heuristic for `puzzle`, in costs of moves or in moves. It also gives the recognized dead
    /// ends an infinite bound. `None` if no goal requires tokens, or if there are too many goals or
    /// cells.
    pub(super) fn new(
        puzzle: &CompiledPuzzle<N>,
        tokens: (&[Carriers], Option<&DeadEnds<N>>),
        in_costs: bool,
    ) -> Option<Self> {
        let by_place = in_costs.then(|| Self::with(puzzle, tokens, in_costs, true));
        // Without the place of the agent, the tables are smaller.
        let by_place = by_place.flatten();
        by_place.or_else(|| Self::with(puzzle, tokens, in_costs, false))
    }

    fn with(
        puzzle: &CompiledPuzzle<N>,
        (all, dead_ends): (&[Carriers], Option<&DeadEnds<N>>),
        in_costs: bool,
        by_place: bool,
    ) -> Option<Self> {
        let task = puzzle.task();
        let goals = puzzle.reduced().ground.goals.len();
        if goals > MOST_GOALS {
            return None;
        }
        let mut kinds = Vec::new();
        let mut places = 1;
        // No rule carries tokens of two kinds, so the distances of all kinds may be added.
        for carriers in all
            .iter()
            .filter(|all| all.required.iter().any(|r| !r.is_empty()))
        {
            let mut kind = KindDistances {
                cells: LabelCells::new(task, carriers.label, &carriers.cells),
                goals: Vec::new(),
            };
            for required in &carriers.required {
                let distances = distances(carriers, required, in_costs, by_place)?;
                kind.goals.push((required.len(), distances));
            }
            if by_place {
                places = carriers.places;
            }
            kinds.push(kind);
        }
        let mut carries = vec![false; puzzle.reduced().ground.rules.len()];
        for carriers in all {
            for (rule, carries) in carriers.rules.iter().zip(&mut carries) {
                *carries |= rule.carried.is_some();
            }
        }
        (!kinds.is_empty()).then(|| Self {
            kinds,
            goals,
            places,
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

    /// The bound for `state`, in which the selecting label is at `place`; [`DEAD_END`] if no goal can
    /// be reached.
    pub(super) fn bound_at(&self, state: Words<N>, place: usize) -> u32 {
        let place = place.min(self.places - 1);
        if self.dead_ends.as_ref().is_some_and(|all| all.has(state)) {
            return DEAD_END;
        }
        ASSIGNMENT.with_borrow_mut(|assignment| {
            let sums = (0..self.goals).filter_map(|goal| self.sum(state, place, goal, assignment));
            sums.min().map_or(DEAD_END, |sum| sum.min(DEAD as u32 - 1))
        })
    }

    fn sum(
        &self,
        state: Words<N>,
        place: usize,
        goal: usize,
        assignment: &mut Assignment,
    ) -> Option<u32> {
        self.kinds.iter().try_fold(0_u32, |sum, kind| {
            let (required, distances) = &kind.goals[goal];
            assignment.begin(*required);
            for cell in kind.cells.of(state) {
                let row = (cell * self.places + place) * required;
                assignment.add_token(&distances[row..][..*required]);
            }
            Some(sum.saturating_add(assignment.least()?))
        })
    }
}

/// For each cell, the distances of a token from there to the `required` cells: for each place of the
/// selecting label if `by_place` is set, otherwise the least for all places. `None` if the table would
/// be too large.
fn distances(
    carriers: &Carriers,
    required: &[usize],
    in_costs: bool,
    by_place: bool,
) -> Option<Vec<u32>> {
    let (cells, places) = (carriers.cells.len(), carriers.places);
    let columns = match by_place {
        true => places.checked_mul(required.len())?,
        false => places.max(required.len()),
    };
    let work = cells.checked_mul(places)?.checked_mul(required.len())?;
    if cells.checked_mul(columns)? > MOST_ENTRIES || work > MOST_WORK {
        return None;
    }
    let cost = |rule: &Carrier| if in_costs { rule.cost } else { 1 };
    let least = |of_cell: &[u32]| of_cell.iter().copied().min().unwrap_or(NO_WAY);
    let to_each = required.iter().map(|&end| {
        let known = carriers.distances(end, cost);
        match by_place {
            true => known,
            false => known.chunks_exact(places).map(least).collect(),
        }
    });
    let to_each: Vec<Vec<u32>> = to_each.collect();
    let rows = to_each.first().map_or(0, Vec::len);
    let all = (0..rows).flat_map(|row| to_each.iter().map(move |known| known[row]));
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
        match self.bound_at(state, 0) {
            DEAD_END => DEAD,
            sum => sum as i32,
        }
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
