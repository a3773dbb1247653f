//! Counts all 9,465,511,770 positions by their distance, exactly.
//!
//! # Problem
//!
//! A position is three disjoint masks, the sets of cells of the three digits, that fill the board.
//! The distance of the position is the minimum of the distances of its masks. Looking up three
//! masks for every position takes minutes.
//!
//! # Solution
//!
//! *Enumerate by nearest mask.* Enumerate the masks `a`, and for each the ways to split the other
//! 16 cells into two masks `b` and `c`, in either order. Count a split only if neither `b` nor `c`
//! is nearer than `a`. So a position is counted once for each of its masks that is nearest. The
//! three masks of a split can be given to the digits in six ways, so a split stands for six
//! positions. Its weight is 6 if only `a` is nearest, 3 if one other mask is as near, and 2 if all
//! three are.
//!
//! *Only one `a` per class under the symmetries.* The count of each class is weighted by its size.
//! There are 92,247 classes. The mask that represents a class has 6,435 splits, which makes 594
//! million splits in all.
//!
//! *No ranks in the inner loop.* Split the board into its low and high 12 cells. Process together
//! all masks `a` that leave the same set `L` of low cells to the other two masks. For each high
//! half `h`, gather a row with the distances of all masks that have high half `h` and whose low
//! cells lie in `L`, ordered by the low half; and store each row a second time, reversed. Let `H`
//! be the set of high cells that `a` leaves. If `b` has the high half `h`, then `c` has the high
//! half `H \ h`, and the entries at the same index of the row of `h` and of the reversed row of `H
//! \ h` are the distances of a mask `b` and its complement `c`. The reason is that complementing
//! within `L` reverses the order of the subsets. So counting takes a few byte operations, 16 lanes
//! at a time. So that rows are short, a class is represented by a mask `a` that leaves as few low
//! cells as possible.
//!
//! The memory is that of the mask table, two bytes for each entry of the rows (at most C(20,8) in
//! each direction), and 6 bytes for each class.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fewest_rules::{Limits, Meter, StopReason};
use fewest_search::threads::{by_all, lock};
use fewest_tables::{Enumerated, EnumerationReport};

use super::Rotation;
use super::mask::Mask;
use super::rank::{HALVES, high_part, low_part};
use super::symmetry;
use super::table::MaskTable;
use super::turns::BOARD;

pub use boards::Sampler;

mod boards;

/// A class of masks that symmetries map to one another. One of these masks represents the class:
/// one outside which there are as few low cells of the board as possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MaskClass {
    /// The cells of the low half of the board outside the mask that represents the class. `high`
    /// has those of the high half.
    low: u16,
    high: u16,
    /// The table entry of the masks of this class: their distance plus 1.
    entry: u8,
    size: u8,
}

/// The number of row entries that are compared at once. The length of a row is padded to a multiple
/// of `LANES`.
const LANES: usize = 16;
/// An upper bound on the number of bytes that the [`DistanceRows`] of one thread take: all rows
/// (stored forwards and reversed), the offset of each row, and, while the rows are filled, the
/// subsets of the low cells.
const ROWS_BYTES: u64 = 2 * (125_970 + 4096 * LANES as u64) + 4 * 4096 + 2 * 4096;

impl MaskTable {
    /// Counts all positions by their distance, on the given number of threads. Computes the missing
    /// distances of the table first. The histogram has the number of positions that need 0, 1, …
    /// moves. Its last entry is not 0, so the index of this entry is God's number. Every position
    /// has a solution.
    ///
    /// Takes a fraction of a second. The census needs 0.6 MB in addition to the table, and 0.4 MB
    /// more for each thread. The result does not depend on the number of threads. Each class of
    /// masks counts twice as an expanded state: when its distance is computed, and when the
    /// positions that have such a mask as their nearest are counted.
    ///
    /// ```no_run
    /// use fewest_puzzles::rotation::{MaskTable, Rotation};
    /// use fewest_tables::Enumerated;
    /// # use std::num::NonZeroUsize;
    /// let game = Rotation::default();
    /// let report = MaskTable::new().census(&game, NonZeroUsize::MIN, &Default::default());
    /// let Enumerated::Complete(histogram) = report.outcome else { panic!() };
    /// assert_eq!(histogram.len() - 1, 13);
    /// assert_eq!(histogram[13], 192);
    /// ```
    pub fn census(
        &mut self,
        puzzle: &Rotation,
        threads: NonZeroUsize,
        limits: &Limits,
    ) -> EnumerationReport<Vec<u64>> {
        let mut meter = Meter::new(limits);
        let counts = self.complete(&mut meter).and_then(|()| match puzzle.goal {
            // The other two digits may be arranged in any way on the remaining cells.
            Some(_) => Ok(self.by_entry().map(|masks| masks * HALVES)),
            None => self.by_nearest(threads, &mut meter),
        });
        EnumerationReport {
            outcome: match counts {
                Ok(counts) => {
                    let end = counts.iter().rposition(|&n| n > 0).map_or(1, |i| i + 1);
                    Enumerated::Complete(counts[1..end].to_vec())
                }
                Err(reason) => Enumerated::Stopped {
                    histogram: Vec::new(),
                    reason,
                },
            },
            statistics: meter.statistics(),
        }
    }

