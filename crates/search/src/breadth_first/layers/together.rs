//! A layer that is expanded by several threads.
//!
//! Threads share the work that takes most of the time: they make the successors and leave out those
//! that the set contains already. Then one thread inserts the others in the order of the layer. So
//! the set gets the same states under the same indices as with one thread.

use std::hash::Hash;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Limits, Meter, StopReason};

use super::Layers;
use crate::states::{BATCH, StateSet, memory};
use crate::threads::{by_all, lock};

/// The number of states that are expanded before their successors are inserted.
const ROUND: usize = 1 << 13;
/// The number of successive states that a thread expands at a time.
const PIECE: usize = 1 << 7;
/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 256;

impl<S: Copy + Eq + Hash + Send + Sync> Layers<S> {
    /// Does the work of [`advance`](Self::advance) with all threads that the limits allow. If it
    /// stops at a marked state, all states of the round count as expanded.
    pub(super) fn advance_together<I: Iterator<Item = S>>(
        &mut self,
        layer: Range<u32>,
        meter: &mut Meter,
        successors: &(impl Fn(S) -> I + Sync),
        marks: &(impl Fn(&[S], &mut dyn FnMut(usize)) + Sync),
        stops: bool,
    ) -> Result<(), StopReason> {
        let mut left = layer;
        while !left.is_empty() {
            let room = usize::try_from(meter.room()).unwrap_or(usize::MAX);
            let count = left.len().min(ROUND).min(room);
            if count == 0 {
                return Err(StopReason::States);
            }
            meter.expand_many(count as u64)?;
            let round = left.start..left.start + count as u32;
            left.start = round.end;
            for piece in self.expand(&round, meter, successors, marks)? {
                self.insert(piece, meter)?;
                if stops && !self.marked.is_empty() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Inserts the successors in `piece` that are still new.
    fn insert(&mut self, mut piece: Piece<S>, meter: &mut Meter) -> Result<(), StopReason> {
        meter.generate(piece.generated);
        let marked = piece.marked.iter().map(|&at| piece.states[at as usize]);
        let marked: Vec<S> = marked.collect();
        self.first_parent = piece.parents.start;
        std::mem::swap(&mut self.batch, &mut piece.states);
        std::mem::swap(&mut self.ends, &mut piece.ends);
        self.flush(meter)?;
        std::mem::swap(&mut self.batch, &mut piece.states);
        std::mem::swap(&mut self.ends, &mut piece.ends);
        piece.release(meter);
        for index in marked.into_iter().filter_map(|state| self.set.find(state)) {
            // A state that was inserted before was marked before.
            if self.marked.last().is_none_or(|&last| last < index) {
                memory::push(&mut self.marked, index, meter)?;
            }
        }
        Ok(())
    }

    /// Makes the successors of the states with the indices `round`.
    fn expand<I: Iterator<Item = S>>(
        &self,
        round: &Range<u32>,
        meter: &mut Meter,
        successors: &(impl Fn(S) -> I + Sync),
        marks: &(impl Fn(&[S], &mut dyn FnMut(usize)) + Sync),
    ) -> Result<Vec<Piece<S>>, StopReason> {
        let limits = meter.limits();
        let threads = limits.threads().get().min(MOST_THREADS);
        let share = |most: u64| most.saturating_sub(meter.held()) / threads as u64;
        let own = Limits {
            deadline: meter.deadline(),
            memory: limits.memory.map(share),
            ceiling: limits.ceiling,
            cancel: limits.cancel.clone(),
            ..Limits::default()
        };
        let firsts = round.clone().step_by(PIECE);
        let parents = firsts.map(|first| first..round.end.min(first + PIECE as u32));
        let pieces: Vec<_> = parents
            .map(|parents| Mutex::new(Piece::new(parents)))
            .collect();
        let next = AtomicUsize::new(0);
        let mut held = vec![0; threads];
        by_all(&mut held, |_, held| {
            let mut meter = Meter::new(&own);
            let mut raw = Piece::new(0..0);
            while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                let piece = &mut *lock(piece);
                let filled = piece.fill(&self.set, successors, &mut raw, &mut meter);
                let marked = filled.and_then(|()| piece.mark(marks, &mut meter));
                if let Err(reason) = marked {
                    // All pieces are marked as begun, so that the other threads stop.
                    next.store(pieces.len(), Ordering::Relaxed);
                    return Err(reason);
                }
            }
            raw.release(&mut meter);
            *held = meter.held();
            Ok(())
        })?;
        memory::take(meter, held.iter().sum())?;
        let pieces = pieces.into_iter().map(Mutex::into_inner);
        Ok(pieces
            .map(|piece| piece.unwrap_or_else(PoisonError::into_inner))
            .collect())
    }
}

/// Successors of a few successive states of a layer.
struct Piece<S> {
    /// The indices of the states.
    parents: Range<u32>,
    /// The successors, without those that were found in the set.
    states: Vec<S>,
    /// For each parent so far, the number of entries of `states` up to its last one.
    ends: Vec<u32>,
    /// The positions of the marked states in `states`.
    marked: Vec<u32>,
    /// The number of all successors.
    generated: u64,
}

impl<S: Copy + Eq + Hash> Piece<S> {
    fn new(parents: Range<u32>) -> Self {
        Self {
            parents,
            states: Vec::new(),
            ends: Vec::new(),
            marked: Vec::new(),
            generated: 0,
        }
    }

    /// Makes the successors of all parents. Successors wait in `raw`, which must be empty, until
    /// there are enough of them to look them up together.
    fn fill<I: Iterator<Item = S>>(
        &mut self,
        set: &StateSet<S>,
        successors: &impl Fn(S) -> I,
        raw: &mut Self,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        for index in self.parents.clone() {
            meter.expand()?;
            let before = raw.states.len();
            successors(set.get(index))
                .try_for_each(|state| memory::push(&mut raw.states, state, meter))?;
            meter.generate((raw.states.len() - before) as u64);
            memory::push(&mut raw.ends, raw.states.len() as u32, meter)?;
            if raw.states.len() >= BATCH {
                self.take_new(set, raw, meter)?;
            }
        }
        self.take_new(set, raw, meter)
    }

    /// Moves the successors in `raw` that `set` does not contain here, and drops the others.
    fn take_new(
        &mut self,
        set: &StateSet<S>,
        raw: &mut Self,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        self.generated += raw.states.len() as u64;
        let mut ends = raw.ends.drain(..).peekable();
        let mut result = Ok(());
        set.find_all(&raw.states, |i, known| {
            if known.is_some() || result.is_err() {
                return;
            }
            while result.is_ok() && ends.next_if(|&end| end as usize <= i).is_some() {
                result = memory::push(&mut self.ends, self.states.len() as u32, meter);
            }
            if result.is_ok() {
                result = memory::push(&mut self.states, raw.states[i], meter);
            }
        });
        result?;
        for _ in ends {
            memory::push(&mut self.ends, self.states.len() as u32, meter)?;
        }
        raw.states.clear();
        Ok(())
    }

    fn mark(
        &mut self,
        marks: &impl Fn(&[S], &mut dyn FnMut(usize)),
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let mut result = Ok(());
        marks(&self.states, &mut |at| {
            let marked = memory::push(&mut self.marked, at as u32, meter);
            result = result.and(marked);
        });
        result
    }

    /// Drops the successors and reports their memory as free.
    fn release(self, meter: &mut Meter) {
        memory::release(self.states, meter);
        memory::release(self.ends, meter);
        memory::release(self.marked, meter);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use fewest_rules::{Limits, Meter, Puzzle, StopReason};

    use super::{Layers, ROUND};

    /// A graph whose states have up to six successors, which look random.
    struct Scattered {
        states: u64,
    }

    impl Puzzle for Scattered {
        type State = u64;
        type Move = u64;

        fn moves(&self, state: u64) -> impl Iterator<Item = u64> {
            0..state * 0x9e37_79b9 % 7
        }

        fn apply(&self, state: u64, m: u64) -> u64 {
            let word = (state * 6 + m + 1).wrapping_mul(0x2545_f491_4f6c_dd1d);
            (word >> 20) % self.states
        }

        fn is_goal(&self, _: u64) -> bool {
            false
        }
    }

    /// Advances all layers from the state 1 until one of them is empty, `found` is found or a limit
    /// is reached. With more than one thread, even small layers are shared.
    fn search(
        puzzle: &Scattered,
        found: u64,
        meter: &mut Meter,
    ) -> (Layers<u64>, Result<(), StopReason>, (u64, u64)) {
        let mut layers = Layers::new(true, meter).unwrap();
        layers.seed([1], meter).unwrap();
        let successors = |state| puzzle.successors(state).map(|(_, after)| after);
        let marks = |states: &[u64], mark: &mut dyn FnMut(usize)| {
            for at in (0..states.len()).filter(|&at| states[at] == found) {
                mark(at);
            }
        };
        let mut result = Ok(());
        while result.is_ok() && layers.marked().is_empty() && layers.frontier() > 0 {
            let layer = layers.layer(layers.depth());
            layers.begin_layer(meter).unwrap();
            result = if meter.limits().threads().get() == 1 {
                layers.advance_alone(layer, meter, successors, &marks, true)
            } else {
                layers.advance_together(layer, meter, &successors, &marks, true)
            };
        }
        (layers, result, meter.counts())
    }

    fn threads(count: usize) -> Limits {
        Limits {
            threads: NonZeroUsize::new(count),
            ..Limits::default()
        }
    }

    #[test]
    fn the_layers_do_not_depend_on_the_number_of_threads() {
        for states in [1, 2, 100, 5_000, 5 * ROUND as u64] {
            let puzzle = Scattered { states };
            let limits = threads(1);
            let (one, _, counts) = search(&puzzle, u64::MAX, &mut Meter::new(&limits));
            for count in [2, 3, 8] {
                let limits = threads(count);
                let mut meter = Meter::new(&limits);
                let (many, result, others) = search(&puzzle, u64::MAX, &mut meter);
                assert_eq!((result, others), (Ok(()), counts));
                assert_eq!(many.depth(), one.depth());
                assert!((0..=one.depth()).all(|depth| many.layer(depth) == one.layer(depth)));
                for index in 0..one.set.len() as u32 {
                    assert_eq!(many.set.get(index), one.set.get(index));
                    if index % 97 == 0 {
                        let path = one.path_to(&puzzle, index);
                        assert_eq!(many.path_to(&puzzle, index), path);
                    }
                }
                many.release(&mut meter);
                assert_eq!(meter.held(), 0, "all that was taken is given back");
            }
        }
    }

    #[test]
    fn the_search_stops_at_a_marked_state() {
        let puzzle = Scattered {
            states: 3 * ROUND as u64,
        };
        let by = |found, count| {
            let limits = threads(count);
            search(&puzzle, found, &mut Meter::new(&limits))
        };
        let (all, ..) = by(u64::MAX, 1);
        for index in (1..all.set.len() as u32).step_by(4_001) {
            let found = all.set.get(index);
            let [one, two, five] = [1, 2, 5].map(|count| by(found, count));
            for (layers, result, _) in [&one, &two, &five] {
                assert_eq!((layers.marked(), *result), (&[index][..], Ok(())));
            }
            assert_eq!(two.2, five.2);
        }
    }

    #[test]
    fn every_limit_stops_the_threads() {
        let puzzle = Scattered {
            states: 3 * ROUND as u64,
        };
        let free = threads(1);
        let mut meter = Meter::new(&free);
        let (_, _, (expanded, _)) = search(&puzzle, u64::MAX, &mut meter);
        let held = meter.held();
        for states in [0, 1, 129, ROUND as u64, expanded - 1] {
            let few = Limits {
                states: Some(states),
                ..threads(3)
            };
            let (_, result, counts) = search(&puzzle, u64::MAX, &mut Meter::new(&few));
            assert_eq!((result, counts.0), (Err(StopReason::States), states));
        }
        for memory in (held / 16..held).step_by(held as usize / 16) {
            let little = Limits {
                memory: Some(memory),
                ..threads(3)
            };
            let mut meter = Meter::new(&little);
            let (_, result, _) = search(&puzzle, u64::MAX, &mut meter);
            assert_eq!(result, Err(StopReason::Memory));
            assert!(meter.statistics().peak_bytes <= memory);
        }
        let late = Limits {
            time: Some(Duration::ZERO),
            ..threads(2)
        };
        let (_, result, _) = search(&puzzle, u64::MAX, &mut Meter::new(&late));
        assert_eq!(result, Err(StopReason::Time));
    }
}
