//! Finds the walks from the start that become solutions near the best.
//!
//! A *walk* is a path from the start that may become a solution. It is continued only while it can
//! still end within the bound (Byers and Waterman 1984; for walks without loops, Carlyle and Wood
//! 2005). The methods of Byers and Waterman and of Carlyle and Wood enumerate the solutions one by
//! one. This module merges walks, so that it can count more solutions than it could enumerate.
//!
//! A *stage* of a walk is the state after a move that is not free, or the start. Stages are entered
//! in the order of their keys, which grow from stage to stage. Two walks are merged if they have the
//! same key, the same state, the same forbidden states, and the same moves that must not come next.
//! A walk *forbids* a state if it must not enter the state again. A walk forbids the states that
//! free moves reach from the stages that it has left. It forbids the states of such a stage only as
//! long as it could return to one of them and still end within the bound. So a walk forbids few
//! states, because a loop costs at most as much as the solutions cost in excess of the best ones.
//!
//! If the order of independent moves does not matter, each walk also carries a *sleep set*
//! (Godefroid 1996). The sleep set of a walk has the moves that must not come next, because the
//! walk that makes such a move earlier has its independent moves in order.

use std::collections::BTreeMap;

use fewest_rules::{Meter, StopReason};

use super::near_graph::{NEVER, NearGraph};
use super::numbered_lists::Lists;
use crate::best_first::Weights;
use crate::states::{StateSet, memory};

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
    /// The index in [`Walks::free`] of the list of states that free moves reach from the stage.
    free: u32,
    /// If free moves lead from the stage to a goal, the sum of the keys of the free moves to the
    /// nearest goal. Then all walks at this stage end at that goal, and `strides` is empty. `None`
    /// if free moves lead to no goal.
    end: Option<u64>,
    strides: Vec<Stride<M>>,
}

/// What the walks of a group of merged walks have in common: the sum of the keys of their moves,
/// the state that they have reached, the index in [`Walks::forbidden`] of the states that they
/// must not enter again, and the index in [`Walks::asleep`] of the list of moves that must not
/// come next.
pub(super) type WalkGroup = (u64, u32, u32, u32);

/// An edge of the graph of walks: a stride (see [`Stride`]) by which a group of merged walks
/// continues. `target` is the group to which it leads.
pub(super) struct WalkEdge<M> {
    pub(super) target: u32,
    pub(super) before: u32,
    pub(super) m: M,
}

/// All walks of a [`NearGraph`] that may become solutions within a bound. A *walk* is a path
/// from the start. Walks from which the same continuations are possible are *merged* into one
/// group.
pub(super) struct Walks<'a, M> {
    pub(super) graph: &'a NearGraph<M>,
    /// The greatest value of the first criterion that a solution may have.
    most: u32,
    /// Whether to leave out solutions whose independent moves are not in order.
    in_order: bool,
    /// For each state, how walks continue from it, if a walk has entered it.
    stages: Vec<Option<Stage<M>>>,
    free: Lists,
    /// For each list of states in `free`, the least first criterion of a path from one of these
    /// states to a goal. The first criterion is what the objective minimises first.
    free_left: Vec<u32>,
    forbidden: Lists,
    /// Lists of moves, as indices in `moves`.
    asleep: Lists,
    /// All moves of the graph in increasing order, if solutions have to be in order.
    moves: Vec<M>,
    /// The groups of merged walks, each identified by its index in this set.
    pub(super) groups: StateSet<WalkGroup>,
    /// The groups of merged walks that have not been continued yet, by the keys of their walks.
    waiting: BTreeMap<u64, Vec<u32>>,
    /// The groups of merged walks that have been continued, in the order of their keys. Each group
    /// comes with the index in `edges` of its first edge.
    pub(super) order: Vec<(u32, usize)>,
    pub(super) edges: Vec<WalkEdge<M>>,
    /// For each key that some solution has, the groups of merged walks that free moves alone turn
    /// into solutions with this key.
    pub(super) ends: BTreeMap<u64, Vec<u32>>,
    /// A lower bound on the first criterion of the solutions that these walks leave out. `None` if
    /// they leave out no solution.
    pub(super) beyond: Option<u32>,
}

/// The approximate number of bytes that an entry of a map takes in addition to its key and its
/// value.
const ENTRY_BYTES: u64 = 32;

