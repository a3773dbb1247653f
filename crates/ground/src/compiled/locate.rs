//! Finds the list of rules of a state from the position of one label.
//!
//! Very often one label is on the board exactly once, such as the blank or the player, and nearly
//! all rules test its position. If each field has a bit that is set only if it holds that label,
//! masking these bits leaves a word with a single set bit, and the index of that bit selects a
//! short list of rules. If the numbers of the other labels leave no such bit free, the label gets
//! the number 0, and the zero field is found by folding each field onto its lowest bit.

use fewest_rules::Words;

use super::Special;
use super::layout::{Layout, Sought};
use crate::found::KeptCounts;
use crate::ground::{LabelSet, Test};

/// Finds the field that holds the label.
#[derive(Debug, Clone)]
pub(super) struct Locator<const N: usize> {
    /// The flag bits, one in each field. Exactly the flag in the field of the label is set.
    flags: [u64; N],
    /// The lowest bits of the fields in which the label has the number 0, and the width of these
    /// fields.
    zeros: [u64; N],
    width: u32,
    /// By bit: the number of the list that the bit selects.
    lists: Vec<u16>,
}

/// The label whose position most rules test; `None` if fewer than 7 of 8 rules do so.
pub(super) fn sought(special: &Special, counts: &KeptCounts) -> Sought {
    let ground = &special.ground;
    let mut best = (0, None);
    for domain in 0..ground.domains.len() {
        for label in counts.unique(special, domain).labels() {
            let testing = ground
                .rules
                .iter()
                .filter(|rule| place_of(&rule.tests, (domain, label), special).is_some());
            let testing = testing.count();
            if testing > best.0 {
                best = (testing, Some((domain, label)));
            }
        }
    }
    // Rules that do not test it go into every list, so they must be few.
    best.1.filter(|_| best.0 * 8 >= ground.rules.len() * 7)
}

/// The position that must hold the given label if `tests` hold.
pub(super) fn place_of(
    tests: &[Test],
    (domain, label): (usize, u8),
    special: &Special,
) -> Option<usize> {
    tests.iter().find_map(|test| match *test {
        Test::In { position, labels }
            if labels == LabelSet::of(label)
                && special.ground.positions[position].domain == domain =>
        {
            Some(position)
        }
        _ => None,
    })
}

impl<const N: usize> Locator<N> {
    /// The locator of `label` of `domain`, and the positions that may hold it in the order of their
    /// lists. `None` if the label has the number 0 in fields of several widths, or some field
    /// offers neither a bit of its own nor the number 0.
    pub(super) fn new(
        special: &Special,
        layout: &Layout,
        (domain, label): (usize, u8),
    ) -> Option<(Self, Vec<usize>)> {
        let mut locator = Self {
            flags: [0; N],
            zeros: [0; N],
            width: 0,
            lists: vec![0; N * 64],
        };
        let mut places = Vec::new();
        for position in special.changing() {
            let field = layout.fields[position]?;
            if special.ground.positions[position].domain != domain
                || !special.sets[position].has(label)
            {
                continue;
            }
            let code = layout.code(field, label);
            let others = layout.used(field) & !(1 << code);
            let others = (0..64).filter(|other| others >> other & 1 == 1);
            let own = code & !others.fold(0, |bits, other: u64| bits | other);
            let bit = if own != 0 {
                let bit = field.from + own.trailing_zeros();
                locator.flags[(bit / 64) as usize] |= 1 << (bit % 64);
                bit
            } else if code == 0 && (locator.width == 0 || locator.width == field.width) {
                locator.width = field.width;
                locator.zeros[(field.from / 64) as usize] |= 1 << (field.from % 64);
                field.from
            } else {
                return None;
            };
            locator.lists[bit as usize] = places.len() as u16;
            places.push(position);
        }
        Some((locator, places))
    }

    /// The number of the list of `state`.
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