    /// Counts the masks by their table entry, which is one more than their distance. Index `i` of
    /// the result is the number of masks with the entry `i`.
    fn by_entry(&self) -> [u64; 16] {
        let mut counts = [0; 16];
        for &entry in self.entries() {
            counts[usize::from(entry)] += 1;
        }
        counts
    }

    /// Counts the positions by the distance of their nearest mask. Index `i` of the result is the
    /// number of positions whose nearest mask has the table entry `i`, one more than its distance.
    fn by_nearest(
        &self,
        threads: NonZeroUsize,
        meter: &mut Meter<'_>,
    ) -> Result<[u64; 16], StopReason> {
        let bytes = self.classes().len() * size_of::<MaskClass>();
        let scratch = ROWS_BYTES.saturating_mul(threads.get() as u64);
        meter.hold((meter.held() + bytes as u64).saturating_add(scratch))?;
        let mut classes: Vec<MaskClass> = self.classes().iter().map(|&m| self.laid(m)).collect();
        classes.sort_unstable();
        let groups: Vec<&[MaskClass]> = classes.chunk_by(|a, b| a.low == b.low).collect();
        let mut workers = vec![[0u64; 16]; threads.get().min(groups.len())];
        let (next, meter) = (AtomicUsize::new(0), Mutex::new(meter));
        // Each worker takes one group of classes after the other.
        by_all(&mut workers, |_, counts| {
            let mut rows = DistanceRows::new();
            while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                rows.fill(self.entries(), group[0].low);
                for class in *group {
                    counts[usize::from(class.entry)] +=
                        u64::from(class.size) * rows.count(class.high, class.entry);
                }
                let mut meter = lock(&meter);
                group.iter().try_for_each(|_| meter.expand())?;
                meter.poll()?;
            }
            Ok(())
        })?;
        Ok(std::array::from_fn(|entry| {
            workers.iter().map(|counts| counts[entry]).sum()
        }))
    }

    /// The class of `mask` under the symmetries, represented by the image that leaves as few low
    /// cells as possible to the other two masks of a position.
    fn laid(&self, mask: Mask) -> MaskClass {
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
        MaskClass {
            low: low as u16,
            high: high as u16,
            entry,
            size: 8 / fixed,
        }
    }
}

/// The distances of all masks whose cells in the low half of the board lie in a given set. There is
/// one row for each set of cells in the high half.
struct DistanceRows {
    /// The entries of all rows: one more than the distance of each mask. The padding is 0, which is
    /// nearer than any mask, so no count includes it.
    forth: Vec<u8>,
    /// The entries of `forth`, with each row reversed.
    back: Vec<u8>,
    /// For each set of cells in the high half of the board, the offset in `forth` and in `back` of
    /// the row of masks that have exactly these high cells.
    starts: Vec<u32>,
    /// For each number of cells that a mask has in the high half of the board, the padded length of
    /// the rows of such masks.
    lengths: [usize; 9],
    /// The number of cells in the set of low cells for which the rows are filled.
    cells: u32,
}

impl DistanceRows {
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
        // The subsets of the low cells, grouped by size and in increasing order. A subset is stored
        // as the number that it contributes to the rank of a mask (see `low_part`).
        let mut subsets: [Vec<u16>; 9] = Default::default();
        let mut subset = 0u16;
        loop {
            if let Some(list) = subsets.get_mut(subset.count_ones() as usize) {
                list.push(low_part(subset));
            }
            // The result is the next subset of `low` in increasing order: the subtraction carries
            // through the bits outside `low`. After the last subset, the result is 0.
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

    /// Sums the weights of all splits of 16 cells into two masks. These are the cells that a mask
    /// with the table entry `entry` leaves, and `high` has those in the high half of the board. A
    /// split counts only if neither of its two masks is nearer than the mask that leaves the cells.
    fn count(&self, high: u16, entry: u8) -> u64 {
        let lowest = high & high.wrapping_neg();
        let others = high ^ lowest;
        // So that each split is counted once, the first mask is the one that has the lowest of the
        // high cells. A lane cannot overflow: the first mask has at most 2^11 high halves, and each
        // of these adds at most 30.
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
            // The result is the next subset of `others` in increasing order, and 0 after the last.
            subset = subset.wrapping_sub(others) & others;
            if subset == 0 {
                break;
            }
        }
        sums.into_iter().map(u64::from).sum()
    }
}

/// Compares the table entries of two masks at each index: one from a row of `forth`, the other from
/// a row of `back`. The two masks are a split of 16 cells, and the weights of these splits are
/// summed for each lane. Rows have at most C(8,4) = 70 entries, so each lane sums at most five
/// weights of at most 6 and cannot overflow.
#[inline]
fn weigh(forth: &[u8], back: &[u8], entry: u8) -> [u8; LANES] {
    let (forth, _) = forth.as_chunks::<LANES>();
    let (back, _) = back.as_chunks::<LANES>();
    let mut sums = [0u8; LANES];
    for (b, c) in forth.iter().zip(back) {
        for ((&b, &c), sum) in b.iter().zip(c).zip(&mut sums) {
            let (near, far) = (b.min(c), b.max(c));
            // There are no branches and no overflow checks, so that the compiler vectorises the
            // lanes. The weight is 6 if both masks are farther than `entry`, 2 if both are exactly
            // as far, and 3 if one is exactly as far and the other is farther.
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
