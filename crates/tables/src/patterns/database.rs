//! Heuristics that look up the distance of a state's image in a table. The *image* of a state is
//! the state of a smaller puzzle, an abstraction, to which it is mapped.

use std::borrow::Borrow;

use fewest_rules::{Abstraction, DEAD_END, Heuristic, Mapping, Puzzle};

use super::unit;
use crate::DistanceTable;

/// The error that a table does not fit its abstraction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the table of part {part} does not fit its abstraction")]
pub struct WrongPatternTable {
    /// The first part whose table is missing, has the wrong size, or has the wrong encoding; the
    /// number of parts if there are too many tables or too many parts.
    pub part: usize,
}

/// The distance of a state's image to the nearest goal of an abstraction, read from a table. The
/// bound is admissible, and it is consistent if the abstraction has one class.
///
/// The table stores how far a distance exceeds the abstraction's *base*, a lower bound that is
/// computed without a table ([`Abstraction::base`]).
#[derive(Debug, Clone, Copy)]
pub struct PatternDatabase<M, T> {
    mapping: M,
    table: T,
}

/// The data that [`PatternDatabase`] keeps beside a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatternCache<T> {
    trace: T,
    bound: u32,
}

impl<M, T: Borrow<DistanceTable>> PatternDatabase<M, T> {
    /// Makes the heuristic that looks up images under `mapping` in `table`, which
    /// [`pattern_table`](crate::pattern_table) has built.
    ///
    /// # Errors
    /// Returns an error if the table does not have the size of the abstraction.
    pub fn new<P: Puzzle>(mapping: M, table: T) -> Result<Self, WrongPatternTable>
    where
        M: Mapping<P>,
    {
        if mapping.abstraction().size() != table.borrow().states() {
            return Err(WrongPatternTable { part: 0 });
        }
        Ok(Self { mapping, table })
    }

    /// The mapping from states to the abstraction.
    pub fn mapping(&self) -> &M {
        &self.mapping
    }

    /// The table of distances.
    pub fn table(&self) -> &DistanceTable {
        self.table.borrow()
    }

    /// The bound of a state with this trace, which is the data from which the mapping computes the
    /// number of the image.
    #[inline]
    fn look_up<P: Puzzle>(&self, trace: M::Trace) -> u32
    where
        M: Mapping<P>,
    {
        let Some(rank) = self.mapping.rank(trace) else {
            return 0;
        };
        let abstraction = self.mapping.abstraction();
        let base = abstraction.base(abstraction.unrank(rank));
        let entry = self.table.borrow().distance(rank);
        entry.map_or(DEAD_END, |entry| base + unit::<M::Abstraction>() * entry)
    }
}

impl<P: Puzzle, M: Mapping<P>, T: Borrow<DistanceTable> + Sync> Heuristic<P>
    for PatternDatabase<M, T>
{
    type Cache = PatternCache<M::Trace>;

    fn start(&self, puzzle: &P, state: P::State) -> Self::Cache {
        let trace = self.mapping.start(puzzle, state);
        let bound = self.look_up::<P>(trace);
        PatternCache { trace, bound }
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: Self::Cache,
        before: P::State,
        m: P::Move,
        after: P::State,
    ) -> Self::Cache {
        let trace = self.mapping.step(puzzle, cache.trace, before, m, after);
        let bound = self.look_up::<P>(trace);
        PatternCache { trace, bound }
    }

    #[inline]
    fn bound(&self, cache: Self::Cache) -> u32 {
        cache.bound
    }
}

/// The way in which the bounds of several databases are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The sum of the bounds. The sum is admissible only if no move has a cost in more than one
    /// database.
    Sum,
    /// The greatest of the bounds.
    Max,
}

/// Several pattern databases of one type, whose bounds are combined. Each bound is computed from
/// scratch.
#[derive(Debug, Clone)]
pub struct PatternDatabases<M, T> {
    parts: Vec<PatternDatabase<M, T>>,
    combine: Combine,
}

impl<M, T> PatternDatabases<M, T> {
    /// Combines the bounds of `parts`.
    pub fn new(parts: Vec<PatternDatabase<M, T>>, combine: Combine) -> Self {
        Self { parts, combine }
    }

    /// The databases whose bounds are combined.
    pub fn parts(&self) -> &[PatternDatabase<M, T>] {
        &self.parts
    }

    /// The way in which the bounds are combined.
    pub fn combine(&self) -> Combine {
        self.combine
    }
}

impl<P: Puzzle, M: Mapping<P>, T: Borrow<DistanceTable> + Sync> Heuristic<P>
    for PatternDatabases<M, T>
{
    type Cache = u32;

    // A dead end of one database is a dead end of the puzzle.
    fn start(&self, puzzle: &P, state: P::State) -> u32 {
        let bounds = self.parts.iter().map(|part| {
            let trace = part.mapping.start(puzzle, state);
            part.look_up::<P>(trace)
        });
        match self.combine {
            Combine::Sum => bounds.fold(0, u32::saturating_add),
            Combine::Max => bounds.max().unwrap_or(0),
        }
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
