//! Builds the graphs of all solutions near the best where moves have costs.
//!
//! A *walk* is a path from the start that may become a solution. A *stage* of a walk is the state
//! after a move that is not free, or the start. Stages are entered in the order of their keys,
//! which grow from stage to stage. As in `solution_layers.rs`, walks are merged. Two walks are
//! merged if they have the same key, the same state, the same forbidden states, and the same moves
//! that must not come next. A walk *forbids* a state if it must not enter the state again. A walk
//! forbids the states that free moves reach from the stages that it has left. It forbids the states
//! of such a stage only as long as it could return to one of them and still end within the bound.

use std::collections::BTreeMap;

use fewest_rules::{Meter, Puzzle, StopReason, sort};

use super::cost_solution_graph::LeastCostPaths;
use super::near_cost_graph::{NEVER, NearCostGraph, way_to};
use super::numbered_lists::Lists;
use crate::best_first::Weights;
use crate::states::memory;

/// The moves from one stage to the next: free moves to the state `before`, and then the move `m`.
#[derive(Debug, Clone, Copy)]
struct Stride<M> {
    before: u32,
    m: M,
    target: u32,
    /// The sum of the keys of the moves of the stride, its free moves included. The key of a move
    /// tells its cost and counts the move, as far as the objective needs them.
    key: u64,
    /// Whether the stride consists of `m` alone, without free moves.
    direct: bool,
}

/// The ways in which walks continue from a *stage*: the start, or a state to which a move that is
/// not free has led.
struct Stage<M> {
    /// The index in [`CostWalks::free`] of the list of states that free moves reach from the stage.
    free: u32,
    /// If free moves lead from the stage to a goal, the sum of the keys of the free moves to the
    /// nearest goal. Then all walks at this stage end at that goal, and `strides` is empty. `None`
    /// if free moves lead to no goal.
    end: Option<u64>,
    strides: Vec<Stride<M>>,
}

/// What the walks of a group of merged walks have in common: the sum of the keys of their moves,
/// the state that they have reached, the index in [`CostWalks::forbidden`] of the states that they
/// must not enter again, and the index in [`CostWalks::asleep`] of the list of moves that must not
/// come next.
type Walks = (u64, u32, u32, u32);

/// An edge of the graph of walks: a stride (see [`Stride`]) by which a group of merged walks
/// continues. `target` is the group to which it leads.
struct WalkEdge<M> {
    target: u32,
    before: u32,
    m: M,
}

/// All walks of a [`NearCostGraph`] that may become solutions within a bound. A *walk* is a path
/// from the start. Walks from which the same continuations are possible are *merged* into one
/// group.
pub(crate) struct CostWalks<'a, M> {
    graph: &'a NearCostGraph<M>,
    /// The greatest value of the first criterion that a solution may have.
    most: u32,
    /// Whether to leave out solutions whose independent moves are not in order.
    in_order: bool,
    stages: BTreeMap<u32, Stage<M>>,
    free: Lists<u32>,
    /// For each list of states in `free`, the least first criterion of a path from one of these
    /// states to a goal. The first criterion is what the objective minimises first.
    free_left: Vec<u32>,
    forbidden: Lists<u32>,
    asleep: Lists<M>,
    /// For each group of merged walks, the state that its walks have reached. A group is identified
    /// by its index in this list.
    states: Vec<u32>,
    /// The groups of merged walks that have not been continued yet: for each, what its walks have
    /// in common (see [`Walks`]), and the index of the group.
    waiting: BTreeMap<Walks, u32>,
    /// The groups of merged walks that have been continued, in the order of their keys. Each group
    /// comes with the index in `edges` of its first edge.
    order: Vec<(u32, usize)>,
    edges: Vec<WalkEdge<M>>,
    /// For each key that some solution has, the groups of merged walks that free moves alone turn
    /// into solutions with this key.
    ends: BTreeMap<u64, Vec<u32>>,
    /// A lower bound on the first criterion of the solutions that these walks leave out. `None` if
    /// they leave out no solution.
    pub(crate) beyond: Option<u32>,
}

