//! The rules of a state, looked up by where a label is.
//!
//! Very often one label is on the board exactly once, such as the blank or
//! the player, and nearly all rules test where it is. If each field shows by one
//! bit whether it holds that label, these bits are a masked word with a
//! single bit set, and its place is the number of a short list of rules. Where the
//! fields have no number left over to give the label such a bit, its number is 0,
//! and the field of zeros is found by folding each field onto its lowest bit.

use fewest_rules::Words;

use super::Special;
use super::layout::{Layout, Sought};
use crate::found::KeptCounts;
use crate::ground::{LabelSet, Test};

/// How to find a label that one field has.
#[derive(Debug, Clone)]
pub(super) struct Locator<const N: usize> {
    /// The bits that are set where the label is.
    flags: [u64; N],
    /// The lowest bits of the fields of zeros, and the width of those fields.
    zeros: [u64; N],
    width: u32,
    /// By bit: the number of its list.
    lists: Vec<u16>,
}

/// The label by which most rules can be told apart, and how many those are.
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
    // The other rules stand in every list.
    best.1.filter(|_| best.0 * 8 >= ground.rules.len() * 7)
}

/// The position that has the label sought where `tests` hold.
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
    /// How to find `label` of `domain`, and the positions that have it in the
    /// order of their lists; `None` if fields of several widths have no bit for it.
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

    /// The list of `state`.
    #[inline]
    pub(super) fn list(&self, state: Words<N>) -> usize {
        for w in 0..N {
            let mut bits = state.0[w] & self.flags[w];
            if self.width != 0 {
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
