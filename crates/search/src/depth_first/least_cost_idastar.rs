//! Iterative deepening A* where moves have costs.
//!
//! # Why nothing is lost
//!
//! Of the best solutions, take those with the fewest moves, and of these the lexicographically
//! first: the *canonical* solution π. Let K be its key. Each part of π is the canonical path
//! between its ends; otherwise π could be improved. The *sum* of a node is the key of the path to
//! it plus its lower bound. While no solution with the key K is known, a search that follows π is
//! not cut off:
//!
//! * by the *bound*, unless some node on π has a sum above the bound of the iteration. Then K
//!   exceeds the bound too, so the iteration finds no solution at all, and an iteration with a
//!   greater bound follows;
//! * by the *best solution so far*, because the sums on π are at most K, and the key of that
//!   solution is greater;
//! * by a *pruning policy*, because its contract protects canonical paths;
//! * by the rule that a path enters *no state twice*: π enters none twice, because it could be
//!   shortened otherwise;
//! * by the *table*. It cuts off a path to a state if an earlier path reached the state with a
//!   smaller key, or with the same key and at most as many moves. If the state lies on π, the
//!   earlier path has the same key and equally many moves, because the part of π up to the state is
//!   canonical. Moves are tried in their order, so the earlier path is lexicographically smaller.
//!   But then this path, followed by the rest of π, would be a solution that precedes π.
//!
//! Without a pruning policy, fewer moves need not be preferred, so the table compares only keys.
//! Suppose that a state on π has been entered with its true key. Then all moves of this state have
//! been tried, so the next state on π has been entered with its true key as well. By induction all
//! states of π are entered.
//!
//! # Bounds
//!
//! If costs take many values, an iteration for each value would expand hardly more nodes than the
//! iteration before. So the search counts the nodes that an iteration has cut off, and chooses the
//! next bound so large that it admits at least as many of them as the iteration has expanded. (U.
//! K. Sarkar, P. P. Chakrabarti, S. Ghose, S. C. De Sarkar, "Reducing reexpansions in
//! iterative-deepening search by controlling cutoff bounds", 1991.) The bound may then exceed the
//! least cost. So an iteration does not stop at its first solution, but continues with the
//! solution's key as a strict upper bound (depth-first branch and bound).

use std::collections::BTreeMap;

use fewest_rules::{
    CostOutcome, CostReport, DEAD_END, Heuristic, Limits, Meter, MoveCosts, Objective, Proof,
    StopReason,
};

use super::closed_set::dead_ends_around;
use super::duplicates::Duplicates;
use crate::best_first::{CostKeys, Weights, cost_of};
use crate::conclusion::{conclude_costs, proof_by_exhaustion};
use crate::pruning::{CostPruning, Try};
use crate::states::{Arena, StateSet, memory};

/// Finds a best solution from `start` for `objective` by IDA*.
///
/// `heuristic` must be admissible for the first criterion of the objective. `pruning` selects the
/// moves to try after the moves made. A state on the current path is never entered again, so free
/// cycles do no harm. With [`Duplicates::LeaveAll`], a table holds every state that the iteration
/// has entered. With each state, it stores the least key of the paths that reached the state, and
/// the fewest moves of such a path with this key. When the memory limit stops the growth of the
/// table, states that do not fit into it are compared only with the states on their own path.
///
/// Takes memory linear in the depth, and for the table. Unsolvability is proven when an iteration
/// cuts off nothing but dead ends, or when every move from a state in the table leads to a state in
/// the table or to a dead end. (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible
/// tree search", 1985.)
pub fn least_cost_idastar<P, H, K>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    pruning: &K,
    duplicates: Duplicates,
    objective: Objective,
    limits: &Limits,
) -> CostReport<P::Move>
where
    P: MoveCosts,
    H: Heuristic<P>,
    K: CostPruning<P>,
{
    let mut meter = Meter::new(limits);
    let mut search = CostDeepening {
        puzzle,
        heuristic,
        pruning,
        keys: CostKeys::new(objective),
        start,
        table: (duplicates == Duplicates::LeaveAll).then(CostTable::new),
        best: None,
    };
    let result = search.run(&mut meter);
    conclude_costs(result, &meter)
}

/// An iteration counts the nodes that it cuts off by the values of their sums. It keeps the counts
/// of at most this many values, the least ones.
const MOST_VALUES: usize = 4096;

/// The least number of bytes that the table leaves to the path, within the memory limit.
const PATH_BYTES: u64 = 1 << 16;