/// The approximate number of bytes that an entry of a map takes in addition to its key and its
/// value.
const ENTRY_BYTES: u64 = 32;

impl<'a, M: Copy + Ord + std::fmt::Debug> CostWalks<'a, M> {
    /// Finds all walks from the start whose solutions are within the bound `most`.
    pub(crate) fn new(
        graph: &'a NearCostGraph<M>,
        most: u32,
        in_order: bool,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut walks = Self {
            graph,
            most,
            in_order,
            stages: BTreeMap::new(),
            free: Lists::new(),
            free_left: vec![NEVER],
            forbidden: Lists::new(),
            asleep: Lists::new(),
            states: vec![0],
            waiting: BTreeMap::new(),
            order: Vec::new(),
            edges: Vec::new(),
            ends: BTreeMap::new(),
            beyond: graph.beyond,
        };
        if graph.left[0] <= most {
            walks.waiting.insert((0, 0, 0, 0), 0);
        } else {
            walks.cut(0, graph.left[0]);
        }
        while let Some((at, number)) = walks.waiting.pop_first() {
            memory::push(&mut walks.order, (number, walks.edges.len()), meter)?;
            walks.lead_on(at, number, meter)?;
        }
        Ok(walks)
    }

    /// Records in `beyond` that a walk is not continued, because the first criterion of every
    /// solution that begins with it exceeds the bound. `first` is the first criterion of the walk
    /// so far, and `left` is the least first criterion of the rest of a solution.
    fn cut(&mut self, first: u32, left: u32) {
        if left != NEVER {
            let sum = first.saturating_add(left);
            self.beyond = Some(self.beyond.map_or(sum, |beyond| beyond.min(sum)));
        }
    }

    /// Continues the merged walks of the group `number` by each possible stride, and adds an edge
    /// for each of them.
    fn lead_on(
        &mut self,
        (key, state, forbidden, asleep): Walks,
        number: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        meter.expand()?;
        self.enter(state, meter)?;
        let Some(stage) = self.stages.remove(&state) else {
            return Ok(());
        };
        let led = self.follow(&stage, (key, state, forbidden, asleep), number, meter);
        self.stages.insert(state, stage);
        led
    }

    fn follow(
        &mut self,
        stage: &Stage<M>,
        (key, state, forbidden, asleep): Walks,
        number: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let keys = self.graph.keys;
        if let Some(end) = stage.end {
            memory::take(meter, ENTRY_BYTES)?;
            let total = keys.add(key, end)?;
            self.ends.entry(total).or_default().push(number);
            return Ok(());
        }
        meter.generate(stage.strides.len() as u64);
        for stride in &stage.strides {
            let after = keys.add(key, stride.key)?;
            let (first, left) = (keys.first(after), self.graph.left[stride.target as usize]);
            if first.saturating_add(left) > self.most {
                self.cut(first, left);
                continue;
            }
            let sleeps = || self.asleep.get(asleep).binary_search(&stride.m).is_ok();
            let has = |list: u32| self.free.get(list).binary_search(&stride.target).is_ok();
            let mut visited = self.forbidden.get(forbidden).iter().copied();
            if stride.direct && sleeps() || has(stage.free) || visited.any(has) {
                continue;
            }
            let forbidden = self.forbid(forbidden, stage.free, first, meter)?;
            let asleep = match self.in_order && stride.direct {
                true => self.put_to_sleep(asleep, state, stage, stride, key, meter)?,
                false => 0,
            };
            let walks = (after, stride.target, forbidden, asleep);
            let target = match self.waiting.get(&walks) {
                Some(&known) => known,
                None => {
                    let new = u32::try_from(self.states.len());
                    let new = new.map_err(|_| StopReason::Capacity)?;
                    memory::take(meter, memory::bytes_of::<(Walks, u32)>(1) + ENTRY_BYTES)?;
                    memory::push(&mut self.states, stride.target, meter)?;
                    self.waiting.insert(walks, new);
                    new
                }
            };
            let (before, m) = (stride.before, stride.m);
            memory::push(&mut self.edges, WalkEdge { target, before, m }, meter)?;
        }
        Ok(())
    }

