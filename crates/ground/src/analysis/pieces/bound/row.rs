//! The bounds of all children of a node at once, so that the latencies of their lookups overlap.

use super::super::coset::{Coset, EntryKey};
use super::super::model::{PiecePlacements, PieceStates};
use super::super::pattern::{MOST_VIEWS, PiecePattern};
use super::{ALL_VIEWS, PieceBound, PieceCache, distance, greatest_of};

/// A move of a row on its way through the lookups.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) rule: usize,
    /// The keys of the entries that the next step looks up, and the numbers of these entries.
    keys: [EntryKey; MOST_VIEWS],
    numbers: [u64; MOST_VIEWS],
    pub(super) state: PiecePlacements,
    /// The cache as far as it is known; the bound does not exceed the one after the move.
    pub(super) cache: PieceCache,
}

/// The children that may be within the budget.
#[inline]
fn within(row: &mut [Child], budget: u32) -> impl Iterator<Item = &mut Child> {
    let within = move |child: &&mut Child| child.cache.bound <= budget;
    row.iter_mut().filter(within)
}

/// How many children are taken through the lookups together.
pub(super) const AT_ONCE: usize = 24;

impl PieceBound {
    /// Finds the bounds of children, as far as they are within the budget, and their states and caches.
    ///
    /// Takes all of them through the lookups side by side: each step reads what the step before has
    /// begun to load, and begins to load what the next one needs for the children that are left.
    pub(super) fn bound_row(
        &self,
        parent: &PieceCache,
        before: PiecePlacements,
        row: &mut [Child],
        budget: u32,
    ) {
        let PiecePattern {
            model,
            coset,
            views,
            unchanged,
            ..
        } = &*self.pattern;
        // A move leaves some views of the inverse unchanged; the child inherits their entries without a
        // lookup. The first view of the position is that of the identity, which maps each move to itself.
        for child in &mut *row {
            child.cache.bound = distance(greatest_of(parent.inverse, unchanged[child.rule]));
            if child.cache.bound <= budget {
                child.cache.traces[0] = coset.after(parent.traces[0], child.rule);
                child.seek(coset, coset.key(child.cache.traces[0]), 0);
            }
        }
        self.find(row, budget, |_| 1);
        for child in within(row, budget) {
            child.cache.bound = distance(self.entry(child.numbers[0]));
            if child.cache.bound <= budget {
                for (view, symmetry) in views.iter().enumerate().skip(1) {
                    let m = usize::from(symmetry.moves[child.rule]);
                    child.cache.traces[view] = coset.after(parent.traces[view], m);
                    child.seek(coset, coset.key(child.cache.traces[view]), view);
                }
            }
        }
        self.find(row, budget, |_| ALL_VIEWS & !1);
        for child in within(row, budget) {
            child.cache.bound = self.combined(self.entries(child.numbers));
            if child.cache.bound <= budget {
                child.state = PieceStates(model).after(before, child.rule);
                child.keys = self.inverse_keys(child.state, !unchanged[child.rule]);
                child.keys[..views.len()]
                    .iter()
                    .for_each(|&key| coset.prefetch(key));
            }
        }
        self.find(row, budget, |child| !unchanged[child.rule]);
        for child in within(row, budget) {
            let entries = self.entries(child.numbers);
            child.cache.inverse = parent.inverse;
            for (view, &entry) in entries.iter().enumerate() {
                if unchanged[child.rule] >> view & 1 == 0 {
                    child.cache.inverse[view] = entry;
                }
            }
            let inverse = self.combined(child.cache.inverse);
            child.cache.bound = match child.cache.bound.max(inverse) {
                0 => self.of_small(child.state),
                bound => bound,
            };
        }
    }

    /// Finds the numbers of the entries that a set of views of each child needs, and starts to load the
    /// entries.
    #[inline]
    fn find(&self, row: &mut [Child], budget: u32, set: impl Fn(&Child) -> u8) {
        let views = self.pattern.views.len();
        for child in within(row, budget) {
            let set = set(child);
            for view in (0..views).filter(|view| set >> view & 1 == 1) {
                child.numbers[view] = self.pattern.coset.number_of(child.keys[view]);
                self.table.prefetch(child.numbers[view]);
            }
        }
    }
}

impl Child {
    /// Begins to look for the entry of a view.
    #[inline]
    fn seek(&mut self, coset: &Coset, key: EntryKey, view: usize) {
        self.keys[view] = key;
        coset.prefetch(key);
    }
}
