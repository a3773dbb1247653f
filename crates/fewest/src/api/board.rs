//! One board, ready to be solved.

use std::ops::Range;

use fewest_ground::CostMeasure;
use fewest_rules::{Faults, Limits, StopReason};
use fewest_scene::Scene;
use num_bigint::BigUint;

use super::{Answer, ApproximateAnswer};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::scenes::ScenesError;

/// Why a board cannot be solved by the algorithm that was asked for, or by any.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The chosen algorithm cannot solve the board.
    #[error("{algorithm} cannot solve this board: {reason}")]
    Algorithm {
        /// The algorithm.
        algorithm: Algorithm,
        /// Why it cannot, and which algorithm can.
        reason: String,
    },
    /// The board does not support a search that may miss the fewest moves.
    #[error("{how} cannot solve this board: {reason}")]
    Approximate {
        /// The search.
        how: ApproximateSearch,
        /// Why it cannot be used.
        reason: String,
    },
    /// No algorithm can solve the board.
    #[error("no algorithm fits this board: {0}")]
    Board(String),
    /// The search needs a table that is refused.
    #[error("{0}")]
    Table(String),
}

impl SolveError {
    pub(crate) fn of(algorithm: Algorithm, reason: impl Into<String>) -> Self {
        Self::Algorithm {
            algorithm,
            reason: reason.into(),
        }
    }

    pub(crate) fn approximate(how: ApproximateSearch, reason: impl Into<String>) -> Self {
        Self::Approximate {
            how,
            reason: reason.into(),
        }
    }
}

/// All shortest solutions of a board. If moves have costs, all best solutions, counted as
/// [`LeastCostPaths`](fewest_search::LeastCostPaths) does.
pub struct ShortestSolutions<'a> {
    /// How many there are.
    pub count: BigUint,
    /// The solutions, moves by name, in lexicographic order; the last item is an
    /// error if a limit was reached.
    pub solutions: Box<dyn Iterator<Item = Result<Vec<String>, StopReason>> + 'a>,
}

/// What given moves do, made one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// How many moves were given.
    pub length: usize,
    /// The first move that is not legal: its number, counted from 1, its place
    /// in the text and its name.
    pub illegal: Option<(usize, Range<usize>, String)>,
    /// Whether the last state is a goal. False if a move was illegal.
    pub reaches_goal: bool,
    /// The number of moves after which an earlier state was a goal.
    pub earlier_goal: Option<usize>,
    /// The sum of the costs of the moves, up to the first that is not legal, if moves have costs.
    pub cost: Option<u32>,
}

/// Why a board has no solution, or what makes the shortest one shortest.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The answer that is explained.
    pub answer: Answer,
    /// The explanation: lines of text without a final newline.
    pub text: String,
}

/// What makes a board hard, besides the length of its solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct Difficulty {
    /// The moves of a shortest solution.
    pub length: u32,
    /// How many shortest solutions there are, counted as [`ShortestSolutions`] does.
    pub solutions: BigUint,
    /// The average number of legal moves of the positions on the first shortest solution.
    pub branching: f64,
    /// The number of moves of that solution that do not decrease the lower bound of the puzzle, if
    /// it has one.
    pub wrong_looking: Option<u32>,
    /// The number of moves that leave that solution for a state without a solution.
    pub dead_ends: u32,
}

/// One board of some puzzle, ready to be solved.
pub trait AnyBoard: Send + Sync {
    /// The algorithms that fit this board, the one that `solve` picks first.
    fn algorithms(&self) -> Vec<Algorithm>;

    /// The fewest moves, proven, by `algorithm` or by the best one; among the
    /// shortest solutions the lexicographically first.
    ///
    /// # Errors
    /// `algorithm` does not fit.
    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, SolveError>;

    /// What is minimised, if moves have costs.
    fn measure(&self) -> Option<CostMeasure> {
        None
    }

    /// What an analysis of the puzzle found before any search, in sentences: why an algorithm fits,
    /// and why another does not.
    fn properties(&self) -> Vec<String> {
        Vec::new()
    }

    /// The names of the lower bounds that [`solve_with`](Self::solve_with) takes, the
    /// best first; empty if there is no choice.
    fn heuristics(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// As [`solve`](Self::solve), by A* or IDA* with the lower bound of that name.
    ///
    /// # Errors
    /// The algorithm or the lower bound does not fit.
    fn solve_with(
        &self,
        algorithm: Algorithm,
        heuristic: &str,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let _ = (algorithm, limits);
        Err(SolveError::Board(format!(
            "there is no heuristic '{heuristic}'"
        )))
    }

    /// A solution that takes less work than one with the fewest moves, and what is proven about its
    /// length.
    ///
    /// # Errors
    /// The puzzle has no such search, or the board is too large for it.
    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let _ = limits;
        Err(SolveError::approximate(
            how,
            "the puzzle has no such search",
        ))
    }

    /// Shows all shortest solutions to `visit`, once; none if there is no solution.
    ///
    /// # Errors
    /// A limit was reached before they could be counted.
    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason>;

    /// The start and the position after each of `moves`, which must be legal, as drawings. `None` if
    /// a drawing is too large to be looked at.
    fn positions(&self, moves: &[String]) -> Option<Vec<String>>;

    /// The start and the position after each of `moves` as scenes; each says what has moved since the
    /// one before it. O(cells) for each position.
    ///
    /// # Errors
    /// A move that is not legal, or positions that are too many or too large to be drawn.
    fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError>;

    /// Whether moves are single letters, written without blanks between them.
    fn letter_moves(&self) -> bool;

    /// Makes the moves written in `text`, by the rules alone.
    ///
    /// # Errors
    /// Words that are not moves.
    fn replay(&self, text: &str) -> Result<Replayed, Faults>;

    /// Why there is no solution, or why none is shorter.
    ///
    /// # Errors
    /// No algorithm fits.
    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError>;

    /// What makes the board hard; `None` if it has no solution.
    ///
    /// # Errors
    /// A limit was reached.
    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason>;
}
