//! Builds the table of an abstraction by a retrograde search from its goals.
//!
//! # Problem
//! Eight tiles of the 15-puzzle have 519 million placements, each with up to eight regions for the
//! blank: some 1.2 billion states and 6.6 billion moves of cost 1. A queue of states would take far
//! too much memory, and a cache miss per move far too much time.
//!
//! # Solution
//! - *Bits.* A state is a number (its rank) and a class (see [`Abstraction`]). It has one bit that
//!   says whether it is reached, and one that says whether it is closed, that is expanded. To
//!   expand a layer, all numbers are scanned in their order, and the states that are reached but
//!   not closed are expanded.
//! - *No second frontier* if each move changes the parity of the *base*, a lower bound that is
//!   computed without the table ([`Abstraction::base`]). Then the parity of its base tells whether
//!   a reached state belongs to the layer that is being expanded, or has just been reached and
//!   belongs to the next one. Otherwise a third bit of each state marks the next layer.
//! - *Free moves* lead to the same layer, which is scanned again until a scan marks nothing new.
//! - *Locality.* As the numbers increase, the numbers of their predecessors mostly increase as
//!   well. So at any time a scan works on a few dozen short stretches of the bits, which fit into a
//!   core's caches. Marking a state takes a load, and takes an atomic instruction only if the bit
//!   is not set.
//! - *Threads* each scan a range of the numbers, and then help with the ranges of the others. The
//!   order in which bits are set does not matter, so the result does not depend on the threads.
//! - *From both sides.* If the abstraction is undirected, a layer can also be found from the
//!   numbers that are not reached yet: a number belongs to the layer if it has a reached neighbour.
//!   Near the end of the search such a layer takes one or two lookups for each number not reached,
//!   instead of all moves of the layer before. (S. Beamer, K. Asanović and D. Patterson,
//!   "Direction-optimizing breadth-first search", 2012.)
//! - *Small entries.* An entry stores the *excess*, by which the distance exceeds the base, or half
//!   of the excess if it is always even.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Abstraction, Cost, Limits, Meter, StopReason};
use fewest_search::prefer_huge_pages;
use fewest_search::threads::by_all;

use crate::enumeration::{Enumerated, EnumerationReport, WorkRange};
use crate::{DistanceTable, Encoding};

/// The number of words of a bit set that a thread scans between two checks of the limits.
const CHUNK: usize = 4096;
/// This many words are initialised between two checks of the limits. To initialise them takes a few
/// milliseconds.
const FILLED_AT_ONCE: usize = 1 << 20;

/// The table of an abstraction, and how many numbers have each distance.
#[derive(Debug)]
pub struct PatternTable {
    /// For each number, the excess of its distance over the base. The distance is the least over
    /// all classes of the number. If the abstraction [alternates](Abstraction::ALTERNATES), the
    /// entry is half of the excess. An excess that the encoding cannot store is replaced by the
    /// greatest excess that it can store, 14 or 254. A number has no distance if none of its
    /// classes reaches a goal.
    pub table: DistanceTable,
    /// For each distance, how many numbers of states have it as their least distance to a goal.
    /// Includes distances that the table cannot store.
    pub histogram: Vec<u64>,
}

/// Computes for each number of `abstraction` the least cost of a path to a goal, over all classes
/// of the number.
///
/// The search takes, for each number, the entry and two bits per class, or three if the abstraction
/// does not [alternate](Abstraction::ALTERNATES). Every number is expanded at most once per class.
/// The result does not depend on the number of threads.
pub fn pattern_table<A: Abstraction>(
    abstraction: &A,
    encoding: Encoding,
    threads: NonZeroUsize,
    limits: &Limits,
) -> EnumerationReport<PatternTable> {
    let mut meter = Meter::new(limits);
    let mut histogram = Vec::new();
    let result = build(abstraction, encoding, threads, &mut histogram, &mut meter);
    EnumerationReport {
        statistics: meter.statistics(),
        outcome: match result {
            Ok(table) => Enumerated::Complete(PatternTable { table, histogram }),
            Err(reason) => Enumerated::Stopped { histogram, reason },
        },
    }
}

