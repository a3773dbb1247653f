//! Why a board cannot be solved in the requested way.

use super::internal_error::InternalError;
use crate::algorithm::{Algorithm, ApproximateSearch};

/// The reason why the requested algorithm, or any algorithm, cannot solve a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The chosen algorithm cannot solve the board.
    #[error("{algorithm} cannot solve this board: {reason}")]
    Algorithm {
        /// The algorithm that was chosen.
        algorithm: Algorithm,
        /// The reason why `algorithm` cannot solve the board, and the name of an algorithm that
        /// can.
        reason: String,
    },
    /// The board does not support a search that may miss the fewest moves.
    #[error("{how} cannot solve this board: {reason}")]
    Approximate {
        /// The search that was chosen.
        how: ApproximateSearch,
        /// The reason why the search cannot be used.
        reason: String,
    },
    /// No algorithm can solve the board.
    #[error("no algorithm fits this board: {0}")]
    Board(String),
    /// The search needs a table that the program refused to read.
    #[error("{0}")]
    Table(String),
    /// The board cannot be searched on disk, or a file of the run was refused, or could not be read
    /// or written.
    #[error("{0}")]
    Disk(String),
    /// A move triggers rules that never stop applying.
    #[error("{0}")]
    Endless(String),
    /// The answer contradicts the rules or another answer.
    #[error(transparent)]
    Internal(Box<InternalError>),
}

impl From<InternalError> for SolveError {
    fn from(error: InternalError) -> Self {
        Self::Internal(Box::new(error))
    }
}

impl SolveError {
    /// The error of an algorithm that does not fit the board, for the reason `reason`.
    pub fn of(algorithm: Algorithm, reason: impl Into<String>) -> Self {
        Self::Algorithm {
            algorithm,
            reason: reason.into(),
        }
    }

    /// The error of a search that does not fit the board, for the reason `reason`.
    pub fn approximate(how: ApproximateSearch, reason: impl Into<String>) -> Self {
        Self::Approximate {
            how,
            reason: reason.into(),
        }
    }
}
