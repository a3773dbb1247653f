//! Builds the graph of all solutions of exactly one length.
//!
//! A solution visits no state twice and ends at the first goal that it reaches. The number of moves
//! that each state has left is known. A *walk* is a path from the start that may become a solution.
//! It is continued only while it can still end in time (Byers and Waterman 1984; for walks without
//! loops, Carlyle and Wood 2005). The methods of Byers and Waterman and of Carlyle and Wood
//! enumerate the solutions one by one. This module merges walks to the same state, so that it can
//! count more solutions than it could enumerate. Two walks are merged only if they *forbid* the
//! same states. A walk forbids the states that it has visited and to which it could still return in
//! time. A walk forbids few states, because a loop has at most as many moves as the solutions have
//! in excess of the shortest ones.
//!
//! If the order of independent moves does not matter, each walk also carries a *sleep set*
//! (Godefroid 1996). The sleep set of a walk has the moves that must not come next, because the
//! walk that makes such a move earlier has its independent moves in order.

use fewest_rules::{Meter, Puzzle, StopReason};

use super::moves_left::MovesLeft;
use super::numbered_lists::Lists;
use super::order_of_moves::are_independent;
use super::solution_graph::SolutionGraph;
use crate::states::{StateSet, memory};

/// What the walks of a group of merged walks have in common: the index of the state that they have
/// reached, the index in [`SolutionLayers::forbidden`] of the list of states that they forbid, and
/// the index in [`SolutionLayers::asleep`] of the list of moves that must not come next.
type WalkState = (u32, u32, u32);

/// A move with which a walk may continue, and the number of moves left after it.
type MoveAndLeft<M> = (M, u32);

/// The states on walks, each known by an index. The code that builds the graph uses only this trait
/// and not the puzzle, so it is compiled once for each type of moves.
trait WalkedStates<M> {
    /// Whether the number of moves left is known for every state from which a goal can be reached.
    fn is_complete(&self) -> bool;

    /// The number of moves left from the state with index `number`.
    fn left(&self, number: u32) -> u32;

    /// Calls `visit` with each move from the state with index `from`, and with the number of moves
    /// left after the move, if this number is known.
    fn each_step(
        &self,
        from: u32,
        visit: &mut dyn FnMut(M, Option<u32>) -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// The index of the state after the move `m` from the state with index `from`.
    fn after(&mut self, from: u32, m: M, meter: &mut Meter) -> Result<u32, StopReason>;

    /// The number of moves left after the moves `m` and `other` from the state with index `from`,
    /// if these two moves are independent there.
    fn left_after_both(&self, from: u32, m: M, other: M) -> Option<u32>;
}

/// The states that walks have reached, each with an index and with the number of moves left to a
/// goal.
struct Numbered<'a, P: Puzzle, L> {
    puzzle: &'a P,
    moves_left: &'a L,
    states: StateSet<P::State>,
    /// For each state in `states`, the least number of moves from it to a goal, or `u32::MAX / 2`
    /// if no such number is known.
    left: Vec<u32>,
}

impl<P: Puzzle, L: MovesLeft<P::State>> Numbered<'_, P, L> {
    /// The index of `state`, which is stored first if it is new.
    fn number(&mut self, state: P::State, meter: &mut Meter) -> Result<u32, StopReason> {
        self.states.reserve(1, meter)?;
        let (number, new) = self.states.insert(state);
        if new {
            let left = self.moves_left.moves_left(state).unwrap_or(u32::MAX / 2);
            memory::push(&mut self.left, left, meter)?;
        }
        Ok(number)
    }
}

impl<P: Puzzle, L: MovesLeft<P::State>> WalkedStates<P::Move> for Numbered<'_, P, L> {
    fn is_complete(&self) -> bool {
        self.moves_left.is_complete()
    }

    fn left(&self, number: u32) -> u32 {
        self.left[number as usize]
    }

    fn each_step(
        &self,
        from: u32,
        visit: &mut dyn FnMut(P::Move, Option<u32>) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let state = self.states.get(from);
        for m in self.puzzle.moves(state) {
            visit(m, self.moves_left.moves_left(self.puzzle.apply(state, m)))?;
        }
        Ok(())
    }

    fn after(&mut self, from: u32, m: P::Move, meter: &mut Meter) -> Result<u32, StopReason> {
        self.number(self.puzzle.apply(self.states.get(from), m), meter)
    }

    fn left_after_both(&self, from: u32, m: P::Move, other: P::Move) -> Option<u32> {
        let (puzzle, state) = (self.puzzle, self.states.get(from));
        if !are_independent(puzzle, state, m, other) {
            return None;
        }
        let after = puzzle.apply(puzzle.apply(state, m), other);
        self.moves_left.moves_left(after)
    }
}

/// The graph of all solutions of one length, or `None` if there are none, and whether a longer
/// solution may exist.
pub(crate) type SolutionsOfLength<M> = (Option<SolutionGraph<M>>, bool);

/// The graph of all solutions from `start` of exactly `length` moves, if there are any, and whether
/// a longer solution may exist. If `in_order` is set, the graph has only solutions whose
/// independent moves are in order.
pub(crate) fn solutions_of_length<P: Puzzle, L: MovesLeft<P::State>>(
    puzzle: &P,
    start: P::State,
    moves_left: &L,
    (length, in_order): (u32, bool),
    meter: &mut Meter,
) -> Result<SolutionsOfLength<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        let solved = (length == 0).then(SolutionGraph::of_a_goal);
        return Ok((solved, false));
    }
    match moves_left.moves_left(start) {
        Some(left) if left <= length => {}
        left => return Ok((None, left.is_some() || !moves_left.is_complete())),
    }
    let mut states = Numbered {
        puzzle,
        moves_left,
        states: StateSet::new(),
        left: Vec::new(),
    };
    let root = states.number(start, meter)?;
    let mut layers = SolutionLayers {
        states: &mut states,
        length,
        in_order,
        forbidden: Lists::new(),
        asleep: Lists::new(),
        is_cut: false,
    };
    let graph = layers.graph(root, meter)?;
    let is_cut = layers.is_cut;
    layers.forbidden.release(meter);
    layers.asleep.release(meter);
    states.states.release(meter);
    memory::release(states.left, meter);
    Ok((graph, is_cut))
}

