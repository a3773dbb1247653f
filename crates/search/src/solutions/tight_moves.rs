//! Builds the graph of all best solutions from the states that a search has reached.

use std::collections::{HashMap, HashSet};

use fewest_rules::{Meter, Puzzle, StopReason};

use super::solution_graph::SolutionGraph;
use crate::best_first::{MoveWeights, Weights};
use crate::states::{Arena, StateSet, memory};

/// The states that a search has reached, in groups with equal keys. The key of a state is the key
/// of the best known path to it (`best_first/weights.rs`): without costs, its number of moves.
pub(super) trait Reached<P: Puzzle> {
    type Weights: MoveWeights<P>;

    fn weights(&self) -> Self::Weights;

    fn set(&self) -> &StateSet<P::State>;

    /// Whether the state with index `index` has the key `key`.
    fn has_key(&self, index: u32, key: KeyOf<Self, P>) -> bool;

    /// The number of groups. The nearest goals lie in the last group.
    fn groups(&self) -> usize;

    /// The key of the group `at` and the indices of its states, in increasing order of keys.
    fn group(&self, at: usize) -> (KeyOf<Self, P>, impl Iterator<Item = u32>);
}

type KeyOf<R, P> = <<R as Reached<P>>::Weights as Weights>::Key;

/// The *tight* moves between the states that a search has reached. A move is tight if the key of the
/// state before it plus the key of the move is the key of the state after it. So the last move of
/// the best known path to a state is tight.
///
/// The key of a state that lies on no best solution may be greater than its distance. If a tight
/// path led from such a state to a goal, then the goal would be nearer than the nearest goals. So a
/// state whose key is greater than its distance is never kept.
///
/// A move is *free* here if it leaves the key of a path unchanged. So free moves connect only states
/// of the same group, and each pass follows the free moves within each group.
pub(super) struct TightMoves<'a, P: Puzzle, R: Reached<P>> {
    puzzle: &'a P,
    reached: &'a R,
    /// The key of the best solutions.
    least: KeyOf<R, P>,
}

/// The approximate number of bytes that an entry of a map takes in addition to its key and its
/// value.
const ENTRY_BYTES: u64 = 8;

impl<'a, P: Puzzle, R: Reached<P>> TightMoves<'a, P, R> {
    pub(super) fn new(puzzle: &'a P, reached: &'a R) -> Self {
        let (least, _) = reached.group(reached.groups() - 1);
        Self {
            puzzle,
            reached,
            least,
        }
    }

    /// The graph of all best solutions from `start`.
    ///
    /// A pass from the farthest group to the start keeps the states that lie on a best solution, and
    /// a pass from the start builds the graph.
    pub(super) fn solutions(
        &self,
        start: P::State,
        meter: &mut Meter,
    ) -> Result<SolutionGraph<P::Move>, StopReason> {
        let kept = self.keep(meter)?;
        let graph = self.graph(start, &kept, meter)?;
        memory::give_back(meter, kept.bytes());
        Ok(graph)
    }

    /// Follows the move `m` from a state with the key `key`. If the move is tight, returns the
    /// index of the next state and whether the move is free.
    fn follow(&self, state: P::State, key: KeyOf<R, P>, m: P::Move) -> Option<(u32, bool)> {
        let weights = self.reached.weights();
        let step = weights.key(weights.step(self.puzzle, state, m));
        let sum = weights.add(key, step).ok()?;
        if sum > self.least {
            return None;
        }
        let after = self.reached.set().find(self.puzzle.apply(state, m))?;
        let is_tight = self.reached.has_key(after, sum);
        is_tight.then_some((after, step == Default::default()))
    }

    fn is_goal(&self, state: P::State, key: KeyOf<R, P>) -> bool {
        key == self.least && self.puzzle.is_goal(state)
    }

