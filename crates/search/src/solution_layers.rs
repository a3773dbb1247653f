//! Builds the graph of all solutions of exactly one length.
//!
//! A solution visits no state twice and ends at the first goal that it reaches. The number of moves
//! that each state has left is known. So a walk from the start is continued only while it can still
//! end in time (Byers and Waterman 1984; for walks without loops, Carlyle and Wood 2005). The
//! methods in these papers enumerate the solutions one by one. This module merges walks to the same
//! state, so that it can count more solutions than it could enumerate. Two walks are merged only if
//! they *forbid* the same states. A walk forbids the states that it has visited and to which it
//! could still return in time. There are few such states, because a loop is at most as long as the
//! difference between the length of the solutions and that of the shortest.
//!
//! If the order of independent moves does not matter, each walk also carries a *sleep set*
//! (Godefroid 1996). These are moves that must not come next, because the walk that makes them
//! earlier is the one in order.

use fewest_rules::{Meter, Puzzle, StopReason};

use crate::memory;
use crate::moves_left::MovesLeft;
use crate::numbered_lists::Lists;
use crate::order_of_moves::are_independent;
use crate::solution_graph::SolutionGraph;
use crate::state_set::StateSet;

/// Walks that are merged: the number of their state, the number of the list of states that they
/// forbid, and the number of the list of moves that must not come next.
type Walks = (u32, u32, u32);

/// A move with which a walk may continue, the state after the move, and the moves left there.
type Step<P> = (<P as Puzzle>::Move, <P as Puzzle>::State, u32);

/// Builds the graph of all solutions of exactly `length` moves.
pub(crate) struct SolutionLayers<'a, P: Puzzle, L> {
    puzzle: &'a P,
    left: &'a L,
    length: u32,
    /// Whether only solutions whose independent moves are in order are wanted.
    in_order: bool,
    /// The states on the walks.
    states: StateSet<P::State>,
    /// For each of these states, the number of moves left to a goal.
    states_left: Vec<u32>,
    forbidden: Lists<u32>,
    asleep: Lists<P::Move>,
    /// Whether a longer solution may exist.
    pub(crate) is_cut: bool,
}

impl<'a, P: Puzzle, L: MovesLeft<P::State>> SolutionLayers<'a, P, L> {
    pub(crate) fn new(puzzle: &'a P, left: &'a L, length: u32, in_order: bool) -> Self {
        Self {
            puzzle,
            left,
            length,
            in_order,
            states: StateSet::new(),
            states_left: Vec::new(),
            forbidden: Lists::new(),
            asleep: Lists::new(),
            is_cut: false,
        }
    }

    /// The graph of the solutions from `start`; `None` if there are none.
    pub(crate) fn graph(
        &mut self,
        start: P::State,
        meter: &mut Meter,
    ) -> Result<Option<SolutionGraph<P::Move>>, StopReason> {
        if self.puzzle.is_goal(start) {
            let solved = (self.length == 0).then(SolutionGraph::of_a_goal);
            return Ok(solved);
        }
        match self.left.moves_left(start) {
            Some(left) if left <= self.length => {}
            left => {
                self.is_cut = left.is_some() || !self.left.is_complete();
                return Ok(None);
            }
        }
        let mut walks = WalkGraph::new();
        let root = self.number(start, meter)?;
        let mut layer = StateSet::new();
        layer.reserve(1, meter)?;
        layer.insert((root, 0, 0));
        let mut steps = Vec::new();
        for made in 0..self.length {
            let mut next = StateSet::new();
            memory::push(&mut walks.layers, walks.first_edge.len(), meter)?;
            for at in 0..layer.len() as u32 {
                memory::push(&mut walks.first_edge, walks.edges.len(), meter)?;
                self.lead_on(
                    layer.get(at),
                    made,
                    &mut steps,
                    &mut next,
                    &mut walks,
                    meter,
                )?;
            }
            std::mem::swap(&mut layer, &mut next);
            next.release(meter);
        }
        let goals = layer.len() as u32;
        layer.release(meter);
        let graph = walks.solutions(goals, meter)?;
        walks.release(meter);
        Ok(graph)
    }

    /// Adds the moves that continue the merged walks `(from, forbidden, asleep)`, which have made
    /// `made` moves, and the walks to which they lead.
    fn lead_on(
        &mut self,
        (from, forbidden, asleep): Walks,
        made: u32,
        steps: &mut Vec<Step<P>>,
        next: &mut StateSet<Walks>,
        walks: &mut WalkGraph<P::Move>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        meter.expand()?;
        let state = self.states.get(from);
        steps.clear();
        for m in self.puzzle.moves(state) {
            meter.generate(1);
            let after = self.puzzle.apply(state, m);
            match self.left.moves_left(after) {
                Some(left) if made + 1 + left <= self.length => {
                    memory::push(steps, (m, after, left), meter)?;
                }
                left => self.is_cut |= left.is_some() || !self.left.is_complete(),
            }
        }
        for (at, &(m, after, left)) in steps.iter().enumerate() {
            let ends = left == 0;
            let too_early = ends && made + 1 < self.length;
            if too_early || after == state || self.asleep.get(asleep).binary_search(&m).is_ok() {
                continue;
            }
            let to = self.number(after, meter)?;
            if self.forbidden.get(forbidden).binary_search(&to).is_ok() {
                continue;
            }
            let forbidden = self.forbid(forbidden, from, made + 2, meter)?;
            let asleep = match self.in_order {
                true => self.put_to_sleep(asleep, state, &steps[..at], (m, after), made, meter)?,
                false => 0,
            };
            next.reserve(1, meter)?;
            let (target, _) = next.insert((to, forbidden, asleep));
            memory::push(&mut walks.edges, (m, target), meter)?;
        }
        Ok(())
    }

