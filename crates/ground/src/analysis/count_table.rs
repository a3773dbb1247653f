//! Counts the ways to label positions if each position allows only some labels and the number of
//! occurrences of some labels is fixed.

use crate::ground::{Label, LabelSet, MOST_LABELS};
use crate::reduction::ReducedTask;

/// Numbers of labellings stay below this bound so that a sum of such numbers over all labels fits
/// into a word.
pub(super) const MOST: u64 = 1 << 57;
/// The greatest allowed number of entries of the table. Each entry takes eight bytes.
const MOST_WAYS: usize = 1 << 20;

/// For each position and each combination of remaining counts, the number of ways to label this
/// position and all positions after it. The *remaining counts* say how often each counted label
/// must still be placed. They are packed into one integer, with a bit field for each counted label.
#[derive(Debug, Clone)]
pub(super) struct CountTable {
    /// For each position and each label that it may have, the bit field of the remaining counts
    /// that belongs to this label; a field without bits if the label is not counted.
    fields: Vec<Vec<CountField>>,
    /// The remaining counts before any position has a label: how often each counted label must
    /// occur in all, packed into one integer.
    pub(super) start: usize,
    /// For each position, including one after the last, and for each value of the remaining counts,
    /// the number of ways to label this position and all positions after it.
    ways: Vec<u64>,
    /// The number of entries of `ways` for each position: one for each value that fits into the
    /// bits of the remaining counts.
    lefts: usize,
}

/// The bits of the packed remaining counts ([`CountTable`]) that belong to one label: the lowest of
/// these bits (`one`), and all of them (`mask`).
#[derive(Debug, Clone, Copy, Default)]
struct CountField {
    one: usize,
    mask: usize,
}

impl CountTable {
    /// Builds the table. `None` if the table would be too large, if there is no labelling, or if
    /// the number of all labellings is not below [`MOST`].
    pub(super) fn new(
        reduced: &ReducedTask,
        positions: &[usize],
        counts: &[Option<u32>; MOST_LABELS],
    ) -> Option<Self> {
        let mut of = [CountField::default(); MOST_LABELS];
        let mut start = 0;
        let mut bits = 0;
        for label in labels_of(reduced, positions) {
            let Some(count) = counts[usize::from(label)] else {
                continue;
            };
            let width = u32::BITS - count.leading_zeros();
            of[usize::from(label)] = CountField {
                one: 1 << bits,
                // The field of a label that must not occur has one bit, which is never set.
                mask: ((1 << width.max(1)) - 1) << bits,
            };
            start |= (count as usize) << bits;
            bits += width.max(1);
            if bits > MOST_WAYS.ilog2() {
                return None;
            }
        }
        let lefts = 1 << bits;
        let size = lefts * (positions.len() + 1);
        if size > MOST_WAYS {
            return None;
        }
        let fields = positions.iter().map(|&p| {
            let labels = reduced.sets[p].labels();
            labels.map(|label| of[usize::from(label)]).collect()
        });
        let mut counted = Self {
            fields: fields.collect(),
            start,
            ways: vec![0; size],
            lefts,
        };
        let last = positions.len() * lefts;
        counted.ways[last] = 1;
        for at in (0..positions.len()).rev() {
            for left in 0..lefts {
                let digits = 0..counted.fields[at].len();
                let ways = digits.map(|digit| counted.after(at, digit, left));
                // The sum saturates at `MOST`, so an entry below `MOST` is exact.
                counted.ways[at * lefts + left] = ways.fold(0, u64::saturating_add).min(MOST);
            }
        }
        (1..MOST)
            .contains(&counted.ways(0, start))
            .then_some(counted)
    }

    #[inline]
    pub(super) fn ways(&self, at: usize, left: usize) -> u64 {
        self.ways[at * self.lefts + left]
    }

    /// The number of ways to label the positions from index `at` on in which the position at `at`
    /// has the label number `digit` among those that it may have. `left` are the remaining counts
    /// before this position.
    #[inline]
    pub(super) fn after(&self, at: usize, digit: usize, left: usize) -> u64 {
        let field = self.fields[at][digit];
        if field.mask != 0 && left & field.mask == 0 {
            return 0;
        }
        self.ways(at + 1, left - field.one)
    }

    /// The remaining counts after the position at `at` has got the label number `digit` among those
    /// that it may have. The result equals `left` if the label is not counted or no occurrence of
    /// it remains.
    #[inline]
    pub(super) fn take(&self, at: usize, digit: usize, left: usize) -> usize {
        let field = self.fields[at][digit];
        if left & field.mask == 0 {
            left
        } else {
            left - field.one
        }
    }
}

/// The labels that at least one of the positions may have.
pub(super) fn labels_of(reduced: &ReducedTask, positions: &[usize]) -> impl Iterator<Item = Label> {
    let sets = positions.iter().map(|&p| reduced.sets[p].0);
    LabelSet(sets.fold(0, |all, set| all | set)).labels()
}
