//! Breadth-first search whose states have only those pushed walls that may obstruct the rest of the
//! way.
//!
//! # Problem
//!
//! A large maze has too many walks to try one by one, and most of them do not differ in anything
//! that matters later.
//!
//! # Solution
//!
//! A shortest way out enters no cell twice (see `walks`), so it never returns to an edge that it
//! has opened. So it makes no difference if the search regards such an edge as still closed. In the
//! search, every wall of the maze therefore stays where it is. A push at such a wall *adds* a wall
//! on the next edge; a push at an added wall moves that wall one edge further. Compared with the
//! real maze, the search only has additional walls. Walls never make a way shorter, so no way out
//! gets shorter, and the shortest ways out still exist. A state is then the player's cell and the
//! set of added walls. There are far fewer pairs of a cell and a set of added walls than settings
//! of the walls, and walks that end in the same cell with the same added walls share one state.
//!
//! The relaxed game forgets every added wall except the one just ahead. The distances in the
//! relaxed game are lower bounds for every shortest way. A second lower bound of a state is the
//! distance in the relaxed game through cells that the first walk to the state has not entered. If
//! a state lies on a shortest way, then the first walk to it can be continued to a shortest way as
//! well, so neither bound removes all shortest ways. The search is breadth-first and prunes states
//! that cannot lead out within a bound on the number of steps. If there is no way out within the
//! bound, the search starts again with a larger one (breadth-first iterative deepening A*: Zhou and
//! Hansen, "Breadth-first heuristic search", 2006). From attempt to attempt, the allowed excess
//! over the distance in the relaxed game at least doubles, so all attempts together cost little
//! more than the last. The states of a layer are in the order of their first walks, so the first
//! way out that the search finds is the lexicographically least.
//!
//! The search takes at most 132 bytes for each state, and 160 bytes for each set of added walls
//! with 4 more for each wall in it.

use std::collections::HashMap;
use std::rc::Rc;

use fewest_rules::{DEAD_END, Meter, StopReason};

use super::flood::Flood;
use super::maze::{CellSide, Compass, Maze};
use super::relaxed::RelaxedDistances;
use super::relaxed_state::{STATES, begun, entered};

/// The entry in [`LayerNode::after`] of a step that does not lead to a state of the next layer and
/// does not lead out of the maze.
pub(super) const NOWHERE: u32 = u32::MAX;
/// The entry in [`LayerNode::after`] of a step that leads out of the maze.
pub(super) const OUT: u32 = u32::MAX - 1;

/// A state of the search: the player's cell, and the set of walls that pushes have added to the
/// maze.
#[derive(Debug, Clone, Copy)]
pub(super) struct LayerNode {
    /// The cell and how the player entered it first, as a state of the relaxed game.
    state: u32,
    set: u32,
    /// The index of the state from which the search first reached this state.
    parent: u32,
    /// For each step, the index of the state after it if that state is in the next layer, [`OUT`]
    /// if the step leads outside, and [`NOWHERE`] otherwise.
    pub(super) after: [u32; 4],
}

/// All sets of added walls that the search has met. Each set is stored once, with the edges of its
/// walls in increasing order.
#[derive(Default)]
struct WallSets {
    sets: Vec<Rc<[u32]>>,
    ids: HashMap<Rc<[u32]>, u32>,
    bytes: u64,
}

impl WallSets {
    fn id(&mut self, set: &[u32]) -> u32 {
        if let Some(&id) = self.ids.get(set) {
            return id;
        }
        let id = self.sets.len() as u32;
        let set: Rc<[u32]> = set.into();
        // A set takes memory for its walls, for the reference counts beside them, and for an entry
        // in each of the two tables.
        self.bytes += 4 * set.len() as u64 + 160;
        self.sets.push(Rc::clone(&set));
        self.ids.insert(set, id);
        id
    }
}