    /// The list of states that walks forbid after they have left the state `from`. The list has
    /// those of the states `before` and of `from` to which a walk can return after `made` moves and
    /// still end in time.
    fn forbid(
        &mut self,
        before: u32,
        from: u32,
        made: u32,
        meter: &mut Meter,
    ) -> Result<u32, StopReason> {
        let states = self.forbidden.get(before).iter().copied().chain([from]);
        let in_time = |&state: &u32| made + self.states_left[state as usize] <= self.length;
        let mut list: Vec<u32> = states.filter(in_time).collect();
        list.sort_unstable();
        list.dedup();
        self.forbidden.number(&list, meter)
    }

    /// The moves that must not come after `m`. The candidates are the moves that were asleep in
    /// `state` and the moves before `m` in the order. A candidate must be independent of `m` and
    /// still lead to a goal in time.
    fn put_to_sleep(
        &mut self,
        before: u32,
        state: P::State,
        smaller: &[Step<P>],
        (m, after): (P::Move, P::State),
        made: u32,
        meter: &mut Meter,
    ) -> Result<u32, StopReason> {
        let asleep = self.asleep.get(before).iter().copied();
        let candidates = asleep.chain(smaller.iter().map(|&(m, ..)| m));
        let stays = |&other: &P::Move| {
            are_independent(self.puzzle, state, m, other)
                && self
                    .left
                    .moves_left(self.puzzle.apply(after, other))
                    .is_some_and(|left| made + 2 + left <= self.length)
        };
        let mut list: Vec<P::Move> = Vec::new();
        for m in candidates.filter(stays) {
            if let Err(at) = list.binary_search(&m) {
                list.insert(at, m);
            }
        }
        self.asleep.number(&list, meter)
    }

    /// The number of a state. A new state is added.
    fn number(&mut self, state: P::State, meter: &mut Meter) -> Result<u32, StopReason> {
        self.states.reserve(1, meter)?;
        let (number, new) = self.states.insert(state);
        if new {
            let left = self.left.moves_left(state).unwrap_or(u32::MAX / 2);
            memory::push(&mut self.states_left, left, meter)?;
        }
        Ok(number)
    }

    /// Reports the memory as free, and returns whether a longer solution may exist.
    pub(crate) fn release(self, meter: &mut Meter) -> bool {
        self.states.release(meter);
        memory::release(self.states_left, meter);
        self.forbidden.release(meter);
        self.asleep.release(meter);
        self.is_cut
    }
}

/// The walks from the start, layer by layer. Not all of them lead to a goal.
struct WalkGraph<M> {
    /// The first node of each layer but the last.
    layers: Vec<usize>,
    /// The first edge of each node of these layers.
    first_edge: Vec<usize>,
    /// The moves and the nodes to which they lead, numbered in the next layer.
    edges: Vec<(M, u32)>,
}

impl<M: Copy> WalkGraph<M> {
    fn new() -> Self {
        Self {
            layers: Vec::new(),
            first_edge: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// The part of the graph from which the last layer can be reached. The last layer consists of
    /// `goals` nodes, which are goals.
    fn solutions(
        &self,
        goals: u32,
        meter: &mut Meter,
    ) -> Result<Option<SolutionGraph<M>>, StopReason> {
        /// Marks a node that the result leaves out.
        const NONE: u32 = u32::MAX;
        let mut graph = SolutionGraph::empty();
        memory::push(&mut graph.layers, 0, meter)?;
        let mut after: Vec<u32> = memory::with_capacity(goals as usize, meter)?;
        for goal in 0..goals {
            memory::push(&mut graph.first_edge, 0, meter)?;
            after.push(goal);
        }
        let mut nodes = goals;
        let mut end = self.first_edge.len();
        for &first in self.layers.iter().rev() {
            memory::push(&mut graph.layers, nodes, meter)?;
            let mut here = memory::with_capacity(end - first, meter)?;
            for node in first..end {
                if node % 1024 == 1023 {
                    meter.poll()?;
                }
                let edges_before = graph.edges.len();
                let last = self.first_edge.get(node + 1);
                let last = last.map_or(self.edges.len(), |&next| next);
                for &(m, target) in &self.edges[self.first_edge[node]..last] {
                    let target = after[target as usize];
                    if target != NONE {
                        memory::push(&mut graph.edges, (m, target), meter)?;
                    }
                }
                if graph.edges.len() > edges_before {
                    memory::push(&mut graph.first_edge, edges_before, meter)?;
                    here.push(nodes);
                    nodes = nodes.checked_add(1).ok_or(StopReason::Capacity)?;
                } else {
                    here.push(NONE);
                }
            }
            memory::release(std::mem::replace(&mut after, here), meter);
            end = first;
        }
        let root = after.first().copied().filter(|&root| root != NONE);
        memory::release(after, meter);
        memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
        memory::push(&mut graph.layers, nodes, meter)?;
        Ok(root.map(|_| graph))
    }

    fn release(self, meter: &mut Meter) {
        memory::release(self.layers, meter);
        memory::release(self.first_edge, meter);
        memory::release(self.edges, meter);
    }
}
