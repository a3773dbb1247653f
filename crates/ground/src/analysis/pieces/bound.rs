//! Lower bounds from the table of an abstraction, looked up for all views of a position.
//!
//! A *view* of a position is its image under one of several symmetries. Every view is as far from
//! the goal as the position itself. So is the *inverse* of the position: if a permutation of the
//! pieces leads from the goal to the position, the inverse permutation leads from the goal to the
//! inverse position. So the table entries of all views of the position and of its inverse are lower
//! bounds for the position.

mod row;

use std::sync::Arc;

use fewest_rules::{Abstraction, DEAD_END, Heuristic, Parent, Puzzle};
use fewest_tables::{DistanceTable, Encoding};

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
    /// The binary logarithm of the number of table entries in a byte.
    shift: u32,
    /// For each value that the bits of an entry can have, the distance that it stands for. Where a
    /// value stands for several distances, this is the least of them.
    distances: [u8; 16],
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

/// The entry of a position from which the goal cannot be reached.
const NEVER: u8 = 15;

impl PieceBound {
    /// Makes the bound from a pattern and its table. For a large pattern, `small` is the bound of
    /// the small pattern. `None` if the table has the wrong size or encoding.
    pub fn new(
        pattern: Arc<PiecePattern>,
        table: Arc<DistanceTable>,
        small: Option<Self>,
    ) -> Option<Self> {
        let encoding = table.encoding();
        let mut distances = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, NEVER];
        let shift = match encoding {
            Encoding::Quarter { base } => {
                for (above, distance) in (0..).zip(&mut distances[1..4]) {
                    // A distance that does not fit is replaced by a smaller number, which is also a
                    // lower bound.
                    *distance = base.saturating_add(1 + above).min(NEVER - 1);
                }
                2
            }
            Encoding::Nibble => 1,
            Encoding::Byte => return None,
        };
        let fits = table.states() == pattern.abstraction().size();
        fits.then(|| Self {
            shift,
            distances,
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

    #[inline]
    fn entry(&self, number: u64) -> u8 {
        let byte = self.table.bytes()[(number >> self.shift) as usize];
        let place = number as u32 & ((1 << self.shift) - 1);
        let width = 8 >> self.shift;
        let bits = u32::from(byte) >> (place * width) & ((1 << width) - 1);
        self.distances[bits as usize & 15]
    }

    /// The bound of the small pattern for a position for which the table gives no bound; 0 if there
    /// is no small pattern.
    #[inline]
    fn of_small(&self, state: PiecePlacements) -> u32 {
        self.small.as_ref().map_or(0, |small| {
            let [images, inverse] = small.traces(state);
            small
                .combined(small.entries(images))
                .max(small.combined(small.entries(inverse)))
        })
    }

    /// The traces of all views of a position, and the traces of all views of its inverse. A *trace*
    /// says where in the table the entry of a view is (see [`CosetTrace`]).
    #[inline]
    fn traces(&self, state: PiecePlacements) -> [[CosetTrace; MOST_VIEWS]; 2] {
        let PiecePattern {
            coset,
            images,
            inverse,
            ..
        } = &*self.pattern;
        [images, inverse].map(|sums| {
            let keys = sums.keys(coset, state);
            keys.iter().for_each(|&key| coset.prefetch(key));
            keys.map(|key| coset.trace(key))
        })
    }

    /// Computes the cache of a position without the cache of the position before.
    fn of_position(&self, state: PiecePlacements) -> PieceCache {
        let [traces, inverse] = self.traces(state);
        let inverse = self.entries(inverse);
        let bound = self.combined(self.entries(traces));
        let bound = match bound.max(self.combined(inverse)) {
            0 => self.of_small(state),
            bound => bound,
        };
        PieceCache {
            traces,
            inverse,
            bound,
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
        if most == NEVER {
            return DEAD_END;
        }
        let sets = self.pattern.least_unchanged.iter();
        // A solution without moves has no last move. Then the position is the goal, and all its
        // entries are 0.
        u32::from(match sets.map(|&set| greatest_of(entries, set)).min() {
            Some(least) if least > 0 => most.max(least + 1),
            _ => most,
        })
    }

    /// The table entries of the views with these traces. All entries are loaded from memory at the
    /// same time.
    #[inline]
    fn entries(&self, traces: [CosetTrace; MOST_VIEWS]) -> [u8; MOST_VIEWS] {
        let mut entries = [0; MOST_VIEWS];
        let count = self.pattern.views.len();
        let traces = &traces[..count];
        let number = |&trace: &CosetTrace| self.pattern.coset.number_of(trace);
        traces
            .iter()
            .for_each(|trace| self.table.prefetch(number(trace)));
        for (entry, trace) in entries.iter_mut().zip(traces) {
            *entry = self.entry(number(trace));
        }
        entries
    }
}

/// The lower bound that a table entry stands for.
#[inline]
fn distance(entry: u8) -> u32 {
    match entry {
        NEVER => DEAD_END,
        entry => entry.into(),
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
