//! Finds the moves that join two labels if these labels are neighbours in some goal.

use fewest_rules::Words;

use super::super::field_place::FieldPlace;
use super::PairTest;
use crate::compiled::{CompiledMove, PackedTask};

/// Two labels *fit* if some goal has them as neighbours. If more labels than this fit one label,
/// every pair is tested, because a search for so many labels takes no less time.
const MOST_PARTNERS: usize = 8;

/// Pairs of positions, each with a move that carries the labels at these positions to neighbouring
/// positions. A *field* is the group of bits that stores the label of a position as a number, and
/// all pairs have the same first field. Two labels *fit* if some goal has them as neighbours. In most
/// pairs, the second fields have the same width, and the same labels in them fit a label in the
/// first field. If few labels fit, operations on whole words find the second fields that hold one
/// of them, instead of a test of every pair.
#[derive(Debug, Clone)]
pub(super) struct Partners {
    one: FieldPlace,
    /// For each number in the first field, the numbers in the second fields that fit it.
    fitting: Vec<Vec<u64>>,
    /// A word that is filled with fields of `width` bits, in which the lowest bit of each field is
    /// set.
    ones: u64,
    /// The width in bits of the second fields that are searched by whole words.
    width: u32,
    /// For each word of a state, the highest bits of the second fields that are searched.
    highest: Vec<u64>,
    /// For each second field that is searched, the move that makes its label and the label of the
    /// first field neighbours. The index of the entry is the index of the field's highest bit in a
    /// state, divided by `width`.
    found: Vec<Option<CompiledMove>>,
    /// The pairs that are not found by whole words but tested one by one, each with its move.
    others: Vec<(CompiledMove, PairTest)>,
}

impl Partners {
    /// Prepares the search for those of `pairs` whose labels fit, which means that some goal has
    /// them as neighbours. `tables` says which numbers do not fit. `None` if there are no pairs, or
    /// if the second place of every pair is the additional place that never changes.
    pub(super) fn new(
        task: &PackedTask,
        pairs: Vec<(CompiledMove, PairTest)>,
        tables: &[u64],
    ) -> Option<Self> {
        let one = pairs.first()?.1.one;
        let changing = task.reduced().changing();
        let places: Vec<(FieldPlace, usize)> = changing
            .filter_map(|position| Some((FieldPlace::new(task, position)?, position)))
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
            // Of several moves with the same second field, only one can be found by this field.
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

    /// Appends, in increasing order, the moves that make two labels neighbours if some goal has
    /// these two labels as neighbours.
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
                // In `field`, each field that holds `number` is 0. The sum sets the highest bit of
                // each field whose other bits are not all 0, and carries nothing into the next
                // field.
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
