//! The one way to an answer: every request of an application passes through a [`CheckedBoard`].
//!
//! A method may be wrong: a lower bound that is too high, a path with a missing step, a table for
//! another puzzle. So each solution is replayed by the rules alone before it is told, and each
//! statement is compared with everything that was told about the board before. What does not fit is
//! an [`InternalError`] and never an answer.

mod internal_error;
mod listed;
mod solutions;
mod told;
mod unsearched;

use std::fmt::{self, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use fewest_rules::{Faults, Limits, Outcome, Report, Statistics, StopReason};
use fewest_search::Approximate;

use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnswerCosts, AnyBoard, ApproximateAnswer, DiskRun, Explanation, Method, Replayed,
    SolveError,
};
use crate::general::scenes::words::how_often;
pub use internal_error::{InternalError, RefutedAnswer, Unfinished};
use told::{Claim, Criteria, Told};

/// An explanation of a solution of at least this many moves tells what moves on it.
const LONG: usize = 10;

/// Where a board comes from: everything that somebody needs to make it again.
#[derive(Debug, Clone)]
pub struct BoardOrigin {
    /// The name of the puzzle with its options, or the text of its file.
    puzzle: Arc<str>,
    /// A text that holds the board, and the place of the board in this text.
    text: Arc<str>,
    span: Range<usize>,
    /// The moves made on this board.
    moves: String,
}

impl BoardOrigin {
    /// The origin of a board that was read from the part `span` of `text`.
    pub fn new(puzzle: &Arc<str>, text: &Arc<str>, span: Range<usize>) -> Self {
        Self {
            puzzle: Arc::clone(puzzle),
            text: Arc::clone(text),
            span,
            moves: String::new(),
        }
    }

    fn board(&self) -> String {
        let board = self.text.get(self.span.clone()).unwrap_or(&self.text);
        match self.moves.is_empty() {
            true => board.to_owned(),
            false => format!("{board}\n\nafter the moves: {}", self.moves),
        }
    }
}

/// A board whose answers are checked before they are told.
///
/// If the start is a goal, every method that fits the board returns the empty solution at once,
/// whatever the limits. Every method would notice such a start, but some first build tables or
/// solve equations, which can exceed the limits.
pub struct CheckedBoard {
    board: Box<dyn AnyBoard>,
    origin: BoardOrigin,
    /// Whether the start is a goal, computed at most once.
    is_goal: OnceLock<bool>,
    told: Mutex<Told>,
}

impl fmt::Debug for CheckedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CheckedBoard")
            .field(&self.origin.board())
            .finish()
    }
}

/// Limits of zero. Under these limits a method stops at once, unless it does not fit the board and
/// returns that error.
fn nothing() -> Limits {
    Limits {
        time: Some(Duration::ZERO),
        states: Some(0),
        memory: Some(0),
        ..Limits::default()
    }
}

/// The answer for a start that is a goal. If moves have costs, the answer says what is minimised,
/// as `stopped` does. `stopped` is the answer of a method that ran with limits of zero.
fn solved(stopped: Option<Answer>) -> Answer {
    let report = Report {
        outcome: Outcome::Solved { moves: Vec::new() },
        statistics: Statistics::default(),
    };
    let costs = stopped.and_then(|stopped| stopped.costs);
    Answer {
        costs: costs.map(|costs| AnswerCosts {
            cost: Some(0),
            ..costs
        }),
        ..Answer::of(report, Method::StartIsGoal)
    }
}

/// What is known about the best solutions of a board.
enum Best {
    Solved(Criteria),
    Unsolvable,
    Stopped(u32, StopReason),
}

impl CheckedBoard {
    /// Wraps a board.
    pub fn new(board: Box<dyn AnyBoard>, origin: BoardOrigin) -> Self {
        Self {
            board,
            origin,
            is_goal: OnceLock::new(),
            told: Mutex::default(),
        }
    }

    /// Whether the start is a goal, decided by the rules alone.
    fn is_goal(&self) -> bool {
        *self.is_goal.get_or_init(|| {
            let replayed = self.board.follow(&[]);
            replayed.is_ok_and(|replayed| replayed.reaches_goal)
        })
    }

    /// The error for an answer that was refuted.
    fn refuted(&self, problem: String, request: &str, method: &str, answer: &str) -> InternalError {
        InternalError::new(RefutedAnswer {
            problem,
            request,
            method,
            answer,
            puzzle: &self.origin.puzzle,
            board: &self.origin.board(),
        })
    }