/// The search from the start of a maze, and all states that it has reached within a bound on the
/// number of steps.
pub(super) struct WalkLayers<'a> {
    sides: &'a [[CellSide; 4]],
    walls: &'a [bool],
    distances: &'a RelaxedDistances,
    counts: &'a [u16],
    pub(super) nodes: Vec<LayerNode>,
    ids: HashMap<(u32, u32), u32>,
    sets: WallSets,
    /// The index in `nodes` of the first state of the layer that is being generated.
    newest: usize,
    scratch: Vec<u32>,
    flood: Flood,
    /// For each cell, the index of the last state for which `mark_walk` has found the cell on the
    /// first walk to this state. So the cells on the walk to the state marked last are those that
    /// have its index.
    entered: Vec<u32>,
}

/// How a search ended that looks only for ways out with at most a given number of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayersEnd {
    /// There is a way out. The first one leaves the maze by this step, from the state with this
    /// index.
    Way(u32, Compass),
    /// There is no way out within the bound. The value is the least bound with which the search
    /// would get further; `None` if no bound helps, because there is no way out at all.
    None(Option<u32>),
}

/// The bytes that a state takes: in `nodes`, which may take three times its contents while it
/// grows, and in `ids`.
const NODE_BYTES: u64 = 3 * size_of::<LayerNode>() as u64 + 48;

impl<'a> WalkLayers<'a> {
    pub(super) fn new(
        sides: &'a [[CellSide; 4]],
        distances: &'a RelaxedDistances,
        counts: &'a [u16],
        maze: &'a Maze,
    ) -> Self {
        let mut layers = Self {
            sides,
            walls: maze.walls(),
            distances,
            counts,
            nodes: Vec::new(),
            ids: HashMap::new(),
            sets: WallSets::default(),
            newest: 0,
            scratch: Vec::new(),
            flood: Flood::default(),
            entered: vec![NOWHERE; sides.len()],
        };
        let none = layers.sets.id(&[]);
        layers.reach(begun(maze.start()), none, NOWHERE);
        layers
    }

    /// Searches for ways out of at most `bound` steps. If `all` is set, records every step of all
    /// shortest ways, not only the first way out.
    pub(super) fn search(
        &mut self,
        bound: u32,
        all: bool,
        meter: &mut Meter,
    ) -> Result<LayersEnd, StopReason> {
        let cells = self.sides.len();
        let held = meter.held() + Flood::bytes(cells) + 4 * cells as u64;
        // If the bound is the distance in the relaxed game, it already leaves few states, so the
        // flood search is not needed.
        let flood = bound > self.distances.get(self.nodes[0].state as usize);
        let mut deeper = DEAD_END;
        let mut way = None;
        let (mut from, mut to) = (0, 1);
        let mut steps = 0;
        while from < to && way.is_none() {
            steps += 1;
            // A shorter way would be within the bound, and the search would have found it.
            meter.prove_at_least(steps);
            self.newest = to;
            for at in from..to {
                if self.nodes.len() + 4 > OUT as usize {
                    return Err(StopReason::Capacity);
                }
                meter.hold(
                    held + NODE_BYTES * (self.nodes.len() as u64 + 4) + self.sets.bytes + 1024,
                )?;
                meter.expand()?;
                if flood {
                    // The limits are checked here too, because in a large maze one flood search
                    // takes as long as expanding many states.
                    meter.poll()?;
                }
                self.mark_walk(at);
                match if flood { self.least_out(at) } else { 1 } {
                    DEAD_END => continue,
                    least if least > bound + 1 - steps => {
                        deeper = deeper.min(least + steps - 1);
                        continue;
                    }
                    _ => {}
                }
                for d in Compass::ALL {
                    let Some((after, push)) = self.step(at, d) else {
                        continue;
                    };
                    meter.generate(1);
                    let Some((cell, set)) = after else {
                        way = way.or(Some((at as u32, d)));
                        self.nodes[at].after[d as usize] = OUT;
                        if all {
                            continue;
                        }
                        return Ok(LayersEnd::Way(at as u32, d));
                    };
                    if self.entered[cell as usize] == at as u32 {
                        continue;
                    }
                    let state = entered(cell as usize, d, push);
                    let least = self.distances.get(state).saturating_add(steps);
                    if least > bound {
                        deeper = deeper.min(least);
                        continue;
                    }
                    let id = self.reach(state, set, at as u32);
                    if id as usize >= self.newest {
                        self.nodes[at].after[d as usize] = id;
                    }
                }
            }
            (from, to) = (to, self.nodes.len());
        }
        Ok(match way {
            Some((at, d)) => LayersEnd::Way(at, d),
            None => LayersEnd::None((deeper < DEAD_END).then_some(deeper)),
        })
    }

