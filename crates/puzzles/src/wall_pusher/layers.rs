//! Breadth-first search that remembers only the pushed walls that are in the way.
//!
//! # Problem
//!
//! In a large maze there are too many walks to try one by one, and most of them
//! differ in nothing that matters later.
//!
//! # Solution
//!
//! A shortest way out enters no cell twice (see `walks`), so it never meets an
//! edge that it has opened. It makes no difference, then, if such an edge counts
//! as closed still: let every wall of the maze stay where it is, and let a push
//! put an *added* wall ahead, or carry the added wall that stands there one
//! edge further. With walls that are only ever added no way out gets shorter
//! (fewer walls never hurt), and the shortest ones are all still there. So a
//! state is the player's cell and the set of added walls: far fewer than all
//! settings of the walls, and the same for all walks that pushed alike.
//!
//! The distances of the relaxed game, which forgets every added wall but the
//! one just ahead, are lower bounds for every shortest way; so is a flood of the
//! relaxed game through the cells that the first walk to a state has not
//! entered. A state on a shortest way has as good a way on after its first walk,
//! so neither leaves the shortest out. The search is breadth-first and
//! leaves out what cannot lead out within a bound on the steps; if there is no
//! way out within the bound, it begins again with a larger one (breadth-first
//! iterative deepening A*: Zhou and Hansen, "Breadth-first heuristic search",
//! 2006). The bound's slack doubles, so all attempts together cost little more
//! than the last. States of a layer are in the order of their first walks, so
//! the first way out that is found is the lexicographically least.
//!
//! Memory: at most 132 bytes a state, and 160 bytes a set of added walls and 4 a
//! wall in it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use fewest_rules::{DEAD_END, Meter, StopReason};
use num_bigint::BigUint;

use super::flood::{Flood, Then};
use super::maze::{Direction, Maze, Side};
use super::relaxed::{Distances, STATES, begun, entered};

/// No state.
const NOWHERE: u32 = u32::MAX;
/// Outside the maze.
pub(super) const OUT: u32 = u32::MAX - 1;

/// Mixes the words of a key; keys are compared in full.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// A state: a cell and added walls.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// The cell, and how it was first entered: a state of the relaxed game.
    state: u32,
    set: u32,
    /// The state it was first reached from.
    parent: u32,
    /// What each step leads to.
    pub(super) after: [u32; 4],
}

/// Sets of added walls, each in increasing order and kept once.
#[derive(Default)]
struct Sets {
    sets: Vec<Rc<[u32]>>,
    ids: Map<Rc<[u32]>, u32>,
    bytes: u64,
}

impl Sets {
    fn id(&mut self, set: &[u32]) -> u32 {
        if let Some(&id) = self.ids.get(set) {
            return id;
        }
        let id = self.sets.len() as u32;
        let set: Rc<[u32]> = set.into();
        // The walls, the counts beside them, and a place in both tables.
        self.bytes += 4 * set.len() as u64 + 160;
        self.sets.push(Rc::clone(&set));
        self.ids.insert(set, id);
        id
    }
}

/// The states reached from the start within a bound.
pub(super) struct Layers<'a> {
    sides: &'a [[Side; 4]],
    walls: &'a [bool],
    distances: &'a Distances,
    counts: &'a [u16],
    pub(super) nodes: Vec<Node>,
    ids: Map<(u32, u32), u32>,
    sets: Sets,
    /// The first state of the layer that was being reached.
    newest: usize,
    scratch: Vec<u32>,
    flood: Flood,
    /// The last state on the first walk to which each cell was entered.
    entered: Vec<u32>,
}

/// How a search within a bound ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The state from which the first way out leaves, and by which step.
    Way(u32, Direction),
    /// There is no way out within the bound; the least bound above it that lets
    /// the search go further, if any does.
    None(Option<u32>),
}

/// Bytes of a state: in `nodes`, which may be growing, and in `ids`.
const NODE_BYTES: u64 = 3 * size_of::<Node>() as u64 + 48;

impl<'a> Layers<'a> {
    pub(super) fn new(
        sides: &'a [[Side; 4]],
        distances: &'a Distances,
        counts: &'a [u16],
        maze: &'a Maze,
    ) -> Self {
        let mut layers = Self {
            sides,
            walls: maze.walls(),
            distances,
            counts,
            nodes: Vec::new(),
            ids: Map::default(),
            sets: Sets::default(),
            newest: 0,
            scratch: Vec::new(),
            flood: Flood::default(),
            entered: vec![NOWHERE; sides.len()],
        };
        let none = layers.sets.id(&[]);
        layers.reach(begun(maze.start()), none, NOWHERE);
        layers
    }

