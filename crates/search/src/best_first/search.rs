//! Best-first search from one end, the common core of Dijkstra's algorithm, A* and weighted A*, with
//! and without costs.

use std::ops::ControlFlow;

use fewest_rules::{DEAD_END, Heuristic, Meter, Outcome, Proof, Puzzle, StopReason};

use super::wave::Wave;
use super::weights::{MoveWeights, Moves};
use crate::conclusion::{dead_start, exhausted};
use crate::states::memory;

/// The wave of a search with the heuristic `H`. With each edge, the wave keeps the state before the
/// edge and the move of the edge.
type HeuristicWave<P, H, W> = Wave<
    <P as Puzzle>::State,
    <H as Heuristic<P>>::Cache,
    W,
    (<P as Puzzle>::State, <P as Puzzle>::Move),
>;

/// A best-first search in progress.
pub(crate) struct BestFirst<'a, P: Puzzle, H: Heuristic<P>, W: MoveWeights<P>> {
    puzzle: &'a P,
    heuristic: &'a H,
    pub(crate) weights: W,
    pub(crate) wave: HeuristicWave<P, H, W>,
    dead_ends: usize,
    /// If set, the indices of the states expanded. A state that was reached again by a better path
    /// may be in the list several times.
    pub(crate) settled: Option<Vec<u32>>,
    /// The search pauses before it expands another state if the meter has counted this many
    /// expanded states.
    pub(crate) pause: u64,
    /// Whether the search has paused, and can be continued.
    pub(crate) is_paused: bool,
}

impl<'a, P: Puzzle, H: Heuristic<P>, W: MoveWeights<P>> BestFirst<'a, P, H, W> {
    /// Prepares a search that has no root yet.
    pub(crate) fn new(puzzle: &'a P, heuristic: &'a H, weights: W) -> Self {
        Self {
            puzzle,
            heuristic,
            weights,
            wave: Wave::new(weights),
            dead_ends: 0,
            settled: None,
            pause: u64::MAX,
            is_paused: false,
        }
    }

    /// Adds the state from which the search begins. Returns the outcome if it is known without
    /// searching.
    pub(crate) fn begin(
        &mut self,
        root: P::State,
        meter: &mut Meter,
    ) -> Result<Option<Outcome<P::Move>>, StopReason> {
        if self.puzzle.is_goal(root) {
            return Ok(Some(Outcome::Solved { moves: Vec::new() }));
        }
        let known = self.add_root(root, meter)?;
        Ok(known.map(Outcome::Unsolvable))
    }

    /// Adds the state from which the search begins, even if it is a goal. Returns the proof if the
    /// heuristic proves that the state is a dead end.
    pub(crate) fn add_root(
        &mut self,
        root: P::State,
        meter: &mut Meter,
    ) -> Result<Option<Proof>, StopReason> {
        let cache = self.heuristic.start(self.puzzle, root);
        let bound = self.heuristic.bound(cache);
        if bound == DEAD_END {
            return Ok(Some(dead_start()));
        }
        let priority = self.weights.priority(W::Key::default(), bound);
        self.wave.add_root(root, cache, priority, meter)?;
        Ok(None)
    }