/// Does the same as [`pattern_table`], for a caller that has a meter already.
///
/// # Errors
/// Returns the limit that stopped the construction.
pub fn fill_pattern_table<A: Abstraction>(
    abstraction: &A,
    encoding: Encoding,
    threads: NonZeroUsize,
    meter: &mut Meter,
) -> Result<PatternTable, StopReason> {
    let mut histogram = Vec::new();
    let table = build(abstraction, encoding, threads, &mut histogram, meter)?;
    Ok(PatternTable { table, histogram })
}

/// Builds a table of lower bounds with a [quarter](Encoding::Quarter) of a byte for each number of
/// an [undirected](Abstraction::UNDIRECTED) abstraction that does not
/// [alternate](Abstraction::ALTERNATES); other abstractions do not compile. The table stores
/// distances up to a *base* as 0. This base is the least distance such that at least one in 64
/// numbers is no farther from a goal, but at most 251. The search ends at the greatest distance
/// that the table stores, because all other numbers are at least as far.
///
/// Takes three bits for each number while it is built, in addition to the table.
///
/// # Errors
/// Returns the limit that stopped the construction.
pub fn fill_bound_table<A: Abstraction>(
    abstraction: &A,
    threads: NonZeroUsize,
    meter: &mut Meter,
) -> Result<DistanceTable, StopReason> {
    const { assert!(A::UNDIRECTED && !A::ALTERNATES) }
    build(abstraction, NOT_CHOSEN, threads, &mut Vec::new(), meter)
}

/// The encoding of a table of lower bounds depends on a *base*, up to which distances are stored as
/// 0. This constant stands for the encoding until the search has chosen the base.
const NOT_CHOSEN: Encoding = Encoding::Quarter { base: u8::MAX };
/// The greatest allowed base of a table of lower bounds. The table stores distances up to its base
/// as 0. (All entries have the same base, unlike [`Abstraction::base`].) With this base, the
/// greatest distance that the table stores is 254.
const MOST_BASE: u32 = 251;

/// The base of a table of lower bounds is the distance up to which the table stores 0. It is chosen
/// so that at least one in this many numbers of states is no farther from a goal.
const BELOW_BASE: u64 = 64;

