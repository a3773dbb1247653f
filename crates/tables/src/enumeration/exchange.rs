//! Sends successors to the shards in which they lie.
//!
//! Marking the cell of a successor is a random access to memory or, which is much slower, to a disk
//! or another machine. So successors are never marked one by one. A worker collects successors in
//! its [`Outbox`], one small batch for every shard. A full batch goes through the [`Exchange`] as a
//! whole, and is marked at once while the shard's cells are in the cache.
//!
//! A worker holds no shard's lock while it expands, so a batch can always be delivered: nothing
//! waits in a queue, no two workers wait for each other, and no memory is needed but that of the
//! outboxes.
//!
//! The exchange costs little even if all cells fit into a cache: on the 239,500,800 boards of 3×4
//! tiles one thread expands 58 million states a second. Marking each successor directly, without
//! locks and therefore with one thread only, expands 60 million states a second.

use std::sync::{Mutex, PoisonError};

use fewest_search::threads::lock;
use fewest_search::zeroed;

use super::cells::StateCells;
use super::shard::Shard;

/// The number of states taken from a frontier at once: enough to make taking and metering cheap,
/// and few enough for the first-level cache.
pub const CHUNK: usize = 2048;

/// Gives the worker threads of a layer access to the shards.
///
/// Within a shard a state is identified by its *place*: its rank minus the first rank of the shard.
pub trait Exchange: Sync {
    /// Takes the next ranks from the frontier of `shard`, in increasing order, and writes as many
    /// as fit to the front of `ranks`, which has room for at least [`CHUNK`]. `from` is 0 in the
    /// first call for a shard, and then the position that the last call returned. Returns the
    /// number of ranks taken, and the position at which to continue, or `None` if no rank is left.
    fn take(&self, shard: usize, from: usize, ranks: &mut [u64]) -> (usize, Option<usize>);

    /// Marks `places` of `shard` as the next layer, except those that are already marked. Calls of
    /// this method before the first layer mark the starts. `places` may contain a place several
    /// times.
    fn deliver(&self, shard: usize, places: &[u32]);
}

/// The shards of a space that a process holds: every `processes`-th shard, beginning with the shard
/// `own`. Shards near each other have frontiers of similar size, so each process gets about the
/// same share of every layer.
#[derive(Debug, Clone, Copy)]
pub struct Placement {
    /// The index of this process.
    pub own: usize,
    /// The number of processes.
    pub processes: usize,
}

impl Placement {
    /// The placement of all shards in a single process.
    pub const ALL: Self = Self {
        own: 0,
        processes: 1,
    };

    /// The index, among all shards, of the shard that has the index `local` among the shards of
    /// this process.
    pub fn shard(self, local: usize) -> usize {
        local * self.processes + self.own
    }

    /// The index of `shard` among the shards of this process, or `None` if another process holds
    /// it.
    pub fn local(self, shard: usize) -> Option<usize> {
        (shard % self.processes == self.own).then_some(shard / self.processes)
    }
}

/// An exchange whose shards lie in the memory of this process.
#[derive(Debug)]
pub(crate) struct LocalExchange<'a, C> {
    shards: Vec<Mutex<Shard<'a, C>>>,
    shard_bits: u32,
    placement: Placement,
    frontier: u8,
    next: u8,
}

impl<'a, C: StateCells> LocalExchange<'a, C> {
    /// Cuts `bytes` into shards of `1 << shard_bits` states. The first deliveries form layer 0.
    pub(crate) fn new(bytes: &'a mut [u8], shard_bits: u32, placement: Placement) -> Self {
        let shard_bytes = ((1usize << shard_bits) * C::BITS as usize).div_ceil(8);
        Self {
            shards: bytes
                .chunks_mut(shard_bytes)
                .map(|bytes| Mutex::new(Shard::new(bytes)))
                .collect(),
            shard_bits,
            placement,
            frontier: C::UNSEEN,
            next: C::code(0),
        }
    }

    /// The number of bytes that a shard takes in addition to its cells.
    pub(crate) const OVERHEAD: usize = size_of::<Mutex<Shard<'a, C>>>();

    /// Makes the layer at `depth` the frontier; deliveries then mark the next layer.
    pub(crate) fn begin(&mut self, depth: u32) {
        self.frontier = C::code(depth);
        self.next = C::code(depth + 1);
    }

    /// Makes the states marked since the last call the frontier, at `depth`. Collects in `active`
    /// the shards that contain some of them, by their numbers among all shards, and returns the
    /// number of states.
    pub(crate) fn begin_with_fresh(&mut self, depth: u32, active: &mut Vec<usize>) -> u64 {
        self.begin(depth);
        active.clear();
        let placement = self.placement;
        let mut states = 0;
        for (local, fresh) in self.take_fresh().enumerate() {
            if fresh > 0 {
                active.push(placement.shard(local));
                states += fresh;
            }
        }
        states
    }

    /// The number of shards in this process.
    pub(crate) fn shards(&self) -> usize {
        self.shards.len()
    }