/// Builds the graph of all solutions of exactly `length` moves, by continuing merged walks move by
/// move.
struct SolutionLayers<'a, M> {
    states: &'a mut dyn WalkedStates<M>,
    length: u32,
    /// Whether to leave out solutions whose independent moves are not in order.
    in_order: bool,
    forbidden: Lists<u32>,
    asleep: Lists<M>,
    /// Whether a longer solution may exist.
    is_cut: bool,
}

impl<M: Copy + Ord> SolutionLayers<'_, M> {
    /// The graph of the solutions from the state with index `root`; `None` if there are none.
    #[inline(never)]
    fn graph(
        &mut self,
        root: u32,
        meter: &mut Meter,
    ) -> Result<Option<SolutionGraph<M>>, StopReason> {
        let mut walks = WalkGraph::new();
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

    /// Continues a group of merged walks (see [`WalkState`]), which have made `made` moves, by each
    /// possible move. Adds these moves as edges to `walks`, and the resulting groups to `next`.
    fn lead_on(
        &mut self,
        (from, forbidden, asleep): WalkState,
        made: u32,
        steps: &mut Vec<MoveAndLeft<M>>,
        next: &mut StateSet<WalkState>,
        walks: &mut WalkGraph<M>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        meter.expand()?;
        steps.clear();
        let (length, is_complete) = (self.length, self.states.is_complete());
        let is_cut = &mut self.is_cut;
        self.states.each_step(from, &mut |m, left| {
            meter.generate(1);
            match left {
                Some(left) if made + 1 + left <= length => memory::push(steps, (m, left), meter)?,
                left => *is_cut |= left.is_some() || !is_complete,
            }
            Ok(())
        })?;
        for (at, &(m, left)) in steps.iter().enumerate() {
            let ends = left == 0;
            let too_early = ends && made + 1 < self.length;
            if too_early || self.asleep.get(asleep).binary_search(&m).is_ok() {
                continue;
            }
            let to = self.states.after(from, m, meter)?;
            if to == from || self.forbidden.get(forbidden).binary_search(&to).is_ok() {
                continue;
            }
            let forbidden = self.forbid(forbidden, from, made + 2, meter)?;
            let asleep = match self.in_order {
                true => self.put_to_sleep(asleep, from, &steps[..at], m, made, meter)?,
                false => 0,
            };
            next.reserve(1, meter)?;
            let (target, _) = next.insert((to, forbidden, asleep));
            memory::push(&mut walks.edges, (m, target), meter)?;
        }
        Ok(())
    }

    /// Finds the states that walks forbid once they have left the state `from`, and returns the
    /// index of their list in `forbidden`. On arrival at `from`, the walks forbid the states of the
    /// list with the index `before`. The new list has these states and `from`, except the states to
    /// which the walks can no longer return in time: a state is left out if a walk that returned to
    /// it by its `made`-th move, or later, could not end in time.
    fn forbid(
        &mut self,
        before: u32,
        from: u32,
        made: u32,
        meter: &mut Meter,
    ) -> Result<u32, StopReason> {
        let states = self.forbidden.get(before).iter().copied().chain([from]);
        let in_time = |&state: &u32| made + self.states.left(state) <= self.length;
        let mut list: Vec<u32> = states.filter(in_time).collect();
        list.sort_unstable();
        list.dedup();
        self.forbidden.number(&list, meter)
    }

    /// Finds the moves that must not come right after the move `m` from the state `from`, and
    /// returns the index of their list in `asleep`. The candidates are the moves that must not come
    /// next in `from` (the list with the index `before`) and the moves `smaller` than `m`. A
    /// candidate is kept if it is independent of `m` and still leads to a goal in time.
    fn put_to_sleep(
        &mut self,
        before: u32,
        from: u32,
        smaller: &[MoveAndLeft<M>],
        m: M,
        made: u32,
        meter: &mut Meter,
    ) -> Result<u32, StopReason> {
        let asleep = self.asleep.get(before).iter().copied();
        let candidates = asleep.chain(smaller.iter().map(|&(m, _)| m));
        let stays = |&other: &M| {
            let left = self.states.left_after_both(from, m, other);
            left.is_some_and(|left| made + 2 + left <= self.length)
        };
        let mut list: Vec<M> = Vec::new();
        for m in candidates.filter(stays) {
            if let Err(at) = list.binary_search(&m) {
                list.insert(at, m);
            }
        }
        self.asleep.number(&list, meter)
    }
}

/// The walks from the start, layer by layer. Not all walks lead to a goal.
struct WalkGraph<M> {
    /// For each layer but the last, the index of its first node. The walks of layer `d` have made
    /// `d` moves.
    layers: Vec<usize>,
    /// For each node of all layers but the last, the index in `edges` of its first edge.
    first_edge: Vec<usize>,
    /// The edges. Each has a move, and the index within the next layer of the node to which it
    /// leads.
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
        /// Takes the place of the index of a node that the result leaves out, because no path leads
        /// from it to the last layer.
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
