//! The object-safe boundary of the library: text in, answers out.
//!
//! Inside the library every puzzle is a type and every search is compiled for that type. An
//! application that picks the puzzle at run time uses a [`Family`], which reads boards. A
//! [`CheckedBoard`] answers requests about one board: it asks an
//! [`AnyBoard`] and checks what that returns. The types `AnyPuzzle` and `Board` of the crate
//! `fewest` wrap these types.

mod answer;
mod board;
mod comparison;
mod graph;
mod options;
mod read_error;
mod solutions;
mod solve_error;

use std::ops::Range;

use crate::space::{Space, SpaceError};

pub use crate::checked::{BoardOrigin, CheckedBoard, InternalError, RefutedAnswer, Unfinished};
pub use crate::general::on_disk::DiskRun;
pub use crate::general::scenes::{LegalMove, ScenesError, ShownPosition};
pub use answer::{Answer, AnswerCosts, ApproximateAnswer, Method, UnprovenAnswer};
pub use board::{
    AnyBoard, Difficulty, Explanation, LevelInfo, Replayed, ShortestSolutions, SolutionFigures,
};
pub use comparison::{Comparison, ComparisonRow, is_cancelled};
pub use graph::{GraphEdge, GraphError, GraphState, StateGraph};
pub use options::{OptionName, PuzzleOptions};
pub use read_error::ReadError;
pub use solutions::{FoundSolutions, SolutionCounts, SolutionOptions, SolutionRange};
pub use solve_error::SolveError;

/// The description of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleInfo<'a> {
    /// The name on the command line and in JSON.
    pub name: &'a str,
    /// A description of the game in one sentence.
    pub summary: &'a str,
    /// The sizes of the puzzle's boards.
    pub sizes: &'a str,
    /// A description of how a board is written.
    pub notation: &'a str,
    /// A description of how a move is written.
    pub moves: &'a str,
    /// A description of the options that the puzzle accepts.
    pub options: &'a str,
    /// The options that the puzzle accepts.
    pub accepts: &'static [OptionName],
    /// An example of a board.
    pub example: &'a str,
}

/// A board, and the range of bytes in the text from which it was read.
pub type PlacedBoard = (CheckedBoard, Range<usize>);

/// A puzzle at run time: it has a description, reads boards and gives state spaces.
pub trait Family: Sync {
    /// The description of the puzzle.
    fn info(&self) -> PuzzleInfo<'_>;

    /// Reads every board in `text`, in order.
    ///
    /// # Errors
    /// An option does not fit the puzzle, or a board does not fit the notation. All faults of the
    /// first such board are returned.
    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError>;

    /// The board that the puzzle itself contains, if there is one. Puzzle files can contain a
    /// board.
    ///
    /// # Errors
    /// An option does not fit the puzzle.
    fn own_board(&self, options: &PuzzleOptions) -> Result<Option<CheckedBoard>, ReadError> {
        let _ = options;
        Ok(None)
    }

    /// The space of all boards of a size, such as `4x4`, or of the default size of the puzzle.
    ///
    /// # Errors
    /// The puzzle has no boards of this size, or an option does not fit the puzzle.
    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError>;

    /// The space of all starts on the board in `text`, for puzzles whose boards have parts that no
    /// move changes.
    ///
    /// # Errors
    /// The boards of the puzzle have no parts that no move changes, or one of the errors of
    /// [`read`](Self::read) occurs.
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
