//! The same board through every algorithm that fits.

use fewest_rules::{Limits, Outcome, StopReason};

use super::{Answer, AnyBoard};
use crate::algorithm::Algorithm;

/// One algorithm's row of a [`Comparison`].
#[derive(Debug, Clone)]
pub struct ComparisonRow {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The lower bound it used, where there is a choice.
    pub heuristic: Option<&'static str>,
    /// What it answered.
    pub answer: Answer,
}

/// The same board through every algorithm that fits.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// One row an algorithm, the board's best first.
    pub rows: Vec<ComparisonRow>,
}

impl Comparison {
    /// Solves `board` with every algorithm that fits it, each within `limits`: each has the
    /// time for itself, tables that it needs included, while a deadline is that of all.
    /// A raised cancel flag ends the comparison with the rows so far.
    pub fn of(board: &dyn AnyBoard, limits: &Limits) -> Self {
        Self::watched(board, limits, |_| ())
    }

    /// As [`of`](Self::of), showing each row to `watch` as soon as it is there.
    pub fn watched(
        board: &dyn AnyBoard,
        limits: &Limits,
        mut watch: impl FnMut(&ComparisonRow),
    ) -> Self {
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
                let Ok(answer) = answer else { continue };
                let cancelled = is_cancelled(&answer.outcome);
                let row = ComparisonRow {
                    algorithm,
                    heuristic,
                    answer,
                };
                watch(&row);
                rows.push(row);
                if cancelled {
                    return Self { rows };
                }
            }
        }
        Self { rows }
    }

    /// The length that the algorithms found, if one found a solution.
    pub fn length(&self) -> Option<usize> {
        self.rows
            .iter()
            .find_map(|row| row.answer.outcome.moves())
            .map(<[String]>::len)
    }

    /// Whether no two answers contradict each other: all lengths are equal,
    /// none solves what another proves unsolvable, and no lower bound is above
    /// a length. Rows that were stopped do not contradict.
    pub fn agree(&self) -> bool {
        let length = self.length();
        self.rows.iter().all(|row| match &row.answer.outcome {
            Outcome::Solved { moves } => Some(moves.len()) == length,
            Outcome::Unsolvable(_) => length.is_none(),
            Outcome::Stopped { lower_bound, .. } => {
                length.is_none_or(|length| *lower_bound as usize <= length)
            }
        })
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
