//! The options that a user can choose for a puzzle, and the rejection of options that the puzzle
//! does not accept.

use std::path::PathBuf;

use fewest_tables::TableCache;

use super::ReadError;
use crate::notice::Notice;

/// What a user can choose about a puzzle besides the board. The defaults are what most users want.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// The goal, for puzzles with several goals.
    pub goal: Option<String>,
    /// The number of colours of the cells.
    pub colours: Option<u8>,
    /// The side that moves first.
    pub first: Option<String>,
    /// The metric by which moves are counted, for puzzles with several metrics.
    pub metric: Option<String>,
    /// The lower bound of A*, IDA* and beam search, by name.
    pub heuristic: Option<String>,
    /// The name of the pattern whose tables are requested. Only spaces that consist of pattern
    /// tables need this name.
    pub pattern: Option<String>,
    /// Whether a space of a puzzle file contains every arrangement of the symbols of its start, and
    /// not only the boards that can be reached from the start.
    pub all_boards: bool,
    /// Whether a space of a puzzle file contains new levels, made of what the file names with
    /// `place`.
    pub levels: bool,
    /// The folder for distance tables. The default is the folder that the environment specifies.
    pub cache: Option<PathBuf>,
    /// Whether to read table files that other users could have written.
    pub trust_tables: bool,
    /// The receiver of remarks, such as the remark that a damaged table is being rebuilt.
    pub notice: Notice,
}

/// An option that a puzzle may accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionName {
    /// [`PuzzleOptions::heuristic`].
    Heuristic,
    /// [`PuzzleOptions::goal`].
    Goal,
    /// [`PuzzleOptions::colours`].
    Colours,
    /// [`PuzzleOptions::first`].
    First,
    /// [`PuzzleOptions::pattern`].
    Pattern,
    /// [`PuzzleOptions::metric`].
    Metric,
}

impl OptionName {
    /// The options that affect how a board is read.
    pub const OF_BOARDS: [Self; 5] = [
        Self::Heuristic,
        Self::Goal,
        Self::Colours,
        Self::First,
        Self::Metric,
    ];
}

impl PuzzleOptions {
    /// The cache of distance tables, if there is one.
    pub fn tables(&self) -> Option<TableCache> {
        let cache = match &self.cache {
            Some(folder) => Some(TableCache::new(folder)),
            None => TableCache::from_environment(),
        };
        cache.map(|cache| cache.trusting_everybody(self.trust_tables))
    }

    /// The options that affect boards, as they are written on the command line.
    pub(crate) fn chosen(&self) -> String {
        let colours = self.colours.map(|colours| colours.to_string());
        let chosen = [
            ("goal", self.goal.as_ref()),
            ("colours", colours.as_ref()),
            ("first", self.first.as_ref()),
            ("metric", self.metric.as_ref()),
            ("heuristic", self.heuristic.as_ref()),
        ];
        let chosen = chosen.into_iter();
        chosen
            .filter_map(|(name, value)| Some(format!(" --{name} {}", value?)))
            .collect()
    }

    fn has(&self, name: OptionName) -> bool {
        match name {
            OptionName::Heuristic => self.heuristic.is_some(),
            OptionName::Goal => self.goal.is_some(),
            OptionName::Colours => self.colours.is_some(),
            OptionName::First => self.first.is_some(),
            OptionName::Pattern => self.pattern.is_some(),
            OptionName::Metric => self.metric.is_some(),
        }
    }

    /// Rejects each option of `relevant` that is set but not in `accepted`.
    ///
    /// # Errors
    /// The first option of `relevant` that is set but not in `accepted`.
    pub fn reject(
        &self,
        puzzle: &str,
        accepted: &[OptionName],
        relevant: &[OptionName],
    ) -> Result<(), ReadError> {
        let misfit = relevant
            .iter()
            .find(|name| self.has(**name) && !accepted.contains(name));
        let Some(misfit) = misfit else {
            return Ok(());
        };
        let option = match misfit {
            OptionName::Heuristic => "--heuristic: its own is used",
            OptionName::Goal => "--goal",
            OptionName::Colours => "--colours",
            OptionName::First => "--first",
            OptionName::Pattern => "--pattern",
            OptionName::Metric => "--metric",
        };
        Err(ReadError::Option(format!("{puzzle} has no {option}")))
    }
}