    /// Adds a claim to what was told about the board.
    ///
    /// # Errors
    /// What the claim contradicts.
    fn tell(&self, claim: Claim, who: &str) -> Result<(), String> {
        // The record is complete even if a thread has panicked while it held the lock.
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.add(claim, who)
    }

    /// Replays a solution by the rules alone. Returns its criteria.
    ///
    /// # Errors
    /// Why the moves are no solution.
    fn criteria_of(&self, moves: &[String]) -> Result<(Criteria, Option<u32>), String> {
        let replayed = self.board.follow(moves);
        let replayed =
            replayed.map_err(|faults| format!("the moves cannot be replayed: {faults}"))?;
        if let Some((number, _, name)) = &replayed.illegal {
            return Err(format!(
                "move {number}, {name}, of the solution is not legal"
            ));
        }
        if !replayed.reaches_goal {
            return Err(format!(
                "the {} moves of the solution end at no goal",
                moves.len()
            ));
        }
        Ok((self.criteria_after(&replayed), replayed.cost))
    }

    /// The criteria of moves whose replay reached a goal.
    fn criteria_after(&self, replayed: &Replayed) -> Criteria {
        match (self.board.measure(), replayed.cost) {
            (Some(measure), Some(cost)) => {
                let costs = AnswerCosts {
                    measure,
                    cost: None,
                };
                costs.criteria(cost, replayed.length)
            }
            _ => (replayed.length as u64, 0),
        }
    }

    /// Replays the solution of an answer, and compares the answer with what was told before.
    fn checked(&self, request: &str, answer: Answer) -> Result<Answer, SolveError> {
        let check = || -> Result<(), String> {
            let claim = match &answer.outcome {
                Outcome::Solved { moves } => {
                    let (criteria, cost) = self.criteria_of(moves)?;
                    let told = answer.costs.as_ref().and_then(|costs| costs.cost);
                    if answer.costs.is_some() && told != cost {
                        return Err(format!(
                            "the cost {} is told for a solution of cost {}",
                            told.unwrap_or_default(),
                            cost.unwrap_or_default()
                        ));
                    }
                    Claim::Best(criteria)
                }
                Outcome::Unsolvable(_) => Claim::Unsolvable,
                Outcome::Stopped {
                    reason: StopReason::Contradiction,
                    ..
                } => return Err(CONTRADICTION.to_owned()),
                Outcome::Stopped { lower_bound, .. } => Claim::AtLeast((*lower_bound).into()),
            };
            self.tell(claim, &answer.method.to_string())
        };
        match check() {
            Ok(()) => Ok(answer),
            Err(problem) => {
                let said = outcome_text(&answer.outcome);
                let method = answer.method.to_string();
                Err(self.refuted(problem, request, &method, &said).into())
            }
        }
    }

    /// The criteria of the best solutions: those told before, or those of a new search.
    fn best(&self, limits: &Limits) -> Result<Best, SolveError> {
        let known = self
            .told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .best();
        if let Some(best) = known {
            return Ok(Best::Solved(best));
        }
        let answer = self.solve(None, limits)?;
        let criteria = answer.criteria();
        Ok(match (answer.outcome, criteria) {
            (Outcome::Solved { .. }, Some(best)) => Best::Solved(best),
            (
                Outcome::Stopped {
                    lower_bound,
                    reason,
                },
                _,
            ) => Best::Stopped(lower_bound, reason),
            _ => Best::Unsolvable,
        })
    }

    /// Does the same as [`AnyBoard::solve`].
    ///
    /// # Errors
    /// `algorithm` does not fit the board, or [`SolveError::Internal`].
    pub fn solve(
        &self,
        algorithm: Option<Algorithm>,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        if self.is_goal() {
            // A board that is already solved gets an answer even if no algorithm fits it.
            if algorithm.is_none() && self.algorithms().is_empty() {
                return Ok(solved(None));
            }
            let stopped = self.board.solve(algorithm, &nothing())?;
            return Ok(solved(Some(stopped)));
        }
        let request = match algorithm {
            None => "solve".to_owned(),
            Some(algorithm) => format!("solve by {algorithm}"),
        };
        self.checked(&request, self.board.solve(algorithm, limits)?)
    }