/// Builds the table of `abstraction`. When the function ends, the bytes of the table are still
/// reported to `meter`.
fn build<A: Abstraction>(
    abstraction: &A,
    encoding: Encoding,
    threads: NonZeroUsize,
    histogram: &mut Vec<u64>,
    meter: &mut Meter,
) -> Result<DistanceTable, StopReason> {
    let size = abstraction.size();
    let words = size.div_ceil(TableStates::<A>::A_WORD);
    let kept = encoding.bytes(size);
    let entries = kept.div_ceil(4);
    let sets = if A::ALTERNATES { 2 } else { 3 };
    let held = meter.held();
    let hold = |meter: &mut Meter, bytes: u64| meter.hold(held.saturating_add(bytes));
    let bytes = words.saturating_mul(8 * sets);
    hold(meter, bytes.saturating_add(entries.saturating_mul(4)))?;
    let len = |words: u64| usize::try_from(words).map_err(|_| StopReason::Memory);
    let bits = |meter: &mut Meter| filled(len(words)?, || AtomicU64::new(0), meter);
    let mut states = TableStates {
        abstraction,
        reached: bits(meter)?,
        closed: bits(meter)?,
        next: if A::ALTERNATES {
            Vec::new()
        } else {
            bits(meter)?
        },
        encoding,
        entries: filled(len(entries)?, || AtomicU32::new(u32::MAX), meter)?,
    };
    abstraction.goals(|rank, classes| mark(&states.reached, A::CLASSES, rank, classes));
    let (mut known, mut layer, mut branching) = (0, 1, 1);
    for depth in 0.. {
        meter.prove_at_least(depth);
        // Numbers at this distance or farther have the entry of the greatest distance already.
        if matches!(states.encoding, Encoding::Quarter { .. }) && depth == states.encoding.most() {
            break;
        }
        let unreached = size.saturating_sub(known + layer);
        let pulled = A::UNDIRECTED && pull_pays(size, layer, unreached, branching);
        let counts = states.expand_layer(depth, pulled, threads, meter)?;
        if counts.expanded == 0 {
            break;
        }
        histogram.push(counts.fresh);
        known += counts.fresh;
        layer = counts.next;
        if !pulled {
            branching = branching.max(counts.generated.div_ceil(counts.expanded));
        }
        // If no state was marked, this layer was the last one.
        let is_base = known >= size / BELOW_BASE || layer == 0 || depth == MOST_BASE;
        if states.encoding == NOT_CHOSEN && is_base {
            let base = depth.min(MOST_BASE) as u8;
            states.encoding = Encoding::Quarter { base };
            states.over_chunks(threads, meter, |words| states.enter_closed(words))?;
        }
    }
    // The last layers may have reached only new classes of numbers that were known before. Such
    // layers add nothing to the table, so the histogram ends before them.
    while histogram.last() == Some(&0) {
        histogram.pop();
    }
    let TableStates {
        entries: found,
        reached,
        closed,
        next,
        encoding,
        ..
    } = states;
    drop((reached, closed, next));
    hold(meter, entries * 4 + kept)?;
    let mut bytes: Vec<u8> = Vec::new();
    reserve(&mut bytes, len(entries)? * 4)?;
    for words in found.chunks(FILLED_AT_ONCE) {
        meter.poll()?;
        let words = words.iter().map(|word| word.load(Ordering::Relaxed));
        bytes.extend(words.flat_map(u32::to_le_bytes));
    }
    drop(found);
    bytes.truncate(len(kept)?);
    hold(meter, kept)?;
    DistanceTable::new(bytes, encoding, size).ok_or(StopReason::Capacity)
}

fn reserve<T>(room: &mut Vec<T>, len: usize) -> Result<(), StopReason> {
    room.try_reserve_exact(len)
        .map_err(|_| StopReason::Memory)?;
    prefer_huge_pages(room.spare_capacity_mut());
    Ok(())
}

/// A vector of `len` values that `value` makes. Initialising gigabytes takes seconds, so the limits
/// are checked several times before the vector is full.
fn filled<T>(
    len: usize,
    mut value: impl FnMut() -> T,
    meter: &mut Meter,
) -> Result<Vec<T>, StopReason> {
    let mut room = Vec::new();
    reserve(&mut room, len)?;
    while room.len() < len {
        meter.poll()?;
        room.resize_with(len.min(room.len() + FILLED_AT_ONCE), &mut value);
    }
    Ok(room)
}

/// There are two ways to find the next layer: to make all moves of the last layer, which has
/// `layer` states, or to look for a reached neighbour of each of the `unreached` states. Returns
/// whether the second way is quicker.
fn pull_pays(size: u64, layer: u64, unreached: u64, branching: u64) -> bool {
    // The estimate assumes that a neighbour belongs to the layer about as often as any other number
    // does.
    let lookups = branching.min(size / layer.max(1) + 1);
    unreached.saturating_mul(lookups) < layer.saturating_mul(branching)
}

/// What the search knows about all states: bit sets, with one bit for each number and class of a
/// state, and the table entries found so far.
pub(super) struct TableStates<'a, A> {
    pub(super) abstraction: &'a A,
    /// The states reached so far.
    pub(super) reached: Vec<AtomicU64>,
    /// The states that were expanded. Only the thread that expands a chunk accesses its closed bits
    /// and its entries.
    pub(super) closed: Vec<AtomicU64>,
    /// The states marked for the next layer, one bit for each state. Empty if each move changes the
    /// parity of the base, because then a state's base tells which of two consecutive layers the
    /// state belongs to.
    pub(super) next: Vec<AtomicU64>,
    encoding: Encoding,
    entries: Vec<AtomicU32>,
}

