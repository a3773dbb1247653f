//! All boards of a puzzle, to be counted or generated.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use fewest_rules::Limits;
use fewest_tables::{DistanceTable, Peers};

use crate::error::Error;
use crate::space::{
    CensusReport, GeneratedBoards, GenerationOptions, Scope, Space, SpaceError, SpaceTable,
};

/// The options of a census.
#[derive(Debug, Clone, Default)]
pub struct CensusOptions {
    /// The greatest number of hardest boards to show.
    pub hardest: usize,
    /// The limits of the census.
    pub limits: Limits,
}

impl From<Limits> for CensusOptions {
    fn from(limits: Limits) -> Self {
        Self { hardest: 0, limits }
    }
}

/// All boards of a size, or all boards that can be reached from a board.
///
/// ```
/// use fewest::{CensusOutcome, AnyPuzzle};
///
/// let space = AnyPuzzle::named("tiles")?.space_of_size("2x3")?;
/// let CensusOutcome::Complete(census) = space.census()?.outcome else { panic!("no limit is set") };
/// assert_eq!(census.gods_number(), Some(21));
///
/// let boards = space.make(20..=21, 2)?;
/// assert_eq!(boards.len(), 2);
/// # Ok::<(), fewest::Error>(())
/// ```
pub struct StateSpace(Box<dyn Space>);

impl From<Box<dyn Space>> for StateSpace {
    fn from(space: Box<dyn Space>) -> Self {
        Self(space)
    }
}

impl StateSpace {
    /// The size in the notation of the puzzle, such as `4x4`.
    pub fn size(&self) -> String {
        self.0.size()
    }

    /// The boards that the space contains.
    pub fn scope(&self) -> Scope {
        self.0.scope()
    }

    /// The tables of distances of the space: none, one, or those of several patterns.
    pub fn tables(&self) -> Vec<&dyn SpaceTable> {
        self.0.tables()
    }

    /// The table of the distances of all boards, if the space supports tables.
    pub fn table(&self) -> Option<&dyn SpaceTable> {
        self.0.table()
    }

    /// Counts the boards by the length of their shortest solutions, without limits.
    ///
    /// # Errors
    /// The space cannot be counted.
    pub fn census(&self) -> Result<CensusReport, Error> {
        Ok(self.census_with(&CensusOptions::default())?)
    }

    /// Counts the boards by the length of their shortest solutions. A census that a limit stops
    /// returns an answer, not an error.
    ///
    /// # Errors
    /// The space cannot be counted.
    pub fn census_with(&self, options: &CensusOptions) -> Result<CensusReport, SpaceError> {
        self.0.census(options.hardest, &options.limits)
    }

    /// Does the same as [`census_with`](Self::census_with), but keeps the layers in the files of
    /// `folder`. If `folder` holds an unfinished run for this census, resumes that run.
    ///
    /// # Errors
    /// The space cannot be counted on disk, or the folder holds something else, is damaged, or
    /// cannot be read or written.
    pub fn census_on_disk(
        &self,
        folder: &Path,
        options: &CensusOptions,
    ) -> Result<CensusReport, SpaceError> {
        let (hardest, limits) = (options.hardest, &options.limits);
        self.0.census_on_disk(folder, None, hardest, limits)
    }

    /// Does the same as [`census_with`](Self::census_with) together with other processes, which all
    /// call this method for the same space and number of hardest boards. If `disk` is given, the
    /// layers are kept in the files of that folder, which all processes share.
    ///
    /// # Errors
    /// The space cannot be counted by several processes, or one of them failed.
    pub fn census_among(
        &self,
        peers: &mut dyn Peers,
        disk: Option<&Path>,
        options: &CensusOptions,
    ) -> Result<CensusReport, SpaceError> {
        let (hardest, limits) = (options.hardest, &options.limits);
        match disk {
            Some(folder) => self.0.census_on_disk(folder, Some(peers), hardest, limits),
            None => self.0.census_among(peers, hardest, limits),
        }
    }

    /// Generates up to `count` boards whose shortest solutions have lengths in the range `moves`.
    /// Returns the drawings of the boards.
    ///
    /// # Errors
    /// The space does not support the generation of boards.
    pub fn make(&self, moves: RangeInclusive<u32>, count: usize) -> Result<Vec<String>, Error> {
        let options = GenerationOptions {
            count,
            ..GenerationOptions::of_length(moves)
        };
        Ok(self.make_with(&options, None, &Limits::default())?.boards)
    }

    /// Generates boards within limits. `table` is the [table](Self::table) of the space, if it is at
    /// hand.
    ///
    /// # Errors
    /// The space does not support the generation of boards, or a limit was reached before the first
    /// board.
    pub fn make_with(
        &self,
        options: &GenerationOptions,
        table: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        self.0.make(options, table, limits)
    }
}

impl fmt::Debug for StateSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StateSpace").field(&self.size()).finish()
    }
}
