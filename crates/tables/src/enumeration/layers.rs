//! Enumerates a space layer after layer: distributes the shards over the threads and detects the
//! end.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fewest_rules::{Meter, StopReason};
use fewest_search::threads::{by_all, lock};

use super::cells::StateCells;
use super::direction::Neighbours;
use super::exchange::{CHUNK, Exchange, LocalExchange, Outbox, Placement};

/// A frontier with fewer states than this is expanded by one thread, because starting another
/// thread takes as long as expanding about a thousand states.
pub(super) const WORTH_A_THREAD: u64 = 1 << 12;

/// The logarithm of the least number of states in a shard. Shards are made smaller until each
/// thread has [`SHARDS_A_THREAD`] of them, but never smaller than this.
const LEAST_SHARD_BITS: u32 = 12;
const SHARDS_A_THREAD: u64 = 32;
/// If several processes divide a space, its shards are as small as if each process had this many
/// threads.
const THREADS_A_PROCESS: usize = 8;
/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 1024;

/// All threads together have room in their batches for one place (position within a shard) for
/// every `STATES_A_PLACE` states. A place takes four bytes, so all outboxes together take a 64th of
/// a byte per state.
const STATES_A_PLACE: u64 = 256;
/// The allowed numbers of places (positions within a shard) in a batch, which is delivered to a
/// shard as a whole. A batch fills at least a cache line. Larger batches than the maximum would not
/// make locking and calling noticeably cheaper per place.
const ROOM: std::ops::RangeInclusive<u64> = 16..=4096;

/// The partition of a state space into shards, and the memory of its enumeration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShardPlan {
    pub(super) shard_bits: u32,
    /// The bytes of all cells of this process. (A cell is the few bits that mark a state.)
    pub(crate) cell_bytes: u64,
    /// The number of shards of the whole space, in all processes together.
    pub(super) shards: u64,
    pub(super) threads: u64,
    room: u64,
    pub(super) hardest: u64,
}

impl ShardPlan {
    pub(crate) fn new<C: StateCells>(states: u64, threads: NonZeroUsize, hardest: usize) -> Self {
        let threads = threads.get().min(MOST_THREADS) as u64;
        let shard_bits = (LEAST_SHARD_BITS..C::SHARD_BITS)
            .rev()
            .find(|bits| states >> bits > threads * SHARDS_A_THREAD)
            .map_or(LEAST_SHARD_BITS, |bits| bits + 1)
            .min(C::SHARD_BITS);
        let shards = states.div_ceil(1 << shard_bits);
        let room = (1 << shard_bits) / STATES_A_PLACE / threads;
        Self {
            shard_bits,
            cell_bytes: states.div_ceil(u64::from(8 / C::BITS)),
            shards,
            threads,
            room: room.clamp(*ROOM.start(), *ROOM.end()),
            hardest: states.min(hardest as u64),
        }
    }

    /// The plan for one of several processes. All processes have the same shards, even if their
    /// numbers of threads differ.
    pub(super) fn shared<C: StateCells>(
        states: u64,
        placement: Placement,
        threads: NonZeroUsize,
        hardest: usize,
    ) -> Self {
        let nominal = placement.processes.saturating_mul(THREADS_A_PROCESS);
        let nominal = NonZeroUsize::new(nominal).unwrap_or(NonZeroUsize::MIN);
        let all = Self::new::<C>(states, nominal, hardest);
        let threads = threads.get().min(MOST_THREADS) as u64;
        let states_a_shard = 1 << all.shard_bits;
        let own = (placement.own as u64..all.shards).step_by(placement.processes);
        let own_states: u64 = own
            .map(|shard| states_a_shard.min(states - shard * states_a_shard))
            .sum();
        let room = states_a_shard / STATES_A_PLACE / threads / placement.processes as u64;
        Self {
            cell_bytes: own_states.div_ceil(u64::from(8 / C::BITS)),
            threads,
            room: room.clamp(*ROOM.start(), *ROOM.end()),
            ..all
        }
    }

    /// Creates the workers of all threads.
    pub(super) fn workers(&self) -> Vec<Worker> {
        (0..self.threads)
            .map(|_| Worker {
                outbox: Outbox::new(self.shards as usize, self.shard_bits, self.room as usize),
                ranks: vec![0; CHUNK],
                hardest: Vec::with_capacity(self.hardest as usize),
                counted: 0,
            })
            .collect()
    }