    /// Does the same as [`AnyBoard::solve_on_disk`].
    ///
    /// # Errors
    /// The errors of [`AnyBoard::solve_on_disk`], or [`SolveError::Internal`].
    pub fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        match self.is_goal() {
            true => self.solve(Some(Algorithm::Bfs), limits),
            false => self.checked("solve on disk", self.board.solve_on_disk(run, limits)?),
        }
    }

    /// Does the same as [`AnyBoard::solve_with`].
    ///
    /// # Errors
    /// The algorithm or the lower bound does not fit the board, or [`SolveError::Internal`].
    pub fn solve_with(
        &self,
        algorithm: Algorithm,
        heuristic: &str,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        if self.is_goal() {
            let fits = self.board.solve_with(algorithm, heuristic, &nothing())?;
            return Ok(solved(Some(fits)));
        }
        let request = format!("solve by {algorithm} with the lower bound {heuristic}");
        self.checked(
            &request,
            self.board.solve_with(algorithm, heuristic, limits)?,
        )
    }

    /// Does the same as [`AnyBoard::approximate`].
    ///
    /// # Errors
    /// The errors of [`AnyBoard::approximate`], or [`SolveError::Internal`].
    pub fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        if self.is_goal() {
            self.board.approximate(how, &nothing())?;
            let solved = Approximate::no_moves();
            return Ok(ApproximateAnswer::without_search(
                solved,
                Method::StartIsGoal,
            ));
        }
        let answer = self.board.approximate(how, limits)?;
        // Such a search counts moves. If a cost is minimised first, its bounds say nothing about it.
        let counts_moves = !self
            .measure()
            .is_some_and(|measure| measure.is_cost_first());
        let who = answer.method.to_string();
        let at_least = |bound: u32| match counts_moves {
            true => self.tell(Claim::AtLeast(bound.into()), &who),
            false => Ok(()),
        };
        let check = || match &answer.outcome {
            Approximate::Found(found) => {
                self.tell(Claim::Solution(self.criteria_of(found.moves())?.0), &who)?;
                at_least(found.lower_bound())
            }
            Approximate::Unsolvable(_) => self.tell(Claim::Unsolvable, &who),
            Approximate::Stopped {
                reason: StopReason::Contradiction,
                ..
            } => Err(CONTRADICTION.to_owned()),
            Approximate::Stopped { lower_bound, .. } => at_least(*lower_bound),
        };
        if let Err(problem) = check() {
            let said = match &answer.outcome {
                Approximate::Found(found) => found.moves().join(" "),
                _ => "no solution".to_owned(),
            };
            return Err(self.refuted(problem, &how.to_string(), &who, &said).into());
        }
        Ok(answer)
    }

    /// Does the same as [`AnyBoard::explain`].
    ///
    /// # Errors
    /// No algorithm fits the board, or [`SolveError::Internal`].
    pub fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        if self.is_goal() {
            let stopped = self.board.solve(None, &nothing());
            return Ok(Explanation {
                answer: stopped.map_or_else(|_| solved(None), |stopped| solved(Some(stopped))),
                text: "The start is a goal.".to_owned(),
            });
        }
        let Explanation { answer, mut text } = self.board.explain(limits)?;
        let answer = self.checked("explain", answer)?;
        if let Outcome::Solved { moves } = &answer.outcome
            && moves.len() >= LONG
            && let Some(moved) = self.board.scenes(moves).ok().as_deref().and_then(how_often)
        {
            let _ = write!(text, "\n\nOn this way move, as named at first:\n{moved}");
        }
        Ok(Explanation { answer, text })
    }

    /// Makes the moves written in `text`, by the rules alone. If they are a solution, later answers
    /// are compared with it.
    ///
    /// # Errors
    /// A word is not a move.
    pub fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        let replayed = self.board.replay(text)?;
        if replayed.illegal.is_none() && replayed.reaches_goal {
            let criteria = self.criteria_after(&replayed);
            // A contradiction with earlier answers is the error of the next answer.
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            told.note(criteria, "a replay of given moves");
        }
        Ok(replayed)
    }

    /// Does the same as [`AnyBoard::after`].
    ///
    /// # Errors
    /// A word is not a move, or a move is not legal.
    pub fn after(&self, text: &str) -> Result<Self, Faults> {
        let board = self.board.after(text)?;
        let mut origin = self.origin.clone();
        origin.moves = format!("{} {text}", origin.moves).trim().to_owned();
        Ok(Self::new(board, origin))
    }
}

/// The problem if a search stops with [`StopReason::Contradiction`].
const CONTRADICTION: &str = "two results of the search contradict each other";

fn outcome_text(outcome: &Outcome<String>) -> String {
    match outcome {
        Outcome::Solved { moves } => format!("{} moves: {}", moves.len(), moves.join(" ")),
        Outcome::Unsolvable(proof) => format!("no solution: {proof}"),
        Outcome::Stopped {
            lower_bound,
            reason,
        } => format!("stopped ({reason}), at least {lower_bound}"),
    }
}