/// A search by IDA* with costs in progress.
struct CostDeepening<'a, P: MoveCosts, H, K> {
    puzzle: &'a P,
    heuristic: &'a H,
    pruning: &'a K,
    keys: CostKeys,
    start: P::State,
    table: Option<CostTable<P::State>>,
    /// The key of the best solution found, and its moves; `None` if no solution is known. (A key
    /// packs the criteria of the objective into one number, see [`CostKeys`].)
    best: Option<(u64, Vec<P::Move>)>,
}

/// A node on the current path: a state, the cache of the heuristic, and the key of the path to the
/// state. (A key packs the criteria of the objective into one number, see [`CostKeys`].)
#[derive(Clone, Copy)]
struct PathNode<S, C> {
    state: S,
    cache: C,
    key: u64,
}

/// The nodes that an iteration has cut off.
#[derive(Default)]
struct CutOff {
    /// The number of nodes that were cut off, by the value of the first criterion of the objective
    /// in their sums. The *sum* of a node is the key of the path to it plus its lower bound. Only
    /// the least [`MOST_VALUES`] values are kept.
    counts: BTreeMap<u32, u64>,
    dead_ends: bool,
}

impl CutOff {
    fn add(&mut self, first: u32) {
        *self.counts.entry(first).or_default() += 1;
        if self.counts.len() > MOST_VALUES {
            self.counts.pop_last();
        }
    }

    /// The least value that the first criterion of the objective has in the sums of the nodes that
    /// were cut off; `None` if no node was cut off.
    fn least(&self) -> Option<u32> {
        self.counts.first_key_value().map(|(&first, _)| first)
    }

    /// The least bound that admits at least `nodes` of the nodes that were cut off. If fewer nodes
    /// were cut off, the greatest value that was counted; `None` if no node was cut off.
    fn next_bound(&self, nodes: u64) -> Option<u32> {
        let mut sum = 0;
        let reached = self.counts.iter().find(|&(_, count)| {
            sum += count;
            sum >= nodes
        });
        reached
            .or(self.counts.last_key_value())
            .map(|(&first, _)| first)
    }
}

impl<P: MoveCosts, H: Heuristic<P>, K: CostPruning<P>> CostDeepening<'_, P, H, K> {
    fn run(&mut self, meter: &mut Meter) -> Result<CostOutcome<P::Move>, StopReason> {
        let (puzzle, keys) = (self.puzzle, self.keys);
        if puzzle.is_goal(self.start) {
            return Ok(CostOutcome::Solved {
                moves: Vec::new(),
                cost: 0,
            });
        }
        let mut bound = self.bound_of(self.start);
        if bound == DEAD_END {
            return Ok(CostOutcome::Unsolvable(Proof::Invariant(
                "the start is a dead end by its lower bound".into(),
            )));
        }
        meter.prove_at_least(bound);
        loop {
            let (expanded, _) = meter.counts();
            let cut_off = self.iterate(bound, meter)?;
            if let Some((_, moves)) = self.best.take() {
                let cost = cost_of(puzzle, self.start, &moves)?;
                return Ok(CostOutcome::Solved { moves, cost });
            }
            let entered = self.table.as_ref().and_then(CostTable::entered);
            let Some(least) = cut_off.least() else {
                return Ok(CostOutcome::Unsolvable(match entered {
                    Some(entered) => proof_by_exhaustion(entered.len(), cut_off.dead_ends),
                    None => Proof::Invariant(
                        "none of the sequences of moves that repeat no board reaches a goal".into(),
                    ),
                }));
            };
            if let Some(entered) = entered
                && let Some(dead_ends) = dead_ends_around(
                    self.puzzle,
                    entered,
                    &|state| self.bound_of(state) == DEAD_END,
                    meter,
                )?
            {
                let proof = proof_by_exhaustion(entered.len(), dead_ends);
                return Ok(CostOutcome::Unsolvable(proof));
            }
            meter.prove_at_least(least);
            if least >= keys.first(u64::MAX) {
                return Err(StopReason::Capacity);
            }
            let nodes = meter.counts().0 - expanded;
            bound = cut_off.next_bound(nodes).unwrap_or(least);
        }
    }

    /// Searches all nodes within `bound`, and leaves the best solution in `self.best`.
    fn iterate(&mut self, bound: u32, meter: &mut Meter) -> Result<CutOff, StopReason> {
        let (puzzle, heuristic, pruning) = (self.puzzle, self.heuristic, self.pruning);
        let keys = self.keys;
        let proven = keys.bound(meter.lower_bound());
        let mut cut_off = CutOff::default();
        if let Some(table) = &mut self.table {
            table.begin();
            table.enter(self.start, 0, 0, meter)?;
        }
        let root = PathNode {
            state: self.start,
            cache: heuristic.start(puzzle, self.start),
            key: 0,
        };
        let history = pruning.start(puzzle, self.start);
        // The nodes on the path, the moves between them, and for each node the moves left to try.
        let mut path: Vec<PathNode<P::State, H::Cache>> = Vec::new();
        let mut made: Vec<P::Move> = Vec::new();
        let mut left = Vec::new();
        meter.expand()?;
        memory::push(&mut path, root, meter)?;
        memory::push(&mut left, pruning.moves(puzzle, root.state, history), meter)?;
        while let (Some(&node), Some(moves)) = (path.last(), left.last_mut()) {
            let Some(Try { m, history }) = moves.next() else {
                path.pop();
                left.pop();
                made.pop();
                continue;
            };
            meter.generate(1);
            let state = puzzle.apply(node.state, m);
            let cache = heuristic.step(puzzle, node.cache, node.state, m, state);
            let rest = heuristic.bound(cache);
            if rest == DEAD_END {
                cut_off.dead_ends = true;
                continue;
            }
            let key = keys.add(node.key, keys.of_move(puzzle.cost(node.state, m)))?;
            let sum = key.saturating_add(keys.bound(rest));
            if self.best.as_ref().is_some_and(|&(best, _)| sum >= best) {
                continue;
            }
            if keys.first(sum) > bound {
                if self.table.is_some() || !path.iter().any(|node| node.state == state) {
                    cut_off.add(keys.first(sum));
                }
                continue;
            }
            let moves = if K::REFUSES { path.len() as u32 } else { 0 };
            let entered = match &mut self.table {
                Some(table) => table.enter(state, key, moves, meter)?,
                None => None,
            };
            if !entered.unwrap_or_else(|| path.iter().all(|node| node.state != state)) {
                continue;
            }
            if puzzle.is_goal(state) {
                let solution = made.iter().copied().chain([m]).collect();
                self.best = Some((key, solution));
                if !keys.counts_moves() && key <= proven {
                    break;
                }
                continue;
            }
            meter.expand()?;
            memory::push(&mut path, PathNode { state, cache, key }, meter)?;
            memory::push(&mut made, m, meter)?;
            memory::push(&mut left, pruning.moves(puzzle, state, history), meter)?;
        }
        memory::release(path, meter);
        memory::release(made, meter);
        memory::release(left, meter);
        Ok(cut_off)
    }

    fn bound_of(&self, state: P::State) -> u32 {
        self.heuristic
            .bound(self.heuristic.start(self.puzzle, state))
    }
}

