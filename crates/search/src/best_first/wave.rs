//! The states that a best-first search has reached from one end, and its open list. The *key* of a
//! path is its number of moves, its cost, or both (`weights.rs`). The *priority* of a state, by which
//! the open list is ordered, is its least known key plus the heuristic's lower bound. A move of cost
//! 0 is *free*.
//!
//! # Why free moves and late improvements are safe
//!
//! Each state stores the least key known to reach it. Whenever the least known key of a state
//! falls, the state goes into the open list again. An entry with another key than the least known
//! key of its state is skipped. So no state needs to be closed, whether the priorities are
//! consistent or not. A free move may lead to the bucket that is being emptied. The search proceeds
//! to the next bucket only when this bucket, with all states that free moves have added to it, is
//! empty. Each new entry of a state has a smaller key than the entry before. So a cycle of free
//! moves, which never makes a key smaller, adds no entries.
//!
//! The chain of parents never forms a cycle: a parent changes only when the key falls, so keys
//! along a chain never rise towards its root, and a cycle would need a key that is less than
//! itself.
//!
//! # Batches
//!
//! A lookup of a state waits for memory. So states with equal priorities and keys are taken from the
//! open list together, and their successors are looked up together.

use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_rules::{Meter, StopReason};

use super::open_list::OpenList;
use super::weights::Weights;
use crate::states::{Arena, StateSet, memory};

/// About this many successors are looked up at a time.
const TOGETHER: usize = 128;
/// The number of states taken from the open list between two checks of the clock.
const POLL_EVERY: u32 = 4096;

/// A state taken from the open list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TakenState<S, K> {
    pub(crate) index: u32,
    pub(crate) state: S,
    /// The key of the path to the state.
    pub(crate) key: K,
}

/// What a wave knows of a state, apart from the heuristic's cache. The structure is packed because
/// there is one for each state.
#[derive(Debug, Clone, Copy)]
#[repr(C, packed(4))]
struct ReachedNode<K: Copy> {
    /// The least known key of a path to the state; [`Weights::NEVER`] at dead ends.
    key: K,
    /// The index of the previous state on that path; the state itself if it is a root.
    parent: u32,
}

/// Edges (moves from one state to another) that are generated, but whose target states are not yet
/// looked up. All of them begin at states with the same key.
pub(crate) struct EdgeBatch<S, T, E> {
    states: Vec<S>,
    /// For each edge, the index of the state before it, what it adds to the key, and the caller's
    /// data for the edge.
    from: Vec<(u32, T, E)>,
    /// For each edge, the index of the state to which it leads, and whether this state is new.
    found: Vec<(u32, bool)>,
}

impl<S, T, E> EdgeBatch<S, T, E> {
    /// Adds the edge from the state with index `parent` to `state`.
    #[inline]
    pub(crate) fn push(
        &mut self,
        parent: u32,
        step: T,
        state: S,
        edge: E,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        memory::push(&mut self.states, state, meter)?;
        memory::push(&mut self.from, (parent, step, edge), meter)
    }
}

/// The states reached, each with its least known key, its parent on the path with that key, and a
/// cache `C` of the heuristic. `E` is the caller's data of an edge.
pub(crate) struct Wave<S, C, W: Weights, E> {
    weights: W,
    pub(crate) set: StateSet<S>,
    nodes: Arena<ReachedNode<W::Key>>,
    caches: Arena<C>,
    pub(crate) open: OpenList<W::Key>,
    batch: EdgeBatch<S, W::Step, E>,
    /// The key of the states at which the edges of the batch begin.
    batch_key: W::Key,
    pops: u32,
}

impl<S: Copy + Eq + Hash, C: Copy, W: Weights, E: Copy> Wave<S, C, W, E> {
    pub(crate) fn new(weights: W) -> Self {
        Self {
            weights,
            set: StateSet::new(),
            nodes: Arena::new(),
            caches: Arena::new(),
            open: OpenList::default(),
            batch: EdgeBatch {
                states: Vec::new(),
                from: Vec::new(),
                found: Vec::new(),
            },
            batch_key: W::Key::default(),
            pops: 0,
        }
    }

    /// Adds a state from which the search starts, unless the state is already known.
    pub(crate) fn add_root(
        &mut self,
        state: S,
        cache: C,
        priority: u64,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        self.reserve(1, meter)?;
        let (index, new) = self.set.insert(state);
        if new {
            let key = W::Key::default();
            self.nodes.push(ReachedNode { key, parent: index });
            self.caches.push(cache);
            self.open.push(priority, key, index, meter)?;
        }
        Ok(())
    }

    /// The least priority of an open state.
    pub(crate) fn first(&self) -> Option<u64> {
        self.open.first().map(|(priority, _)| priority)
    }

    /// The least known key of the state with index `index`; [`Weights::NEVER`] at dead ends.
    #[inline]
    pub(crate) fn key(&self, index: u32) -> W::Key {
        self.nodes.get(index).key
    }

