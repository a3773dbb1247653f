//! Finds the list of rules to test in a state from the position of the selecting label.
//!
//! Often every state has some label exactly once, and nearly all rules test the position of this
//! label, the *selecting label*. Suppose that each field (the bits that store the label of a
//! position) has a bit that is set only if the field holds the selecting label. Then masking these
//! bits of a state leaves a single set bit, and the index of that bit selects a short list of
//! rules. If the numbers of the other labels leave no such bit free, the label gets the number 0,
//! and the zero field is found by folding each field onto its lowest bit.

use fewest_rules::Words;

use super::array;
use super::layout::StateLayout;
use crate::reduction::{DomainLabel, ReducedTask};

/// Finds the field of a state that holds the selecting label.
#[derive(Debug, Clone)]
pub(super) struct Locator<const N: usize> {
    flags: [u64; N],
    zeros: [u64; N],
    width: u32,
    lists: Vec<u16>,
}

/// The masks of a locator, for a state of any number of words.
#[derive(Debug, Clone)]
pub(super) struct LocatorMasks {
    /// A mask with one bit for each field in which the number of the selecting label has a bit of
    /// its own: this bit. In a state, the bit is set only in the field that holds the label.
    flags: Vec<u64>,
    /// The lowest bits of the fields in which the selecting label has the number 0. `width` is the
    /// width of these fields, or 0 if there are none.
    zeros: Vec<u64>,
    width: u32,
    /// For each bit of a state: if this bit is what remains after masking, the index of the list of
    /// rules that it selects.
    lists: Vec<u16>,
    /// The positions that may hold the label, in the order of their lists.
    pub(super) places: Vec<usize>,
}

impl LocatorMasks {
    /// Computes the masks for `label` of `domain` in states of `words` words. `None` if the label
    /// has the number 0 in fields of several widths, or if in some field the label has neither a
    /// bit of its own nor the number 0.
    pub(super) fn new(
        reduced: &ReducedTask,
        layout: &StateLayout,
        words: usize,
        (domain, label): DomainLabel,
    ) -> Option<Self> {
        let mut masks = Self {
            flags: vec![0; words],
            zeros: vec![0; words],
            width: 0,
            lists: vec![0; words * 64],
            places: Vec::new(),
        };
        for position in reduced.changing() {
            let field = layout.fields[position]?;
            if reduced.ground.positions[position].domain != domain
                || !reduced.sets[position].has(label)
            {
                continue;
            }
            let code = layout.code(field, label);
            let others = layout.used(field) & !(1 << code);
            let others = (0..64).filter(|other| others >> other & 1 == 1);
            let own = code & !others.fold(0, |bits, other: u64| bits | other);
            let bit = if own != 0 {
                let bit = field.from + own.trailing_zeros();
                masks.flags[(bit / 64) as usize] |= 1 << (bit % 64);
                bit
            } else if code == 0 && (masks.width == 0 || masks.width == field.width) {
                masks.width = field.width;
                masks.zeros[(field.from / 64) as usize] |= 1 << (field.from % 64);
                field.from
            } else {
                return None;
            };
            masks.lists[bit as usize] = masks.places.len() as u16;
            masks.places.push(position);
        }
        Some(masks)
    }
}

impl<const N: usize> Locator<N> {
    pub(super) fn new(masks: &LocatorMasks) -> Self {
        Self {
            flags: array(&masks.flags),
            zeros: array(&masks.zeros),
            width: masks.width,
            lists: masks.lists.clone(),
        }
    }

    /// The index of the list of rules that may apply in `state`.
    #[inline]
    pub(super) fn list(&self, state: Words<N>) -> usize {
        for w in 0..N {
            let mut bits = state.0[w] & self.flags[w];
            if self.width != 0 {
                // After the shifts, the lowest bit of each field is the disjunction of exactly the
                // bits of that field. Bits of the next field reach only the higher bits, which the
                // mask removes.
                let mut folded = state.0[w];
                if self.width >= 8 {
                    folded |= folded >> 4;
                }
                if self.width >= 4 {
                    folded |= folded >> 2;
                }
                folded |= folded >> 1;
                bits |= !folded & self.zeros[w];
            }
            if bits != 0 {
                return self.lists[(w * 64 + bits.trailing_zeros() as usize) % (N * 64)].into();
            }
        }
        0
    }
}
