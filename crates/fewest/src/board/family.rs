//! A puzzle at run time, which reads boards and gives state spaces.

use std::ops::Range;

use super::Board;
use crate::api::{PuzzleInfo, PuzzleOptions, ReadError};
use crate::space::{Space, SpaceError};

/// A board, and the range of bytes in the text from which it was read.
pub type PlacedBoard = (Board, Range<usize>);

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
    fn own_board(&self, options: &PuzzleOptions) -> Result<Option<Board>, ReadError> {
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

    /// Whether [`space_of_board`](Self::space_of_board) gives the space of a board.
    fn is_counted_by_board(&self) -> bool {
        false
    }

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
