//! A layer of one of the two waves of a bidirectional search, expanded by several threads. A *wave*
//! is the search from one end.
//!
//! # Who holds what
//!
//! The hash of a state determines its *shard*, which holds it in the forward wave, in the backward
//! wave or in both. Threads take shards of the frontier one after the other and expand them.
//! Successors may lie in any shard. Each thread collects successors in one small batch for every
//! shard, and inserts a full batch as a whole under the shard's lock. The waves meet where a wave
//! reaches a state that the state's shard already holds in the other wave. No thread holds a
//! shard's lock while it waits for another shard's, nothing waits in a queue, and a layer is
//! complete when its last batch is inserted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Limits, Meter, Puzzle, Reverse, StopReason};

use crate::states::memory::{self, give_back, take};
use crate::states::{StateSet, hash};
use crate::threads::{by_all, lock};

/// A thread inserts the states that it reaches into a shard in batches of this many states.
pub(crate) const BATCH: usize = 256;

pub(crate) const FORWARD: usize = 0;
pub(crate) const BACKWARD: usize = 1;

/// The states of one shard that one wave has reached, layer by layer.
pub(crate) struct ShardWave<S> {
    pub(crate) set: StateSet<S>,
    /// For each layer, the index in `set` of its first state.
    pub(crate) starts: Vec<u32>,
}

pub(crate) struct WaveShard<S> {
    pub(crate) waves: [ShardWave<S>; 2],
    /// The states of this shard that both waves have reached.
    pub(crate) meeting: Vec<S>,
}

/// The data that one thread keeps from layer to layer.
pub(crate) struct WaveWorker<S> {
    /// For each shard, the batch of states to insert there.
    pub(crate) outbox: Vec<Vec<S>>,
    /// The states that the thread expands next.
    pub(crate) chunk: Vec<S>,
}

/// One layer of one wave, shared by all its threads.
pub(crate) struct WaveLayer<'a, 'm, P: Puzzle> {
    puzzle: &'a P,
    shards: &'a [Mutex<WaveShard<P::State>>],
    wave: usize,
    /// The depth of the layer to expand.
    depth: u32,
    /// The index of the first shard that no thread has begun to expand.
    next: AtomicUsize,
    pub(crate) meter: Mutex<&'a mut Meter<'m>>,
}

