//! Iterative deepening along a single path, with or without costs, which can remember the states
//! that it has entered.
//!
//! The *key* of a path is its number of moves, its cost, or both ([`Weights`]). The *sum* of a node
//! is the key of the path to it plus its lower bound.
//!
//! [`Weights`]: crate::best_first::Weights

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fewest_rules::{DEAD_END, Heuristic, Meter, Outcome, Proof, Puzzle, StopReason};

use super::duplicates::EnteredStates;
use crate::best_first::MoveWeights;
use crate::conclusion::exhausted;
use crate::pruning::{Pruning, Try};
use crate::states::memory;

/// An iterative deepening search.
pub(super) struct Deepening<'a, P: Puzzle, H, K, W: MoveWeights<P>> {
    pub(super) puzzle: &'a P,
    pub(super) heuristic: &'a H,
    pub(super) pruning: &'a K,
    pub(super) weights: W,
    pub(super) start: P::State,
    /// Whether fewer moves are preferred if two paths have equal keys.
    pub(super) prefers_fewer: bool,
    /// `None` if a state is compared only with the states on its own path.
    pub(super) table: Option<EnteredStates<P::State, W::Rank>>,
}

/// What an iteration has found: the best solution within its bound, if there is one, and the nodes
/// that it has cut off.
type Found<M> = (Option<Vec<M>>, CutOff);

/// A node on the current path: a state, the cache of the heuristic, and the key of the path to the
/// state.
#[derive(Clone, Copy)]
struct PathNode<S, C, K> {
    state: S,
    cache: C,
    key: K,
}

/// An iteration counts the nodes that it cuts off by the values of their sums. It keeps the counts
/// of at most this many values, the least ones.
const MOST_VALUES: usize = 4096;

/// The nodes that an iteration has cut off.
#[derive(Default)]
struct CutOff {
    /// The number of nodes that were cut off, by the first criterion of their sums. Only the least
    /// [`MOST_VALUES`] values are kept.
    counts: BTreeMap<u32, u64>,
    /// The value that was added last, and how often it was added in a row. This is not in `counts`
    /// yet.
    last: (u32, u64),
    dead_ends: bool,
}

impl CutOff {
    #[inline]
    fn add(&mut self, first: u32) {
        if self.last.0 != first {
            self.count_last();
            self.last.0 = first;
        }
        self.last.1 += 1;
    }

    /// Moves the value that was added last to the other counts.
    fn count_last(&mut self) {
        let (first, times) = std::mem::take(&mut self.last);
        if times > 0 {
            *self.counts.entry(first).or_default() += times;
            if self.counts.len() > MOST_VALUES {
                self.counts.pop_last();
            }
        }
    }

    /// The least first criterion in the sums of the nodes that were cut off; `None` if no node was
    /// cut off.
    fn least(&self) -> Option<u32> {
        self.counts.first_key_value().map(|(&first, _)| first)
    }

