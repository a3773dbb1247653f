//! The states that a least-cost search has reached from one end, and its queue. The *key* of a path
//! is its cost, or its cost and its number of moves, as one number (`cost_keys.rs`). The *priority*
//! of a state, by which the queue is ordered, is its least known key plus the heuristic's lower
//! bound. A move of cost 0 is *free*.
//!
//! # Why zero-cost moves and late improvements are safe
//!
//! Each state stores the least key known to reach it. Whenever the least known key of a state
//! falls, the state goes into the queue again. An entry with another key than the least known key
//! of its state is skipped. So no state needs to be closed, whether the priorities are consistent
//! or not. A free move may lead to the bucket that is being emptied. The search proceeds to the
//! next bucket only when this bucket, with all states that free moves have added to it, is empty.
//! Each new entry of a state has a smaller key than the entry before. So a cycle of free moves,
//! which never makes a key smaller, adds no entries.
//!
//! The chain of parents never forms a cycle: a parent changes only when the key falls, so keys
//! along a chain never rise towards its root, and a cycle would need a key that is less than
//! itself.
//!
//! States are taken and looked up in batches, as in `search.rs`.

use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_rules::{Meter, StopReason};

use super::cost_keys::CostKeys;
use super::open_list::OpenList;
use crate::states::{Arena, StateSet, memory};

/// About this many successors are looked up at a time.
const TOGETHER: usize = 128;
/// The number of states taken from the queue between two checks of the clock.
const POLL_EVERY: u32 = 4096;

/// A state taken from the queue.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TakenState<S> {
    pub(crate) index: u32,
    pub(crate) state: S,
    /// The key of the path to the state: its cost, or its cost and its number of moves, as one
    /// number.
    pub(crate) key: u64,
}

/// Edges (moves from one state to another) that are generated, but whose target states are not yet
/// looked up.
pub(crate) struct EdgeBatch<S, E> {
    states: Vec<S>,
    /// For each edge, the index of the state before it, the key of the path that ends with the
    /// edge, and the caller's data for the edge.
    from: Vec<(u32, u64, E)>,
    /// For each edge, the index of the state to which it leads, and whether this state is new.
    found: Vec<(u32, bool)>,
}

impl<S, E> EdgeBatch<S, E> {
    /// Adds the edge from `parent` to `state`, by a move with the key `step`.
    #[inline]
    pub(crate) fn push(
        &mut self,
        keys: CostKeys,
        parent: &TakenState<S>,
        step: u64,
        state: S,
        edge: E,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let key = keys.add(parent.key, step)?;
        memory::push(&mut self.states, state, meter)?;
        memory::push(&mut self.from, (parent.index, key, edge), meter)
    }
}

/// The states reached, each with its least known key, its parent on the path with that key, and a
/// cache `C` of the heuristic. `E` is the caller's data of an edge.
pub(crate) struct CostWave<S, C, E> {
    pub(crate) set: StateSet<S>,
    keys: Arena<u64>,
    parents: Arena<u32>,
    caches: Arena<C>,
    open: OpenList<u64>,
    /// The number of entries in the queue, outdated ones included.
    waiting: usize,
    batch: EdgeBatch<S, E>,
    pops: u32,
}

impl<S: Copy + Eq + Hash, C: Copy, E: Copy> CostWave<S, C, E> {
    pub(crate) fn new() -> Self {
        Self {
            set: StateSet::new(),
            keys: Arena::new(),
            parents: Arena::new(),
            caches: Arena::new(),
            open: OpenList::default(),
            waiting: 0,
            batch: EdgeBatch {
                states: Vec::new(),
                from: Vec::new(),
                found: Vec::new(),
            },
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
            self.keys.push(0);
            self.parents.push(index);
            self.caches.push(cache);
            self.open.push(priority, 0, index, meter)?;
            self.waiting += 1;
        }
        Ok(())
    }

    /// The least priority in the queue.
    pub(crate) fn first(&self) -> Option<u64> {
        self.open.first().map(|(priority, _)| priority)
    }

