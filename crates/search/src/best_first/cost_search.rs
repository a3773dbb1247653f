//! Best-first search for a solution of least cost from one end, the common core of Dijkstra's
//! algorithm, A* with costs, the census by cost and the enumeration of all least-cost solutions.

use std::ops::ControlFlow;

use fewest_rules::{
    CostOutcome, CostReport, DEAD_END, Heuristic, Meter, MoveCosts, Objective, Proof, StopReason,
};

use super::cost_keys::{CostKeys, cheapest_move, cost_of};
use super::cost_wave::CostWave;
use crate::conclusion::proof_by_exhaustion;

/// The wave of a search with the heuristic `H`. With each edge, the wave keeps the state before the
/// edge and the move of the edge.
type HeuristicWave<P, H> = CostWave<
    <P as fewest_rules::Puzzle>::State,
    <H as Heuristic<P>>::Cache,
    (
        <P as fewest_rules::Puzzle>::State,
        <P as fewest_rules::Puzzle>::Move,
    ),
>;

/// A function that is called for each state that is expanded (*settled*), with the index and the
/// key of this state.
pub(crate) type Settle<'a> = dyn FnMut(u32, u64, &mut Meter) -> Result<(), StopReason> + 'a;

/// A best-first search with costs in progress.
pub(crate) struct CostSearch<'a, P: MoveCosts, H: Heuristic<P>> {
    puzzle: &'a P,
    heuristic: &'a H,
    pub(crate) keys: CostKeys,
    pub(crate) wave: HeuristicWave<P, H>,
    dead_ends: usize,
    /// The search pauses before it expands another state if the meter has counted this many
    /// expanded states.
    pub(crate) pause: u64,
    /// Whether the search has paused, and can be continued.
    pub(crate) is_paused: bool,
}

impl<'a, P: MoveCosts, H: Heuristic<P>> CostSearch<'a, P, H> {
    /// Prepares a search that has no root yet.
    pub(crate) fn new(puzzle: &'a P, heuristic: &'a H, objective: Objective) -> Self {
        Self {
            puzzle,
            heuristic,
            keys: CostKeys::new(objective),
            wave: CostWave::new(),
            dead_ends: 0,
            pause: u64::MAX,
            is_paused: false,
        }
    }

    /// Adds a root. Returns the proof if the heuristic proves that the root is a dead end.
    pub(crate) fn add_root(
        &mut self,
        root: P::State,
        meter: &mut Meter,
    ) -> Result<Option<Proof>, StopReason> {
        let cache = self.heuristic.start(self.puzzle, root);
        let bound = self.heuristic.bound(cache);
        if bound == DEAD_END {
            return Ok(Some(Proof::Invariant(
                "the start is a dead end by its lower bound".into(),
            )));
        }
        let priority = self.keys.bound(bound);
        self.wave.add_root(root, cache, priority, meter)?;
        Ok(None)
    }

    /// Expands states in the order of their priorities until one is a goal. Returns the index of
    /// the goal, or `None` if no state with a priority of at most `most` is left. Calls `settle`
    /// with each state that is expanded. This is a call through a pointer, so that the loop is
    /// compiled only once for all callers.
    ///
    /// With an admissible heuristic, the first goal that is found is a best one: until then, some
    /// open state lies on a best path to a goal, and its priority does not exceed the key of that
    /// path.
    ///
    /// # Errors
    /// Returns the limit that was reached, or [`StopReason::States`] if the search pauses.
    pub(crate) fn next_goal(
        &mut self,
        most: u64,
        settle: &mut Settle<'_>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, StopReason> {
        let (puzzle, heuristic, keys) = (self.puzzle, self.heuristic, self.keys);
        while let Some(priority) = self.wave.first().filter(|&priority| priority <= most) {
            meter.prove_at_least(keys.first(priority));
            if meter.counts().0 >= self.pause {
                self.is_paused = true;
                return Err(StopReason::States);
            }
            let goal = self.wave.take(meter, |taken, batch, meter| {
                if puzzle.is_goal(taken.state) {
                    return Ok(ControlFlow::Break(()));
                }
                meter.expand()?;
                settle(taken.index, taken.key, meter)?;
                for m in puzzle.moves(taken.state) {
                    let step = keys.step(puzzle.cost(taken.state, m));
                    let after = puzzle.apply(taken.state, m);
                    batch.push(keys, taken, step, after, (taken.state, m), meter)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
            let dead_ends = &mut self.dead_ends;
            self.wave.relax(
                meter,
                |cache, &(before, m), after| heuristic.step(puzzle, cache, before, m, after),
                |cache, key, new| match heuristic.bound(cache) {
                    DEAD_END => {
                        *dead_ends += usize::from(new);
                        None
                    }
                    bound => Some(key.saturating_add(keys.bound(bound))),
                },
                |_, _, _| Ok(()),
            )?;
            if let Some(goal) = goal {
                return Ok(Some(goal.index));
            }
        }
        Ok(None)
    }

    /// The proof that no goal is reachable. It holds only if the search has no state left.
    pub(crate) fn exhausted(&self) -> Proof {
        proof_by_exhaustion(self.wave.set.len() - self.dead_ends, self.dead_ends > 0)
    }

    /// The moves from a root to the state with index `index`, and their cost.
    pub(crate) fn solution(&self, mut index: u32) -> Result<CostOutcome<P::Move>, StopReason> {
        let mut moves = Vec::new();
        loop {
            let parent = self.wave.parent(index);
            if parent == index {
                break;
            }
            let (before, after) = (self.wave.set.get(parent), self.wave.set.get(index));
            moves.push(cheapest_move(self.puzzle, before, after)?);
            index = parent;
        }
        moves.reverse();
        let cost = cost_of(self.puzzle, self.wave.set.get(index), &moves)?;
        Ok(CostOutcome::Solved { moves, cost })
    }
}

/// The report of a least-cost search that ended with `result`.
pub(crate) fn conclude_costs<M>(
    result: Result<CostOutcome<M>, StopReason>,
    meter: &Meter,
) -> CostReport<M> {
    CostReport {
        outcome: result.unwrap_or_else(|reason| CostOutcome::Stopped {
            lower_bound: meter.lower_bound(),
            reason,
        }),
        statistics: meter.statistics(),
    }
}
