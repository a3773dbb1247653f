//! The wave of a breadth-first search: all states at distance 0, 1, 2, … from its first layer,
//! layer after layer, in one set.

mod together;

use std::hash::Hash;
use std::ops::{ControlFlow, Range};

use fewest_rules::{Meter, Puzzle, StopReason};

use crate::states::memory::{self, bytes_of, give_back, take};
use crate::states::{Arena, BATCH, StateSet};

/// Of `SAMPLE` successive states, one has its parent stored.
const SAMPLE: u32 = 32;
/// A layer with at least this many states is expanded by all threads.
const WORTH_THREADS: usize = 1 << 12;

/// The states of a wave by distance. A layer is a range of indices of the set.
#[derive(Debug)]
pub struct Layers<S> {
    pub(crate) set: StateSet<S>,
    /// The index of the first state of each layer.
    starts: Arena<u32>,
    /// The states from which every [`SAMPLE`]th state was first reached, if parents are kept. The
    /// index of a parent never decreases as the index of the child increases. So the two nearest
    /// samples enclose the parent of any state, and storing the parents takes only an eighth of a
    /// byte per state.
    parents: Option<Arena<u32>>,
    /// States that are generated but not yet looked up.
    batch: Vec<S>,
    /// The index of the state that generated the first part of the batch. The states that follow it
    /// generated the next parts, one part each. `ends` has the end of every part of the batch.
    first_parent: u32,
    ends: Vec<u32>,
    /// The indices of the marked states of the last layer.
    marked: Vec<u32>,
}

impl<S: Copy + Eq + Hash + Send + Sync> Layers<S> {
    /// Makes a wave without layers. The wave keeps parents if `keep_parents` is set.
    pub(crate) fn new(keep_parents: bool, meter: &mut Meter) -> Result<Self, StopReason> {
        take(meter, Self::batch_bytes())?;
        Ok(Self {
            set: StateSet::new(),
            starts: Arena::new(),
            parents: keep_parents.then(Arena::new),
            batch: Vec::with_capacity(BATCH),
            first_parent: 0,
            ends: Vec::with_capacity(BATCH),
            marked: Vec::new(),
        })
    }

    fn batch_bytes() -> u64 {
        bytes_of::<S>(BATCH) + bytes_of::<u32>(BATCH)
    }

    /// Makes layer 0 of the wave from `states`.
    pub(crate) fn seed(
        &mut self,
        states: impl IntoIterator<Item = S>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        self.begin_layer(meter)?;
        for (i, state) in states.into_iter().enumerate() {
            if i % 1024 == 1023 {
                meter.poll()?;
            }
            self.batch.push(state);
            if self.batch.len() == BATCH {
                self.flush(|_| false, meter)?;
            }
        }
        self.flush(|_| false, meter)
    }

