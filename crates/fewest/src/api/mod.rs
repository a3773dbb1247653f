//! What a board answers ([`AnyBoard`]), and the plain data of requests and answers.
//!
//! Inside the library every puzzle is a type and every search is compiled for that type. An
//! [`AnyBoard`] is the object-safe boundary of a board of any such type.

mod answer;
mod board;
mod comparison;
mod game;
mod graph;
mod internal_error;
mod options;
mod read_error;
mod scenes_error;
mod solutions;
mod solve_error;
mod solve_options;

pub use crate::general::on_disk::DiskRun;
pub use crate::general::scenes::{LegalMove, ShownPosition};
pub use answer::{Answer, AnswerCosts, ApproximateAnswer, Method, UnprovenAnswer};
pub use board::{AnyBoard, Difficulty, Explanation, LevelInfo, Replayed, SolutionFigures};
pub use comparison::{Comparison, ComparisonRow, is_cancelled};
pub use game::Game;
pub use graph::{GraphEdge, GraphError, GraphState, StateGraph};
pub use internal_error::{InternalError, RefutedAnswer, Unfinished};
pub use options::{OptionName, PuzzleOptions};
pub use read_error::ReadError;
pub use scenes_error::ScenesError;
pub use solutions::{FoundSolutions, SolutionCounts, SolutionOptions, SolutionRange};
pub use solve_error::SolveError;
pub use solve_options::SolveOptions;

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
