//! Requests for one answer: a solution, proven or not, an explanation.

use std::fmt::Write;
use std::time::Duration;

use fewest_rules::{Limits, Outcome, Report, Statistics, StopReason};
use fewest_search::Approximate;

use super::Board;
use super::checking::CONTRADICTION;
use super::told::Claim;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnswerCosts, ApproximateAnswer, DiskRun, Explanation, Method, SolveError, SolveOptions,
};
use crate::general::scenes::words::how_often;

/// An explanation of a solution of at least this many moves tells what moves on it.
const LONG: usize = 10;

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

impl Board {
    /// Finds a solution with the fewest moves and proves that no solution is shorter, or proves
    /// that there is no solution.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn solve(&self) -> Result<Answer, SolveError> {
        self.solve_with(&SolveOptions::default())
    }

    /// Does the same as [`solve`](Self::solve), with a chosen algorithm and within limits. A search
    /// that a limit stops returns an answer, not an error.
    ///
    /// # Errors
    /// The algorithm or the lower bound does not fit the board, or [`SolveError::Internal`].
    pub fn solve_with(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        if self.is_goal() {
            // A board that is already solved gets an answer even if no algorithm fits it.
            let is_free = options.algorithm.is_none() && options.heuristic.is_none();
            if is_free && self.algorithms().is_empty() {
                return Ok(solved(None));
            }
            let stopped = self.0.board.solve(&SolveOptions {
                limits: nothing(),
                ..options.clone()
            })?;
            return Ok(solved(Some(stopped)));
        }
        self.checked(&options.to_string(), self.0.board.solve(options)?)
    }

    /// Finds the same as [`solve`](Self::solve) does by breadth-first search, but keeps the layers of
    /// the search in the files of a folder. If the folder holds an unfinished search for this
    /// board, resumes that search. The memory limit applies to everything that is not in the files.
    ///
    /// # Errors
    /// The board cannot be searched on disk, the folder holds something else, is damaged, or cannot
    /// be read or written, or [`SolveError::Internal`].
    pub fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        match self.is_goal() {
            true => self.solve_with(&SolveOptions {
                algorithm: Some(Algorithm::Bfs),
                ..limits.clone().into()
            }),
            false => self.checked("solve on disk", self.0.board.solve_on_disk(run, limits)?),
        }
    }

    /// Finds a solution with less work than [`solve`](Self::solve). The solution may have more than
    /// the fewest moves.
    ///
    /// # Errors
    /// The board does not support such a search, or [`SolveError::Internal`].
    pub fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        if self.is_goal() {
            self.0.board.approximate(how, &nothing())?;
            let solved = Approximate::no_moves();
            return Ok(ApproximateAnswer::without_search(
                solved,
                Method::StartIsGoal,
            ));
        }
        let answer = self.0.board.approximate(how, limits)?;
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

    /// Explains why there is no solution, or why no solution is shorter.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn explain(&self) -> Result<Explanation, SolveError> {
        self.explain_within(&Limits::default())
    }

    /// Does the same as [`explain`](Self::explain), within limits.
    ///
    /// # Errors
    /// No algorithm fits the board, or [`SolveError::Internal`].
    pub fn explain_within(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        if self.is_goal() {
            let stopped = self.0.board.solve(&nothing().into());
            return Ok(Explanation {
                answer: stopped.map_or_else(|_| solved(None), |stopped| solved(Some(stopped))),
                text: "The start is a goal.".to_owned(),
            });
        }
        let Explanation { answer, mut text } = self.0.board.explain(limits)?;
        let answer = self.checked("explain", answer)?;
        if let Outcome::Solved { moves } = &answer.outcome
            && moves.len() >= LONG
            && let Some(moved) = self.scenes(moves).ok().as_deref().and_then(how_often)
        {
            let _ = write!(text, "\n\nOn this way move, as named at first:\n{moved}");
        }
        Ok(Explanation { answer, text })
    }
}