    /// The number of entries in the queue.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// The least known key of the state with index `index`; `u64::MAX` at dead ends.
    #[inline]
    pub(crate) fn key(&self, index: u32) -> u64 {
        self.keys.get(index)
    }

    /// The index of the previous state on the path to the state with index `index`. The parent of a
    /// root is the root itself.
    pub(crate) fn parent(&self, index: u32) -> u32 {
        self.parents.get(index)
    }

    /// Takes states with the least priority from the queue and calls `visit` for each one. `visit`
    /// adds the state's edges to the batch, or breaks. Returns the state at which `visit` broke.
    /// The caller must then call [`relax`](Self::relax).
    pub(crate) fn take(
        &mut self,
        meter: &mut Meter,
        mut visit: impl FnMut(
            &TakenState<S>,
            &mut EdgeBatch<S, E>,
            &mut Meter,
        ) -> Result<ControlFlow<()>, StopReason>,
    ) -> Result<Option<TakenState<S>>, StopReason> {
        let Some(first) = self.open.first() else {
            return Ok(None);
        };
        for &index in self.open.next().iter().rev().take(TOGETHER / 2) {
            self.set.prefetch(index);
            self.keys.prefetch(index);
        }
        while self.batch.states.len() < TOGETHER && self.open.first() == Some(first) {
            let Some(index) = self.open.pop(meter) else {
                break;
            };
            self.waiting -= 1;
            self.pops = self.pops.wrapping_add(1);
            if self.pops.is_multiple_of(POLL_EVERY) {
                meter.poll()?;
            }
            let (_, key) = first;
            if self.keys.get(index) < key {
                // A path to this state with a smaller key is known. The entry of that path is in
                // the queue, or was taken before.
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

    /// Looks up the states of the batch. Puts states into the queue that are new or reached with a
    /// smaller key than before.
    ///
    /// `cache` computes the cache of a new state from the cache of its parent. `priority` computes
    /// the priority of a state from its cache and its key, and returns `None` for a dead end.
    /// `improved` is called for every state whose key falls.
    pub(crate) fn relax(
        &mut self,
        meter: &mut Meter,
        mut cache: impl FnMut(C, &E, S) -> C,
        mut priority: impl FnMut(C, u64, bool) -> Option<u64>,
        mut improved: impl FnMut(u32, S, u64) -> Result<(), StopReason>,
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
        let (keys, parents, caches) = (&mut self.keys, &mut self.parents, &mut self.caches);
        self.set.insert_all(states, |i, index, new| {
            if new {
                let (parent, _, edge) = &from[i];
                caches.push(cache(caches.get(*parent), edge, states[i]));
                keys.push(u64::MAX);
                parents.push(index);
            } else {
                keys.prefetch(index);
            }
            found.push((index, new));
        });
        for ((&(index, new), &(parent, key, _)), &state) in found.iter().zip(&*from).zip(&*states) {
            if keys.get(index) <= key {
                continue;
            }
            let Some(priority) = priority(caches.get(index), key, new) else {
                continue;
            };
            keys.set(index, key);
            parents.set(index, parent);
            self.open.push(priority, key, index, meter)?;
            self.waiting += 1;
            improved(index, state, key)?;
        }
        states.clear();
        from.clear();
        Ok(())
    }

    fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        self.keys.reserve(more, meter)?;
        self.parents.reserve(more, meter)?;
        self.caches.reserve(more, meter)?;
        self.set.reserve(more, meter)
    }
}

impl<S: Copy + Eq + Hash> CostWave<S, (), ()> {
    /// Does the same as [`relax`](Self::relax) for a wave without a heuristic, where the priority
    /// of a state is its key.
    pub(crate) fn relax_by_key(
        &mut self,
        meter: &mut Meter,
        improved: &mut dyn FnMut(u32, S, u64) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        self.relax(meter, |(), (), _| (), |(), key, _| Some(key), improved)
    }
}
