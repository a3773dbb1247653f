//! Whole state spaces behind the object-safe interface. A space counts boards by difficulty and
//! generates boards of an exact difficulty.

use std::ops::RangeInclusive;
use std::path::Path;

use fewest_rules::{Limits, StopReason};
use fewest_tables::{
    DistanceTable, EnumerationReport, PeerError, Peers, TableCache, TableFileError, TableKey,
    TableReader,
};
use num_bigint::BigUint;
use serde::Serialize;

use crate::api::{Answer, ReadError};

/// The number of boards at each distance from the goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceCensus {
    /// The number of all boards, including unsolvable ones.
    pub positions: BigUint,
    /// The number of boards at each distance. The last number is not 0. The list is empty if no
    /// board has a solution.
    pub histogram: Vec<BigUint>,
    /// Drawings of some of the boards that are farthest from the goals.
    pub hardest: Vec<String>,
}

impl SpaceCensus {
    /// The number of boards that have a solution.
    pub fn solvable(&self) -> BigUint {
        self.histogram.iter().sum()
    }

    /// The greatest distance of a board that has a solution.
    pub fn gods_number(&self) -> Option<usize> {
        self.histogram.len().checked_sub(1)
    }
}

/// The kind of boards that a space contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// All boards of a size, whether they can be reached from each other or not.
    All,
    /// The boards that can be reached from a start.
    Reachable,
    /// New levels, with other walls or pieces than the start.
    Levels,
}

/// How a census ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CensusOutcome {
    /// All boards were counted.
    Complete(SpaceCensus),
    /// A limit stopped the census.
    Stopped {
        /// The number of boards at each distance that was counted completely. If the boards are
        /// solved one by one, these are the numbers for the boards solved so far.
        histogram: Vec<BigUint>,
        /// The number of boards solved, if the census solves them one by one.
        solved: Option<usize>,
        /// The number of all boards, if it is known without counting them one by one.
        positions: Option<BigUint>,
        /// The limit that was reached.
        reason: StopReason,
    },
}

impl CensusOutcome {
    /// The outcome if a limit was reached before any distance was counted completely.
    pub fn nothing_before(reason: StopReason) -> Self {
        Self::Stopped {
            histogram: Vec::new(),
            solved: None,
            positions: None,
            reason,
        }
    }
}

/// The outcome of a census, its cost and its method.
pub type CensusReport = Answer<CensusOutcome>;

/// The properties of the boards to generate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationOptions {
    /// The wanted range for the number of moves of a shortest solution.
    pub moves: RangeInclusive<u32>,
    /// The number of boards to generate.
    pub count: usize,
    /// The seed of the random numbers. The same seed generates the same boards.
    pub seed: u64,
    /// Whether no two boards may be equal up to the symmetries of the puzzle.
    pub distinct: bool,
}

impl GenerationOptions {
    /// Requests one board whose shortest solution has a length in `moves`.
    pub fn of_length(moves: RangeInclusive<u32>) -> Self {
        Self {
            moves,
            count: 1,
            seed: 0,
            distinct: false,
        }
    }

    /// The greatest length at which random moves aim: in a range such as `30..`, which has no end,
    /// twice the least length.
    pub(crate) fn aim(&self) -> u32 {
        let (least, most) = (*self.moves.start(), *self.moves.end());
        most.min(least.saturating_mul(2).max(least.saturating_add(16)))
    }
}

/// Generated boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedBoards {
    /// The drawings of the boards. The list has fewer boards than wanted if no more boards exist or
    /// a limit was reached.
    pub boards: Vec<String>,
    /// The limit that was reached before all boards were generated, if there was one.
    pub stopped: Option<StopReason>,
    /// Whether every board of the wanted lengths was equally likely.
    pub uniform: bool,
}

/// The reason why boards could not be generated or a space could not be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpaceError {
    /// The puzzle has no such space, or the space does not support the request.
    #[error("{0}")]
    Unfit(String),
    /// A limit was reached.
    #[error("stopped by a limit: {0}")]
    Stopped(StopReason),
    /// A file of a run on disk was refused, or could not be read or written.
    #[error("{0}")]
    Disk(String),
    /// One of the processes that count together has failed.
    #[error("{0}")]
    Peer(PeerError),
}

impl From<PeerError> for SpaceError {
    fn from(error: PeerError) -> Self {
        match error {
            PeerError::Stopped(reason) => Self::Stopped(reason),
            failed @ PeerError::Failed { .. } => Self::Peer(failed),
        }
    }
}

#[cfg(feature = "disk")]
impl From<fewest_disk::RunError> for SpaceError {
    fn from(error: fewest_disk::RunError) -> Self {
        use fewest_disk::RunError;
        match error {
            RunError::Limit(reason) => Self::Stopped(reason),
            RunError::Disk(error) => Self::Disk(error.to_string()),
            RunError::Table(error) => error.into(),
            RunError::Peer(error) => error.into(),
        }
    }
}

#[cfg(feature = "disk")]
impl From<fewest_disk::DiskError> for SpaceError {
    fn from(error: fewest_disk::DiskError) -> Self {
        fewest_disk::RunError::from(error).into()
    }
}

impl From<TableFileError> for SpaceError {
    fn from(error: TableFileError) -> Self {
        Self::Disk(error.to_string())
    }
}

impl From<ReadError> for SpaceError {
    fn from(error: ReadError) -> Self {
        Self::Unfit(error.to_string())
    }
}

impl From<StopReason> for SpaceError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// A space whose distances can be stored in a table.
pub trait SpaceTable: Send + Sync {
    /// The key from which the name of the table's file is made.
    fn key(&self) -> TableKey;

