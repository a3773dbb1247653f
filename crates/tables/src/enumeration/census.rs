//! Counts the states of a space, and optionally keeps their distances.

use std::num::NonZeroUsize;

use fewest_rules::{Limits, Meter, Ranked, Statistics, StopReason};

use super::cells::{Byte, Nibble, StateCells, TwoBit};
use super::direction::{Along, Direction, Neighbours};
use super::layers::{LayerEnd, RankLayers, ShardPlan};
use crate::{DistanceTable, Encoding};

/// Options of an enumeration. None of the options changes the result, except
/// [`hardest`](Self::hardest).
#[derive(Debug, Clone)]
pub struct EnumerationOptions {
    /// The number of threads that expand states. Two threads take about half the time of one.
    pub threads: NonZeroUsize,
    /// The number of states of the last layer to return.
    pub hardest: usize,
}

impl Default for EnumerationOptions {
    /// By default, one thread runs and one state of the last layer is returned.
    fn default() -> Self {
        Self {
            threads: NonZeroUsize::MIN,
            hardest: 1,
        }
    }
}

/// The number of states at each distance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Census {
    /// The number of states at each distance from the nearest start. The last entry is not 0; the
    /// histogram is empty if there was no start.
    pub histogram: Vec<u64>,
    /// The number of states that no start reaches.
    pub unreached: u64,
    /// The least ranks among the states farthest away, in increasing order; at most as many as
    /// [`EnumerationOptions::hardest`].
    pub hardest: Vec<u64>,
}

impl Census {
    /// The greatest distance of a reachable state: *God's number*. `None` if no state is reachable.
    pub fn gods_number(&self) -> Option<u32> {
        self.histogram.len().checked_sub(1).map(|n| n as u32)
    }
}

/// The result of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Enumerated<T> {
    /// Every reachable state was expanded.
    Complete(T),
    /// A limit stopped the enumeration.
    Stopped {
        /// The number of states at each distance, for the complete layers.
        histogram: Vec<u64>,
        /// The limit that was reached. [`StopReason::Capacity`] means that a distance exceeded 254
        /// and could not be stored.
        reason: StopReason,
    },
}

/// The result of an enumeration and the work that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumerationReport<T> {
    /// The result of the enumeration.
    pub outcome: Enumerated<T>,
    /// The work that the enumeration took.
    pub statistics: Statistics,
}

/// Counts the states by their distance from (or to, see [`Direction`]) the nearest of `starts`.
///
/// Takes about two bits and a 64th of a byte per state. Expands every reachable state once.
/// `starts` may contain repetitions.
///
/// ```
/// # use fewest_rules::{Invertible, Puzzle, Ranked};
/// # struct Ring;
/// # impl Puzzle for Ring {
/// #     type State = u8;
/// #     type Move = i8;
/// #     fn moves(&self, _: u8) -> impl Iterator<Item = i8> { [-1, 1].into_iter() }
/// #     fn apply(&self, s: u8, m: i8) -> u8 { (s as i8 + m).rem_euclid(10) as u8 }
/// #     fn is_goal(&self, s: u8) -> bool { s == 0 }
/// # }
/// # impl Invertible for Ring {
/// #     fn inverse(&self, m: i8) -> i8 { -m }
/// # }
/// # impl Ranked for Ring {
/// #     fn size(&self) -> u64 { 10 }
/// #     fn rank(&self, s: u8) -> u64 { s.into() }
/// #     fn unrank(&self, rank: u64) -> u8 { rank as u8 }
/// # }
/// use fewest_tables::{Enumerated, Undirected, census};
///
/// // Walk on a ring of ten places to place 0.
/// let report = census(&Ring, &Undirected, [0], &Default::default(), &Default::default());
/// let Enumerated::Complete(census) = report.outcome else { panic!("there is no limit") };
/// assert_eq!(census.histogram, [1, 2, 2, 2, 2, 1]);
/// assert_eq!(census.hardest, [5]);
/// ```
pub fn census<P: Ranked + Sync, D: Direction<P>>(
    puzzle: &P,
    direction: &D,
    starts: impl IntoIterator<Item = P::State>,
    options: &EnumerationOptions,
    limits: &Limits,
) -> EnumerationReport<Census> {
    let neighbours = Along { puzzle, direction };
    let mut seeds = starts.into_iter().map(|state| puzzle.rank(state));
    let mut run = CensusRun::new(puzzle.size(), options, limits);
    let result = run.mark(&neighbours, &mut seeds);
    run.report(result, CensusRun::census)
}