    /// The bytes that an enumeration holds in addition to the cells, the few bits that mark each
    /// state.
    pub(crate) fn overhead<C: StateCells>(&self) -> u64 {
        let worker = Outbox::bytes(self.shards, self.room) + CHUNK as u64 * 8 + self.hardest * 8;
        let shard = LocalExchange::<C>::OVERHEAD as u64 + size_of::<usize>() as u64;
        (worker.saturating_mul(self.threads))
            .saturating_add(self.shards.saturating_mul(shard))
            .saturating_add(self.hardest * 8)
    }
}

/// The layers enumerated so far.
#[derive(Debug, Default)]
pub(crate) struct RankLayers {
    /// The number of states of each layer. All layers but the last are expanded.
    pub(crate) histogram: Vec<u64>,
    /// The least ranks among the states of the last layer that was expanded, in increasing order;
    /// at most as many as the caller asked for.
    pub(crate) hardest: Vec<u64>,
}

/// The end of an enumeration that no limit stopped.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LayerEnd {
    /// No reachable state is left.
    Complete,
    /// Some reachable state lies beyond the deepest layer that the cells can encode.
    TooDeep,
}

/// The data that one thread keeps from layer to layer.
pub(super) struct Worker {
    pub(super) outbox: Outbox,
    ranks: Vec<u64>,
    /// The least ranks that this worker has expanded in the current layer, in increasing order.
    /// Ranks that the census does not count are left out.
    pub(super) hardest: Vec<u64>,
    /// The number of states that this worker has expanded and that the census counts.
    pub(super) counted: u64,
}

impl RankLayers {
    /// Expands layer after layer, and marks the states of each layer in the cells in `bytes`.
    ///
    /// If there are no layers yet, the states whose ranks are `seeds` form the first one. If there
    /// are layers, `bytes` must hold them, and the last layer must not be expanded yet.
    pub(crate) fn extend<C: StateCells>(
        &mut self,
        neighbours: &impl Neighbours,
        seeds: &mut impl Iterator<Item = u64>,
        bytes: &mut [u8],
        plan: &ShardPlan,
        meter: &mut Meter,
    ) -> Result<LayerEnd, StopReason> {
        let mut exchange = LocalExchange::<C>::new(bytes, plan.shard_bits, Placement::ALL);
        let mut workers = plan.workers();
        let mut active: Vec<usize> = Vec::with_capacity(plan.shards as usize);
        if self.histogram.is_empty() {
            for (seed, n) in seeds.zip(1u32..) {
                workers[0].outbox.send(seed, &exchange);
                if n % 1024 == 0 {
                    meter.poll()?;
                }
            }
            workers[0].outbox.flush(&exchange);
            let fresh = exchange.begin_with_fresh(0, &mut active);
            if fresh == 0 {
                return Ok(LayerEnd::Complete);
            }
            self.push(fresh, meter)?;
        } else {
            exchange.begin(self.depth());
            active.extend(0..plan.shards as usize);
        }
        loop {
            let depth = self.depth();
            meter.prove_at_least(depth);
            let threads = match self.histogram.last() {
                Some(&frontier) if frontier >= WORTH_A_THREAD => workers.len(),
                _ => 1,
            };
            let layer = RankLayer {
                exchange: &exchange,
                hardest: plan.hardest as usize,
                counted: None,
                active: &active,
                stretches: WorkRange::cut(active.len(), threads),
                meter: Mutex::new(&mut *meter),
            };
            layer.expand(neighbours, &mut workers[..threads])?;
            let fresh = exchange.begin_with_fresh(depth + 1, &mut active);
            if fresh > 0 && C::DEEPEST == Some(depth) {
                return Ok(LayerEnd::TooDeep);
            }
            self.hardest.clear();
            for worker in &mut workers {
                self.hardest.append(&mut worker.hardest);
            }
            self.hardest.sort_unstable();
            self.hardest.truncate(plan.hardest as usize);
            if fresh == 0 {
                return Ok(LayerEnd::Complete);
            }
            self.push(fresh, meter)?;
        }
    }

    /// The depth of the last layer.
    fn depth(&self) -> u32 {
        (self.histogram.len() - 1) as u32
    }

    fn push(&mut self, states: u64, meter: &mut Meter) -> Result<(), StopReason> {
        if self.histogram.len() == self.histogram.capacity() {
            let more = self.histogram.len().max(64);
            meter.hold(meter.held() + more as u64 * 8)?;
            self.histogram.reserve_exact(more);
        }
        self.histogram.push(states);
        Ok(())
    }
}

