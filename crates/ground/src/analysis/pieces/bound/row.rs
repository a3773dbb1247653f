//! Computes the bounds of the children of some nodes together, so that the latencies of their table
//! lookups overlap.

use fewest_rules::Parent;

use super::super::coset::CosetTrace;
use super::super::model::{PiecePlacements, PieceStates};
use super::super::pattern::{MOST_VIEWS, PiecePattern};
use super::{PieceBound, PieceCache, greatest_of};

/// A child of a search node. It is filled step by step while its bound is computed by table
/// lookups.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    parent: usize,
    rule: usize,
    /// The traces of the views of the inverse position.
    inverse: [CosetTrace; MOST_VIEWS],
    pub(super) state: PiecePlacements,
    /// The child's cache, as far as it is known so far. The bound in it is a lower bound on the
    /// child's final bound.
    pub(super) cache: PieceCache,
}

type Parents<'a> = &'a [Parent<PiecePlacements, PieceCache>];

/// The children whose lower bounds, as far as they are computed yet, do not exceed the budgets of
/// their parents. Each child comes with its parent.
#[inline]
fn within<'a>(
    row: &'a mut [Child],
    parents: Parents<'a>,
) -> impl Iterator<Item = (&'a mut Child, &'a Parent<PiecePlacements, PieceCache>)> {
    row.iter_mut().filter_map(|child| {
        let parent = &parents[child.parent];
        (child.cache.bound <= parent.budget).then_some((child, parent))
    })
}

impl Child {
    pub(super) fn new(parent: usize, rule: usize) -> Self {
        Self {
            parent,
            rule,
            inverse: [CosetTrace::default(); MOST_VIEWS],
            state: PiecePlacements::default(),
            cache: PieceCache::default(),
        }
    }

    /// Whether the lower bound of the child does not exceed the budget of its parent.
    pub(super) fn is_within(&self, parents: Parents) -> bool {
        self.cache.bound <= parents[self.parent].budget
    }
}

impl PieceBound {
    /// Computes the bounds of children. For the children whose bounds are within the budget, also
    /// computes their states and caches.
    ///
    /// All children go through the lookups side by side: each step reads the entries that the step
    /// before has begun to load, and begins to load the entries that the next step needs for the
    /// children that are still within the budget.
    pub(super) fn bound_row(&self, parents: Parents, row: &mut [Child]) {
        let PiecePattern {
            model,
            coset,
            views,
            unchanged,
            inverse,
            ..
        } = &*self.pattern;
        // A move leaves some views of the inverse position unchanged, so the child inherits the
        // entries of these views from its parent. Of the views of the position itself, the first is
        // looked up first; it belongs to the identity, which maps each move to itself.
        for (child, parent) in within(row, parents) {
            child.cache.bound = greatest_of(parent.cache.inverse, unchanged[child.rule]).into();
            if child.cache.bound <= parent.budget {
                self.follow(child, &parent.cache, 0, child.rule);
            }
        }
        for (child, parent) in within(row, parents) {
            child.cache.bound = self.entry(child.cache.traces[0]).into();
            if child.cache.bound <= parent.budget {
                for (view, symmetry) in views.iter().enumerate().skip(1) {
                    let m = usize::from(symmetry.moves[child.rule]);
                    self.follow(child, &parent.cache, view, m);
                }
            }
        }
        for (child, parent) in within(row, parents) {
            child.cache.bound = self.combined(self.entries(child.cache.traces));
            if child.cache.bound <= parent.budget {
                child.state = PieceStates(model).after(parent.state, child.rule);
                child.inverse = inverse.keys(child.state).map(|key| coset.trace(key));
                for view in self.looked_up(child) {
                    self.table.prefetch(coset.number_of(child.inverse[view]));
                }
                // The search may expand this child next, so the table rows for its moves begin to
                // be loaded.
                let traces = &child.cache.traces[..views.len()];
                traces.iter().for_each(|&trace| coset.prefetch_moves(trace));
            }
        }
        for (child, parent) in within(row, parents) {
            child.cache.inverse = parent.cache.inverse;
            for view in self.looked_up(child) {
                child.cache.inverse[view] = self.entry(child.inverse[view]);
            }
            child.cache.bound = self.with_inverse(&child.cache, child.state);
        }
    }

    /// The views of the inverse position whose entries a child does not inherit from its parent.
    #[inline]
    fn looked_up(&self, child: &Child) -> impl Iterator<Item = usize> + use<> {
        let inherited = self.pattern.unchanged[child.rule];
        (0..self.pattern.views.len()).filter(move |view| inherited >> view & 1 == 0)
    }

    /// Computes the trace of one view of a child from the parent's trace and the move `m`, and
    /// starts to load the view's table entry.
    #[inline]
    fn follow(&self, child: &mut Child, parent: &PieceCache, view: usize, m: usize) {
        let coset = &self.pattern.coset;
        let trace = coset.after(parent.traces[view], m);
        child.cache.traces[view] = trace;
        self.table.prefetch(coset.number_of(trace));
    }
}
