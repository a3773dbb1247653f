//! All 9,465,511,770 positions counted by their distance, exactly.
//!
//! # Problem
//!
//! A position is three disjoint masks that fill the board, and its distance is
//! the least of theirs. One look at every position, three masks each, takes
//! minutes.
//!
//! # Solution
//!
//! *Count where the nearest mask is.* Go over the first masks `a`, and for each
//! over the ways to cut the 16 cells that are left into two masks `b` and `c`,
//! in either order. Count the cut only if neither is nearer than `a`. A
//! position is counted once for each of its masks that attains its distance; a
//! cut stands for six positions, so it counts 6 if `a` alone attains it, 3 if
//! one more does and 2 if all three do.
//!
//! *Only one `a` of each class under the symmetries*, weighed by the size of the
//! class: 92,247 masks with 6,435 cuts each, 594 million in all.
//!
//! *No mask is numbered.* Cut the board in its low and high 12 cells. Masks `a`
//! that leave the same low cells `L` are taken together. For them the distances of
//! all masks that have only cells of `L` in the low half are gathered, a row for each
//! high half `h`, in the order of the low half; and each row a second time in
//! opposite order. If `h` is cut off from the high cells `H` that are left, the
//! row of `h` and the opposite row of `H \ h` have, place by place, the
//! distances of a mask and of what it leaves. So the count is a few operations
//! on bytes side by side, 16 at a time. Among the images of `a` one with the fewest
//! cells left in the low half is taken, for short rows.
//!
//! Memory: the mask table, a byte for each of at most 20 over 8 masks twice, and
//! 8 bytes a class.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use fewest_rules::{Limits, Meter, Statistics, StopReason};

use super::Rotation;
use super::mask::Mask;
use super::rank::{HALVES, high_part, low_part};
use super::symmetry;
use super::table::MaskTable;
use super::turns::BOARD;

pub use boards::Sampler;

mod boards;

/// All positions by their distance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// How many positions need 0, 1, … moves; the last entry is not 0, so its
    /// place is God's number. Every position has a solution.
    pub histogram: Vec<u64>,
    /// The cost. Expanded are classes of masks: once to find their
    /// distances, and once to count with each as the nearest.
    pub statistics: Statistics,
}

/// A census that reached a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped {
    /// The limit.
    pub reason: StopReason,
    /// How many classes of masks were counted with.
    pub counted: usize,
    /// How many there are to count with; 0 if that is not known yet.
    pub classes: usize,
    /// The cost so far.
    pub statistics: Statistics,
}

/// The counts of a class of masks, laid so that few of the cells left are low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    /// The cells left in the low and in the high half.
    low: u16,
    high: u16,
    /// One more than the distance.
    entry: u8,
    size: u8,
}

/// The number of places of a row that are compared at once. Rows are padded to it.
const LANES: usize = 16;
/// Bytes of both kinds of rows together, and of the two lists of their places.
const ROWS_BYTES: u64 = 2 * (125_970 + 4096 * LANES as u64) + 4 * 4096 + 2 * 4096;

impl MaskTable {
    /// Counts all positions by their distance, on so many threads. Completes the
    /// table first.
    ///
    /// Takes a fraction of a second and, beside the table, one megabyte and
    /// a third of one for each thread. The result does not depend on the threads.
    ///
    /// # Errors
    /// The limit that was reached, and how far the count got.
    ///
    /// ```no_run
    /// use fewest_puzzles::rotation::{MaskTable, Rotation};
    /// # use std::num::NonZeroUsize;
    /// let game = Rotation::default();
    /// let census = MaskTable::new().census(&game, NonZeroUsize::MIN, &Default::default()).unwrap();
    /// assert_eq!(census.histogram.len() - 1, 13);
    /// assert_eq!(census.histogram[13], 192);
    /// ```
    pub fn census(
        &mut self,
        puzzle: &Rotation,
        threads: NonZeroUsize,
        limits: &Limits,
    ) -> Result<Census, Stopped> {
        let mut meter = Meter::new(limits);
        let mut counted = 0;
        let mut classes = 0;
        let counts = self.complete(&mut meter).and_then(|()| match puzzle.goal {
            // The other two digits may lie anyhow.
            Some(_) => Ok(self.by_entry().map(|masks| masks * HALVES)),
            None => {
                classes = self.classes().len();
                self.by_nearest(threads, &mut counted, &mut meter)
            }
        });
        let statistics = meter.statistics();
        match counts {
            Ok(counts) => {
                let end = counts.iter().rposition(|&n| n > 0).map_or(1, |i| i + 1);
                let histogram = counts[1..end].to_vec();
                Ok(Census {
                    histogram,
                    statistics,
                })
            }
            Err(reason) => Err(Stopped {
                reason,
                counted,
                classes,
                statistics,
            }),
        }
    }