    /// Finds the ways in which walks continue from the stage `state`, and stores them in `stages`,
    /// unless they are stored already.
    fn enter(&mut self, state: u32, meter: &mut Meter) -> Result<(), StopReason> {
        if self.stages.contains_key(&state) {
            return Ok(());
        }
        let graph = self.graph;
        let reached = graph.free_from(state);
        let end = reached.last().filter(|last| graph.is_goal(last.state));
        let end = end.map(|last| last.key);
        let mut strides = Vec::new();
        for before in &reached {
            let steps = graph.steps_of(before.state).iter();
            for step in steps.filter(|step| end.is_none() && !graph.is_free(step)) {
                if graph.left[step.target as usize] == NEVER {
                    continue;
                }
                let stride = Stride {
                    before: before.state,
                    m: step.m,
                    target: step.target,
                    key: graph.keys.add(before.key, step.key)?,
                    direct: before.state == state,
                };
                memory::push(&mut strides, stride, meter)?;
            }
        }
        let mut free: Vec<u32> = reached.iter().map(|reached| reached.state).collect();
        free.sort_unstable();
        let number = self.free.number(&free, meter)?;
        if number as usize == self.free_left.len() {
            memory::push(&mut self.free_left, graph.left[state as usize], meter)?;
        }
        memory::take(meter, memory::bytes_of::<(u32, Stage<M>)>(1) + ENTRY_BYTES)?;
        let free = number;
        self.stages.insert(state, Stage { free, end, strides });
        Ok(())
    }

    /// Finds what walks forbid once they have left a stage, and returns its index in `forbidden`.
    /// An element of `forbidden` is a list of indices in `free`, and each of these indices stands
    /// for a list of forbidden states. On arrival at the stage, the walks forbid the element
    /// `before`. Leaving the stage adds the list with the index `free`: the states that free moves
    /// reach from the stage. A list is dropped if no walk can return to one of its states and still
    /// end within the bound. To return, a walk makes at least one more move that is not free. When
    /// a walk has left the stage, its own first criterion is already `first`.
    fn forbid(
        &mut self,
        before: u32,
        free: u32,
        first: u32,
        meter: &mut Meter,
    ) -> Result<u32, StopReason> {
        let all = self.forbidden.get(before).iter().copied().chain([free]);
        let back = |list: &u32| {
            let left = self.free_left[*list as usize];
            first.saturating_add(1).saturating_add(left) <= self.most
        };
        let mut list: Vec<u32> = all.filter(back).collect();
        list.sort_unstable();
        list.dedup();
        self.forbidden.number(&list, meter)
    }

    /// Finds the moves that must not come right after `stride`, because they could be brought
    /// forward, and returns the index of their list in `asleep`. The candidates are the moves that
    /// must not come next in `state` (the list `before` of `asleep`), and the moves in `state` that
    /// are not free and smaller than the move of the stride. A candidate is kept if it is
    /// independent of the move of the stride and still leads to a goal within the bound.
    fn put_to_sleep(
        &mut self,
        before: u32,
        state: u32,
        stage: &Stage<M>,
        stride: &Stride<M>,
        key: u64,
        meter: &mut Meter,
    ) -> Result<u32, StopReason> {
        let (graph, keys) = (self.graph, self.graph.keys);
        let strides = stage.strides.iter();
        let smaller = strides.filter(|other| other.direct && other.m < stride.m);
        let asleep = self.asleep.get(before).iter().copied();
        let mut list = Vec::new();
        for other in asleep.chain(smaller.map(|other| other.m)) {
            if !graph.are_independent(state, stride.m, other) {
                continue;
            }
            if let Some(step) = graph.step(stride.target, other) {
                let sum = keys.add(keys.add(key, stride.key)?, step.key)?;
                let left = graph.left[step.target as usize];
                if keys.first(sum).saturating_add(left) <= self.most {
                    list.push(other);
                }
            }
        }
        list.sort_unstable();
        list.dedup();
        self.asleep.number(&list, meter)
    }

