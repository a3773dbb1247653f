//! All boards of a puzzle, to be counted or generated.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use fewest_rules::Limits;

use crate::error::Error;
use crate::space::{CensusReport, GeneratedBoards, GenerationOptions, Scope, Space};

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

    /// The object-safe interface, which also gives access to distance tables.
    pub fn inner(&self) -> &dyn Space {
        &*self.0
    }

    /// Counts the boards by the length of their shortest solutions, without limits.
    ///
    /// # Errors
    /// The space cannot be counted.
    pub fn census(&self) -> Result<CensusReport, Error> {
        self.census_with(&CensusOptions::default())
    }

    /// Counts the boards by the length of their shortest solutions. A census that a limit stops
    /// returns an answer, not an error.
    ///
    /// # Errors
    /// The space cannot be counted.
    pub fn census_with(&self, options: &CensusOptions) -> Result<CensusReport, Error> {
        Ok(self.0.census(options.hardest, &options.limits)?)
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
    ) -> Result<CensusReport, Error> {
        let (hardest, limits) = (options.hardest, &options.limits);
        Ok(self.0.census_on_disk(folder, hardest, limits)?)
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
        Ok(self.make_with(&options, &Limits::default())?.boards)
    }

    /// Generates boards within limits.
    ///
    /// # Errors
    /// The space does not support the generation of boards, or a limit was reached before the first
    /// board.
    pub fn make_with(
        &self,
        options: &GenerationOptions,
        limits: &Limits,
    ) -> Result<GeneratedBoards, Error> {
        Ok(self.0.make(options, None, limits)?)
    }
}

impl fmt::Debug for StateSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StateSpace").field(&self.size()).finish()
    }
}
