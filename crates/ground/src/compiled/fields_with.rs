//! Finds all positions that have a certain label in a state, with operations on whole words. The
//! *field* of a position is the group of bits in which the words of the state store its label.
//!
//! A set of fields is a mask in which the lowest bit of each field is set.

use std::iter;

use fewest_rules::Words;

use super::PackedTask;
use crate::ground::Label;

/// Finds the positions that have a given label in a state. The *field* of a position is the group
/// of bits of a state that stores its label.
#[derive(Debug, Clone)]
pub(crate) struct FieldsWith<const N: usize> {
    /// A state in which each field that may hold the label has the *code* of the label, the number
    /// that stands for it in this field.
    codes: [u64; N],
    /// For each field width `2^i`, at index `i`, the lowest bits of the fields of that width that
    /// may hold the label.
    lowest: [[u64; N]; 4],
    /// Whether any field that may hold the label has 4 or 8 bits.
    wide: bool,
}

impl<const N: usize> FieldsWith<N> {
    /// Prepares the masks that find `label` at `positions` of the puzzle.
    pub(crate) fn new(
        task: &PackedTask,
        label: Label,
        positions: impl Iterator<Item = usize>,
    ) -> Self {
        let mut all = Self {
            codes: [0; N],
            lowest: [[0; N]; 4],
            wide: false,
        };
        for position in positions {
            if !task.reduced().sets[position].has(label) {
                continue;
            }
            if let (Some((from, width)), Some(code)) =
                (task.field(position), task.code(position, label))
            {
                let (word, shift) = ((from / 64) as usize, from % 64);
                all.codes[word] |= code << shift;
                all.lowest[width.trailing_zeros() as usize][word] |= 1 << shift;
                all.wide |= width > 2;
            }
        }
        all
    }

    /// The set of the fields that hold the label in `state`: a mask with the lowest bit of each of
    /// these fields.
    #[inline]
    pub(crate) fn of(&self, state: Words<N>) -> [u64; N] {
        std::array::from_fn(|w| self.of_word(w, state))
    }

    /// The lowest bit of the first field that holds the label in `state`, if there is one.
    #[inline]
    pub(crate) fn first(&self, state: Words<N>) -> Option<usize> {
        (0..N).find_map(|w| {
            let found = self.of_word(w, state);
            (found != 0).then(|| w * 64 + found.trailing_zeros() as usize)
        })
    }

    #[inline]
    fn of_word(&self, w: usize, state: Words<N>) -> u64 {
        // After the exclusive or, a field that holds the label is 0. The shifts fold each field
        // onto its lowest bit. The shifts also move bits of the next field into the higher bits
        // of a field, but the masks remove these bits.
        let one = state.0[w] ^ self.codes[w];
        let two = one | one >> 1;
        let mut found = !one & self.lowest[0][w] | !two & self.lowest[1][w];
        if self.wide {
            let four = two | two >> 2;
            let eight = four | four >> 4;
            found |= !four & self.lowest[2][w] | !eight & self.lowest[3][w];
        }
        found
    }
}

/// The indices of the set bits of a mask, from the lowest to the highest.
pub(crate) fn bits_of<const N: usize>(mask: [u64; N]) -> impl Iterator<Item = usize> {
    (0..N).flat_map(move |w| {
        let mut left = mask[w];
        iter::from_fn(move || {
            let bit = (left != 0).then(|| w * 64 + left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(bit)
        })
    })
}

#[inline]
pub(crate) fn has_bit<const N: usize>(mask: &[u64; N], bit: usize) -> bool {
    mask[bit / 64] >> (bit % 64) & 1 == 1
}

#[inline]
pub(crate) fn set_bit<const N: usize>(mask: &mut [u64; N], bit: usize) {
    mask[bit / 64] |= 1 << (bit % 64);
}
