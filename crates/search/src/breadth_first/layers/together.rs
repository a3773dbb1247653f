//! A layer that is expanded by several threads.
//!
//! The layer is expanded in *rounds* of some states. First all threads make the successors of a
//! round, and drop those that the set already contains. The set does not change meanwhile. Then one
//! thread inserts the others, in the order of the layer. So the set gets the same states under the
//! same indices as with one thread. Threads help most where many successors are known.

use std::hash::Hash;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Limits, Meter, StopReason};

use super::Layers;
use crate::states::{StateSet, memory};
use crate::threads::{by_all, lock};

/// A round ends when it has this many new successors for each thread, or when they take more than
/// [`BYTES`] for each thread. It has at most as many states.
const SUCCESSORS: usize = 1 << 14;
const BYTES: usize = 1 << 19;
/// The number of successive states that a thread expands at a time.
const PIECE: usize = 1 << 6;
/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 256;
/// Where the memory is limited, the new successors of a round may take at most this many bytes, and
/// at most an eighth of what is left.
const MOST_BYTES: u64 = 64 << 20;

impl<S: Copy + Eq + Hash + Send + Sync> Layers<S> {
    /// Does the work of [`advance`](Self::advance) with all threads that the limits allow.
    pub(super) fn advance_together<I: Iterator<Item = S>>(
        &mut self,
        layer: Range<u32>,
        meter: &mut Meter,
        successors: &(impl Fn(S) -> I + Sync),
        marks: &(impl Fn(&[S], &mut dyn FnMut(usize)) + Sync),
        stops: bool,
    ) -> Result<(), StopReason> {
        let threads = meter.limits().threads().get().min(MOST_THREADS);
        let room = usize::try_from(meter.room()).unwrap_or(usize::MAX);
        let end = layer.start + layer.len().min(room) as u32;
        let mut next = layer.start;
        while next < end {
            let budget = Self::budget(meter);
            memory::take(meter, budget.unwrap_or(0))?;
            let own = Limits {
                deadline: meter.deadline(),
                memory: budget.map(|budget| budget / threads as u64),
                ceiling: meter.limits().ceiling,
                cancel: meter.limits().cancel.clone(),
                ..Limits::default()
            };
            let enough = threads * SUCCESSORS.min(BYTES / size_of::<S>().max(1)).max(1);
            let round = Round::new(next..end.min(next.saturating_add(enough as u32)), enough);
            let mut held = vec![0; threads.min(round.pieces.len())];
            by_all(&mut held, |_, held| {
                *held = round.make(&self.set, successors, marks, &own)?;
                Ok(())
            })?;
            memory::give_back(meter, budget.unwrap_or(0));
            memory::take(meter, held.iter().sum())?;
            for piece in round.into_pieces() {
                next += piece.ends.len() as u32;
                self.insert(piece, meter)?;
                if stops && !self.marked.is_empty() {
                    return Ok(());
                }
            }
        }
        if end < layer.end {
            return Err(StopReason::States);
        }
        Ok(())
    }

    /// The bytes that the successors of a round may take, if the memory is limited.
    fn budget(meter: &Meter) -> Option<u64> {
        let most = meter.limits().memory?;
        Some((most.saturating_sub(meter.held()) / 8).min(MOST_BYTES))
    }

    /// Inserts the successors of a piece.
    fn insert(&mut self, mut piece: Piece<S>, meter: &mut Meter) -> Result<(), StopReason> {
        meter.expand_many(piece.ends.len() as u64)?;
        meter.generate(piece.generated);
        self.first_parent = piece.first;
        std::mem::swap(&mut self.batch, &mut piece.states);
        std::mem::swap(&mut self.ends, &mut piece.ends);
        memory::reserve(&mut self.marked, piece.marked.len(), meter)?;
        let mut marked = piece.marked.iter().peekable();
        let is_marked = |i: usize| marked.next_if(|&&at| at as usize == i).is_some();
        self.flush(is_marked, meter)?;
        std::mem::swap(&mut self.batch, &mut piece.states);
        std::mem::swap(&mut self.ends, &mut piece.ends);
        piece.release(meter);
        Ok(())
    }
}

/// Successive states of a layer, whose successors are made together.
struct Round<S> {
    /// The indices of the states.
    indices: Range<u32>,
    pieces: Vec<Mutex<Piece<S>>>,
    /// The number of pieces that threads have begun.
    begun: AtomicUsize,
    /// The number of new successors so far. When it is `enough`, no thread begins another piece.
    made: AtomicUsize,
    enough: usize,
}

/// The new successors of at most [`PIECE`] states of a round: those that were not in the set before
/// the round.
struct Piece<S> {
    /// The index of the first of these states in the set.
    first: u32,
    states: Vec<S>,
    /// For each of the states, the number of entries of `states` up to its last successor.
    ends: Vec<u32>,
    /// The positions in `states` of those that are marked.
    marked: Vec<u32>,
    /// The number of all successors, new or not.
    generated: u64,
}

