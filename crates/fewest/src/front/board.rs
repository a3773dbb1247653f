//! A board, and the requests that it can answer.

use std::fmt;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;

use fewest_rules::{Limits, Outcome, Proof};
use fewest_scene::Scene;
use num_bigint::BigUint;

use super::{Error, TextError};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, ApproximateAnswer, CheckedBoard, Comparison, Difficulty, Explanation, LevelInfo,
    Replayed, ScenesError, ShownPosition, Unfinished,
};

/// The options for solving a board. The default is the best algorithm without limits.
///
/// ```
/// use std::time::Duration;
/// use fewest::rules::Limits;
/// use fewest::{Algorithm, AnyPuzzle, SolveOptions};
///
/// let board = AnyPuzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
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
    /// The algorithm of the search. The default is the best algorithm for the board.
    pub algorithm: Option<Algorithm>,
    /// The name of the lower bound. If a lower bound is given and no algorithm, the algorithm is
    /// IDA*. See [`Board::heuristics`].
    pub heuristic: Option<String>,
    /// The limits of the search.
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

/// A board of any puzzle. Clones are cheap, and all methods can be called from any thread.
#[derive(Clone)]
pub struct Board(Arc<CheckedBoard>);

impl From<CheckedBoard> for Board {
    fn from(board: CheckedBoard) -> Self {
        Self(Arc::new(board))
    }
}

impl Board {
    /// The board behind this one, which answers every request.
    pub fn inner(&self) -> &CheckedBoard {
        &self.0
    }

    /// What the collection of levels says about the board, if the board was read from a collection.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    ///
    /// let sokoban = AnyPuzzle::named("sokoban")?;
    /// let levels = sokoban.boards("; One\n\n#####\n#@$.#\n#####\n")?;
    /// let level = levels[0].level().expect("the text is a collection");
    /// assert_eq!((level.number, level.title.as_deref()), (1, Some("One")));
    /// # Ok::<(), fewest::Error>(())
    /// ```
    pub fn level(&self) -> Option<&LevelInfo> {
        self.0.level()
    }

    /// Writes moves of Sokoban, made from this board, in LURD notation: one letter for each step,
    /// in upper case for a push. The result is `None` for puzzles other than Sokoban, or if a move
    /// is not legal. The methods [`check`](Self::check) and [`replay`](Self::replay) read this
    /// notation.
    pub fn lurd(&self, moves: &[String]) -> Option<String> {
        self.0.lurd(moves)
    }

    /// The algorithms that fit the board, beginning with the one that [`solve`](Self::solve) tries
    /// first.
    pub fn algorithms(&self) -> Vec<Algorithm> {
        self.0.algorithms()
    }

