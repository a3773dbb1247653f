//! The sum of the bounds of several pattern databases, the *parts* of a cost partition: each move
//! of the puzzle costs something in at most one of them.

use fewest_rules::{Abstraction, Heuristic, PartStep, Partition, Puzzle};

use super::database::WrongPatternTable;
use super::unit;
use crate::{DistanceTable, Encoding};

/// The greatest number of parts whose table entries (four bits each) fit into 32 bits. An entry
/// stores the *excess*: how far the distance in the part exceeds its *base*, a bound that is known
/// without a table.
const MOST_PARTS: usize = 8;

/// The sum of the distances of the parts of a partition, read from their tables.
///
/// The bound is admissible, but not consistent. A state of a part has a number and a class
/// ([`Abstraction`]), but a table stores only the least distance over all classes of a number. A
/// move may lead to a number whose least distance belongs to another class. Then the bound may fall
/// by more than the cost of the move. A step looks up only the table of the part that the move
/// changes.
#[derive(Debug, Clone)]
pub struct AdditivePatterns<'t, C> {
    partition: C,
    /// The tables of the parts, one after the other. Empty slices fill the rest of the array. A
    /// vector would cost one more load, for its pointer.
    tables: [&'t [u8]; MOST_PARTS],
}

impl<'t, C> AdditivePatterns<'t, C> {
    /// Makes the heuristic from `tables`, one for each part of `partition`, which
    /// [`pattern_table`](crate::pattern_table) has built.
    ///
    /// # Errors
    /// Returns an error if the tables do not fit the partition.
    pub fn new<P: Puzzle>(
        partition: C,
        tables: impl IntoIterator<Item = &'t DistanceTable>,
    ) -> Result<Self, WrongPatternTable>
    where
        C: Partition<P>,
    {
        let tables: Vec<&DistanceTable> = tables.into_iter().collect();
        let parts = partition.parts();
        let fits = |part: usize| {
            tables.get(part).is_some_and(|table| {
                table.states() == partition.part(part).size()
                    && table.encoding() == Encoding::Nibble
            })
        };
        if let Some(part) = (0..parts).find(|&part| !fits(part)) {
            return Err(WrongPatternTable { part });
        }
        if tables.len() != parts || parts > MOST_PARTS {
            return Err(WrongPatternTable { part: parts });
        }
        let empty: &[u8] = &[];
        let table = |part: usize| tables.get(part).map_or(empty, |table| table.bytes());
        Ok(Self {
            partition,
            tables: std::array::from_fn(table),
        })
    }

    /// The entry of the number `rank` in the table of a part. The entry 15, one more than the
    /// greatest stored excess, marks a number from which no goal can be reached. The entry 15 is
    /// used like any other; that is admissible, because no bound is too high where there is no
    /// goal.
    #[inline]
    fn excess(&self, part: usize, rank: u64) -> u32 {
        let byte = self.tables[part][(rank / 2) as usize];
        u32::from(byte >> (rank % 2 * 4) & 15)
    }
}

/// The data that [`AdditivePatterns`] keeps beside a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdditiveCache<T> {
    trace: T,
    /// The entries of the state in the tables of all parts, four bits for each part. The first part
    /// has the lowest bits.
    excesses: u32,
    bound: u32,
}

impl<P: Puzzle, C: Partition<P>> Heuristic<P> for AdditivePatterns<'_, C> {
    type Cache = AdditiveCache<C::Trace>;

    fn start(&self, puzzle: &P, state: P::State) -> Self::Cache {
        let trace = self.partition.start(puzzle, state);
        let (mut excesses, mut bound) = (0, 0);
        for part in 0..self.partition.parts() {
            let rank = self.partition.rank(trace, part);
            let abstraction = self.partition.part(part);
            let excess = self.excess(part, rank);
            excesses |= excess << (4 * part);
            bound += abstraction.base(abstraction.unrank(rank)) + unit::<C::Part>() * excess;
        }
        AdditiveCache {
            trace,
            excesses,
            bound,
        }
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: Self::Cache,
        _: P::State,
        m: P::Move,
        after: P::State,
    ) -> Self::Cache {
        let PartStep {
            trace,
            part,
            base_change,
        } = self.partition.step(puzzle, cache.trace, m, after);
        let mut bound = cache.bound.wrapping_add_signed(base_change);
        let mut excesses = cache.excesses;
        if let Some((part, rank)) = part {
            let before = excesses >> (4 * part) & 15;
            let now = self.excess(part, rank);
            bound = bound - unit::<C::Part>() * before + unit::<C::Part>() * now;
            excesses ^= (before ^ now) << (4 * part);
        }
        AdditiveCache {
            trace,
            excesses,
            bound,
        }
    }

    #[inline]
    fn bound(&self, cache: Self::Cache) -> u32 {
        cache.bound
    }
}
