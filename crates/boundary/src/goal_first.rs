//! Recognises a start that is a goal before any method begins.
//!
//! Every method would notice that the start is a goal, but some methods first build tables or solve
//! equations, which can exceed the limits.

use std::sync::OnceLock;
use std::time::Duration;

use fewest_ground::CostMeasure;
use fewest_rules::{Faults, Limits, Outcome, Report, Statistics, StopReason};
use fewest_scene::Scene;
use fewest_search::Approximate;

use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnswerCosts, AnyBoard, ApproximateAnswer, Difficulty, DiskRun, Explanation,
    FoundSolutions, GraphError, LevelInfo, Method, Replayed, ScenesError, ShortestSolutions,
    ShownPosition, SolutionCounts, SolutionOptions, SolveError, StateGraph,
};

/// Wraps a board. If its start is a goal, every method that fits the board then returns the empty
/// solution at once, whatever the limits; otherwise the wrapper changes nothing.
pub fn goal_first(board: impl AnyBoard + 'static) -> Box<dyn AnyBoard> {
    Box::new(GoalFirst {
        board: Box::new(board),
        is_goal: OnceLock::new(),
    })
}

struct GoalFirst {
    board: Box<dyn AnyBoard>,
    /// Whether the start is a goal, computed at most once.
    is_goal: OnceLock<bool>,
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

impl GoalFirst {
    /// Whether the start is a goal, decided by the rules alone.
    fn is_goal(&self) -> bool {
        *self.is_goal.get_or_init(|| {
            let replayed = self.board.replay("");
            replayed.is_ok_and(|replayed| replayed.reaches_goal)
        })
    }
}

impl AnyBoard for GoalFirst {
    fn level(&self) -> Option<&LevelInfo> {
        self.board.level()
    }

    fn lurd(&self, moves: &[String]) -> Option<String> {
        self.board.lurd(moves)
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        self.board.algorithms()
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, SolveError> {
        if self.is_goal() {
            // A board that is already solved gets an answer even if no algorithm fits it.
            if algorithm.is_none() && self.algorithms().is_empty() {
                return Ok(solved(None));
            }
            return self
                .board
                .solve(algorithm, &nothing())
                .map(|stopped| solved(Some(stopped)));
        }
        self.board.solve(algorithm, limits)
    }

    fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        match self.is_goal() {
            true => self.solve(Some(Algorithm::Bfs), limits),
            false => self.board.solve_on_disk(run, limits),
        }
    }

    fn measure(&self) -> Option<CostMeasure> {
        self.board.measure()
    }

    fn properties(&self) -> Vec<String> {
        self.board.properties()
    }

    fn heuristics(&self) -> Vec<&'static str> {
        self.board.heuristics()
    }

    fn solve_with(
        &self,
        algorithm: Algorithm,
        heuristic: &str,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        if self.is_goal() {
            let fits = self.board.solve_with(algorithm, heuristic, &nothing());
            return fits.map(|stopped| solved(Some(stopped)));
        }
        self.board.solve_with(algorithm, heuristic, limits)
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        if self.is_goal() {
            let fits = self.board.approximate(how, &nothing());
            let solved = Approximate::no_moves();
            return fits.map(|_| ApproximateAnswer::without_search(solved, Method::StartIsGoal));
        }
        self.board.approximate(how, limits)
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        if self.is_goal() {
            visit(ShortestSolutions {
                count: 1_u8.into(),
                solutions: Box::new(std::iter::once(Ok(Vec::new()))),
            });
            return Ok(());
        }
        self.board.shortest(limits, visit)
    }

    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        if self.is_goal() {
            return visit(FoundSolutions {
                counts: SolutionCounts::proven(1),
                solutions: Box::new(std::iter::once(Ok(Vec::new()))),
            });
        }
        self.board.solutions(wanted, shortest, limits, visit);
    }

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        self.board.positions(moves)
    }

    fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        self.board.scenes(moves)
    }

    fn position(&self, moves: &[String]) -> Result<ShownPosition, ScenesError> {
        self.board.position(moves)
    }

    fn letter_moves(&self) -> bool {
        self.board.letter_moves()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves()
    }

    fn after(&self, text: &str) -> Result<Box<dyn AnyBoard>, Faults> {
        self.board.after(text)
    }

    fn graph(&self, max_states: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        self.board.graph(max_states, limits)
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        self.board.replay(text)
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        if self.is_goal() {
            return Ok(Explanation {
                answer: self
                    .board
                    .solve(None, &nothing())
                    .map_or_else(|_| solved(None), |stopped| solved(Some(stopped))),
                text: "The start is a goal.".to_owned(),
            });
        }
        self.board.explain(limits)
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        if self.is_goal() {
            return Ok(Some(Difficulty {
                length: 0,
                costs: self.measure().map(|measure| AnswerCosts {
                    measure,
                    cost: Some(0),
                }),
                solutions: 1_u8.into(),
                branching: 0.0,
                wrong_looking: Some(0),
                dead_ends: 0,
            }));
        }
        self.board.difficulty(limits)
    }
}