    /// For each state, in the order of their indices, whether it lies on a tight path to a goal.
    fn keep(&self, meter: &mut Meter) -> Result<Arena<bool>, StopReason> {
        let states = self.reached.set().len();
        let mut kept = Arena::new();
        kept.reserve(states, meter)?;
        for _ in 0..states {
            kept.push(false);
        }
        let mut free: Vec<(u32, u32)> = Vec::new();
        let mut waiting: Vec<u32> = Vec::new();
        // Invariant: for all states with greater keys, `kept` is final. A state of this group is
        // kept if it is a goal, has a tight move to a kept state of another group, or a free move
        // to a kept state of this group.
        for at in (0..self.reached.groups()).rev() {
            let (key, group) = self.reached.group(at);
            free.clear();
            for index in group {
                let state = self.reached.set().get(index);
                if self.is_goal(state, key) {
                    kept.set(index, true);
                    memory::push(&mut waiting, index, meter)?;
                    continue;
                }
                if key == self.least && R::Weights::LEAST > 0 {
                    // Every move costs something, so no path leads on to a goal.
                    if index.is_multiple_of(1024) {
                        meter.poll()?;
                    }
                    continue;
                }
                meter.expand()?;
                for m in self.puzzle.moves(state) {
                    meter.generate(1);
                    match self.follow(state, key, m) {
                        Some((after, true)) => memory::push(&mut free, (after, index), meter)?,
                        Some((after, false)) if kept.get(after) && !kept.get(index) => {
                            kept.set(index, true);
                            memory::push(&mut waiting, index, meter)?;
                        }
                        _ => {}
                    }
                }
            }
            free.sort_unstable();
            while let Some(index) = waiting.pop() {
                let from = free.partition_point(|&(after, _)| after < index);
                for &(_, before) in free[from..].iter().take_while(|&&(to, _)| to == index) {
                    if !kept.get(before) {
                        kept.set(before, true);
                        memory::push(&mut waiting, before, meter)?;
                    }
                }
            }
        }
        memory::release(free, meter);
        memory::release(waiting, meter);
        Ok(kept)
    }

    /// Builds the graph of the solutions. The nodes are the start and the states in which a
    /// solution arrives by a move that is not free, in the order of their keys.
    fn graph(
        &self,
        start: P::State,
        kept: &Arena<bool>,
        meter: &mut Meter,
    ) -> Result<SolutionGraph<P::Move>, StopReason> {
        /// The target of an edge to a goal, and the node of a state that has no index yet.
        const LATER: u32 = u32::MAX;
        let set = self.reached.set();
        let held = meter.held();
        let mut graph = SolutionGraph::empty();
        let mut node_of: HashMap<u32, u32> = HashMap::new();
        node_of.extend(set.find(start).map(|root| (root, LATER)));
        let mut nodes = 0;
        // The states that free moves reach from the current node. Each entry has the index of the
        // state, the index of the entry for the previous state on the path, and the move between
        // these two states.
        let mut reached: Vec<(u32, usize, Option<P::Move>)> = Vec::new();
        let mut seen: HashSet<u32> = HashSet::new();
        let mut label: Vec<P::Move> = Vec::new();
        // Moves that are not free lead to greater keys. So when the loop comes to a state, all
        // edges into this state are known. Until the nodes have indices of their own, the targets
        // of edges are the indices of states.
        for at in 0..self.reached.groups() {
            let (key, group) = self.reached.group(at);
            for root in group.filter(|&index| kept.get(index)) {
                let Some(node) = node_of.get_mut(&root) else {
                    continue;
                };
                *node = nodes;
                nodes += 1;
                graph.add_node(meter)?;
                reached.clear();
                seen.clear();
                memory::push(&mut reached, (root, 0, None), meter)?;
                let mut at = 0;
                while let Some(&(index, ..)) = reached.get(at) {
                    let state = set.get(index);
                    meter.expand()?;
                    // The free moves from the node to this state, from the last to the first.
                    label.clear();
                    let mut back = at;
                    while let (_, before, Some(m)) = reached[back] {
                        memory::push(&mut label, m, meter)?;
                        back = before;
                    }
                    let free = label.iter().rev().copied();
                    if self.is_goal(state, key) {
                        graph.add_edge(LATER, free, meter)?;
                        break;
                    }
                    for m in self.puzzle.moves(state) {
                        meter.generate(1);
                        match self.follow(state, key, m).filter(|&(to, _)| kept.get(to)) {
                            Some((after, true)) if after != root && seen.insert(after) => {
                                memory::push(&mut reached, (after, at, Some(m)), meter)?;
                            }
                            Some((after, false)) => {
                                let goal = self.reached.has_key(after, self.least)
                                    && self.puzzle.is_goal(set.get(after));
                                let target = if goal { LATER } else { after };
                                if !goal && node_of.insert(after, LATER).is_none() {
                                    let entry = memory::bytes_of::<(u32, u32)>(1) + ENTRY_BYTES;
                                    memory::take(meter, entry)?;
                                }
                                graph.add_edge(target, free.clone().chain([m]), meter)?;
                            }
                            _ => {}
                        }
                    }
                    at += 1;
                }
            }
        }
        graph.finish(meter)?;
        graph.retarget(|target| match target {
            LATER => nodes,
            state => node_of[&state],
        });
        meter.hold(held + graph.bytes())?;
        Ok(graph)
    }
}
