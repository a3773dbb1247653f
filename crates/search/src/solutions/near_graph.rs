//! The states near the best solutions, and the moves between them.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use fewest_rules::{Heuristic, Meter, Puzzle, StopReason};

use crate::best_first::{BestFirst, CostKeys, MoveWeights, Weights};
use crate::states::{StateSet, memory};

/// In [`NearGraph::left`], stands for a state from which the graph has no path to a goal.
pub(super) const NEVER: u32 = u32::MAX;

/// A move of a [`NearGraph`], with the index of the state to which it leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct GraphStep<M> {
    pub(super) m: M,
    pub(super) target: u32,
    /// The key of the move: its cost, and 1 for the move, as far as they are minimised (see
    /// [`CostKeys`]).
    pub(super) key: u64,
}

/// The states on all solutions whose first criterion is at most a given number, and the moves
/// between them. The *first criterion* is what is minimised first, the cost or the number of moves.
/// Other states may be in the graph as well. Solutions end at a goal, but the graph has the moves of
/// goals as well, because the test of whether moves are independent needs them.
///
/// States are known by an index; the index of the start is 0.
#[derive(Debug, Clone)]
pub(super) struct NearGraph<M> {
    pub(super) keys: CostKeys,
    /// For each state, the index in `steps` of its first move. One more element at the end holds
    /// the number of all moves.
    first: Vec<usize>,
    /// The moves from all states, one state after the other. The moves from one state are in
    /// increasing order.
    steps: Vec<GraphStep<M>>,
    pub(super) goals: Vec<bool>,
    /// For each state, the least value that the first criterion has on a path from this state to a
    /// goal within the graph; [`NEVER`] if there is no such path.
    pub(super) left: Vec<u32>,
    /// A lower bound on the first criterion of the solutions that the graph leaves out. `None` if
    /// all solutions are in the graph.
    pub(super) beyond: Option<u32>,
}

