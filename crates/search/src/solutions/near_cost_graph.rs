//! The states near the best solutions where moves have costs, and the moves between them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fewest_rules::{Heuristic, Meter, MoveCosts, Objective, Puzzle, StopReason};

use crate::best_first::{BestFirst, CostKeys, MoveWeights, Weights};
use crate::states::memory;

/// In [`NearCostGraph::left`], stands for a state from which the graph has no path to a goal.
pub(crate) const NEVER: u32 = u32::MAX;

/// A move of a [`NearCostGraph`], with the index of the state to which it leads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GraphStep<M> {
    pub(crate) m: M,
    pub(crate) target: u32,
    /// The key of the move: its cost, and 1 for the move, as far as the objective counts them (see
    /// [`CostKeys`]).
    pub(crate) key: u64,
}

/// The states on all solutions whose first criterion is at most a given number, and the moves
/// between them. The *first criterion* is what the objective minimises first, the cost or the
/// number of moves. Other states may be in the graph as well. Solutions end at a goal, but the
/// graph has the moves of goals as well, because the test of whether moves are independent needs
/// them.
///
/// States are known by an index; the index of the start is 0. All code that works on this graph is
/// independent of the puzzle, so it is compiled once for each type of moves.
#[derive(Debug, Clone)]
pub(crate) struct NearCostGraph<M> {
    pub(crate) keys: CostKeys,
    /// For each state, the index in `steps` of its first move. One more element at the end holds
    /// the number of all moves.
    first: Vec<usize>,
    /// The moves from all states, one state after the other. The moves from one state are in
    /// increasing order.
    steps: Vec<GraphStep<M>>,
    goals: Vec<bool>,
    /// For each state, the least value that the first criterion has on a path from this state to a
    /// goal within the graph; [`NEVER`] if there is no such path.
    pub(crate) left: Vec<u32>,
    /// A lower bound on the first criterion of the solutions that the graph leaves out. `None` if
    /// all solutions are in the graph.
    pub(crate) beyond: Option<u32>,
}

impl<M: Copy + Ord + std::fmt::Debug> NearCostGraph<M> {
    /// Finds the states of the graph by A*. In the solutions of the graph, the first criterion of
    /// `objective` is at most `most`. `heuristic` must be admissible for this criterion.
    pub(crate) fn new<P: MoveCosts<Move = M>, H: Heuristic<P>>(
        puzzle: &P,
        start: P::State,
        heuristic: &H,
        objective: Objective,
        most: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let held = meter.held();
        let keys = CostKeys::new(objective);
        let mut search = BestFirst::new(puzzle, heuristic, keys);
        let mut graph = Self {
            keys,
            first: vec![0],
            steps: Vec::new(),
            goals: Vec::new(),
            left: Vec::new(),
            beyond: None,
        };
        if search.add_root(start, meter)?.is_some() {
            graph.goals.push(false);
            graph.first.push(0);
            graph.left.push(NEVER);
            return Ok(graph);
        }
        search.settled = Some(Vec::new());
        let mut goals: Vec<u32> = Vec::new();
        while let Some(goal) = search.next_goal(keys.last(most), meter)? {
            memory::push(&mut goals, goal, meter)?;
        }
        let mut expanded = search.settled.take().unwrap_or_default();
        graph.beyond = search.wave.first().map(|priority| keys.first(priority));
        for &goal in &goals {
            memory::push(&mut expanded, goal, meter)?;
        }
        expanded.sort_unstable();
        expanded.dedup();
        let set = &search.wave.set;
        memory::resize(&mut graph.goals, set.len(), false, meter)?;
        for &goal in &goals {
            graph.goals[goal as usize] = true;
        }
        let mut expanded = expanded.into_iter().peekable();
        for index in 0..set.len() as u32 {
            if expanded.next_if_eq(&index).is_some() {
                let state = set.get(index);
                for m in puzzle.moves(state) {
                    let Some(target) = set.find(puzzle.apply(state, m)) else {
                        continue;
                    };
                    let key = keys.step(puzzle, state, m);
                    memory::push(&mut graph.steps, GraphStep { m, target, key }, meter)?;
                }
            }
            memory::push(&mut graph.first, graph.steps.len(), meter)?;
        }
        drop(search);
        meter.hold(held + graph.bytes())?;
        graph.find_left(meter)?;
        meter.hold(held + graph.bytes())?;
        Ok(graph)
    }

    /// The bytes that the graph holds.
    pub(crate) fn bytes(&self) -> u64 {
        memory::bytes_of::<usize>(self.first.capacity())
            + memory::bytes_of::<GraphStep<M>>(self.steps.capacity())
            + memory::bytes_of::<bool>(self.goals.capacity())
            + memory::bytes_of::<u32>(self.left.capacity())
    }