/// A range of the active shards, from which workers take one shard after the other.
///
/// Most successors lie in nearby shards, so workers that expand neighbouring shards compete for the
/// same locks. Each worker therefore starts with a range of its own, and helps with the ranges of
/// others afterwards.
pub(crate) struct WorkRange {
    /// The first shard that no worker has started.
    next: AtomicUsize,
    end: usize,
}

impl WorkRange {
    /// Cuts `shards` shards into one range per worker.
    pub(crate) fn cut(shards: usize, workers: usize) -> Vec<Self> {
        (0..workers)
            .map(|worker| Self {
                next: AtomicUsize::new(shards * worker / workers),
                end: shards * (worker + 1) / workers,
            })
            .collect()
    }

    /// Takes the next shard of this range that no worker has started. Returns its index among the
    /// active shards, or `None` if every shard of the range has been started.
    pub(crate) fn begin(&self) -> Option<usize> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < self.end).then_some(next)
    }

    /// Marks all shards as started, so that every worker stops after its current shard.
    pub(crate) fn give_up(&self) {
        self.next.store(self.end, Ordering::Relaxed);
    }
}

/// The data that all threads share while they expand one layer.
pub(super) struct RankLayer<'a, 'm, E> {
    pub(super) exchange: &'a E,
    pub(super) hardest: usize,
    /// The range of the ranks that the census counts, or `None` if it counts all ranks.
    pub(super) counted: Option<Range<u64>>,
    /// The shards with states in the frontier, in increasing order.
    pub(super) active: &'a [usize],
    /// The ranges into which `active` is cut, one for each worker.
    pub(super) stretches: Vec<WorkRange>,
    pub(super) meter: Mutex<&'a mut Meter<'m>>,
}

impl<E: Exchange> RankLayer<'_, '_, E> {
    pub(super) fn expand(
        &self,
        neighbours: &impl Neighbours,
        workers: &mut [Worker],
    ) -> Result<(), StopReason> {
        by_all(workers, |number, worker| {
            self.work(neighbours, number, worker)
        })
    }

    /// Expands shards until none is left, starting with worker `number`'s own range.
    fn work(
        &self,
        neighbours: &impl Neighbours,
        number: usize,
        worker: &mut Worker,
    ) -> Result<(), StopReason> {
        let (before, from) = self.stretches.split_at(number);
        for stretch in from.iter().chain(before) {
            while let Some(at) = stretch.begin() {
                if let Err(reason) = self.expand_shard(neighbours, self.active[at], worker) {
                    self.give_up();
                    return Err(reason);
                }
            }
        }
        worker.outbox.flush(self.exchange);
        Ok(())
    }

    /// Makes all workers stop after their current shard.
    pub(super) fn give_up(&self) {
        self.stretches.iter().for_each(WorkRange::give_up);
    }

    fn expand_shard(
        &self,
        neighbours: &impl Neighbours,
        shard: usize,
        worker: &mut Worker,
    ) -> Result<(), StopReason> {
        worker.outbox.set_near(shard, self.exchange);
        let mut from = Some(0);
        while let Some(at) = from {
            let taken;
            (taken, from) = self.exchange.take(shard, at, &mut worker.ranks);
            let ranks = &worker.ranks[..taken];
            lock(&self.meter).expand_many(taken as u64)?;
            let counted = match &self.counted {
                None => ranks,
                Some(counted) => {
                    let [first, end] = [counted.start, counted.end]
                        .map(|bound| ranks.partition_point(|&rank| rank < bound));
                    &ranks[first..end]
                }
            };
            worker.counted += counted.len() as u64;
            keep_least(&mut worker.hardest, counted, self.hardest);
            let mut generated = 0;
            neighbours.visit(ranks, |rank| {
                generated += 1;
                worker.outbox.send(rank, self.exchange);
            });
            lock(&self.meter).generate(generated);
        }
        Ok(())
    }
}

/// Adds `ranks` to `least` and keeps only the least `most` ranks. `ranks` and `least` are in
/// increasing order.
///
/// The numbers in `ranks` may be less than those in `least`, because a worker that helps others may
/// go back to earlier shards.
fn keep_least(least: &mut Vec<u64>, ranks: &[u64], most: usize) {
    for &rank in ranks {
        if least.len() == most {
            if least.last().is_none_or(|&last| last < rank) {
                return;
            }
            least.pop();
        }
        let at = least.partition_point(|&other| other < rank);
        least.insert(at, rank);
    }
}