impl<M: Copy + Ord + std::fmt::Debug + Send + Sync> NearGraph<M> {
    /// Finds the states of the graph by A*. In the solutions of the graph, the first criterion is at
    /// most `most`. `heuristic` must be admissible for this criterion.
    pub(super) fn informed<P, H, W>(
        puzzle: &P,
        start: P::State,
        heuristic: &H,
        weights: W,
        most: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason>
    where
        P: Puzzle<Move = M>,
        H: Heuristic<P>,
        W: MoveWeights<P>,
    {
        let held = meter.held();
        let mut search = BestFirst::new(puzzle, heuristic, weights);
        if search.add_root(start, meter)?.is_some() {
            return Ok(Self {
                keys: weights.keys(),
                first: vec![0, 0],
                steps: Vec::new(),
                goals: vec![false],
                left: vec![NEVER],
                beyond: None,
            });
        }
        search.settled = Some(Vec::new());
        let mut goals: Vec<u32> = Vec::new();
        while let Some(goal) = search.next_goal(weights.last(most), meter)? {
            memory::push(&mut goals, goal, meter)?;
        }
        let mut expanded = search.settled.take().unwrap_or_default();
        for &goal in &goals {
            memory::push(&mut expanded, goal, meter)?;
        }
        expanded.sort_unstable();
        expanded.dedup();
        let beyond = search.wave.first().map(|priority| weights.proven(priority));
        let set = &search.wave.set;
        let graph = Self::of(puzzle, weights, set, expanded, beyond, meter)?;
        drop((search, goals));
        graph.with_left(held, meter)
    }

    /// The graph of the states of `set`, in which only the states with the indices `expanded`, in
    /// increasing order, have moves and can be goals. `left` is missing.
    pub(super) fn of<P: Puzzle<Move = M>, W: MoveWeights<P>>(
        puzzle: &P,
        weights: W,
        set: &StateSet<P::State>,
        expanded: impl IntoIterator<Item = u32>,
        beyond: Option<u32>,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut graph = Self {
            keys: weights.keys(),
            first: memory::with_capacity(set.len() + 1, meter)?,
            steps: Vec::new(),
            goals: Vec::new(),
            left: Vec::new(),
            beyond,
        };
        memory::resize(&mut graph.goals, set.len(), false, meter)?;
        let mut expanded = expanded.into_iter().peekable();
        for index in 0..set.len() as u32 {
            graph.first.push(graph.steps.len());
            if index % 1024 == 1023 {
                meter.poll()?;
            }
            if expanded.next_if_eq(&index).is_none() {
                continue;
            }
            let state = set.get(index);
            graph.goals[index as usize] = puzzle.is_goal(state);
            for m in puzzle.moves(state) {
                if let Some(target) = set.find(puzzle.apply(state, m)) {
                    let key = weights.key(weights.step(puzzle, state, m)).into();
                    memory::push(&mut graph.steps, GraphStep { m, target, key }, meter)?;
                }
            }
        }
        graph.first.push(graph.steps.len());
        Ok(graph)
    }

    /// Whether the graph has all solutions whose first criterion is at most `most`.
    pub(super) fn reaches(&self, most: u32) -> bool {
        self.beyond.is_none_or(|beyond| most < beyond)
    }

    /// The bytes that the graph holds.
    pub(super) fn bytes(&self) -> u64 {
        memory::bytes_of::<usize>(self.first.capacity())
            + memory::bytes_of::<GraphStep<M>>(self.steps.capacity())
            + memory::bytes_of::<bool>(self.goals.capacity())
            + memory::bytes_of::<u32>(self.left.capacity())
    }

    /// Fills `left`, by Dijkstra's algorithm backwards from the goals. Only the graph stays in
    /// memory in addition to `held` bytes.
    pub(super) fn with_left(mut self, held: u64, meter: &mut Meter) -> Result<Self, StopReason> {
        meter.hold(held + self.bytes())?;
        let states = self.goals.len();
        memory::resize(&mut self.left, states, NEVER, meter)?;
        // The moves into each state, sorted by counting: those into the state `s` are
        // `back[ends[s - 1]..ends[s]]`.
        let mut ends: Vec<usize> = memory::with_capacity(states, meter)?;
        ends.resize(states, 0);
        for step in &self.steps {
            ends[step.target as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut back: Vec<(u32, u32)> = memory::with_capacity(self.steps.len(), meter)?;
        back.resize(self.steps.len(), (0, 0));
        for state in 0..states as u32 {
            for step in self.steps_of(state) {
                let end = &mut ends[step.target as usize];
                back[*end] = (state, self.keys.first(step.key));
                *end += 1;
            }
        }
        // A state enters the queue at most once for each of its moves.
        memory::take(meter, memory::bytes_of::<(u32, u32)>(back.len()))?;
        let goals = (0..states as u32).filter(|&state| self.goals[state as usize]);
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
            let state = state as usize;
            if left > self.left[state] {
                continue;
            }
            let begin = state.checked_sub(1).map_or(0, |before| ends[before]);
            for &(before, cost) in &back[begin..ends[state]] {
                let sum = left.saturating_add(cost);
                if sum < self.left[before as usize] {
                    self.left[before as usize] = sum;
                    queue.push(Reverse((sum, before)));
                }
            }
        }
        meter.hold(held + self.bytes())?;
        Ok(self)
    }

    /// All moves of the graph, in increasing order.
    pub(super) fn moves(&self, meter: &mut Meter) -> Result<Vec<M>, StopReason> {
        let mut moves = memory::with_capacity(self.steps.len(), meter)?;
        moves.extend(self.steps.iter().map(|step| step.m));
        moves.sort_unstable();
        moves.dedup();
        Ok(moves)
    }

    /// The moves of the graph from a state, in increasing order.
    pub(super) fn steps_of(&self, state: u32) -> &[GraphStep<M>] {
        &self.steps[self.first[state as usize]..self.first[state as usize + 1]]
    }

    /// The move `m` from a state, if it is in the graph.
    pub(super) fn step(&self, state: u32, m: M) -> Option<GraphStep<M>> {
        let steps = self.steps_of(state);
        let at = steps.binary_search_by(|step| step.m.cmp(&m)).ok()?;
        Some(steps[at])
    }

    /// Whether a step is free: it leaves the first criterion unchanged.
    pub(super) fn is_free(&self, step: &GraphStep<M>) -> bool {
        self.keys.first(step.key) == 0
    }

    /// Finds the states that free moves reach from `state`, breadth-first. The path to each state
    /// has the fewest free moves, and is the lexicographically first of these. If free moves reach
    /// a goal, the list ends with the nearest goal, and farther states are left out.
    pub(super) fn free_from(&self, state: u32) -> Vec<FreeReached<M>> {
        let mut reached = vec![FreeReached {
            state,
            key: 0,
            from: None,
        }];
        if !self.steps_of(state).iter().any(|step| self.is_free(step)) {
            return reached;
        }
        let mut seen = BTreeSet::from([state]);
        let mut at = 0;
        while let Some(&FreeReached { state, key, .. }) = reached.get(at) {
            if self.goals[state as usize] {
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
    pub(super) fn are_independent(&self, state: u32, one: M, other: M) -> bool {
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

/// A state that [`NearGraph::free_from`] reaches from some state by *free* moves, which leave
/// the first criterion of the objective unchanged.
#[derive(Debug, Clone, Copy)]
pub(super) struct FreeReached<M> {
    pub(super) state: u32,
    /// The sum of the keys (see [`CostKeys`]) of the free moves on the path to this state.
    pub(super) key: u64,
    /// The index of the previous state of the path in the list of reached states, and the move from
    /// that state to this one. `None` for the state from which the path begins.
    from: Option<(usize, M)>,
}

/// The free moves that lead from the first state of `reached` to the state with the index `at` in
/// this list, which [`NearGraph::free_from`] has returned.
pub(super) fn way_to<M: Copy>(reached: &[FreeReached<M>], mut at: usize) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some((before, m)) = reached[at].from {
        moves.push(m);
        at = before;
    }
    moves.reverse();
    moves
}

impl<M: Copy + Ord + std::fmt::Debug + Send + Sync> Puzzle for NearGraph<M> {
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
