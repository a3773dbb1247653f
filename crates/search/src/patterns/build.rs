//! Making the table of one pattern of an additive set.
//!
//! # Problem
//! Eight tiles of the 15-puzzle can stand in 519 million ways, each with up to eight
//! regions for the blank: some 1.2 billion states and 6.6 billion costed moves. A
//! queue of states takes far too much memory, and a move far too long if each
//! costs a cache miss.
//!
//! # Solution
//! - *Two bytes a kept part.* One holds a bit for each class that was reached, the other
//!   those that are closed. A layer goes over all kept parts in the order of their
//!   ranks and expands what is reached and not closed.
//! - *No second frontier.* A costed move changes the parity of the base, so that a
//!   layer finds its own states by their parity, however many of the next
//!   layer are marked beside them already.
//! - *Locality.* Going up the ranks, the states that a move reaches go up as well: all
//!   that is touched at a time are a few dozen windows that lie in a core's caches. A mark
//!   is a load, and an atomic instruction only if the bit is not there.
//! - *Threads* each have a stretch of the ranks, and help with those of the others. A
//!   bit set twice is set once, so the result does not depend on the threads.
//! - *Half a byte an entry.* What is kept of the distance is half of how much it exceeds
//!   the base.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Limits, Meter, PatternSpace, StopReason};

use crate::distance_table::{DistanceTable, Encoding};
use crate::enumeration::{Enumerated, EnumerationReport, Stretch};
use crate::processor::prefer_huge_pages;

/// Kept parts whose bytes make a word.
const KEPT_A_WORD: u64 = 8;
/// Words that a thread takes at once, between two looks at the limits.
const CHUNK: usize = 4096;
/// Words that are laid out between two looks at the limits: a few milliseconds.
const FILLED_AT_ONCE: usize = 1 << 20;
/// The most that an entry says; the next number says that nothing was reached.
const MOST: u32 = 14;

/// A table and what was counted when it was made.
#[derive(Debug)]
pub struct PatternTable {
    /// By rank of a kept part, half of how much the least distance over its classes
    /// exceeds the base, at most 14; no distance if no class reaches a goal.
    pub table: DistanceTable,
    /// How many kept parts are at each distance, also where the excess is too great for
    /// the table.
    pub histogram: Vec<u64>,
}

/// Finds for each kept part of `space` the least number of costed moves, over all its
/// classes, from or to a goal.
///
/// Takes two bytes and a half a kept part; what is kept are half-bytes. Expands
/// every state once, a kept part with several classes up to as many times. The
/// result does not depend on the number of threads.
pub fn pattern_table<S: PatternSpace>(
    space: &S,
    threads: NonZeroUsize,
    limits: &Limits,
) -> EnumerationReport<PatternTable> {
    let mut meter = Meter::new(limits);
    let mut histogram = Vec::new();
    let result = build(space, threads, &mut histogram, &mut meter);
    EnumerationReport {
        statistics: meter.statistics(),
        outcome: match result {
            Ok(table) => Enumerated::Complete(PatternTable { table, histogram }),
            Err(reason) => Enumerated::Stopped { histogram, reason },
        },
    }
}

fn build<S: PatternSpace>(
    space: &S,
    threads: NonZeroUsize,
    histogram: &mut Vec<u64>,
    meter: &mut Meter,
) -> Result<DistanceTable, StopReason> {
    let size = space.size();
    let words = size.div_ceil(KEPT_A_WORD);
    let kept = Encoding::Nibble.bytes(size);
    meter.hold(words.saturating_mul(20))?;
    let len = usize::try_from(words).map_err(|_| StopReason::Memory)?;
    let states = States {
        space,
        reached: filled(len, || AtomicU64::new(0), meter)?,
        closed: filled(len, || AtomicU64::new(0), meter)?,
        excess: filled(len, || AtomicU32::new(u32::MAX), meter)?,
    };
    space.goals(|rank, classes| states.mark(rank, classes));
    for depth in 0.. {
        meter.prove_at_least(depth);
        let fresh = states.expand_layer(depth, threads, meter)?;
        match fresh {
            None => break,
            Some(fresh) => histogram.push(fresh),
        }
    }
    // A layer may reach new classes of known kept parts only.
    while histogram.last() == Some(&0) {
        histogram.pop();
    }
    let States {
        excess,
        reached,
        closed,
        ..
    } = states;
    drop((reached, closed));
    meter.hold(words * 4 + kept)?;
    let mut bytes: Vec<u8> = Vec::new();
    reserve(&mut bytes, len * 4)?;
    for words in excess.chunks(FILLED_AT_ONCE) {
        meter.poll()?;
        let words = words.iter().map(|word| word.load(Ordering::Relaxed));
        bytes.extend(words.flat_map(u32::to_le_bytes));
    }
    drop(excess);
    bytes.truncate(kept as usize);
    meter.hold(kept)?;
    DistanceTable::new(bytes, Encoding::Nibble, size).ok_or(StopReason::Capacity)
}