    /// For each key that solutions have, in increasing order, the first criterion and the graph of
    /// the solutions with this key.
    pub(crate) fn solutions(
        &mut self,
        meter: &mut Meter,
    ) -> Result<Vec<(u32, LeastCostPaths<M>)>, StopReason> {
        let mut graphs = Vec::new();
        for ends in self.ends.values_mut() {
            ends.sort_unstable();
        }
        for (&key, ends) in &self.ends {
            let graph = self.solutions_of(key, ends, meter)?;
            memory::push(&mut graphs, (self.graph.keys.first(key), graph), meter)?;
        }
        Ok(graphs)
    }

    /// The graph of the solutions with one key; `ends` has the groups of walks that end with this
    /// key, in increasing order.
    fn solutions_of(
        &self,
        key: u64,
        ends: &[u32],
        meter: &mut Meter,
    ) -> Result<LeastCostPaths<M>, StopReason> {
        /// The value in `number_of` of a group of merged walks that leads to no solution with this
        /// key.
        const NONE: u32 = u32::MAX;
        let numbers = memory::bytes_of::<u32>(self.states.len());
        memory::take(meter, numbers)?;
        let mut number_of = vec![NONE; self.states.len()];
        for &end in ends {
            number_of[end as usize] = 0;
        }
        let mut nodes = 0;
        for at in (0..self.order.len()).rev() {
            if at % 1024 == 1023 {
                meter.poll()?;
            }
            let walk = self.order[at].0 as usize;
            let mut targets = self.edges_at(at).iter().map(|edge| edge.target);
            if number_of[walk] == 0 || targets.any(|target| number_of[target as usize] != NONE) {
                number_of[walk] = 0;
                nodes += 1;
            }
        }
        let mut graph = LeastCostPaths {
            first_edge: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            cost: self.graph.keys.cost(key),
        };
        let mut next = 0;
        for &(walk, _) in &self.order {
            if number_of[walk as usize] != NONE {
                number_of[walk as usize] = next;
                next += 1;
            }
        }
        for (at, &(walk, _)) in self.order.iter().enumerate() {
            if number_of[walk as usize] == NONE {
                continue;
            }
            memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
            let reached = self.graph.free_from(self.states[walk as usize]);
            if ends.binary_search(&walk).is_ok() {
                let last = way_to(&reached, reached.len() - 1);
                graph.add_edge(nodes, last.into_iter(), meter)?;
                continue;
            }
            let mut labelled = Vec::new();
            for edge in self.edges_at(at) {
                let target = number_of[edge.target as usize];
                let place = reached.iter().position(|to| to.state == edge.before);
                if let (true, Some(place)) = (target != NONE, place) {
                    let mut moves = way_to(&reached, place);
                    moves.push(edge.m);
                    labelled.push((moves, target));
                }
            }
            sort(&mut labelled);
            for (moves, target) in labelled {
                graph.add_edge(target, moves.into_iter(), meter)?;
            }
        }
        for _ in 0..2 {
            memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
        }
        drop(number_of);
        memory::give_back(meter, numbers);
        Ok(graph)
    }

    /// The edges that lead on from the group of merged walks at index `at` of `order`.
    fn edges_at(&self, at: usize) -> &[WalkEdge<M>] {
        let end = self
            .order
            .get(at + 1)
            .map_or(self.edges.len(), |&(_, first)| first);
        &self.edges[self.order[at].1..end]
    }
}
