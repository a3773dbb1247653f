//! A board and what can be asked about it.

use std::fmt;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;

use fewest_rules::{Limits, Outcome, Proof};
use fewest_scene::Scene;
use num_bigint::BigUint;

use super::{Error, TextError};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Comparison, Difficulty, Explanation, Replayed, ScenesError,
};

/// How a board is solved. The default picks the best algorithm and sets no limits.
///
/// ```
/// use std::time::Duration;
/// use fewest::rules::Limits;
/// use fewest::{Algorithm, Puzzle, SolveOptions};
///
/// let board = Puzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
/// let options = SolveOptions {
///     algorithm: Some(Algorithm::AStar),
///     heuristic: Some("manhattan".to_owned()),
///     limits: Limits { time: Some(Duration::from_secs(60)), ..Limits::default() },
/// };
/// assert_eq!(board.solve_with(&options)?.moves().map(<[String]>::len), Some(31));
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct SolveOptions {
    /// The algorithm; by default the best one for the board.
    pub algorithm: Option<Algorithm>,
    /// The lower bound, by name; the algorithm is then IDA* unless another is given. See
    /// [`Board::heuristics`].
    pub heuristic: Option<String>,
    /// What the search may use.
    pub limits: Limits,
}

impl From<Limits> for SolveOptions {
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }
}

/// A board of some puzzle. Clones are cheap, and all methods can be called from any thread.
#[derive(Clone)]
pub struct Board(Arc<dyn AnyBoard>);

impl From<Box<dyn AnyBoard>> for Board {
    fn from(board: Box<dyn AnyBoard>) -> Self {
        Self(board.into())
    }
}

impl Board {
    /// The object-safe interface of the board.
    pub fn inner(&self) -> &dyn AnyBoard {
        &*self.0
    }

    /// The algorithms that fit the board; [`solve`](Self::solve) picks the first.
    pub fn algorithms(&self) -> Vec<Algorithm> {
        self.0.algorithms()
    }

    /// The names of the lower bounds among which [`SolveOptions::heuristic`] can choose. Empty if
    /// there is no choice.
    pub fn heuristics(&self) -> Vec<&'static str> {
        self.0.heuristics()
    }

    /// The fewest moves with their proof, or the proof that there is no solution.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn solve(&self) -> Result<BoardAnswer, Error> {
        self.solve_with(&SolveOptions::default())
    }

    /// As [`solve`](Self::solve), with a chosen algorithm and within limits. A search that a limit
    /// stopped is an answer, not an error.
    ///
    /// # Errors
    /// The algorithm or the lower bound does not fit the board.
    pub fn solve_with(&self, options: &SolveOptions) -> Result<BoardAnswer, Error> {
        let SolveOptions {
            algorithm,
            heuristic,
            limits,
        } = options;
        let answer = match heuristic {
            None => self.0.solve(*algorithm, limits)?,
            Some(name) => {
                let algorithm = algorithm.unwrap_or(Algorithm::IdaStar);
                self.0.solve_with(algorithm, name, limits)?
            }
        };
        Ok(BoardAnswer {
            board: self.clone(),
            answer,
            limits: limits.clone(),
        })
    }

    /// A solution for less work, which may have more moves than necessary.
    ///
    /// # Errors
    /// The board does not support such a search.
    pub fn approximate(
        &self,
        search: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, Error> {
        Ok(self.0.approximate(search, limits)?)
    }

    /// Replays `moves` by the rules alone, and solves the board to tell whether they are fewest.
    ///
    /// # Errors
    /// Words that are not moves, or no algorithm fits.
    pub fn check(&self, moves: &str) -> Result<Check, Error> {
        self.check_within(moves, &Limits::default())
    }

    /// As [`check`](Self::check), within limits.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    pub fn check_within(&self, moves: &str, limits: &Limits) -> Result<Check, Error> {
        let replayed = self.replay(moves)?;
        let answer = self.0.solve(None, limits)?;
        Ok(Check { replayed, answer })
    }

    /// Makes `moves`, one after the other, by the rules alone.
    ///
    /// # Errors
    /// Words that are not moves.
    pub fn replay(&self, moves: &str) -> Result<Replayed, Error> {
        let replayed = self.0.replay(moves);
        replayed.map_err(|faults| TextError::new("<moves>", moves, faults).into())
    }

    /// Why there is no solution, or why none is shorter.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn explain(&self) -> Result<Explanation, Error> {
        self.explain_within(&Limits::default())
    }

    /// As [`explain`](Self::explain), within limits.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn explain_within(&self, limits: &Limits) -> Result<Explanation, Error> {
        Ok(self.0.explain(limits)?)
    }

    /// What makes the board hard; `None` if it has no solution.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, Error> {
        self.0.difficulty(limits).map_err(Error::Stopped)
    }

    /// Solves the board with every algorithm that fits, each within `limits`.
    pub fn compare(&self, limits: &Limits) -> Comparison {
        Comparison::of(self.inner(), limits)
    }

    /// The start and the position after each of `moves`, as drawings. `None` if a drawing is too
    /// large to be looked at.
    pub fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        self.0.positions(moves)
    }

    /// The board as a scene, which can be drawn.
    ///
    /// ```
    /// use fewest::Puzzle;
    /// use fewest::scene::{Style, draw, svg};
    ///
    /// let board = Puzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
    /// let picture = svg::render(&draw(&board.scene()?, Style::default())?);
    /// assert!(picture.starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The board is too large to be drawn.
    pub fn scene(&self) -> Result<Scene, ScenesError> {
        self.0.scenes(&[])?.pop().ok_or(ScenesError::Empty)
    }

    /// The board and the position after each of `moves` as scenes; each says what has moved since the
    /// one before it.
    ///
    /// # Errors
    /// A move that is not legal, or positions that are too many or too large to be drawn.
    pub fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        self.0.scenes(moves)
    }

    /// Calls `visit` with every shortest solution in lexicographic order until it breaks, and
    /// returns how many there are.
    ///
    /// # Errors
    /// A limit was reached before they were counted or listed.
    pub fn each_solution(
        &self,
        limits: &Limits,
        mut visit: impl FnMut(Vec<String>) -> ControlFlow<()>,
    ) -> Result<BigUint, Error> {
        let mut count = BigUint::ZERO;
        let mut stopped = None;
        let counted = self.0.shortest(limits, &mut |all| {
            count.clone_from(&all.count);
            for solution in all.solutions {
                match solution.map(&mut visit) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => break,
                    Err(reason) => return stopped = Some(reason),
                }
            }
        });
        match counted.err().or(stopped) {
            Some(reason) => Err(Error::Stopped(reason)),
            None => Ok(count),
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.positions(&[]).and_then(|mut all| all.pop());
        f.debug_tuple("Board").field(&start).finish()
    }
}