/// The states entered in an iteration. With each state, the table stores the least key of the paths
/// that reached it, and the fewest moves of such a path with this key.
struct CostTable<S> {
    states: StateSet<S>,
    keys: Arena<u64>,
    moves: Arena<u32>,
    full: bool,
}

impl<S: Copy + Eq + std::hash::Hash> CostTable<S> {
    fn new() -> Self {
        Self {
            states: StateSet::new(),
            keys: Arena::new(),
            moves: Arena::new(),
            full: false,
        }
    }

    fn begin(&mut self) {
        self.states.clear();
        self.keys.clear();
        self.moves.clear();
        self.full = false;
    }

    /// Whether the search should enter `state`. If so, records the state as entered. `None` if the
    /// state is not in the table and the table has no room for it.
    fn enter(
        &mut self,
        state: S,
        key: u64,
        moves: u32,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        if !self.full {
            self.reserve(meter)?;
        }
        let index = if self.full {
            match self.states.find(state) {
                Some(index) => index,
                None => return Ok(None),
            }
        } else {
            let (index, new) = self.states.insert(state);
            if new {
                self.keys.push(key);
                self.moves.push(moves);
                return Ok(Some(true));
            }
            index
        };
        if (self.keys.get(index), self.moves.get(index)) <= (key, moves) {
            return Ok(Some(false));
        }
        self.keys.set(index, key);
        self.moves.set(index, moves);
        Ok(Some(true))
    }

    /// Makes room for a state, or marks the table as full. An eighth of the memory limit, and at
    /// least [`PATH_BYTES`], is left to the path.
    fn reserve(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        let growth = self.states.growth(1) + self.keys.growth(1) + self.moves.growth(1);
        if growth > 0
            && let Some(most) = meter.limits().memory
            && meter.held().saturating_add(growth) > most.saturating_sub(PATH_BYTES.max(most / 8))
        {
            self.full = true;
            return Ok(());
        }
        let room = self
            .states
            .reserve(1, meter)
            .and_then(|()| self.keys.reserve(1, meter))
            .and_then(|()| self.moves.reserve(1, meter));
        match room {
            Err(StopReason::Memory | StopReason::Capacity) => self.full = true,
            other => other?,
        }
        Ok(())
    }

    /// All states entered in this iteration, if the table had room for all of them.
    fn entered(&self) -> Option<&StateSet<S>> {
        (!self.full).then_some(&self.states)
    }
}