fn reserve<T>(room: &mut Vec<T>, len: usize) -> Result<(), StopReason> {
    room.try_reserve_exact(len)
        .map_err(|_| StopReason::Memory)?;
    prefer_huge_pages(room.spare_capacity_mut());
    Ok(())
}

/// Many values. To lay out gigabytes takes seconds, so the limits are looked at on
/// the way.
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

/// What is known of all states. A word or half a word stands for eight kept parts.
struct States<'a, S> {
    space: &'a S,
    /// Bytes of classes that were reached.
    reached: Vec<AtomicU64>,
    /// Bytes of classes that were expanded. Only the thread that expands a chunk
    /// touches these and the next.
    closed: Vec<AtomicU64>,
    /// Half-bytes of the table.
    excess: Vec<AtomicU32>,
}

/// What a chunk or a layer came to.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    expanded: u64,
    generated: u64,
    /// Kept parts that were reached for the first time.
    fresh: u64,
}

impl<S: PatternSpace> States<'_, S> {
    #[inline]
    fn mark(&self, rank: u64, classes: u8) {
        let word = &self.reached[(rank / KEPT_A_WORD) as usize];
        let bits = u64::from(classes) << (rank % KEPT_A_WORD * 8);
        // Most are there already, and to see that takes no exclusive access.
        if word.load(Ordering::Relaxed) & bits != bits {
            word.fetch_or(bits, Ordering::Relaxed);
        }
    }

    /// Expands all states at `depth`; how many kept parts are at that distance, or
    /// `None` if there was nothing to expand.
    fn expand_layer(
        &self,
        depth: u32,
        threads: NonZeroUsize,
        meter: &mut Meter,
    ) -> Result<Option<u64>, StopReason> {
        let chunks = self.reached.len().div_ceil(CHUNK);
        let threads = threads.get().min(chunks.max(1));
        let stretches = Stretch::cut(chunks, threads);
        let meter = Mutex::new(meter);
        let work = |number: usize| -> Result<Counts, StopReason> {
            let mut sum = Counts::default();
            let (before, from) = stretches.split_at(number);
            for stretch in from.iter().chain(before) {
                while let Some(chunk) = stretch.begin() {
                    let counts = self.expand_chunk(chunk, depth);
                    let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
                    meter.generate(counts.generated);
                    if let Err(reason) = meter.expand_many(counts.expanded) {
                        // The others find nothing left to begin.
                        stretches.iter().for_each(Stretch::give_up);
                        return Err(reason);
                    }
                    sum.expanded += counts.expanded;
                    sum.fresh += counts.fresh;
                }
            }
            Ok(sum)
        };
        let results = std::thread::scope(|scope| {
            let work = &work;
            let others: Vec<_> = (1..threads)
                .map(|number| scope.spawn(move || work(number)))
                .collect();
            let mut results = vec![work(0)];
            for other in others {
                match other.join() {
                    Ok(result) => results.push(result),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            results
        });
        let (mut expanded, mut fresh) = (0, 0);
        for result in results {
            let counts = result?;
            expanded += counts.expanded;
            fresh += counts.fresh;
        }
        Ok((expanded > 0).then_some(fresh))
    }

    fn expand_chunk(&self, chunk: usize, depth: u32) -> Counts {
        let mut counts = Counts::default();
        let first = chunk * CHUNK;
        let last = self.reached.len().min(first + CHUNK);
        for at in first..last {
            let closed = self.closed[at].load(Ordering::Relaxed);
            let open = self.reached[at].load(Ordering::Relaxed) & !closed;
            if open != 0 {
                self.expand_word(at, depth, closed, open, &mut counts);
            }
        }
        counts
    }

    #[inline]
    fn expand_word(&self, at: usize, depth: u32, before: u64, mut open: u64, counts: &mut Counts) {
        let mut closed = before;
        let mut excess = self.excess[at].load(Ordering::Relaxed);
        while open != 0 {
            let place = open.trailing_zeros() / 8;
            let classes = (open >> (8 * place)) as u8;
            open &= !(0xff << (8 * place));
            let rank = at as u64 * KEPT_A_WORD + u64::from(place);
            let kept = self.space.unrank(rank);
            let base = self.space.base(kept);
            if depth % 2 != base % 2 {
                // It was reached from this very layer.
                continue;
            }
            if before >> (8 * place) & 0xff == 0 {
                counts.fresh += 1;
                let value = (depth.saturating_sub(base) / 2).min(MOST);
                excess = excess & !(15 << (4 * place)) | value << (4 * place);
            }
            closed |= u64::from(classes) << (8 * place);
            counts.expanded += 1;
            let mut generated = 0;
            self.space.costed(rank, kept, classes, |rank, classes| {
                generated += 1;
                self.mark(rank, classes);
            });
            counts.generated += generated;
        }
        self.closed[at].store(closed, Ordering::Relaxed);
        self.excess[at].store(excess, Ordering::Relaxed);
    }
}