impl<'a, M: Copy + Ord + std::fmt::Debug + Send + Sync> Walks<'a, M> {
    /// Finds all walks from the start whose solutions are within the bound `most`.
    pub(super) fn new(
        graph: &'a NearGraph<M>,
        most: u32,
        in_order: bool,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut walks = Self {
            graph,
            most,
            in_order,
            stages: Vec::new(),
            free: Lists::new(),
            free_left: vec![NEVER],
            forbidden: Lists::new(),
            asleep: Lists::new(),
            moves: Vec::new(),
            groups: StateSet::new(),
            waiting: BTreeMap::new(),
            order: Vec::new(),
            edges: Vec::new(),
            ends: BTreeMap::new(),
            beyond: graph.beyond,
        };
        if in_order {
            walks.moves = graph.moves(meter)?;
        }
        let states = graph.left.len();
        memory::take(meter, memory::bytes_of::<Option<Stage<M>>>(states))?;
        walks.stages.resize_with(states, || None);
        if graph.left[0] <= most {
            walks.wait((0, 0, 0, 0), meter)?;
        } else {
            walks.cut(0, graph.left[0]);
        }
        while let Some((_, numbers)) = walks.waiting.pop_first() {
            for &number in &numbers {
                memory::push(&mut walks.order, (number, walks.edges.len()), meter)?;
                walks.lead_on(number, meter)?;
            }
            memory::release(numbers, meter);
        }
        for ends in walks.ends.values_mut() {
            ends.sort_unstable();
        }
        Ok(walks)
    }

    /// The index of a group of merged walks, which waits to be continued if it is new.
    fn wait(&mut self, group: WalkGroup, meter: &mut Meter) -> Result<u32, StopReason> {
        self.groups.reserve(1, meter)?;
        let (number, new) = self.groups.insert(group);
        if new {
            memory::push(self.waiting.entry(group.0).or_default(), number, meter)?;
        }
        Ok(number)
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
    fn lead_on(&mut self, number: u32, meter: &mut Meter) -> Result<(), StopReason> {
        meter.expand()?;
        let state = self.groups.get(number).1;
        let stage = match self.stages[state as usize].take() {
            Some(stage) => stage,
            None => self.enter(state, meter)?,
        };
        let led = self.follow(&stage, number, meter);
        self.stages[state as usize] = Some(stage);
        led
    }

    fn follow(
        &mut self,
        stage: &Stage<M>,
        number: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let (key, state, forbidden, asleep) = self.groups.get(number);
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
            let sleeps = || {
                let asleep = self.asleep.get(asleep);
                !asleep.is_empty() && asleep.binary_search(&self.move_number(stride.m)).is_ok()
            };
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
            let target = self.wait((after, stride.target, forbidden, asleep), meter)?;
            let (before, m) = (stride.before, stride.m);
            memory::push(&mut self.edges, WalkEdge { target, before, m }, meter)?;
        }
        Ok(())
    }

    /// Finds the ways in which walks continue from the stage `state`.
    fn enter(&mut self, state: u32, meter: &mut Meter) -> Result<Stage<M>, StopReason> {
        let graph = self.graph;
        let reached = graph.free_from(state);
        let end = reached
            .last()
            .filter(|last| graph.goals[last.state as usize]);
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
        let free = self.free.number(&free, meter)?;
        if free as usize == self.free_left.len() {
            memory::push(&mut self.free_left, graph.left[state as usize], meter)?;
        }
        Ok(Stage { free, end, strides })
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
        let asleep = self.asleep.get(before).iter();
        let asleep = asleep.map(|&number| self.moves[number as usize]);
        let mut list = Vec::new();
        for other in asleep.chain(smaller.map(|other| other.m)) {
            if !graph.are_independent(state, stride.m, other) {
                continue;
            }
            if let Some(step) = graph.step(stride.target, other) {
                let sum = keys.add(keys.add(key, stride.key)?, step.key)?;
                let left = graph.left[step.target as usize];
                if keys.first(sum).saturating_add(left) <= self.most {
                    list.push(self.move_number(other));
                }
            }
        }
        list.sort_unstable();
        list.dedup();
        self.asleep.number(&list, meter)
    }

    /// The index in `moves` of a move of the graph.
    fn move_number(&self, m: M) -> u32 {
        self.moves.partition_point(|&other| other < m) as u32
    }
}
