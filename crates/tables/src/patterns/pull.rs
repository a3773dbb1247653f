//! Finds a layer of a pattern database from the numbers (ranks of states) that are not reached yet:
//! such a number belongs to the next layer if one of its neighbours is reached.

use std::ops::Range;
use std::sync::atomic::Ordering;

use fewest_rules::Abstraction;

use super::build::{ExpansionCounts, TableStates};

/// The indices of the bits that are set in `word`, from the lowest on.
fn places(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place.into())
    })
}

impl<A: Abstraction> TableStates<'_, A> {
    /// Closes the states at `depth`, and marks as the next layer the numbers that are not reached
    /// but have a reached neighbour. The neighbour's distance is exactly `depth`: if it were less,
    /// the number would have been reached already.
    ///
    /// Threads mark only numbers in their own chunk, and no bit of `reached` changes meanwhile.
    pub(super) fn pull(&self, words: Range<usize>, depth: u32) -> ExpansionCounts {
        let mut counts = ExpansionCounts::default();
        let size = self.abstraction.size();
        for at in words {
            let first = at as u64 * 64;
            let reached = self.reached[at].load(Ordering::Relaxed);
            let open = reached & !self.closed[at].load(Ordering::Relaxed);
            for place in places(open) {
                self.enter(first + place, depth);
            }
            counts.fresh += u64::from(open.count_ones());
            self.closed[at].store(reached, Ordering::Relaxed);
            let mut unreached = !reached;
            if size - first < 64 {
                unreached &= (1 << (size - first)) - 1;
            }
            let mut found = 0;
            for place in places(unreached) {
                let rank = first + place;
                let image = self.abstraction.unrank(rank);
                let meets = self.abstraction.any_neighbour(rank, image, |other| {
                    counts.generated += 1;
                    let word = self.reached[(other / 64) as usize].load(Ordering::Relaxed);
                    word >> (other % 64) & 1 == 1
                });
                found |= u64::from(meets) << place;
            }
            self.next[at].store(found, Ordering::Relaxed);
        }
        counts.expanded = counts.fresh;
        counts
    }

    /// Writes the entry 0 for all closed states, because none of them is farther from a goal than
    /// the base of the encoding, up to which all distances are stored as 0.
    pub(super) fn enter_closed(&self, words: Range<usize>) -> ExpansionCounts {
        for at in words {
            let closed = self.closed[at].load(Ordering::Relaxed);
            for place in places(closed) {
                self.enter(at as u64 * 64 + place, 0);
            }
        }
        ExpansionCounts::default()
    }
}
