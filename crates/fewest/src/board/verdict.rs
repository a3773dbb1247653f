//! The check of moves that a user proposes.

use fewest_rules::{Limits, Outcome};

use super::Board;
use crate::api::{Answer, Replayed};
use crate::error::Error;

impl Board {
    /// Replays `moves` by the rules, and solves the board to decide whether `moves` are a shortest
    /// solution.
    ///
    /// # Errors
    /// A word is not a move, or no algorithm fits the board.
    pub fn check(&self, moves: &str) -> Result<Check, Error> {
        self.check_within(moves, &Limits::default())
    }

    /// Does the same as [`check`](Self::check), within limits.
    ///
    /// # Errors
    /// Returns the same errors as [`check`](Self::check).
    pub fn check_within(&self, moves: &str, limits: &Limits) -> Result<Check, Error> {
        let replayed = self.replay(moves)?;
        let answer = self.solve_with(&limits.clone().into())?;
        Ok(Check { replayed, answer })
    }
}

/// Moves that a user proposed: what they do, and the answer with which they are compared.
#[derive(Debug, Clone)]
pub struct Check {
    /// The effect of the user's moves.
    pub replayed: Replayed,
    /// The answer of the solver.
    pub answer: Answer,
}

impl Check {
    /// Whether the moves are a shortest solution.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.replayed, &self.answer)
    }
}

/// Whether moves are a shortest solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A move is not legal.
    Illegal,
    /// The moves are legal but do not end at a goal.
    NoGoal,
    /// The moves are a shortest solution or, if moves have costs, a solution that is best by the
    /// puzzle's objective.
    Shortest,
    /// The moves are a solution, but a shortest one has fewer moves.
    TooLong {
        /// The number of moves of a shortest solution.
        fewest: usize,
    },
    /// The moves have costs and are a solution, but another solution is better by the puzzle's
    /// objective.
    NotBest,
    /// The moves are a solution. A limit stopped the search for a shorter one.
    Unknown {
        /// Every solution has at least this many moves.
        lower_bound: u32,
    },
    /// The moves are a solution of a board that the solver calls unsolvable, so either the replay
    /// or the solver has a bug.
    Contradiction,
}

impl Verdict {
    /// The verdict in a word or two, as it stands in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::NoGoal => "no goal",
            Self::Shortest => "shortest",
            Self::TooLong { .. } => "too long",
            Self::NotBest => "not best",
            Self::Unknown { .. } => "unknown",
            Self::Contradiction => "contradiction",
        }
    }

    /// Judges moves by the effect of their replay and by the answer of the solver.
    pub fn of(replayed: &Replayed, answer: &Answer) -> Self {
        if replayed.illegal.is_some() {
            return Self::Illegal;
        }
        if !replayed.reaches_goal {
            return Self::NoGoal;
        }
        if let (Some(costs), Some(cost)) = (&answer.costs, replayed.cost) {
            return Self::of_costs(costs.criteria(cost, replayed.length), answer);
        }
        match &answer.outcome {
            Outcome::Solved { moves } if moves.len() < replayed.length => Self::TooLong {
                fewest: moves.len(),
            },
            Outcome::Solved { moves } if moves.len() == replayed.length => Self::Shortest,
            // No solution is shorter than a proven lower bound, so a solution of that length is
            // shortest.
            Outcome::Stopped { lower_bound, .. } if *lower_bound as usize >= replayed.length => {
                Self::Shortest
            }
            Outcome::Stopped { lower_bound, .. } => Self::Unknown {
                lower_bound: *lower_bound,
            },
            Outcome::Solved { .. } | Outcome::Unsolvable(_) => Self::Contradiction,
        }
    }

    /// The verdict on a solution whose criteria are `given`.
    fn of_costs(given: (u64, u64), answer: &Answer) -> Self {
        match (&answer.outcome, answer.criteria()) {
            (_, Some(best)) if best == given => Self::Shortest,
            (_, Some(best)) if best < given => Self::NotBest,
            (&Outcome::Stopped { lower_bound, .. }, _) => Self::Unknown { lower_bound },
            _ => Self::Contradiction,
        }
    }
}