    /// The number of entries in the table.
    fn states(&self) -> u64;

    /// Builds the table.
    fn build(&self, limits: &Limits) -> EnumerationReport<DistanceTable>;

    /// Verifies every entry with the rules alone, without the code that built the table.
    fn verify(&self, table: &DistanceTable, limits: &Limits) -> fewest_check::Verification;

    /// Builds the table with its layers in the files of `folder`, and saves the table in `cache`.
    /// If `folder` holds an unfinished run for this table, resumes that run. The saved file is the
    /// same as the file of a table built in memory. The memory limit applies to everything that is
    /// not in the files.
    ///
    /// If there are `peers`, all processes must call this method for the same table and share the
    /// folder. Process 0 saves the table in its cache.
    ///
    /// # Errors
    /// The table cannot be built on disk, the folder holds something else or is damaged, a file
    /// cannot be read or written, or one of the processes failed.
    fn build_on_disk(
        &self,
        folder: &Path,
        cache: &TableCache,
        peers: Option<&mut (dyn Peers + '_)>,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, SpaceError> {
        let _ = (folder, cache, peers, limits);
        Err(in_memory_only(&self.key()))
    }

    /// Does the same as [`verify`](Self::verify) by passes over the file of the table, which need
    /// not fit into memory. Keeps the progress of the passes in `folder`.
    ///
    /// # Errors
    /// The table cannot be verified in this way, the folder holds something else or is damaged, or
    /// a file cannot be read or written.
    fn verify_on_disk(
        &self,
        folder: &Path,
        table: TableReader,
        limits: &Limits,
    ) -> Result<fewest_check::Verification, SpaceError> {
        let _ = (folder, table, limits);
        Err(in_memory_only(&self.key()))
    }

    /// The drawing of the board with the rank `rank`, which must be less than
    /// [`states`](Self::states). `None` if entries are not boards.
    fn drawing(&self, rank: u64) -> Option<String> {
        let _ = rank;
        None
    }

    /// The rank of the board that `drawing` shows; `None` if it is not a board of this space.
    fn rank(&self, drawing: &str) -> Option<u64> {
        let _ = drawing;
        None
    }

    /// The rank of an entry that is certainly wrong, if a test of a few milliseconds finds one.
    fn find_wrong(&self, table: &DistanceTable) -> Option<u64>;
}

fn in_memory_only(key: &TableKey) -> SpaceError {
    SpaceError::Unfit(format!(
        "the table of {key} is built and verified in memory, without --disk"
    ))
}

impl dyn SpaceTable + '_ {
    /// Opens the table of the space in the cache of files, if the cache has it.
    ///
    /// # Errors
    /// The file is damaged, wrong or not trusted.
    pub fn open(&self, cache: &TableCache) -> Result<Option<DistanceTable>, TableFileError> {
        cache.open_checked(&self.key(), self.states(), |table| self.find_wrong(table))
    }
}

fn indivisible(size: &str) -> SpaceError {
    SpaceError::Unfit(format!(
        "the boards of {size} are counted by a method that cannot be divided among processes"
    ))
}

/// All boards of one size, or all boards that can be reached from a board.
pub trait Space: Send + Sync {
    /// The size in the notation of the puzzle, such as `4x4`.
    fn size(&self) -> String;

    /// The boards that the space contains.
    fn scope(&self) -> Scope {
        Scope::All
    }

    /// Counts the boards by their distance, and draws up to `hardest` of the boards that are
    /// farthest from the goals.
    ///
    /// # Errors
    /// The space cannot be counted.
    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError>;

    /// Does the same as [`census`](Self::census), but keeps the layers in the files of `folder`. If
    /// `folder` holds an unfinished run for this census, resumes that run. The memory limit applies
    /// to everything that is not in the files, in each process.
    ///
    /// If there are `peers`, all processes must call this method for the same space and with the
    /// same `hardest`, and share the folder. Only process 0 returns the complete result.
    ///
    /// # Errors
    /// The space cannot be counted on disk, the folder holds something else, is damaged, or cannot
    /// be read or written, or one of the processes failed.
    fn census_on_disk(
        &self,
        folder: &Path,
        peers: Option<&mut (dyn Peers + '_)>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let _ = (folder, hardest, limits);
        match peers {
            Some(_) => Err(indivisible(&self.size())),
            None => Err(SpaceError::Unfit(format!(
                "the boards of {} are counted in memory, by a method that needs no disk",
                self.size()
            ))),
        }
    }

    /// Counts the space like [`census`](Self::census), together with other processes. Each process
    /// keeps its part of the space in memory. All processes must call this method for the same space
    /// and with the same `hardest`, and return the same counts. The memory limit applies to each
    /// process.
    ///
    /// # Errors
    /// The space cannot be counted by several processes, or one of them failed.
    fn census_among(
        &self,
        peers: &mut dyn Peers,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let _ = (peers, hardest, limits);
        Err(indivisible(&self.size()))
    }

    /// Generates boards. `table` is the table of this space, if it is available.
    ///
    /// # Errors
    /// The boards cannot be generated, or a limit was reached before the first board.
    fn make(
        &self,
        wanted: &GenerationOptions,
        table: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError>;

    /// The table of the space, if the space supports tables.
    fn table(&self) -> Option<&dyn SpaceTable> {
        None
    }

    /// All tables of the space: one table, or those of several patterns.
    fn tables(&self) -> Vec<&dyn SpaceTable> {
        self.table().into_iter().collect()
    }
}
