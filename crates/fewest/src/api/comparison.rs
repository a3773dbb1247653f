//! Solves the same board with every algorithm that fits.

use fewest_rules::{Limits, Outcome, StopReason};

use super::{Answer, CheckedBoard, InternalError, SolveError};
use crate::algorithm::Algorithm;

/// The result of one algorithm in a [`Comparison`].
#[derive(Debug, Clone)]
pub struct ComparisonRow {
    /// The algorithm that was run on the board.
    pub algorithm: Algorithm,
    /// The name of the lower bound, if the board has several.
    pub heuristic: Option<&'static str>,
    /// The answer of the algorithm.
    pub answer: Answer,
}

/// The results of every algorithm that fits a board.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// One row for each algorithm and lower bound. The best algorithm for the board comes first.
    pub rows: Vec<ComparisonRow>,
}

impl Comparison {
    /// Solves `board` with every algorithm that fits it, each within `limits`. Each algorithm has
    /// the whole time limit, which includes building its tables; a deadline applies to all
    /// algorithms together. If the cancel flag is raised, the comparison ends with the rows so far.
    ///
    /// # Errors
    /// An answer is refuted by the rules, or contradicts another answer.
    pub fn of(board: &CheckedBoard, limits: &Limits) -> Result<Self, Box<InternalError>> {
        Self::watched(board, limits, |_| ())
    }

    /// Does the same as [`of`](Self::of), and calls `watch` with each row as soon as it is
    /// complete.
    ///
    /// # Errors
    /// Returns the same errors as [`of`](Self::of).
    pub fn watched(
        board: &CheckedBoard,
        limits: &Limits,
        mut watch: impl FnMut(&ComparisonRow),
    ) -> Result<Self, Box<InternalError>> {
        let mut rows = Vec::new();
        for algorithm in board.algorithms() {
            let informed = matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar);
            let heuristics = match board.heuristics() {
                names if informed && !names.is_empty() => names.into_iter().map(Some).collect(),
                _ => vec![None],
            };
            for heuristic in heuristics {
                let limits = &limits.from_now();
                let answer = match heuristic {
                    Some(name) => board.solve_with(algorithm, name, limits),
                    None => board.solve(Some(algorithm), limits),
                };
                let answer = match answer {
                    Ok(answer) => answer,
                    Err(SolveError::Internal(error)) => return Err(error),
                    Err(_) => continue,
                };
                let cancelled = is_cancelled(&answer.outcome);
                let row = ComparisonRow {
                    algorithm,
                    heuristic,
                    answer,
                };
                watch(&row);
                rows.push(row);
                if cancelled {
                    return Ok(Self { rows });
                }
            }
        }
        Ok(Self { rows })
    }

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
