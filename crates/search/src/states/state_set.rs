//! The set of states on which every search with duplicate detection is built.
//!
//! # The problem
//!
//! An exact search must remember every state that it has seen. Two things decide how far such a
//! search gets: the bytes per state, and the time of a lookup. A general hash table wastes both. It
//! keeps the states inside the table, part of which must stay empty. When the table doubles, the
//! old and the new table are held together. And each lookup waits for a cache miss of some hundred
//! cycles before the next one starts.
//!
//! # The layout
//!
//! States lie in an arena in the order of insertion, without gaps, and never move. The arena is
//! also the queue of a search, because breadth-first order *is* insertion order. A search
//! identifies a state by its index, a `u32`, which takes half as much memory as a pointer. The
//! search keeps all other data of a state in arenas of its own under the same index.
//!
//! The table holds only `u32` words, in groups of eight. The hash of a state determines its *home
//! group*. A lookup probes groups from there up to the first group that has an empty word. An empty
//! word of the table is 0. The low bits of any other word hold the index of a state plus one. The
//! high bits that no index needs (8 of them at 16 million states) hold a tag: bits of the state's
//! hash. A lookup compares a whole group with a tag at once. A state that is not in the set rarely
//! causes an access to the arena. But a matching tag is only accepted after comparing the whole
//! state, so the set is exact.
//!
//! Growing drops the old table *before* it allocates the new one, because the arena holds every
//! state. A large table grows by half instead of doubling. The table can have any length, because
//! multiplication maps a hash to a group. A large set takes the most memory right after its table
//! has grown: 7.5 bytes per state in addition to the state itself.
//!
//! # Speed
//!
//! [`StateSet::insert_all`] takes a batch of states through three steps. The first step hashes the
//! state and prefetches its home group. The second step compares the group with the tag and
//! prefetches the state of a matching word. The third step probes and inserts, with all data in the
//! cache. While one state waits for memory between two steps, other states take their steps, so the
//! processor has a dozen cache misses in flight instead of one.

use std::hash::{Hash, Hasher};

use fewest_rules::{Meter, StopReason};

use super::arena::Arena;
use super::memory::{bytes_of, give_back, take};
use crate::processor::{WINDOW, hits, prefer_huge_pages, prefetch};

#[cfg(test)]
mod tests;

/// A set looks up and inserts at most this many states in one interleaved batch.
pub(crate) const BATCH: usize = 512;
/// The lookup of a state in a batch takes three steps. Between two of them, this many other states
/// take a step, while the processor loads the memory that the next step reads.
const AHEAD: usize = 32;
/// A table with at most this many groups (1 MiB) fits into the processor's caches. So its lookups
/// are not interleaved, and it grows by doubling.
const CACHED: usize = 1 << 15;
/// The number of states hashed between two checks of the clock while the table is rebuilt.
const POLL_EVERY: usize = 1 << 16;

/// A group: the words of the table that are compared at once. A group is half a cache line and
/// never crosses a line.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct TagGroup([u32; WINDOW]);

/// The position of a word in the table.
#[derive(Debug, Clone, Copy)]
struct Slot {
    group: usize,
    at: usize,
}

/// A set of states. The index of a state is its position in the order of insertion, from 0 on.
#[derive(Debug)]
pub struct StateSet<S> {
    states: Arena<S>,
    groups: Vec<TagGroup>,
    /// A mask of the bits of a table word that hold the index of a state plus one. The other bits
    /// hold a tag: bits of the state's hash.
    place_mask: u32,
    /// The number of states that the set can hold before its table has to grow.
    room: usize,
    /// The greatest allowed number of states. Tests lower this number, so that few states suffice
    /// to reach it.
    most: usize,
}

impl<S: Copy + Eq + Hash> Default for StateSet<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Copy + Eq + Hash> StateSet<S> {
    /// An empty set that holds no memory.
    pub fn new() -> Self {
        Self {
            states: Arena::new(),
            groups: Vec::new(),
            place_mask: 0,
            room: 0,
            most: u32::MAX as usize,
        }
    }

    /// The number of states in the set.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state with index `index`.
    ///
    /// # Panics
    /// Panics if `index` is not below [`len`](Self::len).
    #[inline]
    pub fn get(&self, index: u32) -> S {
        self.states.get(index)
    }