    /// Searches for ways out of at most `bound` steps; with `all`, finds every
    /// step of the shortest ones, not only the first of them.
    pub(super) fn search(
        &mut self,
        bound: u32,
        all: bool,
        meter: &mut Meter,
    ) -> Result<End, StopReason> {
        let cells = self.sides.len();
        let held = meter.held() + Flood::bytes(cells) + 4 * cells as u64;
        // Without a detour the distances alone leave little to search.
        let flood = bound > self.distances.get(self.nodes[0].state as usize);
        let mut deeper = DEAD_END;
        let mut way = None;
        let (mut from, mut to) = (0, 1);
        let mut steps = 0;
        while from < to && way.is_none() {
            steps += 1;
            // Shorter ways are within the bound and would have been found.
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
                    // In a large maze a flood takes as long as many states.
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
                for d in Direction::ALL {
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
                        return Ok(End::Way(at as u32, d));
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
            Some((at, d)) => End::Way(at, d),
            None => End::None((deeper < DEAD_END).then_some(deeper)),
        })
    }

    /// Marks the cells on the first walk to the state `at`.
    fn mark_walk(&mut self, at: usize) {
        let mut on = at;
        while let Some(node) = self.nodes.get(on) {
            self.entered[node.state as usize / STATES] = at as u32;
            on = node.parent as usize;
        }
    }

    /// The steps out of the state `at` in the relaxed game, among the walls as
    /// they are there and through cells not on the walk to it.
    fn least_out(&mut self, at: usize) -> u32 {
        let Node { state, set, .. } = self.nodes[at];
        let (set, entered, counts) = (&self.sets.sets[set as usize], &self.entered, &self.counts);
        let wall = |edge: usize| self.walls[edge] || set.binary_search(&(edge as u32)).is_ok();
        let mut least = DEAD_END;
        self.flood
            .spread(self.sides, wall, state as usize, |state, steps| {
                let cell = state / STATES;
                match counts.get(cell) {
                    None => {
                        least = steps;
                        Then::End
                    }
                    Some(counts)
                        if counts >> (state % STATES) & 1 == 1 && entered[cell] != at as u32 =>
                    {
                        Then::On
                    }
                    Some(_) => Then::Leave,
                }
            });
        least
    }

    /// The state with these parts, which is put behind the others if it is new.
    fn reach(&mut self, state: usize, set: u32, parent: u32) -> u32 {
        let new = self.nodes.len() as u32;
        let id = *self
            .ids
            .entry(((state / STATES) as u32, set))
            .or_insert(new);
        if id == new {
            self.nodes.push(Node {
                state: state as u32,
                set,
                parent,
                after: [NOWHERE; 4],
            });
        }
        id
    }

    /// Cell and set after step `d` from the state `at`, or `None` outside; and
    /// whether it pushes. `None` if the step is not possible.
    fn step(&mut self, at: usize, d: Direction) -> Option<(Option<(u32, u32)>, bool)> {
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

    /// The first walk to the state `at`.
    pub(super) fn walk_to(&self, mut at: u32) -> Vec<Direction> {
        let mut walk = Vec::new();
        while let Some(parent) = self.nodes.get(self.nodes[at as usize].parent as usize) {
            let step = Direction::ALL
                .into_iter()
                .find(|&d| parent.after[d as usize] == at);
            walk.extend(step);
            at = self.nodes[at as usize].parent;
        }
        walk.reverse();
        walk
    }

    /// The ways out from each state after a search for all of them: of as many
    /// steps as the layers leave.
    pub(super) fn counts(&self, meter: &mut Meter) -> Result<Vec<BigUint>, StopReason> {
        let mut counts = vec![BigUint::ZERO; self.nodes.len()];
        let mut held = meter.held() + (counts.len() * size_of::<BigUint>()) as u64;
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let mut count = BigUint::ZERO;
            for after in node.after {
                match counts.get(after as usize) {
                    Some(ways) => count += ways,
                    None => count += u32::from(after == OUT),
                }
            }
            held += 16 + count.bits() / 8;
            if count.bits() > 64 || at % 1024 == 0 {
                meter.hold(held)?;
                meter.poll()?;
            }
            counts[at] = count;
        }
        Ok(counts)
    }
}