impl<S: Copy + Eq + Hash> Round<S> {
    fn new(indices: Range<u32>, enough: usize) -> Self {
        let pieces = indices.clone().step_by(PIECE).map(|first| {
            Mutex::new(Piece {
                first,
                states: Vec::new(),
                ends: Vec::new(),
                marked: Vec::new(),
                generated: 0,
            })
        });
        Self {
            pieces: pieces.collect(),
            indices,
            begun: AtomicUsize::new(0),
            made: AtomicUsize::new(0),
            enough,
        }
    }

    /// Makes the successors of pieces until none is left or there are enough of them. Returns the
    /// bytes that they take.
    fn make<I: Iterator<Item = S>>(
        &self,
        set: &StateSet<S>,
        successors: &impl Fn(S) -> I,
        marks: &impl Fn(&[S], &mut dyn FnMut(usize)),
        limits: &Limits,
    ) -> Result<u64, StopReason> {
        let mut meter = Meter::new(limits);
        let mut generated = Vec::new();
        while self.made.load(Ordering::Relaxed) < self.enough {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = self.pieces.get(number) else {
                break;
            };
            let piece = &mut *lock(piece);
            let end = self.indices.end.min(piece.first + PIECE as u32);
            piece.expand(end, set, successors, &mut generated, &mut meter)?;
            piece.keep_new(set, &mut generated, &mut meter)?;
            let mut result = Ok(());
            marks(&piece.states, &mut |at| {
                let marked = memory::push(&mut piece.marked, at as u32, &mut meter);
                result = result.and(marked);
            });
            result?;
            self.made.fetch_add(piece.states.len(), Ordering::Relaxed);
        }
        memory::release(generated, &mut meter);
        Ok(meter.held())
    }

    /// The pieces that were made. Threads begin pieces in their order, so these are the first ones.
    fn into_pieces(self) -> impl Iterator<Item = Piece<S>> {
        let pieces = self.pieces.into_iter().take(self.begun.into_inner());
        pieces.map(|piece| piece.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<S: Copy + Eq + Hash> Piece<S> {
    /// Adds to `generated` the successors of the states up to the index `end`.
    fn expand<I: Iterator<Item = S>>(
        &mut self,
        end: u32,
        set: &StateSet<S>,
        successors: &impl Fn(S) -> I,
        generated: &mut Vec<S>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        for index in self.first..end {
            meter.expand()?;
            let before = generated.len();
            successors(set.get(index))
                .try_for_each(|state| memory::push(generated, state, meter))?;
            meter.generate((generated.len() - before) as u64);
            memory::push(&mut self.ends, generated.len() as u32, meter)?;
        }
        Ok(())
    }

    /// Keeps the generated states that the set does not contain.
    fn keep_new(
        &mut self,
        set: &StateSet<S>,
        generated: &mut Vec<S>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let (mut parent, mut result) = (0, Ok(()));
        set.find_all(generated, |i, found| {
            while self.ends[parent] as usize <= i {
                self.ends[parent] = self.states.len() as u32;
                parent += 1;
            }
            if found.is_none() {
                let kept = memory::push(&mut self.states, generated[i], meter);
                result = result.and(kept);
            }
        });
        self.ends[parent..].fill(self.states.len() as u32);
        self.generated = generated.len() as u64;
        generated.clear();
        result
    }

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

    use super::{Layers, SUCCESSORS};

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
        for states in [1, 2, 100, 5_000, 200_000] {
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
        let puzzle = Scattered { states: 100_000 };
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
    fn every_marked_state_of_a_layer_is_found() {
        let puzzle = Scattered { states: 40_000 };
        let successors = |state| puzzle.successors(state).map(|(_, after)| after);
        let marks = |states: &[u64], mark: &mut dyn FnMut(usize)| {
            for at in (0..states.len()).filter(|&at| states[at].is_multiple_of(7)) {
                mark(at);
            }
        };
        for count in [1, 2, 5] {
            let limits = threads(count);
            let mut meter = Meter::new(&limits);
            let mut layers = Layers::new(false, &mut meter).unwrap();
            layers.seed(0..20_000, &mut meter).unwrap();
            let any = layers.advance(&mut meter, successors, marks, false);
            assert_eq!(any, Ok(true));
            let new = layers.layer(1);
            let marked: Vec<_> = new
                .filter(|&i| layers.set.get(i).is_multiple_of(7))
                .collect();
            assert_eq!(layers.marked(), marked);
        }
    }

    #[test]
    fn every_limit_stops_the_threads() {
        let puzzle = Scattered { states: 100_000 };
        let free = threads(1);
        let mut meter = Meter::new(&free);
        let (_, _, (expanded, _)) = search(&puzzle, u64::MAX, &mut meter);
        let held = meter.held();
        for states in [0, 1, 129, SUCCESSORS as u64, expanded - 1] {
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
