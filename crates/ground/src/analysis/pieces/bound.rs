//! Lower bounds from the table of an abstraction, looked up for all views of a position.
//!
//! A *view* of a position is its image under one of several symmetries. Every view is as far from
//! the goal as the position itself. So is the *inverse* of the position: if a permutation of the
//! pieces leads from the goal to the position, the inverse permutation leads from the goal to the
//! inverse position. So the table entries of all views of the position and of its inverse are lower
//! bounds for the position.

use std::sync::Arc;

use fewest_rules::{Abstraction, Heuristic, Parent, Puzzle};
use fewest_tables::DistanceTable;

use super::coset::CosetTrace;
use super::model::{PiecePlacements, PieceStates};
use super::pattern::{MOST_VIEWS, PiecePattern};
use crate::compiled::CompiledMove;

/// The lower bound from the table entries of all views of a position and of its inverse, as a
/// heuristic: admissible, but not consistent.
#[derive(Debug, Clone)]
pub struct PieceBound {
    pattern: Arc<PiecePattern>,
    table: Arc<DistanceTable>,
    /// The bound of a second, smaller pattern. It is used for positions for which the table gives
    /// only the bound 0: the table of a *large* pattern has two bits for each entry and does not
    /// distinguish small distances.
    small: Option<Arc<PieceBound>>,
}

/// The data of a [`PieceBound`] that a search keeps with each position.
#[derive(Debug, Clone, Copy, Default)]
pub struct PieceCache {
    traces: [CosetTrace; MOST_VIEWS],
    /// The table entries for the views of the position and of the inverse position.
    entries: [u8; MOST_VIEWS],
    inverse: [u8; MOST_VIEWS],
    bound: u32,
}

/// A child of a search node, while its bound is computed.
#[derive(Debug, Clone, Copy, Default)]
struct Child {
    /// The index among all children, and that of the parent.
    number: usize,
    parent: usize,
    rule: usize,
    /// The view whose entry is looked up first.
    first: usize,
    /// The numbers of the table entries for the views that are looked up next.
    numbers: [u64; MOST_VIEWS],
    state: PiecePlacements,
    cache: PieceCache,
}

impl PieceBound {
    /// Makes the bound from a pattern and its table. For a large pattern, `small` is the bound of
    /// the small pattern. `None` if the table has the wrong size.
    pub fn new(
        pattern: Arc<PiecePattern>,
        table: Arc<DistanceTable>,
        small: Option<Self>,
    ) -> Option<Self> {
        let fits = table.states() == pattern.abstraction().size();
        fits.then(|| Self {
            small: small.map(Arc::new),
            pattern,
            table,
        })
    }

    /// The number of bytes that all tables take.
    pub fn bytes(&self) -> u64 {
        let small = self.small.as_ref().map_or(0, |small| small.bytes());
        self.pattern.bytes() + self.table.bytes().len() as u64 + small
    }

    /// The number of entries of the table, and the number of entries that are looked up for one
    /// position.
    pub fn sizes(&self) -> (u64, usize) {
        (self.table.states(), 2 * self.pattern.views.len())
    }

    /// The pattern whose table gives the bound.
    pub fn pattern(&self) -> &Arc<PiecePattern> {
        &self.pattern
    }

    /// The lower bound in the table entry with the number `number`.
    #[inline]
    fn entry(&self, number: u64) -> u8 {
        self.table.distance(number).unwrap_or(0) as u8
    }

    /// The traces of the views of a position.
    #[inline]
    fn traces(&self, state: PiecePlacements) -> [CosetTrace; MOST_VIEWS] {
        let PiecePattern { images, coset, .. } = &*self.pattern;
        let mut traces = [CosetTrace::default(); MOST_VIEWS];
        for (trace, key) in traces.iter_mut().zip(images.of(state)) {
            *trace = coset.trace(key);
        }
        traces
    }

    /// Computes the cache of a position without the cache of the position before.
    fn of_position(&self, state: PiecePlacements) -> PieceCache {
        let PiecePattern {
            model,
            coset,
            views,
            ..
        } = &*self.pattern;
        let traces = self.traces(state);
        let inverse = self.traces(PieceStates(model).inverse(state));
        // The entries behind the last view stay 0: children do not look them up again.
        let [entries, inverse] = [traces, inverse].map(|traces| {
            let mut entries = [0; MOST_VIEWS];
            for (entry, trace) in entries.iter_mut().zip(&traces[..views.len()]) {
                *entry = self.entry(coset.number_of(*trace));
            }
            entries
        });
        let mut cache = PieceCache {
            traces,
            entries,
            inverse,
            bound: 0,
        };
        cache.bound = self.bound_of(&cache, state);
        cache
    }

    /// The bound of a position from the entries of all views, and if they are all 0, from the small
    /// pattern.
    #[inline]
    fn bound_of(&self, cache: &PieceCache, state: PiecePlacements) -> u32 {
        let bound = self
            .combined(cache.entries)
            .max(self.combined(cache.inverse));
        match &self.small {
            Some(small) if bound == 0 => small.of_position(state).bound,
            _ => bound,
        }
    }

    /// The bound from the entries of all views of a position, or of all views of its inverse.
    ///
    /// Consider the last move of a solution. A view of the goal that this move leaves unchanged has
    /// been reached before the move already, so the entry of this view is less than the length of
    /// the solution. This holds for all views that the move leaves unchanged, so the length exceeds
    /// the greatest of their entries. Which move is the last one is unknown, so only the least of
    /// these greatest entries, over all moves, is certain to be exceeded.
    #[inline]
    fn combined(&self, entries: [u8; MOST_VIEWS]) -> u32 {
        let most = greatest_of(entries, u8::MAX);
        let sets = self.pattern.distinct_unchanged.iter();
        let least = sets.map(|&set| greatest_of(entries, set)).min();
        // A solution without moves has no last move. Then the position is the goal, and all its
        // entries are 0.
        u32::from(match least {
            Some(least) if least > 0 => most.max(least + 1),
            _ => most,
        })
    }

