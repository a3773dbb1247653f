//! Numbers for the sets of a given number of cells.

/// The cells with an index below this number form the low part of a set, and the other cells its
/// high part.
const LOW: usize = 13;

/// Assigns a number to each set of `size` cells of a board.
///
/// A set is cut into the low 13 cells and the others. Sets are numbered by the size of the low part, then by the low part
/// among the parts of this size, then by the high part; two lookups give the number.
#[derive(Debug, Clone)]
pub(super) struct CellSets {
    cells: usize,
    /// For each low part (the set's cells among the first 13), the number of the first set that has
    /// this low part.
    low: Vec<u32>,
    /// For each high part (the set's cells beyond the first 13), its index among the high parts
    /// with equally many cells.
    high: Vec<u32>,
}

impl CellSets {
    /// Numbers the sets of `size` cells of a board with `cells` cells. There must be at most 32
    /// cells, and at least `size`.
    pub(super) fn new(cells: usize, size: usize) -> Self {
        let beyond = cells.saturating_sub(LOW);
        let mut counts = vec![0; beyond + 1];
        let numbered = |set: u32| {
            let count: &mut u32 = &mut counts[set.count_ones() as usize];
            *count += 1;
            *count - 1
        };
        let high: Vec<u32> = (0..1 << beyond).map(numbered).collect();
        let mut low = vec![0; 1 << LOW];
        let mut first = 0;
        for part in 0..=LOW.min(size) {
            let Some(&count) = counts.get(size - part) else {
                continue;
            };
            for set in (0..1_u32 << LOW).filter(|set| set.count_ones() as usize == part) {
                low[set as usize] = first;
                first += count;
            }
        }
        Self { cells, low, high }
    }

    /// One more than the greatest number that a set of `size` cells has.
    pub(super) fn count(&self, size: usize) -> usize {
        Self::of(self.cells, size)
            .map(|set| self.number(set) + 1)
            .max()
            .unwrap_or(0)
    }

    /// The number that is assigned to `set`, in which bit `i` stands for cell `i`. Different sets
    /// of equally many cells have different numbers.
    #[inline]
    pub(super) fn number(&self, set: u32) -> usize {
        let (low, high) = (set % (1 << LOW), set >> LOW);
        (self.low[low as usize] + self.high[high as usize]) as usize
    }

    /// All sets of `size` cells of a board with `cells` cells, in increasing order.
    pub(super) fn of(cells: usize, size: usize) -> impl Iterator<Item = u32> {
        let end = 1_u64 << cells;
        let first = (1_u64 << size) - 1;
        std::iter::successors(Some(first), |&set| {
            if set == 0 {
                return None;
            }
            // The next greater number with as many bits (R. W. Gosper, HAKMEM 175).
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            Some(ripple | ((set ^ ripple) / low) >> 2)
        })
        .take_while(move |&set| set < end)
        .map(|set| set as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::CellSets;

    #[test]
    fn sets_have_different_numbers() {
        for (cells, size) in [
            (5, 2),
            (16, 8),
            (17, 3),
            (20, 20),
            (25, 6),
            (25, 1),
            (24, 7),
        ] {
            let sets = CellSets::new(cells, size);
            let all: Vec<u32> = (0..1_u64 << cells)
                .map(|set| set as u32)
                .filter(|set| set.count_ones() as usize == size)
                .collect();
            assert!(CellSets::of(cells, size).eq(all.iter().copied()));
            let mut numbers: Vec<usize> = all.iter().map(|&set| sets.number(set)).collect();
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
            let count = sets.count(size);
            assert!(numbers.iter().all(|&number| number < count));
            if cells > 16 {
                assert_eq!(count, all.len());
            }
        }
    }
}