    /// The names of the lower bounds among which [`SolveOptions::heuristic`] can choose. The list
    /// is empty if the user cannot choose among several lower bounds.
    pub fn heuristics(&self) -> Vec<&'static str> {
        self.0.heuristics()
    }

    /// Finds a solution with the fewest moves and proves that no solution is shorter, or proves
    /// that there is no solution.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn solve(&self) -> Result<BoardAnswer, Error> {
        self.solve_with(&SolveOptions::default())
    }

    /// Does the same as [`solve`](Self::solve), with a chosen algorithm and within limits. A search
    /// that a limit stops returns an answer, not an error.
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

    /// Finds a solution with less work than [`solve`](Self::solve). The solution may have more than
    /// the fewest moves.
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
        let answer = self.0.solve(None, limits)?;
        Ok(Check { replayed, answer })
    }

    /// Makes `moves` one after the other, using only the rules of the puzzle.
    ///
    /// # Errors
    /// A word is not a move.
    pub fn replay(&self, moves: &str) -> Result<Replayed, Error> {
        let replayed = self.0.replay(moves);
        replayed.map_err(|faults| TextError::new("<moves>", moves, faults).into())
    }

    /// Explains why there is no solution, or why no solution is shorter.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn explain(&self) -> Result<Explanation, Error> {
        self.explain_within(&Limits::default())
    }

    /// Does the same as [`explain`](Self::explain), within limits.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn explain_within(&self, limits: &Limits) -> Result<Explanation, Error> {
        Ok(self.0.explain(limits)?)
    }

    /// Measures what makes the board hard; `None` if the board has no solution.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, Error> {
        Ok(self.0.difficulty(limits)?)
    }

    /// Solves the board with every algorithm that fits, each within `limits`.
    ///
    /// # Errors
    /// The answers contradict each other ([`SolveError::Internal`](crate::api::SolveError::Internal)).
    pub fn compare(&self, limits: &Limits) -> Result<Comparison, Error> {
        Comparison::of(self.inner(), limits).map_err(|error| Unfinished::Internal(error).into())
    }

    /// The start and the position after each of `moves`, as drawings. `None` if a drawing is too
    /// large to be useful.
    pub fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        self.0.positions(moves)
    }

    /// The board as a scene, which can be drawn.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    /// use fewest::scene::{Style, draw, svg};
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
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

    /// The goal as a scene; `None` unless a single board is the goal.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
    /// let goal = board.goal_scene().expect("the tiles have one goal");
    /// assert_eq!(goal.data().cells[2], [Some("7".into()), Some("8".into()), Some("".into())]);
    /// # Ok::<(), fewest::Error>(())
    /// ```
    pub fn goal_scene(&self) -> Option<Scene> {
        self.0.goal_scene()
    }

    /// The board and the position after each of `moves`, as scenes. Each scene includes the
    /// movements since the previous one.
    ///
    /// # Errors
    /// A move is not legal, or the positions are too many or too large to be drawn.
    pub fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        self.0.scenes(moves)
    }

    /// The position after `moves`, with the moves that are legal there.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("1 2\n3 _")?;
    /// let position = board.position(&["L".to_owned()])?;
    /// assert!(!position.is_goal);
    /// let names: Vec<&str> = position.moves.iter().map(|m| m.name.as_str()).collect();
    /// assert_eq!(names, ["U", "R"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`scenes`](Self::scenes).
    pub fn position(&self, moves: &[String]) -> Result<ShownPosition, ScenesError> {
        self.0.position(moves)
    }

    /// Calls `visit` with every shortest solution, in lexicographic order, until it returns
    /// `ControlFlow::Break`. Returns the number of shortest solutions.
    ///
    /// # Errors
    /// A limit was reached before the solutions were counted or listed, or a solution or their
    /// number contradicts the rules or another answer.
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
                    Err(unfinished) => return stopped = Some(unfinished),
                }
            }
        });
        match counted.err().or(stopped) {
            Some(unfinished) => Err(unfinished.into()),
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

/// The answer of [`Board::solve`]. The fields of [`Answer`] are also fields of this answer.
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

    /// The proof that the board has no solution, if the board was proven unsolvable.
    pub fn proof(&self) -> Option<&Proof> {
        match &self.outcome {
            Outcome::Unsolvable(proof) => Some(proof),
            _ => None,
        }
    }

    /// The start and the position after each move, as drawings. `None` if the board was not solved
    /// or if a drawing is too large to be useful.
    pub fn positions(&self) -> Option<Vec<String>> {
        self.board.positions(self.moves()?)
    }

    /// The start and the position after each move, as scenes. `None` if the board was not solved.
    ///
    /// # Errors
    /// The positions are too many or too large to be drawn.
    pub fn scenes(&self) -> Option<Result<Vec<Scene>, ScenesError>> {
        Some(self.board.scenes(self.moves()?))
    }

    /// The number of shortest solutions; 0 if the board has no solution.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn count(&self) -> Result<BigUint, Error> {
        let stop = |_| ControlFlow::Break(());
        self.board.each_solution(&self.limits, stop)
    }

    /// The first `most` shortest solutions in lexicographic order.
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