impl<'a, 'm, P> WaveLayer<'a, 'm, P>
where
    P: Reverse + Sync,
    P::State: Send + Sync,
{
    pub(crate) fn new(
        puzzle: &'a P,
        shards: &'a [Mutex<WaveShard<P::State>>],
        wave: usize,
        depth: u32,
        meter: &'a mut Meter<'m>,
    ) -> Self {
        Self {
            puzzle,
            shards,
            wave,
            depth,
            next: AtomicUsize::new(0),
            meter: Mutex::new(meter),
        }
    }

    pub(crate) fn expand(&self, workers: &mut [WaveWorker<P::State>]) -> Result<(), StopReason> {
        by_all(workers, |_, worker| self.work(worker))
    }

    /// Expands shards until none is left.
    fn work(&self, worker: &mut WaveWorker<P::State>) -> Result<(), StopReason> {
        let mut result = Ok(());
        while result.is_ok()
            && let Some(shard) = self.shards.get(self.next.fetch_add(1, Ordering::Relaxed))
        {
            result = self.expand_shard(shard, worker);
        }
        if result.is_err() {
            // All shards are marked as started, so that the other threads stop.
            self.next.store(self.shards.len(), Ordering::Relaxed);
            return result;
        }
        self.flush(worker)
    }

    fn expand_shard(
        &self,
        shard: &Mutex<WaveShard<P::State>>,
        worker: &mut WaveWorker<P::State>,
    ) -> Result<(), StopReason> {
        let layer = {
            let starts = &lock(shard).waves[self.wave].starts;
            starts[self.depth as usize]..starts[self.depth as usize + 1]
        };
        for first in layer.clone().step_by(BATCH) {
            let mut chunk = std::mem::take(&mut worker.chunk);
            chunk.clear();
            {
                let set = &lock(shard).waves[self.wave].set;
                let last = layer.end.min(first.saturating_add(BATCH as u32));
                chunk.extend((first..last).map(|index| set.get(index)));
            }
            lock(&self.meter).expand_many(chunk.len() as u64)?;
            let mut generated = 0;
            for &state in &chunk {
                generated += if self.wave == FORWARD {
                    let moves = self.puzzle.moves(state);
                    self.send_all(moves.map(|m| self.puzzle.apply(state, m)), worker)?
                } else {
                    let predecessors = self.puzzle.predecessors(state);
                    self.send_all(predecessors.map(|(_, before)| before), worker)?
                };
            }
            lock(&self.meter).generate(generated);
            worker.chunk = chunk;
        }
        Ok(())
    }

    /// Puts `states` into the batches for their shards. Returns the number of states.
    #[inline]
    fn send_all(
        &self,
        mut states: impl Iterator<Item = P::State>,
        worker: &mut WaveWorker<P::State>,
    ) -> Result<u64, StopReason> {
        states.try_fold(0, |sent, state| {
            self.send(state, worker)?;
            Ok(sent + 1)
        })
    }

    #[inline]
    pub(crate) fn send(
        &self,
        state: P::State,
        worker: &mut WaveWorker<P::State>,
    ) -> Result<(), StopReason> {
        let shard = place(state, self.shards.len());
        let batch = &mut worker.outbox[shard];
        batch.push(state);
        if batch.len() == BATCH {
            self.deliver(shard, batch)?;
        }
        Ok(())
    }

    /// Inserts all remaining batches.
    pub(crate) fn flush(&self, worker: &mut WaveWorker<P::State>) -> Result<(), StopReason> {
        for (shard, batch) in worker.outbox.iter_mut().enumerate() {
            self.deliver(shard, batch)?;
        }
        Ok(())
    }

    /// Inserts a batch of states into the shard with the index `shard`, and empties the batch. The
    /// states that the wave had not reached before belong to its next layer.
    fn deliver(&self, shard: usize, batch: &mut Vec<P::State>) -> Result<(), StopReason> {
        let mut shard = lock(&self.shards[shard]);
        let WaveShard { waves, meeting } = &mut *shard;
        let [forward, backward] = waves;
        let (wave, other) = match self.wave {
            FORWARD => (forward, &backward.set),
            _ => (backward, &forward.set),
        };
        self.reserve(&mut wave.set, batch.len())?;
        let mut met = [0; BATCH];
        let mut count = 0;
        wave.set.insert_all(batch, |i, _, new| {
            if new && other.find(batch[i]).is_some() {
                met[count] = i;
                count += 1;
            }
        });
        for &i in &met[..count] {
            memory::push(meeting, batch[i], &mut lock(&self.meter))?;
        }
        batch.clear();
        Ok(())
    }

    /// Makes room in a set. Reports the memory to the meter before and after the set grows, but
    /// does not hold the meter's lock in between, so that other threads can use the meter.
    fn reserve(&self, set: &mut StateSet<P::State>, more: usize) -> Result<(), StopReason> {
        let at_work = set.growth_at_work(more);
        if at_work == 0 {
            return Ok(());
        }
        let growth = set.growth(more);
        take(&mut lock(&self.meter), at_work)?;
        let said = Limits::default();
        let result = set.reserve(more, &mut Meter::new(&said));
        give_back(&mut lock(&self.meter), at_work - growth);
        result
    }
}

/// The shard of a state. The shard is chosen by bits of the hash that a `StateSet` does not use, as
/// long as it has less than 2²⁷ states.
#[inline]
pub(crate) fn place<S: std::hash::Hash>(state: S, shards: usize) -> usize {
    (hash(&state) >> 32) as usize & (shards - 1)
}

pub(crate) fn unlocked<T>(mutex: &mut Mutex<T>) -> &mut T {
    mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
}