    /// Fills `left`. Dijkstra's algorithm finds the least first criteria, backwards from the goals.
    fn find_left(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        memory::resize(&mut self.left, self.goals.len(), NEVER, meter)?;
        let mut back: Vec<(u32, u32, u32)> = memory::with_capacity(self.steps.len(), meter)?;
        for state in 0..self.goals.len() as u32 {
            let steps = self.steps_of(state).iter();
            back.extend(steps.map(|step| (step.target, state, self.keys.first(step.key))));
        }
        back.sort_unstable();
        // A state enters the queue at most once for each of its moves.
        memory::take(meter, memory::bytes_of::<(u32, u32)>(back.len()))?;
        let goals = (0..self.goals.len() as u32).filter(|&state| self.goals[state as usize]);
        let mut queue: BinaryHeap<_> = goals.map(|goal| Reverse((0, goal))).collect();
        for Reverse((_, goal)) in &queue {
            self.left[*goal as usize] = 0;
        }
        let mut taken = 0_u32;
        while let Some(Reverse((left, state))) = queue.pop() {
            taken = taken.wrapping_add(1);
            if taken.is_multiple_of(1024) {
                meter.poll()?;
            }
            if left > self.left[state as usize] {
                continue;
            }
            let first = back.partition_point(|&(target, ..)| target < state);
            for &(_, before, cost) in back[first..].iter().take_while(|edge| edge.0 == state) {
                let sum = left.saturating_add(cost);
                if sum < self.left[before as usize] {
                    self.left[before as usize] = sum;
                    queue.push(Reverse((sum, before)));
                }
            }
        }
        Ok(())
    }

    /// The moves of the graph from a state, in increasing order.
    pub(crate) fn steps_of(&self, state: u32) -> &[GraphStep<M>] {
        &self.steps[self.first[state as usize]..self.first[state as usize + 1]]
    }

    /// The move `m` from a state, if it is in the graph.
    pub(crate) fn step(&self, state: u32, m: M) -> Option<GraphStep<M>> {
        let steps = self.steps_of(state);
        let at = steps.binary_search_by(|step| step.m.cmp(&m)).ok()?;
        Some(steps[at])
    }

    /// Whether a step is free: it leaves the first criterion unchanged.
    pub(crate) fn is_free(&self, step: &GraphStep<M>) -> bool {
        self.keys.first(step.key) == 0
    }

    /// Finds the states that free moves reach from `state`, breadth-first. The path to each state
    /// has the fewest free moves, and is the lexicographically first of these. If free moves reach
    /// a goal, the list ends with the nearest goal, and farther states are left out.
    pub(crate) fn free_from(&self, state: u32) -> Vec<FreeReached<M>> {
        let mut reached = vec![FreeReached {
            state,
            key: 0,
            from: None,
        }];
        let mut seen = std::collections::BTreeSet::from([state]);
        let mut at = 0;
        while let Some(&FreeReached { state, key, .. }) = reached.get(at) {
            if self.is_goal(state) {
                reached.truncate(at + 1);
                break;
            }
            for step in self.steps_of(state) {
                if self.is_free(step) && seen.insert(step.target) {
                    reached.push(FreeReached {
                        state: step.target,
                        key: key + step.key,
                        from: Some((at, step.m)),
                    });
                }
            }
            at += 1;
        }
        reached
    }

    /// Whether the moves `one` and `other` are independent in `state`. Each move must be in the
    /// graph both in `state` and after the other move, and must not be free in either place. Both
    /// orders must lead to the same state, with the same sum of keys.
    pub(crate) fn are_independent(&self, state: u32, one: M, other: M) -> bool {
        let in_turn = |first: M, second: M| {
            let first = self.step(state, first).filter(|step| !self.is_free(step))?;
            let second = self.step(first.target, second);
            let second = second.filter(|step| !self.is_free(step))?;
            Some((second.target, first.key.saturating_add(second.key)))
        };
        let both = in_turn(one, other);
        one != other && both.is_some() && both == in_turn(other, one)
    }
}

/// A state that [`NearCostGraph::free_from`] reaches from some state by *free* moves, which leave
/// the first criterion of the objective unchanged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FreeReached<M> {
    pub(crate) state: u32,
    /// The sum of the keys (see [`CostKeys`]) of the free moves on the path to this state.
    pub(crate) key: u64,
    /// The index of the previous state of the path in the list of reached states, and the move from
    /// that state to this one. `None` for the state from which the path begins.
    from: Option<(usize, M)>,
}

/// The free moves that lead from the first state of `reached` to the state with the index `at` in
/// this list, which [`NearCostGraph::free_from`] has returned.
pub(crate) fn way_to<M: Copy>(reached: &[FreeReached<M>], mut at: usize) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some((before, m)) = reached[at].from {
        moves.push(m);
        at = before;
    }
    moves.reverse();
    moves
}

impl<M: Copy + Ord + std::fmt::Debug> Puzzle for NearCostGraph<M> {
    type State = u32;
    type Move = M;

    fn moves(&self, state: u32) -> impl Iterator<Item = M> {
        self.steps_of(state).iter().map(|step| step.m)
    }

    fn apply(&self, state: u32, m: M) -> u32 {
        self.step(state, m).map_or(state, |step| step.target)
    }

    fn is_goal(&self, state: u32) -> bool {
        self.goals[state as usize]
    }
}
