//! The object-safe boundary of the library: text in, answers out.
//!
//! Inside the library every puzzle is a type and every search is compiled for it. An application
//! that picks the puzzle at run time asks a [`Family`] to read boards and an [`AnyBoard`] to solve
//! itself, which costs one virtual call per request. [`Puzzle`](crate::Puzzle) and
//! [`Board`](crate::Board) wrap both.

mod answer;
mod board;
mod comparison;
mod options;
mod read_error;

use std::ops::Range;

use crate::space::{Space, SpaceError};

pub use crate::scenes::ScenesError;
pub use answer::{Answer, AnswerCosts, ApproximateAnswer, Method, UnprovenAnswer};
pub use board::{AnyBoard, Difficulty, Explanation, Replayed, ShortestSolutions, SolveError};
pub use comparison::{Comparison, ComparisonRow, is_cancelled};
pub use options::{OptionName, PuzzleOptions};
pub use read_error::ReadError;

/// What a puzzle is, before its first board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleInfo<'a> {
    /// The name on the command line and in JSON.
    pub name: &'a str,
    /// The game in a sentence.
    pub summary: &'a str,
    /// The sizes of its boards.
    pub sizes: &'a str,
    /// How a board is written.
    pub notation: &'a str,
    /// How a move is written.
    pub moves: &'a str,
    /// The options that it accepts, described.
    pub options: &'a str,
    /// The options that it accepts.
    pub accepts: &'static [OptionName],
    /// A board.
    pub example: &'a str,
}

/// A board and the bytes of the text it was read from.
pub type PlacedBoard = (Box<dyn AnyBoard>, Range<usize>);

/// A puzzle: its description, its boards and its state spaces.
pub trait Family: Sync {
    /// The description.
    fn info(&self) -> PuzzleInfo<'_>;

    /// Every board that `text` holds, in order.
    ///
    /// # Errors
    /// An option that does not fit, or everything that is wrong with the first board that does not
    /// fit the notation.
    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError>;

    /// The board that the puzzle comes with, if it comes with one.
    ///
    /// # Errors
    /// An option that does not fit.
    fn own_board(&self, options: &PuzzleOptions) -> Result<Option<Box<dyn AnyBoard>>, ReadError> {
        let _ = options;
        Ok(None)
    }

    /// All boards of a size, e.g. `4x4`, or of the usual size of the puzzle.
    ///
    /// # Errors
    /// There is no such size, or an option does not fit.
    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError>;

    /// All starts on the board that `text` holds, for a puzzle whose boards have
    /// parts that no move changes.
    ///
    /// # Errors
    /// The puzzle has no such parts, or as in [`read`](Self::read).
    fn space_of_board(
        &self,
        text: &str,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, ReadError> {
        let _ = (text, options);
        let name = self.info().name;
        Err(ReadError::Option(format!(
            "{name} is counted by size, expected e.g. 4x4"
        )))
    }
}