    /// The depth of the last layer.
    pub(crate) fn depth(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The indices of the states of the layer at `depth`.
    pub(crate) fn layer(&self, depth: u32) -> Range<u32> {
        let end = if depth == self.depth() {
            self.set.len() as u32
        } else {
            self.starts.get(depth + 1)
        };
        self.starts.get(depth)..end
    }

    /// The depth of the layer that contains the state with index `index`.
    pub(crate) fn depth_of(&self, index: u32) -> u32 {
        let (mut low, mut high) = (0, self.depth());
        // Invariant: the state lies in one of the layers from `low` to `high`.
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.starts.get(middle) <= index {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// The number of states in the last layer.
    pub(crate) fn frontier(&self) -> usize {
        self.layer(self.depth()).len()
    }

    /// Expands the last layer in its order and makes the new states the next layer. `marks` gets
    /// some of the new states at a time, and calls its second argument with the positions of those
    /// that the search looks for. Returns whether there are any. If `stops` is set, the search ends
    /// soon after it has found the first of them, and the layer may be incomplete.
    ///
    /// Neither the states and their order nor the first mark depend on the number of threads.
    pub(crate) fn advance<I: Iterator<Item = S>>(
        &mut self,
        meter: &mut Meter,
        successors: impl Fn(S) -> I + Sync,
        marks: impl Fn(&[S], &mut dyn FnMut(usize)) + Sync,
        stops: bool,
    ) -> Result<bool, StopReason> {
        let layer = self.layer(self.depth());
        self.begin_layer(meter)?;
        if layer.len() >= WORTH_THREADS && meter.limits().threads().get() > 1 {
            self.advance_together(layer, meter, &successors, &marks, stops)?;
        } else {
            self.advance_alone(layer, meter, successors, &marks, stops)?;
        }
        Ok(!self.marked.is_empty())
    }

    fn advance_alone<I: Iterator<Item = S>>(
        &mut self,
        layer: Range<u32>,
        meter: &mut Meter,
        successors: impl Fn(S) -> I,
        marks: &impl Fn(&[S], &mut dyn FnMut(usize)),
        stops: bool,
    ) -> Result<(), StopReason> {
        self.first_parent = layer.start;
        for index in layer {
            if let Err(reason) = meter.expand() {
                // The states that were generated before the limit was reached may contain the
                // answer.
                self.flush_and_mark(meter, marks)?;
                return if stops && !self.marked.is_empty() {
                    Ok(())
                } else {
                    Err(reason)
                };
            }
            let mut successors = successors(self.set.get(index));
            let room = BATCH - self.batch.len();
            match successors.size_hint() {
                // If the number of successors is known and the batch has room for them, no check is
                // needed for each successor.
                (count, Some(most)) if count == most && count < room => {
                    self.batch.extend(successors);
                }
                // `try_for_each` compiles chains of filters to one loop, unlike a `for` loop. The
                // closure breaks when the batch is full, so the loop contains no code that empties
                // the batch.
                _ => {
                    while let ControlFlow::Break(()) = successors.try_for_each(|state| {
                        self.batch.push(state);
                        if self.batch.len() < BATCH {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    }) {
                        self.flush_and_mark(meter, marks)?;
                        if stops && !self.marked.is_empty() {
                            return Ok(());
                        }
                        self.first_parent = index;
                    }
                }
            }
            self.ends.push(self.batch.len() as u32);
            if self.ends.len() == BATCH {
                // The states of this layer have hardly any moves, so the batch holds few states of
                // many parents.
                self.flush_and_mark(meter, marks)?;
                if stops && !self.marked.is_empty() {
                    return Ok(());
                }
                self.first_parent = index + 1;
            }
        }
        self.flush_and_mark(meter, marks)
    }

    /// The states of the last layer that were marked, in increasing order of their indices.
    pub(crate) fn marked(&self) -> &[u32] {
        &self.marked
    }

    fn begin_layer(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        self.starts.reserve(1, meter)?;
        self.starts.push(self.set.len() as u32);
        self.marked.clear();
        Ok(())
    }

    /// Flushes the batch, counts its states as generated, and marks the new states.
    #[inline(never)]
    fn flush_and_mark(
        &mut self,
        meter: &mut Meter,
        marks: &impl Fn(&[S], &mut dyn FnMut(usize)),
    ) -> Result<(), StopReason> {
        let known = self.set.len() as u32;
        let generated = self.batch.len() as u64;
        self.flush(|_| false, meter)?;
        meter.generate(generated);
        let new = known..self.set.len() as u32;
        self.batch.extend(new.map(|index| self.set.get(index)));
        let mut result = Ok(());
        marks(&self.batch, &mut |i| {
            let marked = memory::push(&mut self.marked, known + i as u32, meter);
            result = result.and(marked);
        });
        self.batch.clear();
        result
    }

    /// Looks up the states of the batch and inserts those that are new. `marked` is called with the
    /// positions of the states in the batch, in their order, and tells which states are marked. The
    /// caller reserves room for their indices.
    #[inline(never)]
    fn flush(
        &mut self,
        mut marked: impl FnMut(usize) -> bool,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        self.set.reserve(self.batch.len(), meter)?;
        if let Some(parents) = &mut self.parents {
            parents.reserve(self.batch.len(), meter)?;
        }
        self.set.insert_all(&self.batch, |i, index, new| {
            if marked(i) && new {
                self.marked.push(index);
            }
            if new
                && let Some(parents) = &mut self.parents
                && index.is_multiple_of(SAMPLE)
            {
                let passed = self.ends.partition_point(|&end| end as usize <= i);
                parents.push(self.first_parent + passed as u32);
            }
        });
        self.batch.clear();
        self.ends.clear();
        Ok(())
    }

    /// The moves by which the state with index `index` was first reached from layer 0: the
    /// lexicographically first of the shortest paths. The wave must keep parents.
    ///
    /// # Errors
    /// [`StopReason::Contradiction`] if a state on the path has no parent.
    pub(crate) fn path_to<P>(&self, puzzle: &P, mut index: u32) -> Result<Vec<P::Move>, StopReason>
    where
        P: Puzzle<State = S>,
    {
        let mut moves = Vec::new();
        while !self.layer(0).contains(&index) {
            let step = self.parent(puzzle, index);
            let (parent, m) = step.ok_or(StopReason::Contradiction)?;
            moves.push(m);
            index = parent;
        }
        moves.reverse();
        Ok(moves)
    }

    /// The index of the first state that has a move to the state with index `index`, and the first
    /// such move.
    fn parent<P>(&self, puzzle: &P, index: u32) -> Option<(u32, P::Move)>
    where
        P: Puzzle<State = S>,
    {
        let sample = index / SAMPLE;
        (self.parents.as_ref()?.get(sample)..index).find_map(|parent| {
            let m = move_between(puzzle, self.set.get(parent), self.set.get(index))?;
            Some((parent, m))
        })
    }

    /// Drops the layers and reports the memory as free.
    pub(crate) fn release(self, meter: &mut Meter) {
        let parents = self.parents.as_ref().map_or(0, Arena::bytes);
        give_back(meter, Self::batch_bytes() + self.starts.bytes() + parents);
        memory::release(self.marked, meter);
        self.set.release(meter);
    }
}

/// The first move from `before`, a state on a path, to `after`, the next one.
///
/// # Errors
/// [`StopReason::Contradiction`] if no move connects them.
pub(crate) fn step_between<P: Puzzle>(
    puzzle: &P,
    before: P::State,
    after: P::State,
) -> Result<P::Move, StopReason> {
    move_between(puzzle, before, after).ok_or(StopReason::Contradiction)
}

/// The first move from `before` to `after`; `None` if no move connects them.
fn move_between<P: Puzzle>(puzzle: &P, before: P::State, after: P::State) -> Option<P::Move> {
    puzzle
        .moves(before)
        .find(|&m| puzzle.apply(before, m) == after)
}
