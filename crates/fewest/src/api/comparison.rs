//! The answers of every algorithm that fits a board.

use fewest_rules::{Outcome, StopReason};
use serde::Serialize;

use super::Answer;
use crate::algorithm::Algorithm;

/// The result of one algorithm in a [`Comparison`].
#[derive(Debug, Clone, Serialize)]
pub struct ComparisonRow {
    /// The algorithm that was run on the board.
    pub algorithm: Algorithm,
    /// The name of the lower bound, if the board has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<&'static str>,
    /// The answer of the algorithm.
    #[serde(flatten)]
    pub answer: Answer,
}

/// The results of every algorithm that fits a board.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// One row for each algorithm and lower bound. The best algorithm for the board comes first.
    pub rows: Vec<ComparisonRow>,
}

impl Comparison {
    /// The number of moves of a solution, if one of the algorithms found a solution.
    pub fn length(&self) -> Option<usize> {
        self.rows
            .iter()
            .find_map(|row| row.answer.outcome.moves())
            .map(<[String]>::len)
    }
}

/// Whether a search ended because its cancel flag was raised.
pub fn is_cancelled<M>(outcome: &Outcome<M>) -> bool {
    matches!(
        outcome,
        Outcome::Stopped {
            reason: StopReason::Cancelled,
            ..
        }
    )
}
