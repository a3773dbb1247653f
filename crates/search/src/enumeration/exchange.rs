//! How successors travel to the shards they lie in.
//!
//! A successor's cell is a random access: into memory, or with shards on disk
//! or on other machines into something much slower. So none is marked by
//! itself. A worker drops successors into its [`Outbox`], one small batch for
//! every shard, and a batch that is full travels as a whole through the
//! [`Exchange`] and is marked in one go while the shard's cells are at hand.
//!
//! A worker holds no shard while it expands, so a batch can always be
//! delivered: nothing waits in a queue, no two workers wait for each other,
//! and the memory is exactly that of the outboxes.
//!
//! What it costs, where all cells lie in a cache: on the 239,500,800 boards of
//! 3×4 tiles one thread expands 58 million states a second; marking each
//! successor directly, without locks and so for one thread only, 60 million.

use std::sync::{Mutex, PoisonError};

use super::cells::Cells;
use super::shard::Shard;

/// States taken from a frontier at once: enough to make taking and metering
/// cheap, few enough for the first cache.
pub(crate) const CHUNK: usize = 2048;

/// The shards as the workers of a layer reach them, from any thread.
///
/// Within a shard states go by *place*, their rank less the shard's first.
pub(crate) trait Exchange: Sync {
    /// Writes the least ranks of the frontier of `shard` that were not taken
    /// before to the front of `ranks`, in increasing order, as many as find room;
    /// there is room for [`CHUNK`]. `from` is 0 the first time and then what was
    /// returned. Returns how many there are, and where to go on from or `None`
    /// if these were the last.
    fn take(&self, shard: usize, from: usize, ranks: &mut [u64]) -> (usize, Option<usize>);

    /// Marks `places` of `shard` as the next layer, before that layer begins,
    /// unless they were seen before. Places may repeat.
    fn deliver(&self, shard: usize, places: &[u32]);
}

/// Shards in this process' memory.
#[derive(Debug)]
pub(crate) struct Memory<'a, C> {
    shards: Vec<Mutex<Shard<'a, C>>>,
    shard_bits: u32,
    frontier: u8,
    next: u8,
}

impl<'a, C: Cells> Memory<'a, C> {
    /// Cuts `bytes` into shards of `1 << shard_bits` states. What is delivered
    /// first is layer 0.
    pub(crate) fn new(bytes: &'a mut [u8], shard_bits: u32) -> Self {
        let shard_bytes = ((1usize << shard_bits) * C::BITS as usize).div_ceil(8);
        Self {
            shards: bytes
                .chunks_mut(shard_bytes)
                .map(|bytes| Mutex::new(Shard::new(bytes)))
                .collect(),
            shard_bits,
            frontier: C::UNSEEN,
            next: C::code(0),
        }
    }

    /// The bytes a shard takes beside its cells.
    pub(crate) const OVERHEAD: usize = size_of::<Mutex<Shard<'a, C>>>();

    /// Makes the layer at `depth` the frontier, and the next one what is marked.
    pub(crate) fn begin(&mut self, depth: u32) {
        self.frontier = C::code(depth);
        self.next = C::code(depth + 1);
    }

    /// For each shard how many of its cells were marked since this was last
    /// asked.
    pub(crate) fn take_fresh(&mut self) -> impl Iterator<Item = u64> {
        self.shards.iter_mut().map(|shard| {
            shard
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner)
                .take_fresh()
        })
    }
}

impl<C: Cells> Exchange for Memory<'_, C> {
    fn take(&self, shard: usize, from: usize, ranks: &mut [u64]) -> (usize, Option<usize>) {
        let first = (shard as u64) << self.shard_bits;
        lock(&self.shards[shard]).take(self.frontier, from, first, ranks)
    }

    fn deliver(&self, shard: usize, places: &[u32]) {
        lock(&self.shards[shard]).mark(places, self.next);
    }
}

/// A panic in one worker ends the enumeration anyway.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The batches of one worker, one for each shard.
///
/// Of the successors of a shard many, in most puzzles, lie in that shard
/// itself: it is *near*. They have a batch of their own, for which no table of
/// batches is looked up; that saves a tenth of all time.
#[derive(Debug)]
pub(crate) struct Outbox {
    shard_bits: u32,
    near: usize,
    near_filled: usize,
    near_places: Box<[u32; NEAR]>,
    /// Places a batch for another shard has room for.
    room: usize,
    /// How many places of each batch are taken.
    filled: Vec<u32>,
    places: Vec<u32>,
}

/// Places the batch for the near shard has room for.
const NEAR: usize = 2048;

impl Outbox {
    /// An empty outbox for `shards` shards of `1 << shard_bits` states.
    pub(crate) fn new(shards: usize, shard_bits: u32, room: usize) -> Self {
        Self {
            shard_bits,
            near: 0,
            near_filled: 0,
            near_places: Box::new([0; NEAR]),
            room,
            filled: vec![0; shards],
            places: vec![0; shards * room],
        }
    }

    /// The bytes it takes.
    pub(crate) fn bytes(shards: u64, room: u64) -> u64 {
        shards
            .saturating_mul(1 + room)
            .saturating_add(NEAR as u64)
            .saturating_mul(4)
    }

    /// Says which shard is near from now on, delivering what is on its way to
    /// the one that was.
    pub(crate) fn set_near(&mut self, shard: usize, exchange: &impl Exchange) {
        self.deliver_near(exchange);
        self.near = shard;
    }

    /// Sends the state with number `rank` on its way.
    #[inline]
    pub(crate) fn send(&mut self, rank: u64, exchange: &impl Exchange) {
        let shard = (rank >> self.shard_bits) as usize;
        let place = rank as u32 & ((1 << self.shard_bits) - 1);
        if shard == self.near {
            if self.near_filled == NEAR {
                self.deliver_near(exchange);
            }
            self.near_places[self.near_filled] = place;
            self.near_filled += 1;
        } else {
            let filled = self.filled[shard] as usize;
            self.places[shard * self.room + filled] = place;
            self.filled[shard] = filled as u32 + 1;
            if filled + 1 == self.room {
                self.deliver(shard, exchange);
            }
        }
    }

    /// Delivers what is on its way to the near shard.
    #[inline(never)]
    fn deliver_near(&mut self, exchange: &impl Exchange) {
        let filled = std::mem::take(&mut self.near_filled);
        if filled > 0 {
            exchange.deliver(self.near, &self.near_places[..filled]);
        }
    }

    /// Delivers what is on its way to `shard`, another than the near one.
    #[inline(never)]
    fn deliver(&mut self, shard: usize, exchange: &impl Exchange) {
        let first = shard * self.room;
        let filled = std::mem::take(&mut self.filled[shard]) as usize;
        exchange.deliver(shard, &self.places[first..first + filled]);
    }

    /// Delivers all that is on its way.
    pub(crate) fn flush(&mut self, exchange: &impl Exchange) {
        self.deliver_near(exchange);
        // Workers end at different shards, and so do not meet on the way round.
        let shards = self.filled.len();
        for shard in (self.near..shards).chain(0..self.near.min(shards)) {
            if self.filled[shard] > 0 {
                self.deliver(shard, exchange);
            }
        }
    }
}
