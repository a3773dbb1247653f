//! The answers of a search for a solution of least cost.

use crate::{Outcome, Proof, Report, Statistics, StopReason};

/// The answer of a search that minimises an [`Objective`](crate::Objective).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CostOutcome<M> {
    /// A solution that is proven best for the objective.
    Solved {
        /// The moves, first to last; empty if the start is a goal.
        moves: Vec<M>,
        /// The sum of the costs of the moves.
        cost: u32,
    },
    /// It is proven that no sequence of moves reaches a goal.
    Unsolvable(Proof),
    /// A limit stopped the search before it had an answer.
    Stopped {
        /// Proven so far: in every solution the first criterion of the objective (the cost, or the
        /// number of moves) is at least this.
        lower_bound: u32,
        /// The limit that was reached.
        reason: StopReason,
    },
}

impl<M> CostOutcome<M> {
    /// The moves of a solved outcome.
    pub fn moves(&self) -> Option<&[M]> {
        match self {
            Self::Solved { moves, .. } => Some(moves),
            _ => None,
        }
    }

    /// The cost of a solved outcome.
    pub fn cost(&self) -> Option<u32> {
        match self {
            Self::Solved { cost, .. } => Some(*cost),
            _ => None,
        }
    }

    /// Replaces every move of a solved outcome by its image under `f`. Other outcomes stay
    /// unchanged.
    pub fn map<N>(self, f: impl FnMut(M) -> N) -> CostOutcome<N> {
        self.map_solution(|moves| moves.into_iter().map(f).collect())
    }

    /// Replaces the moves of a solved outcome by `f(moves)`, where `f` gets the whole sequence of
    /// moves. Other outcomes stay unchanged.
    pub fn map_solution<N>(self, f: impl FnOnce(Vec<M>) -> Vec<N>) -> CostOutcome<N> {
        match self {
            Self::Solved { moves, cost } => CostOutcome::Solved {
                moves: f(moves),
                cost,
            },
            Self::Unsolvable(proof) => CostOutcome::Unsolvable(proof),
            Self::Stopped {
                lower_bound,
                reason,
            } => CostOutcome::Stopped {
                lower_bound,
                reason,
            },
        }
    }
}

impl<M> Outcome<M> {
    /// Adds to a solved outcome the cost of its solution, `cost(moves)`.
    ///
    /// # Errors
    /// Returns the error of `cost`.
    pub fn with_cost<E>(
        self,
        cost: impl FnOnce(&[M]) -> Result<u32, E>,
    ) -> Result<CostOutcome<M>, E> {
        Ok(match self {
            Self::Solved { moves } => CostOutcome::Solved {
                cost: cost(&moves)?,
                moves,
            },
            Self::Unsolvable(proof) => CostOutcome::Unsolvable(proof),
            Self::Stopped {
                lower_bound,
                reason,
            } => CostOutcome::Stopped {
                lower_bound,
                reason,
            },
        })
    }
}

/// A [`CostOutcome`] and the work that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostReport<M> {
    /// The outcome of the search.
    pub outcome: CostOutcome<M>,
    /// The work that the search took.
    pub statistics: Statistics,
}

impl<M> CostReport<M> {
    /// The report without the cost of the solution.
    pub fn without_cost(self) -> Report<M> {
        let outcome = match self.outcome {
            CostOutcome::Solved { moves, .. } => Outcome::Solved { moves },
            CostOutcome::Unsolvable(proof) => Outcome::Unsolvable(proof),
            CostOutcome::Stopped {
                lower_bound,
                reason,
            } => Outcome::Stopped {
                lower_bound,
                reason,
            },
        };
        Report {
            outcome,
            statistics: self.statistics,
        }
    }
}