    /// Marks the cells that the first walk to the state with the index `at` enters.
    fn mark_walk(&mut self, at: usize) {
        let mut on = at;
        while let Some(node) = self.nodes.get(on) {
            self.entered[node.state as usize / STATES] = at as u32;
            on = node.parent as usize;
        }
    }

    /// The least number of steps out of the maze from the state `at` in the relaxed game, with the
    /// walls of that state and through cells that the walk to it has not entered.
    fn least_out(&mut self, at: usize) -> u32 {
        let LayerNode { state, set, .. } = self.nodes[at];
        let (set, entered, counts) = (&self.sets.sets[set as usize], &self.entered, &self.counts);
        let wall = |edge: usize| self.walls[edge] || set.binary_search(&(edge as u32)).is_ok();
        let entered = |cell: usize| entered[cell] == at as u32;
        let state = state as usize;
        self.flood
            .steps_out(self.sides, wall, state, counts, entered)
            .unwrap_or(DEAD_END)
    }

    /// The index of the state with the cell of `state` and the added walls with the index `set`. If
    /// there is no such state yet, it is appended, and `parent` is stored as the state before it.
    fn reach(&mut self, state: usize, set: u32, parent: u32) -> u32 {
        let new = self.nodes.len() as u32;
        let id = *self
            .ids
            .entry(((state / STATES) as u32, set))
            .or_insert(new);
        if id == new {
            self.nodes.push(LayerNode {
                state: state as u32,
                set,
                parent,
                after: [NOWHERE; 4],
            });
        }
        id
    }

    /// Takes step `d` from the state `at`. Returns `None` if the step is not possible. Otherwise
    /// the result has the cell and the set after the step, or `None` in their place if the step
    /// leads outside, and whether the step pushes a wall.
    fn step(&mut self, at: usize, d: Compass) -> Option<(Option<(u32, u32)>, bool)> {
        let node = self.nodes[at];
        let side = self.sides[node.state as usize / STATES][d as usize];
        let set = &self.sets.sets[node.set as usize];
        let added = set.binary_search(&side.edge);
        if added.is_err() && !self.walls[side.edge as usize] {
            let outside = side.beyond as usize == self.sides.len();
            return Some(((!outside).then_some((side.beyond, node.set)), false));
        }
        let Err(place) = set.binary_search(&side.behind) else {
            return None;
        };
        if side.behind == side.edge || self.walls[side.behind as usize] {
            return None;
        }
        self.scratch.clear();
        self.scratch.extend_from_slice(set);
        self.scratch.insert(place, side.behind);
        if let Ok(carried) = added {
            self.scratch.remove(carried + usize::from(place <= carried));
        }
        let set = self.sets.id(&self.scratch);
        Some((Some((side.beyond, set)), true))
    }

    /// The steps of the first walk to the state with the index `at`.
    pub(super) fn walk_to(&self, mut at: u32) -> Vec<Compass> {
        let mut walk = Vec::new();
        while let Some(parent) = self.nodes.get(self.nodes[at as usize].parent as usize) {
            let step = Compass::ALL
                .into_iter()
                .find(|&d| parent.after[d as usize] == at);
            walk.extend(step);
            at = self.nodes[at as usize].parent;
        }
        walk.reverse();
        walk
    }
}