    /// The least bound that admits at least `nodes` of the nodes that were cut off. If fewer nodes
    /// were cut off, the greatest value that was counted; `None` if no node was cut off.
    fn bound_for(&self, nodes: u64) -> Option<u32> {
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

impl<P, H, K, W> Deepening<'_, P, H, K, W>
where
    P: Puzzle,
    H: Heuristic<P>,
    K: Pruning<P>,
    W: MoveWeights<P>,
{
    /// Searches all nodes within `bound`. Returns the outcome, or the next bound.
    ///
    /// The next bound lets about twice as many nodes through. If costs take many values, an
    /// iteration for each value would expand hardly more nodes than the iteration before. (U. K.
    /// Sarkar, P. P. Chakrabarti, S. Ghose, S. C. De Sarkar, "Reducing reexpansions in
    /// iterative-deepening search by controlling cutoff bounds", 1991.)
    pub(super) fn iterate(
        &mut self,
        bound: u32,
        meter: &mut Meter,
    ) -> Result<ControlFlow<Outcome<P::Move>, u32>, StopReason> {
        let (expanded, _) = meter.counts();
        let (solution, cut_off) = self.walk(bound, meter)?;
        let nodes = meter.counts().0 - expanded;
        if let Some(moves) = solution {
            return Ok(ControlFlow::Break(Outcome::Solved { moves }));
        }
        let table = self.table.as_ref();
        let entered = table.and_then(|table| Some((table, table.count()?)));
        let Some(least) = cut_off.least() else {
            return Ok(ControlFlow::Break(match entered {
                Some((_, count)) => exhausted(count, cut_off.dead_ends),
                None => Outcome::Unsolvable(no_path()),
            }));
        };
        if let Some((table, count)) = entered {
            let (puzzle, heuristic) = (self.puzzle, self.heuristic);
            let is_dead_end = |state| heuristic.bound(heuristic.start(puzzle, state)) == DEAD_END;
            if let Some(dead) = table.dead_ends_around(puzzle, is_dead_end, meter)? {
                return Ok(ControlFlow::Break(exhausted(count, dead)));
            }
        }
        meter.prove_at_least(least);
        if least == u32::MAX {
            return Err(StopReason::Capacity);
        }
        Ok(ControlFlow::Continue(
            cut_off.bound_for(nodes).unwrap_or(least),
        ))
    }

    /// Searches all nodes within `bound`.
    ///
    /// The bound may exceed the first criterion of the best solutions. So an iteration does not stop
    /// at its first solution, but continues with the key of that solution as a strict upper bound
    /// (depth-first branch and bound), unless this key is proven to be the least.
    fn walk(&mut self, bound: u32, meter: &mut Meter) -> Result<Found<P::Move>, StopReason> {
        let (puzzle, heuristic, pruning) = (self.puzzle, self.heuristic, self.pruning);
        let weights = self.weights;
        let proven = weights.last(meter.lower_bound());
        let mut best: Option<(W::Key, Vec<P::Move>)> = None;
        let mut cut_off = CutOff::default();
        let root = PathNode {
            state: self.start,
            cache: heuristic.start(puzzle, self.start),
            key: W::Key::default(),
        };
        if let Some(table) = &mut self.table {
            table.begin();
            table.enter(root.state, weights.rank(root.key, 0), meter)?;
        }
        let history = pruning.start(puzzle, self.start);
        // The nodes on the path, the moves between them, and for each node the moves left to try.
        let mut path: Vec<PathNode<P::State, H::Cache, W::Key>> = Vec::new();
        let mut made: Vec<P::Move> = Vec::new();
        let mut left = Vec::new();
        meter.expand()?;
        memory::push(&mut path, root, meter)?;
        memory::push(&mut left, pruning.moves(puzzle, root.state, history), meter)?;
        'node: while let (Some(&node), Some(moves)) = (path.last(), left.last_mut()) {
            for Try { m, history } in moves {
                meter.generate(1);
                let state = puzzle.apply(node.state, m);
                let step = weights.step(puzzle, node.state, m);
                let key = weights.add(node.key, weights.key(step))?;
                let cache = heuristic.step(puzzle, node.cache, node.state, m, state);
                let rest = heuristic.bound(cache);
                if rest == DEAD_END {
                    cut_off.dead_ends = true;
                    continue;
                }
                let sum = weights.priority(key, rest);
                if best.as_ref().is_some_and(|&(best, _)| sum >= best.into()) {
                    continue;
                }
                if weights.proven(sum) > bound {
                    if self.table.is_some() || !path.iter().any(|node| node.state == state) {
                        cut_off.add(weights.proven(sum));
                    }
                    continue;
                }
                let deeper = weights.first(key) + W::LEAST;
                if deeper > bound && !puzzle.is_goal(state) {
                    cut_off.add(deeper);
                    continue;
                }
                let entered = match &mut self.table {
                    Some(table) => {
                        let moves = if self.prefers_fewer { path.len() } else { 0 };
                        table.enter(state, weights.rank(key, moves as u32), meter)?
                    }
                    None => None,
                };
                if !entered.unwrap_or_else(|| path.iter().all(|node| node.state != state)) {
                    continue;
                }
                if puzzle.is_goal(state) {
                    let solution = made.iter().copied().chain([m]).collect();
                    best = Some((key, solution));
                    if weights.keys().has_one_criterion() && key.into() <= proven {
                        break 'node;
                    }
                    continue;
                }
                meter.expand()?;
                memory::push(&mut path, PathNode { state, cache, key }, meter)?;
                memory::push(&mut made, m, meter)?;
                memory::push(&mut left, pruning.moves(puzzle, state, history), meter)?;
                continue 'node;
            }
            path.pop();
            left.pop();
            made.pop();
        }
        cut_off.count_last();
        memory::release(path, meter);
        memory::release(made, meter);
        memory::release(left, meter);
        Ok((best.map(|(_, moves)| moves), cut_off))
    }
}

/// The proof if an iteration has cut off nothing but dead ends.
pub(super) fn no_path() -> Proof {
    Proof::Invariant("none of the sequences of moves that repeat no board reaches a goal".into())
}