/// Does the same as [`census`], and also keeps the distance of every state.
///
/// Starts with cells of a byte for [`Encoding::Byte`], and of half a byte for other encodings. If a
/// distance does not fit into half a byte, the cells are widened to a byte; the narrow and the wide
/// cells are then held at once.
pub fn distances<P: Ranked + Sync, D: Direction<P>>(
    puzzle: &P,
    direction: &D,
    starts: impl IntoIterator<Item = P::State>,
    encoding: Encoding,
    options: &EnumerationOptions,
    limits: &Limits,
) -> EnumerationReport<(Census, DistanceTable)> {
    let neighbours = Along { puzzle, direction };
    let mut seeds = starts.into_iter().map(|state| puzzle.rank(state));
    let mut run = CensusRun::new(puzzle.size(), options, limits);
    let result = run.distances(&neighbours, encoding, &mut seeds);
    run.report(result, CensusRun::census_and_table)
}

/// A set of states of a ranked puzzle. The set takes two bits for each state of the whole space.
#[derive(Debug)]
pub struct RankSet {
    cells: Vec<u8>,
    count: u64,
}

impl RankSet {
    /// Whether the set contains the state with the rank `rank`, which must be below the size of the
    /// space.
    #[inline]
    pub fn contains(&self, rank: u64) -> bool {
        let byte = self.cells[(rank / 4) as usize];
        byte >> (rank % 4 * 2) & 3 != TwoBit::UNSEEN
    }

    /// The number of states in the set.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The bytes that the set takes.
    pub fn bytes(&self) -> u64 {
        self.cells.len() as u64
    }
}

/// Finds the states that can be reached from `starts` (or from which a start can be reached, see
/// [`Direction`]), with the memory and work of [`census`].
pub fn reachable<P: Ranked + Sync, D: Direction<P>>(
    puzzle: &P,
    direction: &D,
    starts: impl IntoIterator<Item = P::State>,
    options: &EnumerationOptions,
    limits: &Limits,
) -> EnumerationReport<RankSet> {
    let neighbours = Along { puzzle, direction };
    let mut seeds = starts.into_iter().map(|state| puzzle.rank(state));
    let mut run = CensusRun::new(puzzle.size(), options, limits);
    let result = run.mark(&neighbours, &mut seeds);
    run.report(result, |run| RankSet {
        cells: std::mem::take(&mut run.bytes),
        count: run.layers.histogram.iter().sum(),
    })
}

/// An enumeration in progress.
struct CensusRun<'a> {
    states: u64,
    options: &'a EnumerationOptions,
    meter: Meter<'a>,
    encoding: Encoding,
    bytes: Vec<u8>,
    layers: RankLayers,
}

impl<'a> CensusRun<'a> {
    fn new(states: u64, options: &'a EnumerationOptions, limits: &'a Limits) -> Self {
        Self {
            states,
            options,
            meter: Meter::new(limits),
            encoding: Encoding::Byte,
            bytes: Vec::new(),
            layers: RankLayers::default(),
        }
    }

    fn plan<C: StateCells>(&self) -> ShardPlan {
        ShardPlan::new::<C>(self.states, self.options.threads, self.options.hardest)
    }

    /// Allocates the cells and marks them all as unseen.
    fn take<C: StateCells>(&mut self) -> Result<ShardPlan, StopReason> {
        let plan = self.plan::<C>();
        self.meter
            .hold(plan.cell_bytes.saturating_add(plan.overhead::<C>()))?;
        self.bytes = cells(plan.cell_bytes, C::UNSEEN_BYTE, &mut self.meter)?;
        Ok(plan)
    }

    fn extend<C: StateCells>(
        &mut self,
        neighbours: &impl Neighbours,
        seeds: &mut impl Iterator<Item = u64>,
        plan: &ShardPlan,
    ) -> Result<LayerEnd, StopReason> {
        let (bytes, meter) = (&mut self.bytes, &mut self.meter);
        self.layers
            .extend::<C>(neighbours, seeds, bytes, plan, meter)
    }

