//! Finds the moves that join a pair of labels that some goal has.

use fewest_rules::Words;

use super::{FieldPlace, PairTest};
use crate::compiled::{CompiledMove, PackedTask};

/// The most labels that goals have beside one label. More of them would not be found sooner than all
/// pairs are tested.
const MOST_PARTNERS: usize = 8;

/// For each move that joins a pair, the pair that it joins. All pairs have the same first field. In
/// most pairs the second fields have the same width, and the same labels of them fit a label in the
/// first field. If these are few, they are found by operations on whole words, instead of a test of every pair.
#[derive(Debug, Clone)]
pub(super) struct Partners {
    one: FieldPlace,
    /// For each number in the first field, the numbers that fit in the fields of `found`.
    fitting: Vec<Vec<u64>>,
    /// The lowest bit of each field of a word, as many as fit.
    ones: u64,
    /// The width of these fields.
    width: u32,
    /// The highest bits of the second fields in each word of a state.
    highest: Vec<u64>,
    /// The move for each second field, by the number of its highest bit divided by the width.
    found: Vec<Option<CompiledMove>>,
    /// The other pairs. They are tested one by one.
    others: Vec<(CompiledMove, PairTest)>,
}

impl Partners {
    /// Prepares the search for `pairs`. `tables` says which numbers fit together. `None` if there are
    /// no pairs, or only such with a place that never changes.
    pub(super) fn new(
        task: &PackedTask,
        pairs: Vec<(CompiledMove, PairTest)>,
        tables: &[u64],
    ) -> Option<Self> {
        let one = pairs.first()?.1.one;
        let changing = task.reduced().changing();
        let places: Vec<(FieldPlace, usize)> = changing
            .filter_map(|position| Some((FieldPlace::new(task, Some(position))?, position)))
            .collect();
        let position = |field: FieldPlace| {
            let same = places.iter().find(|(place, _)| *place == field)?;
            Some(same.1)
        };
        let alike = |pair: &PairTest, other: &PairTest| {
            (pair.table, pair.other.ones) == (other.table, other.other.ones)
        };
        let kind = pairs
            .iter()
            .map(|(_, pair)| pair)
            .find(|pair| position(pair.other).is_some())?;
        let width = kind.other.ones.count_ones();
        let numbers = 0..=one.ones.min(63);
        let rows = numbers.map(|number| tables[kind.table as usize + number as usize]);
        let rows: Vec<u64> = rows.collect();
        let mut partners = Self {
            one,
            fitting: vec![Vec::new(); rows.len()],
            ones: u64::MAX / kind.other.ones,
            width,
            highest: vec![0; task.words()],
            found: vec![None; task.words() * (64 / width) as usize],
            others: Vec::new(),
        };
        let mut codes = 0_u64;
        for &(m, pair) in &pairs {
            let high = pair.other.shift + width - 1;
            let at = ((pair.other.word * 64 + high) / width) as usize;
            let position = position(pair.other).filter(|_| alike(&pair, kind));
            // Of several moves that join the same labels, only one can be found by its field.
            let position = position.filter(|_| partners.found[at].is_none());
            let Some(position) = position else {
                partners.others.push((m, pair));
                continue;
            };
            for label in task.reduced().sets[position].labels() {
                codes |= 1 << (task.code(position, label)? & 63);
            }
            partners.highest[pair.other.word as usize] |= 1 << high;
            partners.found[at] = Some(m);
        }
        let mut most = MOST_PARTNERS + 1;
        if let Some(first) = position(one) {
            for label in task.reduced().sets[first].labels() {
                let number = (task.code(first, label)? & 63) as usize;
                let fitting = (0..64).filter(|n| (codes & !rows[number]) >> n & 1 == 1);
                partners.fitting[number] = fitting.collect();
            }
            most = partners.fitting.iter().map(Vec::len).max()?;
        }
        if most > MOST_PARTNERS {
            partners.fitting.clear();
            partners.others = pairs;
        }
        Some(partners)
    }

    /// Appends the moves that join a pair that some goal has, in increasing order.
    #[inline]
    pub(super) fn moves<const N: usize>(
        &self,
        state: Words<N>,
        tables: &[u64],
        moves: &mut Vec<CompiledMove>,
    ) {
        let before = moves.len();
        let one = self.one.number(state);
        let high = self.ones << (self.width - 1);
        for &number in self.fitting.get(one as usize).into_iter().flatten() {
            let wanted = number * self.ones;
            for (w, &highest) in self.highest.iter().enumerate() {
                // A field that holds the number is 0 in `field`. The sum sets the highest bit of
                // each field whose other bits are not all 0, and carries nothing into the next one.
                let field = state.0[w % N] ^ wanted;
                let mut left = !(((field & !high) + !high) | field) & highest;
                while left != 0 {
                    let at = (w as u32 * 64 + left.trailing_zeros()) / self.width;
                    moves.extend(self.found[at as usize]);
                    left &= left - 1;
                }
            }
        }
        for (m, pair) in &self.others {
            if pair.foreign(tables, state) == 0 {
                moves.push(*m);
            }
        }
        moves[before..].sort_unstable();
    }
}