/// The answer of [`Board::solve`]. Its fields are those of [`Answer`].
#[derive(Debug, Clone)]
pub struct BoardAnswer {
    board: Board,
    answer: Answer,
    limits: Limits,
}

impl Deref for BoardAnswer {
    type Target = Answer;

    fn deref(&self) -> &Answer {
        &self.answer
    }
}

impl BoardAnswer {
    /// The board that was solved.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves of the lexicographically first shortest solution, if the board was solved.
    pub fn moves(&self) -> Option<&[String]> {
        self.outcome.moves()
    }

    /// The proof that there is no solution, if there is none.
    pub fn proof(&self) -> Option<&Proof> {
        match &self.outcome {
            Outcome::Unsolvable(proof) => Some(proof),
            _ => None,
        }
    }

    /// The start and the position after each move, as drawings. `None` if the board was not
    /// solved or a drawing is too large to be looked at.
    pub fn positions(&self) -> Option<Vec<String>> {
        self.board.positions(self.moves()?)
    }

    /// The start and the position after each move as scenes. `None` if the board was not solved.
    ///
    /// # Errors
    /// The positions are too many or too large to be drawn.
    pub fn scenes(&self) -> Option<Result<Vec<Scene>, ScenesError>> {
        Some(self.board.scenes(self.moves()?))
    }

    /// The number of shortest solutions, 0 if there is none.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn count(&self) -> Result<BigUint, Error> {
        let stop = |_| ControlFlow::Break(());
        self.board.each_solution(&self.limits, stop)
    }

    /// The first `most` shortest solutions, in lexicographic order.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn solutions(&self, most: usize) -> Result<Vec<Vec<String>>, Error> {
        let mut solutions = Vec::new();
        self.board.each_solution(&self.limits, |solution| {
            if solutions.len() < most {
                solutions.push(solution);
            }
            if solutions.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        Ok(solutions)
    }
}

/// Somebody's moves, replayed and compared with the fewest.
#[derive(Debug, Clone)]
pub struct Check {
    /// What the moves do.
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
    /// The moves are a shortest solution, or one that is best for what is minimised.
    Shortest,
    /// The moves are a solution, but a shortest one has fewer moves.
    TooLong {
        /// The number of moves of a shortest solution.
        fewest: usize,
    },
    /// The moves are a solution, but another one is better for what is minimised, because moves
    /// have costs.
    NotBest,
    /// The moves are a solution. A limit stopped the search for a shorter one.
    Unknown {
        /// Every solution has at least this many moves.
        lower_bound: u32,
    },
    /// The moves are a solution that the solver calls impossible. One of the two has a bug.
    Contradiction,
}

impl Verdict {
    /// The verdict on moves, from what they do and what the solver proved.
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
            // Nothing is shorter than a proven bound.
            Outcome::Stopped { lower_bound, .. } if *lower_bound as usize >= replayed.length => {
                Self::Shortest
            }
            Outcome::Stopped { lower_bound, .. } => Self::Unknown {
                lower_bound: *lower_bound,
            },
            Outcome::Solved { .. } | Outcome::Unsolvable(_) => Self::Contradiction,
        }
    }

    /// The verdict on a solution with these criteria.
    fn of_costs(given: (u64, u64), answer: &Answer) -> Self {
        match (&answer.outcome, answer.criteria()) {
            (_, Some(best)) if best == given => Self::Shortest,
            (_, Some(best)) if best < given => Self::NotBest,
            (&Outcome::Stopped { lower_bound, .. }, _) => Self::Unknown { lower_bound },
            _ => Self::Contradiction,
        }
    }
}