    /// Replaces the key of the state with index `index`. After this call the search cannot continue.
    pub(crate) fn set_key(&mut self, index: u32, key: W::Key) {
        self.nodes.set(index, ReachedNode { key, parent: index });
    }

    /// The heuristic's cache of the state with index `index`.
    pub(crate) fn cache(&self, index: u32) -> C {
        self.caches.get(index)
    }

    /// The index of the previous state on the path to the state with index `index`. The parent of a
    /// root is the root itself.
    pub(crate) fn parent(&self, index: u32) -> u32 {
        self.nodes.get(index).parent
    }

    /// Takes states with the least priority from the open list, all with the same key, and calls
    /// `visit` for each one. `visit` adds the state's edges to the batch, or ends the call with this
    /// state as its result. The caller must then call [`relax`](Self::relax).
    pub(crate) fn take(
        &mut self,
        meter: &mut Meter,
        mut visit: impl FnMut(
            &TakenState<S, W::Key>,
            &mut EdgeBatch<S, W::Step, E>,
            &mut Meter,
        ) -> Result<ControlFlow<()>, StopReason>,
    ) -> Result<Option<TakenState<S, W::Key>>, StopReason> {
        let Some(first) = self.open.first() else {
            return Ok(None);
        };
        let (_, key) = first;
        self.batch_key = key;
        for &index in self.open.next().iter().rev().take(TOGETHER / 2) {
            self.set.prefetch(index);
            self.nodes.prefetch(index);
        }
        while self.batch.states.len() < TOGETHER && self.open.first() == Some(first) {
            let Some(index) = self.open.pop(meter) else {
                break;
            };
            self.pops = self.pops.wrapping_add(1);
            if self.pops.is_multiple_of(POLL_EVERY) {
                meter.poll()?;
            }
            if self.key(index) < key {
                // A path to this state with a smaller key is known. The entry of that path is in
                // the open list, or was taken before.
                continue;
            }
            let taken = TakenState {
                index,
                state: self.set.get(index),
                key,
            };
            if visit(&taken, &mut self.batch, meter)?.is_break() {
                return Ok(Some(taken));
            }
        }
        Ok(None)
    }

    /// Looks up the states of the batch. Opens those that are new or reached with a smaller key
    /// than before.
    ///
    /// `cache` computes the cache of a new state from the cache of its parent. `priority` computes
    /// the priority of a state from its cache and its key, and returns `None` for a dead end.
    /// `improved` is called for every state whose key falls.
    pub(crate) fn relax(
        &mut self,
        meter: &mut Meter,
        mut cache: impl FnMut(C, &E, S) -> C,
        mut priority: impl FnMut(C, W::Key, bool) -> Option<u64>,
        mut improved: impl FnMut(u32, S, W::Key) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let edges = self.batch.states.len();
        meter.generate(edges as u64);
        self.reserve(edges, meter)?;
        for _ in self.batch.found.capacity()..edges {
            memory::push(&mut self.batch.found, (0, false), meter)?;
        }
        let EdgeBatch {
            states,
            from,
            found,
        } = &mut self.batch;
        found.clear();
        let (weights, nodes, caches) = (self.weights, &mut self.nodes, &mut self.caches);
        self.set.insert_all(states, |i, index, new| {
            if new {
                let (parent, _, edge) = &from[i];
                caches.push(cache(caches.get(*parent), edge, states[i]));
                nodes.push(ReachedNode {
                    key: W::NEVER,
                    parent: index,
                });
            } else {
                nodes.prefetch(index);
            }
            found.push((index, new));
        });
        for ((&(index, new), &(parent, step, _)), &state) in found.iter().zip(&*from).zip(&*states)
        {
            let key = weights.add(self.batch_key, weights.key(step))?;
            let known = nodes.get(index).key;
            if known <= key {
                continue;
            }
            let Some(priority) = priority(caches.get(index), key, new) else {
                continue;
            };
            nodes.set(index, ReachedNode { key, parent });
            self.open.push(priority, key, index, meter)?;
            improved(index, state, key)?;
        }
        states.clear();
        from.clear();
        Ok(())
    }

    fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        self.nodes.reserve(more, meter)?;
        self.caches.reserve(more, meter)?;
        self.set.reserve(more, meter)
    }
}

impl<S: Copy + Eq + Hash, W: Weights> Wave<S, (), W, ()> {
    /// Does the same as [`relax`](Self::relax) for a wave without a heuristic.
    pub(crate) fn relax_by_key(
        &mut self,
        meter: &mut Meter,
        improved: &mut dyn FnMut(u32, S, W::Key) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let weights = self.weights;
        let priority = |(), key, _| Some(weights.priority(key, 0));
        self.relax(meter, |(), (), _| (), priority, improved)
    }
}
