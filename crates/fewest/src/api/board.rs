//! A board that can be solved.

use std::ops::Range;

use fewest_ground::CostMeasure;
use fewest_rules::{Limits, StopReason};
use fewest_scene::Scene;
use num_bigint::BigUint;
use serde::Serialize;

use super::{
    Answer, AnswerCosts, ApproximateAnswer, FoundSolutions, Game, ScenesError, SolutionOptions,
    SolveError, SolveOptions,
};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::general::on_disk::{DiskRun, TOO_WIDE};

/// The effect of a list of moves, which are made one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The number of moves in the list.
    pub length: usize,
    /// The first move that is not legal: its number (from 1), its place in the text and its name.
    pub illegal: Option<(usize, Range<usize>, String)>,
    /// Whether the last state is a goal; false if a move was illegal.
    pub reaches_goal: bool,
    /// The number of moves after which an earlier state was already a goal, if there was one.
    pub earlier_goal: Option<usize>,
    /// The sum of the costs of the moves, up to the first that is not legal, if moves have costs.
    pub cost: Option<u32>,
}

/// An explanation why a board has no solution, or why no solution is shorter.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The answer that is explained.
    #[serde(flatten)]
    pub answer: Answer,
    /// The explanation: lines of text without a final newline.
    #[serde(rename = "explanation")]
    pub text: String,
}

/// Properties that make a board hard, besides the length of its solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct Difficulty {
    /// The number of moves of a shortest solution.
    pub length: u32,
    /// What the search minimised, and the cost of a shortest solution, if moves have costs.
    pub costs: Option<AnswerCosts>,
    /// The number of shortest solutions, counted as for [`SolutionOptions::SHORTEST`].
    pub solutions: BigUint,
    /// The average number of legal moves of the positions on the first shortest solution.
    pub branching: f64,
    /// The number of moves of the first shortest solution that do not decrease the puzzle's lower
    /// bound; `None` if the puzzle has no lower bound.
    pub wrong_looking: Option<u32>,
    /// The number of moves that lead from a position of the first shortest solution to a state
    /// without a solution.
    pub dead_ends: u32,
}

/// What the positions on a solution tell about the board; see [`Difficulty`].
#[derive(Debug, Clone, PartialEq)]
pub struct SolutionFigures {
    /// See [`Difficulty::branching`].
    pub branching: f64,
    /// See [`Difficulty::wrong_looking`].
    pub wrong_looking: Option<u32>,
    /// See [`Difficulty::dead_ends`].
    pub dead_ends: u32,
}

/// What a collection of levels says about one of its boards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LevelInfo {
    /// The number of the board in the collection, counted from 1.
    pub number: usize,
    /// The title of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The author of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

/// One board of some puzzle, ready to be solved. Applications ask a [`Board`](crate::Board), which
/// replays what a method returns.
pub trait AnyBoard: Send + Sync {
    /// What a collection of levels says about the board, if the board was read from a collection.
    fn level(&self) -> Option<&LevelInfo> {
        None
    }

    /// Writes moves of Sokoban, made from the start, in LURD notation: one letter for each step, in
    /// upper case for a push. `None` for other puzzles, or if a move is not legal.
    fn lurd(&self, moves: &[String]) -> Option<String> {
        let _ = moves;
        None
    }

    /// The algorithms that fit this board, beginning with the one that [`solve`](Self::solve) tries
    /// first if no algorithm is given.
    fn algorithms(&self) -> Vec<Algorithm>;

    /// Finds a solution with the fewest moves and proves that no solution is shorter. Uses
    /// the algorithm of the options or, if they name none, the best algorithm for the board. If there
    /// are several shortest solutions, returns the lexicographically first one.
    ///
    /// # Errors
    /// The algorithm or the lower bound does not fit the board.
    fn solve(&self, options: &SolveOptions) -> Result<Answer, SolveError>;

    /// Finds the same as [`solve`](Self::solve) does by [`Algorithm::Bfs`], but keeps the layers of
    /// the search in the files of a folder. If the folder holds an unfinished search for this
    /// board, resumes that search. The memory limit applies to everything that is not in the files.
    ///
    /// # Errors
    /// The board cannot be searched on disk, or the folder holds something else, is damaged, or
    /// cannot be read or written.
    fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        let _ = (run, limits);
        Err(SolveError::Disk(TOO_WIDE.to_owned()))
    }

    /// What a search minimises, if moves have costs.
    fn measure(&self) -> Option<CostMeasure> {
        None
    }

    /// The results of the analysis of the puzzle, as sentences that say why an algorithm fits the
    /// puzzle and why another does not. The analysis needs no search.
    fn properties(&self) -> Vec<String> {
        Vec::new()
    }

    /// The names of the lower bounds that [`solve`](Self::solve) accepts, the best first.
    /// The list is empty if the user cannot choose among several lower bounds.
    fn heuristics(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Finds a solution with less work than [`solve`](Self::solve), and proves a lower bound on the
    /// length of all solutions. The solution may have more than the fewest moves.
    ///
    /// # Errors
    /// The puzzle has no search that may miss the fewest moves, or the board is too large for one.
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

    /// Calls `visit` once with the `wanted` solutions of a board that has solutions. The caller must
    /// pass the number of moves of a shortest solution, or whatever is minimised first, as
    /// `shortest`. If a limit stops the search, `visit` gets the solutions found before, and
    /// `counts.stopped` names the limit.
    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    );

    /// A game on the board, which begins at the start.
    ///
    /// # Errors
    /// Why the board cannot be played.
    fn game(&self) -> Result<Box<dyn Game + '_>, String>;

    /// The scene of the start.
    ///
    /// # Errors
    /// The board is too large to be drawn.
    fn scene(&self) -> Result<Scene, ScenesError> {
        let game = self.game().map_err(ScenesError::Board)?;
        Ok(Scene::new(game.scene(None)?)?)
    }

    /// The scene of the goal, if a single board is the goal and it can be drawn.
    fn goal_scene(&self) -> Option<Scene> {
        None
    }

    /// The board after moves with these names, which must be legal. The new board has the options of
    /// this board and shares its tables.
    ///
    /// # Errors
    /// Why the board cannot be played.
    fn after(&self, moves: &[String]) -> Result<Box<dyn AnyBoard>, String>;

    /// Explains why there is no solution, or why no solution is shorter.
    ///
    /// # Errors
    /// No algorithm fits the board.
    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError>;

    /// Measures what the positions on `solution`, a shortest solution, tell about the board; `None`
    /// if the board is too large.
    ///
    /// # Errors
    /// A limit was reached.
    fn difficulty(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason>;
}
