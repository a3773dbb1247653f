//! Making the table of an abstraction, by a search backwards from its goals.
//!
//! # Problem
//! Eight tiles of the 15-puzzle can stand in 519 million ways, each with up to eight
//! regions for the blank: some 1.2 billion states and 6.6 billion moves that count. A
//! queue of states takes far too much memory, and a move far too long if each
//! costs a cache miss.
//!
//! # Solution
//! - *Bits.* For each number there is a bit for each class that was reached, and another
//!   for each that is closed. A layer goes over all numbers in their order and
//!   expands what is reached and not closed.
//! - *No second frontier* where each move changes the parity of the base: a layer finds its
//!   own states by their parity, however many of the next layer are marked beside them
//!   already. Elsewhere a third bit marks the next layer.
//! - *Moves that cost nothing* lead to the same layer, which is gone over again until nothing
//!   new was marked in it.
//! - *Locality.* Going up the numbers, those of the predecessors mostly go up as well: all
//!   that is touched at a time are a few dozen windows that lie in a core's caches. A mark
//!   is a load, and an atomic instruction only if the bit is not there.
//! - *Threads* each have a stretch of the numbers, and help with those of the others. A
//!   bit set twice is set once, so the result does not depend on the threads.
//! - *Small entries.* What is kept of the distance is how much it exceeds the base, or half
//!   of that where it is even.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Abstraction, Cost, Limits, Meter, StopReason};

use crate::distance_table::{DistanceTable, Encoding};
use crate::enumeration::{Enumerated, EnumerationReport, WorkRange};
use crate::processor::prefer_huge_pages;

/// Words of bits that a thread takes at once, between two looks at the limits.
const CHUNK: usize = 4096;
/// Words that are laid out between two looks at the limits: a few milliseconds.
const FILLED_AT_ONCE: usize = 1 << 20;

/// A table and what was counted when it was made.
#[derive(Debug)]
pub struct PatternTable {
    /// By number, how much the least distance over its classes exceeds the base, or half of that
    /// where the abstraction [alternates](Abstraction::ALTERNATES); the most that the encoding
    /// has room for, 14 or 254, if it is more; no distance if no class reaches a goal.
    pub table: DistanceTable,
    /// How many numbers are at each distance, also where the table has no room for it.
    pub histogram: Vec<u64>,
}

/// Finds for each number of `abstraction` the least cost, over all its classes, of a way to a
/// goal.
///
/// For each number it takes two bits a class, three where the abstraction does not
/// [alternate](Abstraction::ALTERNATES), and the entry. Expands every state once, a
/// number with several classes up to as many times. The result does not depend on the number
/// of threads.
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

/// As [`pattern_table`], as a part of what `meter` measures already.
///
/// # Errors
/// The limit that was reached.
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