    /// Marks the states that are reached, without their distances.
    fn mark(
        &mut self,
        neighbours: &impl Neighbours,
        seeds: &mut impl Iterator<Item = u64>,
    ) -> Result<(), StopReason> {
        let plan = self.take::<TwoBit>()?;
        self.extend::<TwoBit>(neighbours, seeds, &plan).map(|_| ())
    }

    fn distances(
        &mut self,
        neighbours: &impl Neighbours,
        encoding: Encoding,
        seeds: &mut impl Iterator<Item = u64>,
    ) -> Result<(), StopReason> {
        let end = match encoding {
            // Two bits cannot hold a distance, so a table of quarter bytes begins with half-byte
            // cells.
            Encoding::Quarter { .. } | Encoding::Nibble => {
                let plan = self.take::<Nibble>()?;
                match self.extend::<Nibble>(neighbours, seeds, &plan)? {
                    LayerEnd::Complete => {
                        self.encoding = Encoding::Nibble;
                        return Ok(());
                    }
                    LayerEnd::TooDeep => {
                        let plan = self.widen()?;
                        self.extend::<Byte>(neighbours, &mut std::iter::empty(), &plan)?
                    }
                }
            }
            Encoding::Byte => {
                let plan = self.take::<Byte>()?;
                self.extend::<Byte>(neighbours, seeds, &plan)?
            }
        };
        match end {
            LayerEnd::Complete => Ok(()),
            LayerEnd::TooDeep => Err(StopReason::Capacity),
        }
    }

    /// Converts half-byte cells into byte cells.
    fn widen(&mut self) -> Result<ShardPlan, StopReason> {
        let plan = self.plan::<Byte>();
        let held = plan.cell_bytes.saturating_add(plan.overhead::<Byte>());
        self.meter
            .hold(held.saturating_add(self.bytes.len() as u64))?;
        let mut wide = cells(plan.cell_bytes, Byte::UNSEEN_BYTE, &mut self.meter)?;
        for (at, (pair, &byte)) in wide.chunks_mut(2).zip(&self.bytes).enumerate() {
            if at.is_multiple_of(FILLED_AT_ONCE) {
                self.meter.poll()?;
            }
            for (cell, nibble) in pair.iter_mut().zip([byte & 15, byte >> 4]) {
                if nibble != Nibble::UNSEEN {
                    *cell = nibble;
                }
            }
        }
        self.bytes = wide;
        self.meter.hold(held)?;
        Ok(plan)
    }

    fn census(&mut self) -> Census {
        let histogram = std::mem::take(&mut self.layers.histogram);
        Census {
            unreached: self.states - histogram.iter().sum::<u64>(),
            histogram,
            hardest: std::mem::take(&mut self.layers.hardest),
        }
    }

    fn census_and_table(&mut self) -> (Census, DistanceTable) {
        let bytes = std::mem::take(&mut self.bytes);
        let census = self.census();
        let histogram = census.histogram.clone();
        let table = DistanceTable::counted(bytes, self.encoding, self.states, histogram);
        (census, table)
    }

    fn report<T>(
        mut self,
        result: Result<(), StopReason>,
        complete: impl FnOnce(&mut Self) -> T,
    ) -> EnumerationReport<T> {
        EnumerationReport {
            statistics: self.meter.statistics(),
            outcome: match result {
                Ok(()) => Enumerated::Complete(complete(&mut self)),
                Err(reason) => Enumerated::Stopped {
                    histogram: self.layers.histogram,
                    reason,
                },
            },
        }
    }
}

/// This many bytes are initialized between two checks of the limits. To initialize them takes a few
/// milliseconds.
const FILLED_AT_ONCE: usize = 8 << 20;

/// Allocates `bytes` bytes of cells, each byte `unseen`.
pub(super) fn cells(bytes: u64, unseen: u8, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
    let len = usize::try_from(bytes).map_err(|_| StopReason::Memory)?;
    let mut cells = Vec::new();
    cells
        .try_reserve_exact(len)
        .map_err(|_| StopReason::Memory)?;
    while cells.len() < len {
        meter.poll()?;
        cells.resize(len.min(cells.len() + FILLED_AT_ONCE), unseen);
    }
    Ok(cells)
}
