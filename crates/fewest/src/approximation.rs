//! Solutions for less work, which are not proven to be the fewest moves.

use std::fmt;
use std::num::NonZeroUsize;

use fewest_rules::{Report, Statistics};
use fewest_search::{Approximate, ApproximateReport, Approximation, Weight};

use crate::api::Answer;

/// A way to search that may miss the fewest moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApproximateSearch {
    /// Weighted A*: at most that many times as many moves as the fewest.
    Weight(Weight),
    /// Beam search that keeps so many positions after each move: nothing is promised.
    Beam(NonZeroUsize),
}

/// As in `weighted A* (1.5)`, `beam search (1000)`.
impl fmt::Display for ApproximateSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weight(weight) => write!(f, "weighted A* ({weight})"),
            Self::Beam(width) => write!(f, "beam search ({width})"),
        }
    }
}

/// A board solved, not always by the fewest moves, or proven unsolvable, or unfinished.
#[derive(Debug, Clone)]
pub struct ApproximateAnswer {
    /// The answer, moves by name, and its cost.
    pub report: ApproximateReport<String>,
    /// The method in a few words.
    pub method: String,
}

/// A solution that is not proven to have the fewest moves.
#[derive(Debug, Clone)]
pub struct Unproven {
    /// The solution, moves by name, and what is proven of its length.
    pub found: Approximation<String>,
    /// What it cost.
    pub statistics: Statistics,
    /// The method in a few words.
    pub method: String,
}

impl ApproximateAnswer {
    /// An answer that took no search.
    pub(crate) fn without_search(outcome: Approximate<String>, method: String) -> Self {
        Self {
            report: ApproximateReport {
                outcome,
                statistics: Statistics::default(),
            },
            method,
        }
    }

    /// The answer in the words of [`AnyBoard::solve`](crate::api::Board::solve), if it is as
    /// good as one: anything but a solution that is not proven to have the fewest moves.
    ///
    /// # Errors
    /// That solution.
    pub fn proven(self) -> Result<Answer, Unproven> {
        let ApproximateReport {
            outcome,
            statistics,
        } = self.report;
        let method = self.method;
        match outcome.proven() {
            Ok(outcome) => Ok(Answer {
                report: Report {
                    outcome,
                    statistics,
                },
                method,
                note: None,
            }),
            Err(found) => Err(Unproven {
                found,
                statistics,
                method,
            }),
        }
    }
}