/// Adds what it keeps to what `meter` holds.
fn build<A: Abstraction>(
    abstraction: &A,
    encoding: Encoding,
    threads: NonZeroUsize,
    histogram: &mut Vec<u64>,
    meter: &mut Meter,
) -> Result<DistanceTable, StopReason> {
    let size = abstraction.size();
    let words = size.div_ceil(States::<A>::A_WORD);
    let kept = encoding.bytes(size);
    let entries = kept.div_ceil(4);
    let sets = if A::ALTERNATES { 2 } else { 3 };
    let held = meter.held();
    let hold = |meter: &mut Meter, bytes: u64| meter.hold(held.saturating_add(bytes));
    let bytes = words.saturating_mul(8 * sets);
    hold(meter, bytes.saturating_add(entries.saturating_mul(4)))?;
    let len = |words: u64| usize::try_from(words).map_err(|_| StopReason::Memory);
    let bits = |meter: &mut Meter| filled(len(words)?, || AtomicU64::new(0), meter);
    let states = States {
        abstraction,
        reached: bits(meter)?,
        closed: bits(meter)?,
        next: if A::ALTERNATES {
            Vec::new()
        } else {
            bits(meter)?
        },
        bits: encoding.bits().into(),
        entries: filled(len(entries)?, || AtomicU32::new(u32::MAX), meter)?,
    };
    abstraction.goals(|rank, classes| mark(&states.reached, A::CLASSES, rank, classes));
    for depth in 0.. {
        meter.prove_at_least(depth);
        let fresh = states.expand_layer(depth, threads, meter)?;
        match fresh {
            None => break,
            Some(fresh) => histogram.push(fresh),
        }
    }
    // A layer may reach new classes of known numbers only.
    while histogram.last() == Some(&0) {
        histogram.pop();
    }
    let States {
        entries: found,
        reached,
        closed,
        next,
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

/// What is known of all states: sets of bits, as many for each number as there may be classes,
/// and the entries.
struct States<'a, A> {
    abstraction: &'a A,
    /// The states reached by this layer and those before.
    reached: Vec<AtomicU64>,
    /// Those that were expanded. Only the thread that expands a chunk touches these and the
    /// entries.
    closed: Vec<AtomicU64>,
    /// The states reached by the next layer; empty where the parity of the base tells.
    next: Vec<AtomicU64>,
    /// The bits of an entry.
    bits: u32,
    entries: Vec<AtomicU32>,
}

/// What a chunk or a layer came to.
#[derive(Debug, Clone, Copy, Default)]
struct ExpansionCounts {
    expanded: u64,
    generated: u64,
    /// Numbers that were reached for the first time.
    fresh: u64,
    /// Moves that cost nothing.
    free: u64,
}

#[inline]
fn mark(set: &[AtomicU64], classes: u32, rank: u64, which: u8) {
    let a_word = u64::from(64 / classes);
    let word = &set[(rank / a_word) as usize];
    let bits = u64::from(which) << (rank % a_word * u64::from(classes));
    // Most are there already, and to see that takes no exclusive access.
    if word.load(Ordering::Relaxed) & bits != bits {
        word.fetch_or(bits, Ordering::Relaxed);
    }
}

impl<A: Abstraction> States<'_, A> {
    /// Numbers whose bits make a word.
    const A_WORD: u64 = 64 / A::CLASSES as u64;
    /// The bits of the first of them.
    const FIRST: u64 = u64::MAX >> (64 - A::CLASSES);

    /// Expands all states at `depth`; how many numbers are at that distance, or
    /// `None` if there was nothing to expand.
    fn expand_layer(
        &self,
        depth: u32,
        threads: NonZeroUsize,
        meter: &mut Meter,
    ) -> Result<Option<u64>, StopReason> {
        let mut layer = ExpansionCounts::default();
        loop {
            let counts = self.over_chunks(threads, meter, |chunk| self.expand(chunk, depth))?;
            layer.expanded += counts.expanded;
            layer.fresh += counts.fresh;
            // Only such moves can have marked more of this layer.
            if counts.free == 0 {
                break;
            }
        }
        if !A::ALTERNATES {
            self.over_chunks(threads, meter, |chunk| self.begin_next(chunk))?;
        }
        Ok((layer.expanded > 0).then_some(layer.fresh))
    }

    /// Does `work` for each chunk of words, and adds up what it came to.
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
                        // The others find nothing left to begin.
                        stretches.iter().for_each(WorkRange::give_up);
                        return Err(reason);
                    }
                    sum.add(&counts);
                }
            }
            Ok(sum)
        };
        std::thread::scope(|scope| {
            let run = &run;
            let others: Vec<_> = (1..threads)
                .map(|number| scope.spawn(move || run(number)))
                .collect();
            others.into_iter().fold(run(0), |sum, other| {
                let other = other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                let (mut sum, other) = (sum?, other?);
                sum.add(&other);
                Ok(sum)
            })
        })
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
                // It was reached from this very layer.
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

    /// Writes the entry of a number, which is within the chunk of this thread.
    #[inline]
    fn enter(&self, rank: u64, excess: u32) {
        let mask = (1 << self.bits) - 1;
        // All ones say that nothing was reached.
        let value = (excess >> u32::from(A::ALTERNATES)).min(mask - 1);
        let entries = u64::from(32 / self.bits);
        let word = &self.entries[(rank / entries) as usize];
        let shift = rank as u32 % (32 / self.bits) * self.bits;
        let others = word.load(Ordering::Relaxed) & !(mask << shift);
        word.store(others | value << shift, Ordering::Relaxed);
    }

    /// Counts what the next layer reached as reached.
    fn begin_next(&self, words: std::ops::Range<usize>) -> ExpansionCounts {
        for at in words {
            let next = self.next[at].load(Ordering::Relaxed);
            if next != 0 {
                self.next[at].store(0, Ordering::Relaxed);
                self.reached[at].fetch_or(next, Ordering::Relaxed);
            }
        }
        ExpansionCounts::default()
    }
}

impl ExpansionCounts {
    fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.fresh += other.fresh;
        self.free += other.free;
    }
}
