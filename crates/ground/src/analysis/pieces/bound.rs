//! Lower bounds from the table of an abstraction, looked up for all views of a position.
//!
//! A *view* of a position is its image under one of several symmetries. Every view is as far from
//! the goal as the position itself. So is the *inverse* of the position: if a permutation of the
//! pieces leads from the goal to the position, the inverse permutation leads from the goal to the
//! inverse position. So the table entries of all views of the position and of its inverse are lower
//! bounds for the position.

mod row;

use std::sync::Arc;

use fewest_rules::{Abstraction, Heuristic, Parent, Puzzle};
use fewest_tables::DistanceTable;

use super::coset::CosetTrace;
use super::model::PiecePlacements;
use super::pattern::{MOST_VIEWS, PiecePattern};
use crate::compiled::CompiledMove;
use row::Child;

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
    /// The table entries for the views of the inverse position. A view is the image of a position
    /// under one of the symmetries of the pattern.
    inverse: [u8; MOST_VIEWS],
    bound: u32,
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

    /// The lower bound in the table for a position that moves reach.
    #[inline]
    fn entry(&self, trace: CosetTrace) -> u8 {
        let number = self.pattern.coset.number_of(trace);
        self.table.distance(number).unwrap_or(0) as u8
    }

    /// The table entries of the views with these traces.
    #[inline]
    fn entries(&self, traces: [CosetTrace; MOST_VIEWS]) -> [u8; MOST_VIEWS] {
        let mut entries = [0; MOST_VIEWS];
        let traces = &traces[..self.pattern.views.len()];
        for (entry, &trace) in entries.iter_mut().zip(traces) {
            *entry = self.entry(trace);
        }
        entries
    }

    /// Computes the cache of a position without the cache of the position before.
    fn of_position(&self, state: PiecePlacements) -> PieceCache {
        let PiecePattern {
            coset,
            images,
            inverse,
            ..
        } = &*self.pattern;
        let [traces, inverse] =
            [images, inverse].map(|sums| sums.keys(state).map(|key| coset.trace(key)));
        let mut cache = PieceCache {
            traces,
            inverse: self.entries(inverse),
            bound: self.combined(self.entries(traces)),
        };
        cache.bound = self.with_inverse(&cache, state);
        cache
    }

    /// The bound of a position from the entries for the inverse position, from the bound so far,
    /// and if both are 0, from the small pattern.
    #[inline]
    fn with_inverse(&self, cache: &PieceCache, state: PiecePlacements) -> u32 {
        match (cache.bound.max(self.combined(cache.inverse)), &self.small) {
            (0, Some(small)) => small.of_position(state).bound,
            (bound, _) => bound,
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
        let most = entries.into_iter().max().unwrap_or(0);
        let sets = self.pattern.distinct_unchanged.iter();
        let least = sets.map(|&set| greatest_of(entries, set)).min();
        // A solution without moves has no last move. Then the position is the goal, and all its
        // entries are 0.
        u32::from(match least {
            Some(least) if least > 0 => most.max(least + 1),
            _ => most,
        })
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
        let mut row: Vec<Child> = moves
            .map(|(parent, m)| Child::new(parent, m.rule()))
            .collect();
        self.bound_row(parents, &mut row);
        for child in &row {
            visit(match child.is_within(parents) {
                true => Ok((child.state, child.cache)),
                false => Err(child.cache.bound),
            });
        }
    }

    #[inline]
    fn bound(&self, cache: PieceCache) -> u32 {
        cache.bound
    }
}
