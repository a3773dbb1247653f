//! Solves the same board with every algorithm that fits.

use fewest_rules::Limits;

use super::Board;
use crate::algorithm::Algorithm;
use crate::api::{Comparison, ComparisonRow, SolveError, SolveOptions, is_cancelled};

impl Board {
    /// Solves the board with every algorithm that fits it, each within `limits`. Each algorithm has
    /// the whole time limit, which includes building its tables; a deadline applies to all
    /// algorithms together. If the cancel flag is raised, the comparison ends with the rows so far.
    ///
    /// # Errors
    /// An answer is refuted by the rules, or contradicts another answer ([`SolveError::Internal`]).
    pub fn compare(&self, limits: &Limits) -> Result<Comparison, SolveError> {
        self.compare_watched(limits, |_| ())
    }

    /// Does the same as [`compare`](Self::compare), and calls `watch` with each row as soon as it is
    /// complete.
    ///
    /// # Errors
    /// Returns the same errors as [`compare`](Self::compare).
    pub fn compare_watched(
        &self,
        limits: &Limits,
        mut watch: impl FnMut(&ComparisonRow),
    ) -> Result<Comparison, SolveError> {
        let mut rows = Vec::new();
        for algorithm in self.algorithms() {
            let informed = matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar);
            let heuristics = match self.heuristics() {
                names if informed && !names.is_empty() => names.into_iter().map(Some).collect(),
                _ => vec![None],
            };
            for heuristic in heuristics {
                let answer = match self.solve_with(&SolveOptions {
                    algorithm: Some(algorithm),
                    heuristic: heuristic.map(str::to_owned),
                    limits: limits.from_now(),
                }) {
                    Ok(answer) => answer,
                    Err(error @ SolveError::Internal(_)) => return Err(error),
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
                    return Ok(Comparison { rows });
                }
            }
        }
        Ok(Comparison { rows })
    }
}