/// The counts of the expansion of a layer, or of a chunk: a range of words of the bit sets that a
/// thread scans at once.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ExpansionCounts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// How many numbers of states were expanded for the first time, whatever the class.
    pub(super) fresh: u64,
    /// The number of moves of cost 0 that lead to the expanded states. As long as a scan of a layer
    /// finds such moves, the layer is scanned again.
    free: u64,
    /// The number of states marked for the next layer; 0 if [`TableStates::next`] is empty.
    next: u64,
}

#[inline]
fn mark(set: &[AtomicU64], classes: u32, rank: u64, which: u8) {
    let a_word = u64::from(64 / classes);
    let word = &set[(rank / a_word) as usize];
    let bits = u64::from(which) << (rank % a_word * u64::from(classes));
    // Most bits are already set, and reading a bit takes no exclusive access to the cache line.
    if word.load(Ordering::Relaxed) & bits != bits {
        word.fetch_or(bits, Ordering::Relaxed);
    }
}

impl<A: Abstraction> TableStates<'_, A> {
    /// The number of successive numbers of states whose bits share one word of a bit set.
    const A_WORD: u64 = 64 / A::CLASSES as u64;
    /// In a word of a bit set, the bits of the classes of the word's first number.
    const FIRST: u64 = u64::MAX >> (64 - A::CLASSES);

    /// Finds the layer after `depth`: expands all states at `depth` or, if `pulled` is set, looks
    /// for reached neighbours of all numbers that are not reached.
    fn expand_layer(
        &self,
        depth: u32,
        pulled: bool,
        threads: NonZeroUsize,
        meter: &mut Meter,
    ) -> Result<ExpansionCounts, StopReason> {
        let mut layer = ExpansionCounts::default();
        loop {
            let counts = self.over_chunks(threads, meter, |chunk| match pulled {
                true => self.pull(chunk, depth),
                false => self.expand(chunk, depth),
            })?;
            layer.add(&counts);
            // Only free moves mark states of the same layer. If the scan made none, no state of
            // this layer is left.
            if counts.free == 0 {
                break;
            }
        }
        if !A::ALTERNATES {
            layer.next = self
                .over_chunks(threads, meter, |chunk| self.begin_next(chunk))?
                .next;
        }
        Ok(layer)
    }

    /// Calls `work` for each chunk of words and adds up the counts.
    fn over_chunks(
        &self,
        threads: NonZeroUsize,
        meter: &mut Meter,
        work: impl Fn(std::ops::Range<usize>) -> ExpansionCounts + Sync,
    ) -> Result<ExpansionCounts, StopReason> {
        let words = self.reached.len();
        let chunks = words.div_ceil(CHUNK);
        let threads = threads.get().min(chunks.max(1));
        let stretches = WorkRange::cut(chunks, threads);
        let meter = Mutex::new(meter);
        let run = |number: usize| -> Result<ExpansionCounts, StopReason> {
            let mut sum = ExpansionCounts::default();
            let (before, from) = stretches.split_at(number);
            for stretch in from.iter().chain(before) {
                while let Some(chunk) = stretch.begin() {
                    let first = chunk * CHUNK;
                    let counts = work(first..words.min(first + CHUNK));
                    let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
                    meter.generate(counts.generated);
                    if let Err(reason) = meter.expand_many(counts.expanded) {
                        // No thread may start another chunk.
                        stretches.iter().for_each(WorkRange::give_up);
                        return Err(reason);
                    }
                    sum.add(&counts);
                }
            }
            Ok(sum)
        };
        let mut counts = vec![ExpansionCounts::default(); threads];
        by_all(&mut counts, |number, counts| {
            *counts = run(number)?;
            Ok(())
        })?;
        let mut sum = ExpansionCounts::default();
        counts.iter().for_each(|counts| sum.add(counts));
        Ok(sum)
    }

    fn expand(&self, words: std::ops::Range<usize>, depth: u32) -> ExpansionCounts {
        let mut counts = ExpansionCounts::default();
        for at in words {
            let closed = self.closed[at].load(Ordering::Relaxed);
            let open = self.reached[at].load(Ordering::Relaxed) & !closed;
            if open != 0 {
                self.expand_word(at, depth, closed, open, &mut counts);
            }
        }
        counts
    }

    #[inline]
    fn expand_word(
        &self,
        at: usize,
        depth: u32,
        before: u64,
        mut open: u64,
        counts: &mut ExpansionCounts,
    ) {
        let mut closed = before;
        while open != 0 {
            let place = open.trailing_zeros() / A::CLASSES;
            let shift = place * A::CLASSES;
            let classes = (open >> shift & Self::FIRST) as u8;
            open &= !(Self::FIRST << shift);
            let rank = at as u64 * Self::A_WORD + u64::from(place);
            let image = self.abstraction.unrank(rank);
            let base = self.abstraction.base(image);
            if A::ALTERNATES && depth % 2 != base % 2 {
                // The state was reached by a move out of this layer, so it belongs to the next one.
                continue;
            }
            if before >> shift & Self::FIRST == 0 {
                counts.fresh += 1;
                self.enter(rank, depth.saturating_sub(base));
            }
            closed |= u64::from(classes) << shift;
            counts.expanded += 1;
            let (mut generated, mut free) = (0, 0);
            self.abstraction
                .predecessors(rank, image, classes, |rank, class, cost| {
                    generated += 1;
                    if !A::ALTERNATES && cost == Cost::One {
                        mark(&self.next, A::CLASSES, rank, class);
                        return;
                    }
                    free += u64::from(cost == Cost::Free);
                    mark(&self.reached, A::CLASSES, rank, class);
                });
            counts.generated += generated;
            counts.free += free;
        }
        self.closed[at].store(closed, Ordering::Relaxed);
    }

    /// Writes the table entry of the state number `rank`, whose distance exceeds the base by
    /// `excess`. The number must lie in the chunk that this thread expands.
    #[inline]
    pub(super) fn enter(&self, rank: u64, excess: u32) {
        let bits = u32::from(self.encoding.bits());
        let mask = (1 << bits) - 1;
        let value = match self.encoding {
            NOT_CHOSEN => return,
            Encoding::Quarter { base } => excess.saturating_sub(base.into()).min(mask),
            // The entry with all bits set means that no class was reached.
            Encoding::Nibble | Encoding::Byte => (excess >> u32::from(A::ALTERNATES)).min(mask - 1),
        };
        let entries = u64::from(32 / bits);
        let word = &self.entries[(rank / entries) as usize];
        let shift = rank as u32 % (32 / bits) * bits;
        let others = word.load(Ordering::Relaxed) & !(mask << shift);
        word.store(others | value << shift, Ordering::Relaxed);
    }

    /// Marks the states in `next` as reached, empties `next`, and counts the states that were not
    /// reached before.
    fn begin_next(&self, words: std::ops::Range<usize>) -> ExpansionCounts {
        let mut counts = ExpansionCounts::default();
        for at in words {
            let next = self.next[at].load(Ordering::Relaxed);
            if next != 0 {
                self.next[at].store(0, Ordering::Relaxed);
                let before = self.reached[at].fetch_or(next, Ordering::Relaxed);
                counts.next += u64::from((next & !before).count_ones());
            }
        }
        counts
    }
}

impl ExpansionCounts {
    fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.fresh += other.fresh;
        self.free += other.free;
        self.next += other.next;
    }
}
