//! How many ways there are to label positions each of which may have some labels only,
//! if it is known how often some labels occur.

use super::ranking::MOST;
use crate::compiled::Special;
use crate::ground::{Label, LabelSet};

/// The most entries of the table of a counted part: eight bytes each.
const MOST_WAYS: usize = 1 << 20;

/// In how many ways the positions from one on can be labelled, if so many of each
/// counted label are left.
#[derive(Debug, Clone)]
pub(super) struct Counted {
    /// By position and digit: how the label is counted, a number of bits in what is
    /// left; no bits if it is not.
    fields: Vec<Vec<Field>>,
    /// What is left before the first position.
    pub(super) start: usize,
    /// By position, and one more, and by what is left.
    ways: Vec<u64>,
    /// The numbers of what may be left.
    lefts: usize,
}

/// Where in what is left the number of a label stands.
#[derive(Debug, Clone, Copy, Default)]
struct Field {
    one: usize,
    mask: usize,
}

impl Counted {
    /// `None` if the table would be too large or a number does not fit.
    pub(super) fn new(
        special: &Special,
        positions: &[usize],
        counts: &[Option<u32>; 64],
    ) -> Option<Self> {
        let mut of = [Field::default(); 64];
        let mut start = 0;
        let mut bits = 0;
        for label in labels_of(special, positions) {
            let Some(count) = counts[usize::from(label)] else {
                continue;
            };
            let width = u32::BITS - count.leading_zeros();
            of[usize::from(label)] = Field {
                one: 1 << bits,
                // A label that is never there has one bit, which is never set.
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
            let labels = special.sets[p].labels();
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
                // What adds up to less than that has no part that is cut off.
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

    /// The ways in which the position at `at` has the label of `digit`.
    #[inline]
    pub(super) fn after(&self, at: usize, digit: usize, left: usize) -> u64 {
        let field = self.fields[at][digit];
        if field.mask != 0 && left & field.mask == 0 {
            return 0;
        }
        self.ways(at + 1, left - field.one)
    }

    /// What is left after that; a label too many counts as none.
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

/// The labels that some of the positions may have.
pub(super) fn labels_of(special: &Special, positions: &[usize]) -> impl Iterator<Item = Label> {
    let sets = positions.iter().map(|&p| special.sets[p].0);
    LabelSet(sets.fold(0, |all, set| all | set)).labels()
}