    /// Starts to load the state with index `index` into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        self.states.prefetch(index);
    }

    /// The index of `state`, if the set contains it.
    #[inline]
    pub fn find(&self, state: S) -> Option<u32> {
        if self.groups.is_empty() {
            return None;
        }
        let hash = hash(&state);
        self.seek(&state, hash, self.home(hash)).ok()
    }

    /// The number of bytes by which [`reserve`](Self::reserve) would enlarge the set.
    pub fn growth(&self, more: usize) -> u64 {
        self.states.growth(more) + self.group_growth(more)
    }

    fn group_growth(&self, more: usize) -> u64 {
        if self.len() + more > self.room {
            bytes_of::<TagGroup>(self.groups_for(more) - self.groups.len())
        } else {
            0
        }
    }

    /// Makes room for `more` states, and reports the memory to the meter before it is taken.
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] or [`StopReason::Capacity`] (beyond 2³² − 1 states) if there
    /// is no room; the set is then unchanged. Returns [`StopReason::Time`] or
    /// [`StopReason::Cancelled`] if that limit is reached while the table grows; the set then no
    /// longer finds every state.
    #[inline]
    pub fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        self.states.reserve(more, meter)?;
        if self.len() + more > self.room {
            self.grow(more, meter)?;
        }
        Ok(())
    }

    /// Inserts `state`. Returns the index of the state and whether the state is new. Room for the
    /// state must have been reserved.
    ///
    /// # Panics
    /// May panic if no room was reserved.
    #[inline]
    pub fn insert(&mut self, state: S) -> (u32, bool) {
        let hash = hash(&state);
        self.insert_hashed(state, hash)
    }

    /// Inserts `batch` in its order. For each state, calls `each` with its position in the batch,
    /// its index in the set and whether it is new. Room for the whole batch must be reserved.
    /// Inserting a batch is many times faster than single insertions if the set is larger than the
    /// processor's caches.
    ///
    /// # Panics
    /// May panic if no room was reserved.
    #[inline]
    pub fn insert_all(&mut self, batch: &[S], mut each: impl FnMut(usize, u32, bool)) {
        if self.groups.len() <= CACHED {
            for (i, state) in batch.iter().enumerate() {
                let (index, new) = self.insert(*state);
                each(i, index, new);
            }
            return;
        }
        let mut hashes = [0; BATCH];
        let mut words = [0; BATCH];
        for (first, batch) in (0..).step_by(BATCH).zip(batch.chunks(BATCH)) {
            // In each pass of this loop, one state takes its first step, the state `AHEAD` places
            // before it takes its second step, and the state `2 * AHEAD` places before it takes its
            // third. The third steps run in the order of the batch, so numbers are assigned in the
            // order of the batch. An insertion between the second and the third step of a state
            // never moves a word that is already in a group, so a match from the second step stays
            // valid. If the second step found no match, the third step probes again.
            for step in 0..batch.len() + 2 * AHEAD {
                if let Some(state) = batch.get(step) {
                    hashes[step] = self.begin_lookup(state);
                }
                if let Some(i) = step.checked_sub(AHEAD).filter(|i| *i < batch.len()) {
                    words[i] = self.continue_lookup(hashes[i]);
                }
                if let Some(i) = step.checked_sub(2 * AHEAD) {
                    let (state, word) = (batch[i], words[i]);
                    let (index, new) = if word != 0 && self.get(word - 1) == state {
                        (word - 1, false)
                    } else {
                        self.insert_hashed(state, hashes[i])
                    };
                    each(first + i, index, new);
                }
            }
        }
    }

    /// Looks up `batch` in its order. For each state, calls `each` with its position in the batch
    /// and its index in the set, if the set contains it. Interleaves the lookups like
    /// [`insert_all`](Self::insert_all).
    #[inline]
    pub fn find_all(&self, batch: &[S], mut each: impl FnMut(usize, Option<u32>)) {
        if self.groups.len() <= CACHED {
            for (i, state) in batch.iter().enumerate() {
                each(i, self.find(*state));
            }
            return;
        }
        let mut hashes = [0; BATCH];
        let mut words = [0; BATCH];
        for (first, batch) in (0..).step_by(BATCH).zip(batch.chunks(BATCH)) {
            for step in 0..batch.len() + 2 * AHEAD {
                if let Some(state) = batch.get(step) {
                    hashes[step] = self.begin_lookup(state);
                }
                if let Some(i) = step.checked_sub(AHEAD).filter(|i| *i < batch.len()) {
                    words[i] = self.continue_lookup(hashes[i]);
                }
                if let Some(i) = step.checked_sub(2 * AHEAD) {
                    let (state, hash, word) = (batch[i], hashes[i], words[i]);
                    let found = if word != 0 && self.get(word - 1) == state {
                        Some(word - 1)
                    } else {
                        self.seek(&state, hash, self.home(hash)).ok()
                    };
                    each(first + i, found);
                }
            }
        }
    }

    /// The first step of a lookup in a batch: hashes `state` and prefetches its home group.
    #[inline]
    fn begin_lookup(&self, state: &S) -> u64 {
        let hash = hash(state);
        prefetch(&self.groups[self.home(hash)]);
        hash
    }

    /// The second step of a lookup in a batch: guesses where the state is and prefetches it.
    ///
    /// Say the home group holds the words `(tag 9, state 4) (tag 5, state 8) (empty) …`. For a hash
    /// with the tag 5 the guess is state 8; for one with the tag 6 it is the empty word, which means
    /// that the state is new. The result is the word without its tag, so 0 if it is empty. It is any
    /// word of the group if none has the tag and none is empty; the third step compares the state
    /// itself.
    #[inline]
    fn continue_lookup(&self, hash: u64) -> u32 {
        let group = &self.groups[self.home(hash)].0;
        let hits = hits(group, hash as u32, !self.place_mask);
        let word = group[hits.trailing_zeros() as usize % WINDOW] & self.place_mask;
        self.states.prefetch(word.saturating_sub(1));
        word
    }

    /// Removes all states but keeps the memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.groups.fill(TagGroup([0; WINDOW]));
    }

    #[inline]
    fn insert_hashed(&mut self, state: S, hash: u64) -> (u32, bool) {
        match self.seek(&state, hash, self.home(hash)) {
            Ok(index) => (index, false),
            Err(slot) => {
                let index = self.len();
                self.fill(slot, hash, index);
                self.states.push(state);
                (index as u32, true)
            }
        }
    }

    /// Looks for `state`, whose hash is `hash`, from `group` on. Returns its index or, as the
    /// error, the position of the empty word at which the lookup ends if the set does not contain
    /// the state.
    #[inline]
    fn seek(&self, state: &S, hash: u64, mut group: usize) -> Result<u32, Slot> {
        loop {
            let words = &self.groups[group].0;
            let mut hits = hits(words, hash as u32, !self.place_mask);
            while hits != 0 {
                let at = hits.trailing_zeros() as usize % WINDOW;
                match words[at] & self.place_mask {
                    0 => return Err(Slot { group, at }),
                    word if self.get(word - 1) == *state => return Ok(word - 1),
                    _ => hits &= hits - 1,
                }
            }
            group = self.after(group);
        }
    }

    #[inline]
    fn after(&self, group: usize) -> usize {
        if group + 1 == self.groups.len() {
            0
        } else {
            group + 1
        }
    }

    /// The home group of a hash. The high bits of the hash determine the group, so the low bits
    /// remain for the tag.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.groups.len() as u128) >> 64) as usize
    }

    /// The number of groups after growing for `more` states. At most four of five words are ever
    /// used.
    fn groups_for(&self, more: usize) -> usize {
        let needed = (self.len() + more) * 5 / 4 / WINDOW + 1;
        let groups = self.groups.len();
        let grown = if groups <= CACHED {
            groups * 2
        } else {
            groups / 2 * 3
        };
        needed.max(grown).max(8)
    }

    #[cold]
    fn grow(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        if self.len() + more > self.most {
            return Err(StopReason::Capacity);
        }
        let groups = self.groups_for(more);
        take(meter, bytes_of::<TagGroup>(groups - self.groups.len()))?;
        self.groups = Vec::new();
        self.groups.reserve_exact(groups);
        prefer_huge_pages(self.groups.spare_capacity_mut());
        self.groups.resize(groups, TagGroup([0; WINDOW]));
        self.room = (groups * WINDOW / 5 * 4).min(self.most);
        self.place_mask = u32::MAX >> (self.room as u32).leading_zeros();
        let mut hashes = [0; BATCH];
        for first in (0..self.len()).step_by(BATCH) {
            if first % POLL_EVERY == 0 {
                meter.poll()?;
            }
            let places = first..self.len().min(first + BATCH);
            for (hash_of, place) in hashes.iter_mut().zip(places.clone()) {
                *hash_of = hash(&self.get(place as u32));
                prefetch(&self.groups[self.home(*hash_of)]);
            }
            for (hash, place) in hashes.iter().zip(places) {
                let slot = self.vacancy(self.home(*hash));
                self.fill(slot, *hash, place);
            }
        }
        Ok(())
    }

    /// The first empty word from `group` on.
    #[inline]
    fn vacancy(&self, mut group: usize) -> Slot {
        loop {
            // With a mask of all bits, whole words are compared with 0, so only empty words match.
            match hits(&self.groups[group].0, 0, u32::MAX) {
                0 => group = self.after(group),
                hits => {
                    let at = hits.trailing_zeros() as usize % WINDOW;
                    return Slot { group, at };
                }
            }
        }
    }

    #[inline]
    fn fill(&mut self, slot: Slot, hash: u64, place: usize) {
        let tag = hash as u32 & !self.place_mask;
        self.groups[slot.group].0[slot.at] = tag | (place as u32 + 1);
    }

    /// Drops the set and reports its memory as free.
    pub(crate) fn release(self, meter: &mut Meter) {
        give_back(
            meter,
            self.states.bytes() + bytes_of::<TagGroup>(self.groups.len()),
        );
    }
}

/// The hash of a state. A [`StateSet`] takes the home group of a state from the high bits of its
/// hash, and the tag from the low 32 bits.
#[inline]
pub(crate) fn hash<S: Hash>(state: &S) -> u64 {
    let mut hasher = MultiplyFold(0x2545_f491_4f6c_dd1d);
    state.hash(&mut hasher);
    hasher.0
}

/// Hashes a word by a multiplication to 128 bits whose halves are combined, so that every bit of
/// the word affects both ends of the hash. This hasher is designed for states, which are a few
/// words and not chosen by an adversary.
struct MultiplyFold(u64);

impl Hasher for MultiplyFold {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        // One multiplication mixes in both halves of the word. The low half is combined with the
        // hash so far, and the high half with a constant; the results are multiplied.
        let one = self.0 ^ word as u64;
        let other = (word >> 64) as u64 ^ 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(one) * u128::from(other);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