    /// Computes the bounds of all children, or for those whose bounds exceed the budgets of their
    /// parents, numbers between the budget and the bound. Also returns the other children.
    ///
    /// All children go through the lookups side by side: each step reads the entries that the step
    /// before has begun to load, and begins to load those that the next step needs for the children
    /// that are still within the budget.
    fn bound_row(
        &self,
        parents: &[Parent<PiecePlacements, PieceCache>],
        moves: impl Iterator<Item = (usize, CompiledMove)>,
    ) -> (Vec<u32>, Vec<Child>) {
        let PiecePattern {
            model,
            coset,
            views,
            unchanged,
            ..
        } = &*self.pattern;
        let number_after = |parent: &PieceCache, view: usize, rule: usize| {
            let m = usize::from(views[view].moves[rule]);
            let number = coset.number_after(parent.traces[view], m);
            self.table.prefetch(number);
            number
        };
        let most = parents.len() * model.moves.len();
        let (mut bounds, mut row) = (Vec::with_capacity(most), Vec::with_capacity(most));
        // A move leaves some views of the inverse position unchanged, so the child inherits the
        // entries of these views from its parent. The view of the position itself that had the
        // greatest entry in the parent is looked up first.
        for (parent, m) in moves {
            let (rule, Parent { cache, budget, .. }) = (m.rule(), &parents[parent]);
            let bound = greatest_of(cache.inverse, unchanged[rule]).into();
            if bound <= *budget {
                let first = (0..views.len())
                    .rev()
                    .max_by_key(|&view| cache.entries[view]);
                let first = first.unwrap_or(0);
                let mut child = Child {
                    number: bounds.len(),
                    parent,
                    rule,
                    first,
                    ..Child::default()
                };
                child.numbers[first] = number_after(cache, first, rule);
                row.push(child);
            }
            bounds.push(bound);
        }
        let mut keep_within = |row: &mut Vec<Child>, bound: &dyn Fn(&mut Child) -> u32| {
            row.retain_mut(|child| {
                child.cache.bound = bound(child);
                bounds[child.number] = child.cache.bound;
                child.cache.bound <= parents[child.parent].budget
            });
        };
        keep_within(&mut row, &|child| {
            let entry = self.entry(child.numbers[child.first]);
            child.cache.entries[child.first] = entry;
            entry.into()
        });
        for child in &mut row {
            for view in (0..views.len()).filter(|&view| view != child.first) {
                let parent = &parents[child.parent].cache;
                child.numbers[view] = number_after(parent, view, child.rule);
            }
        }
        keep_within(&mut row, &|child| {
            for view in (0..views.len()).filter(|&view| view != child.first) {
                child.cache.entries[view] = self.entry(child.numbers[view]);
            }
            self.combined(child.cache.entries)
        });
        // The views of the inverse position whose entries a child does not inherit.
        let looked_up = |child: &Child| {
            let inherited = unchanged[child.rule];
            (0..views.len()).filter(move |view| inherited >> view & 1 == 0)
        };
        for child in &mut row {
            child.state = PieceStates(model).after(parents[child.parent].state, child.rule);
            let inverse = self.traces(PieceStates(model).inverse(child.state));
            child.cache.inverse = parents[child.parent].cache.inverse;
            for view in looked_up(child) {
                child.numbers[view] = coset.number_of(inverse[view]);
                self.table.prefetch(child.numbers[view]);
            }
        }
        keep_within(&mut row, &|child| {
            for view in looked_up(child) {
                child.cache.inverse[view] = self.entry(child.numbers[view]);
            }
            self.bound_of(&child.cache, child.state)
        });
        // The search may expand a child next, so the table rows for its moves begin to be loaded.
        for child in &mut row {
            child.cache.traces = self.traces(child.state);
            let traces = &child.cache.traces[..views.len()];
            traces.iter().for_each(|&trace| coset.prefetch_moves(trace));
        }
        (bounds, row)
    }
}

/// The greatest of the table entries of the views whose bits are set in `set`; 0 if no bit is set.
#[inline]
fn greatest_of(entries: [u8; MOST_VIEWS], set: u8) -> u8 {
    let views = entries.into_iter().enumerate();
    views.fold(0, |most, (view, entry)| {
        most.max(if set >> view & 1 == 1 { entry } else { 0 })
    })
}

impl<P> Heuristic<P> for PieceBound
where
    P: Puzzle<State = PiecePlacements, Move = CompiledMove>,
{
    type Cache = PieceCache;

    fn start(&self, _: &P, state: PiecePlacements) -> PieceCache {
        self.of_position(state)
    }

    const BY_ROWS: bool = true;

    #[inline]
    fn children_within(
        &self,
        _: &P,
        parents: &[Parent<PiecePlacements, PieceCache>],
        moves: impl Iterator<Item = (usize, CompiledMove)>,
        mut visit: impl FnMut(Result<(PiecePlacements, PieceCache), u32>),
    ) {
        let (bounds, row) = self.bound_row(parents, moves);
        let mut row = row.iter().peekable();
        for (number, bound) in bounds.into_iter().enumerate() {
            let child = row.next_if(|child| child.number == number);
            visit(child.map(|child| (child.state, child.cache)).ok_or(bound));
        }
    }

    #[inline]
    fn bound(&self, cache: PieceCache) -> u32 {
        cache.bound
    }
}