    /// The number of states in a shard, rounded up so that their cells fill whole bytes.
    pub(crate) fn places(&self, shard: usize) -> u64 {
        lock(&self.shards[shard]).places()
    }

    /// For each shard the number of cells marked since the last call.
    fn take_fresh(&mut self) -> impl Iterator<Item = u64> {
        self.shards.iter_mut().map(|shard| {
            shard
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner)
                .take_fresh()
        })
    }
}

impl<C: StateCells> Exchange for LocalExchange<'_, C> {
    fn take(&self, shard: usize, from: usize, ranks: &mut [u64]) -> (usize, Option<usize>) {
        let first = (self.placement.shard(shard) as u64) << self.shard_bits;
        lock(&self.shards[shard]).take(self.frontier, from, first, ranks)
    }

    fn deliver(&self, shard: usize, places: &[u32]) {
        lock(&self.shards[shard]).mark(places, self.next);
    }
}

/// The batches of one worker, one for each shard.
///
/// In most puzzles many successors of a shard lie in the shard itself, the *near* shard. The near
/// shard has a batch of its own, which needs no lookup in the table of batches. The batch of the
/// near shard saves a tenth of the total time.
#[derive(Debug)]
pub struct Outbox {
    shard_bits: u32,
    near: usize,
    near_filled: usize,
    near_places: Box<[u32; NEAR]>,
    /// The number of places (positions within a shard) for which a batch has room, unless it is the
    /// batch for the near shard.
    room: usize,
    /// For each shard, the number of places that its batch holds.
    filled: Vec<u32>,
    places: Vec<u32>,
}

/// The number of places (positions within a shard) for which the batch for the near shard has room.
/// The near shard is the one that the worker is expanding.
const NEAR: usize = 2048;

impl Outbox {
    /// An empty outbox for `shards` shards of `1 << shard_bits` states.
    pub fn new(shards: usize, shard_bits: u32, room: usize) -> Self {
        Self {
            shard_bits,
            near: 0,
            near_filled: 0,
            near_places: Box::new([0; NEAR]),
            room,
            filled: vec![0; shards],
            places: zeroed(shards * room),
        }
    }

    /// The bytes that the outbox takes.
    pub fn bytes(shards: u64, room: u64) -> u64 {
        shards
            .saturating_mul(1 + room)
            .saturating_add(NEAR as u64)
            .saturating_mul(4)
    }

    /// Tells that the worker expands `shard` from now on. For example, after shard 3 it expands
    /// shard 7: what it has collected for shard 3 is delivered, and from now on most of what it
    /// sends is for shard 7.
    pub fn set_near(&mut self, shard: usize, exchange: &impl Exchange) {
        self.deliver_near(exchange);
        self.near = shard;
    }

    /// Adds the state with the rank `rank` to the batch for its shard.
    ///
    /// This function is called for every successor. It is so small that the caller's loop, with
    /// this function compiled into it, stays in registers.
    #[inline(always)]
    pub fn send(&mut self, rank: u64, exchange: &impl Exchange) {
        let shard = (rank >> self.shard_bits) as usize;
        let place = rank as u32 & ((1 << self.shard_bits) - 1);
        match self.near_places.get_mut(self.near_filled) {
            Some(free) if shard == self.near => {
                *free = place;
                self.near_filled += 1;
            }
            _ => self.send_far(shard, place, exchange),
        }
    }

    /// Adds a state of a shard that is not the near shard, or of the near shard if its batch is
    /// full.
    #[inline(never)]
    fn send_far(&mut self, shard: usize, place: u32, exchange: &impl Exchange) {
        if shard == self.near {
            self.deliver_near(exchange);
            self.near_places[0] = place;
            self.near_filled = 1;
            return;
        }
        let filled = self.filled[shard] as usize;
        self.places[shard * self.room + filled] = place;
        self.filled[shard] = filled as u32 + 1;
        if filled + 1 == self.room {
            self.deliver(shard, exchange);
        }
    }

    /// Delivers the batch for the near shard.
    #[inline(never)]
    fn deliver_near(&mut self, exchange: &impl Exchange) {
        let filled = std::mem::take(&mut self.near_filled);
        if filled > 0 {
            exchange.deliver(self.near, &self.near_places[..filled]);
        }
    }

    /// Delivers the batch for `shard`, which is not the near one.
    #[inline(never)]
    fn deliver(&mut self, shard: usize, exchange: &impl Exchange) {
        let first = shard * self.room;
        let filled = std::mem::take(&mut self.filled[shard]) as usize;
        exchange.deliver(shard, &self.places[first..first + filled]);
    }

    /// Delivers all batches.
    pub fn flush(&mut self, exchange: &impl Exchange) {
        self.deliver_near(exchange);
        // When a layer ends, the near shards of the workers usually differ. If each worker begins
        // with its own near shard, workers rarely compete for the same lock.
        let shards = self.filled.len();
        for shard in (self.near..shards).chain(0..self.near.min(shards)) {
            if self.filled[shard] > 0 {
                self.deliver(shard, exchange);
            }
        }
    }
}