    /// How many masks have each entry.
    fn by_entry(&self) -> [u64; 16] {
        let mut counts = [0; 16];
        for &entry in self.entries() {
            counts[usize::from(entry)] += 1;
        }
        counts
    }

    /// How many positions have each entry as their nearest.
    fn by_nearest(
        &self,
        threads: NonZeroUsize,
        counted: &mut usize,
        meter: &mut Meter<'_>,
    ) -> Result<[u64; 16], StopReason> {
        let bytes = self.classes().len() * size_of::<Class>();
        let scratch = ROWS_BYTES.saturating_mul(threads.get() as u64);
        meter.hold((meter.held() + bytes as u64).saturating_add(scratch))?;
        let mut classes: Vec<Class> = self.classes().iter().map(|&m| self.laid(m)).collect();
        classes.sort_unstable();
        let groups: Vec<&[Class]> = classes.chunk_by(|a, b| a.low == b.low).collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let stop = AtomicBool::new(false);
        // Takes group after group; `after` is called when one is counted.
        let work = |after: &mut dyn FnMut()| {
            let mut rows = Rows::new();
            let mut counts = [0u64; 16];
            while !stop.load(Ordering::Relaxed)
                && let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed))
            {
                rows.fill(self.entries(), group[0].low);
                for class in *group {
                    counts[usize::from(class.entry)] +=
                        u64::from(class.size) * rows.count(class.high, class.entry);
                }
                done.fetch_add(group.len(), Ordering::Relaxed);
                after();
            }
            counts
        };
        let mut counts = [0; 16];
        let mut within = Ok(());
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.get().min(groups.len()))
                .map(|_| scope.spawn(|| work(&mut || ())))
                .collect();
            // This thread works too, and alone speaks to the meter.
            counts = work(&mut || {
                while *counted < done.load(Ordering::Relaxed) && within.is_ok() {
                    within = meter.expand();
                    *counted += usize::from(within.is_ok());
                }
                if within.is_ok() {
                    within = meter.poll();
                }
                stop.fetch_or(within.is_err(), Ordering::Relaxed);
            });
            for other in others {
                match other.join() {
                    Ok(theirs) => {
                        for (sum, n) in counts.iter_mut().zip(theirs) {
                            *sum += n;
                        }
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        within?;
        while *counted < done.load(Ordering::Relaxed) {
            meter.expand()?;
            *counted += 1;
        }
        Ok(counts)
    }

    /// The class of a mask.
    fn laid(&self, mask: Mask) -> Class {
        let entry = self.entry(mask);
        let mut best = (u32::MAX, 0, 0);
        let mut fixed = 0;
        symmetry::for_each_image(mask, |image| {
            let left = BOARD ^ image.bits();
            let low = left & 0xfff;
            best = best.min((low.count_ones(), low, left >> 12));
            fixed += u8::from(image == mask);
        });
        let (_, low, high) = best;
        Class {
            low: low as u16,
            high: high as u16,
            entry,
            size: 8 / fixed,
        }
    }
}

/// The distances of all masks within some low cells and any high ones.
struct Rows {
    /// One more than the distances. Padded with 0, which is nearer than any mask.
    forth: Vec<u8>,
    /// The same with each row turned round.
    back: Vec<u8>,
    /// Where the row of each high half begins.
    starts: Vec<u32>,
    /// How long the rows are for each number of cells in the high half, padded.
    lengths: [usize; 9],
    /// How many cells the low half has.
    cells: u32,
}

impl Rows {
    fn new() -> Self {
        Self {
            forth: Vec::new(),
            back: Vec::new(),
            starts: vec![0; 4096],
            lengths: [0; 9],
            cells: 0,
        }
    }

    fn fill(&mut self, entries: &[u8], low: u16) {
        self.cells = low.count_ones();
        self.forth.clear();
        self.back.clear();
        // The subsets of the low cells by their size, increasing, as what they
        // add to the rank.
        let mut subsets: [Vec<u16>; 9] = Default::default();
        let mut subset = 0u16;
        loop {
            if let Some(list) = subsets.get_mut(subset.count_ones() as usize) {
                list.push(low_part(subset));
            }
            subset = subset.wrapping_sub(low) & low;
            if subset == 0 {
                break;
            }
        }
        for (ones, length) in self.lengths.iter_mut().enumerate() {
            *length = subsets[8 - ones].len().next_multiple_of(LANES);
        }
        for high in 0..4096u16 {
            let ones = high.count_ones() as usize;
            if ones > 8 {
                continue;
            }
            self.starts[usize::from(high)] = self.forth.len() as u32;
            let row = &entries[high_part(high)..];
            let list = &subsets[8 - ones];
            let end = self.forth.len() + self.lengths[ones];
            self.forth.extend(list.iter().map(|&i| row[usize::from(i)]));
            self.back
                .extend(list.iter().rev().map(|&i| row[usize::from(i)]));
            self.forth.resize(end, 0);
            self.back.resize(end, 0);
        }
    }
}

impl Rows {
    /// The weight of all cuts of the cells left, among them these high ones, where
    /// neither mask is nearer than one with this entry.
    fn count(&self, high: u16, entry: u8) -> u64 {
        let lowest = high & high.wrapping_neg();
        let others = high ^ lowest;
        // Each cut once: the first mask is the one with the lowest high cell.
        let mut sums = [0u16; LANES];
        let mut subset = 0u16;
        loop {
            let first = subset | lowest;
            let ones = first.count_ones();
            if ones <= 8 && 8 - ones <= self.cells {
                let length = self.lengths[ones as usize];
                let forth = self.starts[usize::from(first)] as usize;
                let back = self.starts[usize::from(high ^ first)] as usize;
                let row = weigh(
                    &self.forth[forth..forth + length],
                    &self.back[back..back + length],
                    entry,
                );
                for (sum, n) in sums.iter_mut().zip(row) {
                    *sum += u16::from(n);
                }
            }
            subset = subset.wrapping_sub(others) & others;
            if subset == 0 {
                break;
            }
        }
        sums.into_iter().map(u64::from).sum()
    }
}

/// For each lane, the weight of the cuts into masks of `forth` and `back`. Rows have
/// at most 70 places, so a lane sums up five at the most.
#[inline]
fn weigh(forth: &[u8], back: &[u8], entry: u8) -> [u8; LANES] {
    let (forth, _) = forth.as_chunks::<LANES>();
    let (back, _) = back.as_chunks::<LANES>();
    let mut sums = [0u8; LANES];
    for (b, c) in forth.iter().zip(back) {
        for ((&b, &c), sum) in b.iter().zip(c).zip(&mut sums) {
            let (near, far) = (b.min(c), b.max(c));
            // Without branches or checks, so that the lanes are computed side by side.
            let all: u8 = if near >= entry { 3 } else { 0 };
            let alone: u8 = if near > entry { 3 } else { 0 };
            let three = u8::from(near == entry && far == entry);
            *sum = sum
                .wrapping_add(all)
                .wrapping_add(alone)
                .wrapping_sub(three);
        }
    }
    sums
}