    /// Expands states in the order of their priorities until one is a goal. Returns the index of
    /// the goal, or `None` if no state with a priority of at most `most` is left.
    ///
    /// With an admissible heuristic whose bounds weigh as much as moves made, the first goal that is
    /// found is a best one: until then, some open state lies on a best path to a goal, and its
    /// priority does not exceed the key of that path.
    ///
    /// # Errors
    /// Returns the limit that was reached, or [`StopReason::States`] if the search pauses.
    pub(crate) fn next_goal(
        &mut self,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<u32>, StopReason> {
        let (puzzle, heuristic, weights) = (self.puzzle, self.heuristic, self.weights);
        while let Some(priority) = self.wave.first().filter(|&priority| priority <= most) {
            meter.prove_at_least(weights.proven(priority).max(W::LEAST));
            if meter.counts().0 >= self.pause {
                self.is_paused = true;
                return Err(StopReason::States);
            }
            let settled = &mut self.settled;
            let goal = self.wave.take(meter, |taken, batch, meter| {
                if puzzle.is_goal(taken.state) {
                    return Ok(ControlFlow::Break(()));
                }
                meter.expand()?;
                if let Some(settled) = settled {
                    memory::push(settled, taken.index, meter)?;
                }
                for (m, after) in puzzle.successors(taken.state) {
                    let step = weights.step(puzzle, taken.state, m);
                    batch.push(taken.index, step, after, (taken.state, m), meter)?;
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
                    bound => Some(weights.priority(key, bound)),
                },
                |_, _, _| Ok(()),
            )?;
            if let Some(goal) = goal {
                return Ok(Some(goal.index));
            }
        }
        Ok(None)
    }

    /// The outcome if no open state is left: a proof that no goal can be reached.
    pub(crate) fn exhausted(&self) -> Outcome<P::Move> {
        exhausted(self.wave.set.len() - self.dead_ends, self.dead_ends > 0)
    }

    /// The moves from the root to the state with index `index`.
    ///
    /// # Errors
    /// [`StopReason::Contradiction`] if a state on the path has no move to the next one.
    pub(crate) fn path_to(&self, mut index: u32) -> Result<Vec<P::Move>, StopReason> {
        let set = &self.wave.set;
        let mut moves = Vec::new();
        loop {
            let parent = self.wave.parent(index);
            if parent == index {
                moves.reverse();
                return Ok(moves);
            }
            let (before, after) = (set.get(parent), set.get(index));
            moves.push(self.weights.best_move(self.puzzle, before, after)?);
            index = parent;
        }
    }

    /// A proven lower bound on the first criterion of every solution: the least sum of key and bound
    /// over all open states. `None` if there is no open state.
    ///
    /// The bound holds because every best solution contains an open state that was reached by the
    /// least key, unless its goal was itself expanded.
    pub(crate) fn least_open(&self, meter: &mut Meter) -> Result<Option<u32>, StopReason> {
        let mut least = None;
        for ((key, index), n) in self.wave.open.iter().zip(1u32..) {
            if n.is_multiple_of(1 << 16) {
                meter.poll()?;
            }
            if self.wave.key(index) == key {
                let bound = self.heuristic.bound(self.wave.cache(index));
                let sum = self.weights.first(key).saturating_add(bound);
                least = Some(least.map_or(sum, |least: u32| least.min(sum)));
            }
        }
        Ok(least)
    }
}

impl<P: Puzzle, H: Heuristic<P>> BestFirst<'_, P, H, Moves> {
    /// The lexicographically first solution from `start` with `length` moves. For each state on a
    /// solution of this length, the stored key must be the state's distance from the start. After
    /// this call the search cannot continue.
    ///
    /// A depth-first search visits only states whose distance equals their depth, and tries moves in
    /// their order. Which goals a state leads to does not depend on the path to the state, so each
    /// state needs only one visit. The distance of a state is overwritten with 0 to mark the state
    /// as visited.
    ///
    /// # Errors
    /// A limit was reached; [`StopReason::Contradiction`] if no path along the stored distances leads
    /// to a goal. Then the heuristic is not admissible: a state was reached by fewer moves after
    /// states beyond it had been expanded, and the bounds of the states between them kept the search
    /// from expanding these again.
    pub(crate) fn first_path(
        &mut self,
        start: P::State,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Vec<P::Move>, StopReason> {
        let (puzzle, wave) = (self.puzzle, &mut self.wave);
        let mut path = Vec::new();
        let mut stack = Vec::new();
        meter.expand()?;
        memory::push(&mut stack, (start, puzzle.moves(start)), meter)?;
        // Invariant: every state with distance 0 either lies on the current path or leads to no goal
        // at depth `length`. So skipping states with distance 0 loses no solution.
        loop {
            let depth = stack.len() as u32;
            let Some((state, moves)) = stack.last_mut() else {
                return Err(StopReason::Contradiction);
            };
            let Some(m) = moves.next() else {
                stack.pop();
                path.pop();
                continue;
            };
            let after = puzzle.apply(*state, m);
            meter.generate(1);
            let index = wave.set.find(after);
            let Some(index) = index.filter(|&index| wave.key(index) == depth) else {
                continue;
            };
            if depth == length {
                if puzzle.is_goal(after) {
                    path.push(m);
                    return Ok(path);
                }
                continue;
            }
            wave.set_key(index, 0);
            meter.expand()?;
            memory::push(&mut stack, (after, puzzle.moves(after)), meter)?;
            memory::push(&mut path, m, meter)?;
        }
    }
}
