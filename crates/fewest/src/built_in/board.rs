//! The common behaviour of the boards of all built-in puzzles.

use std::marker::PhantomData;
use std::ops::Range;

use fewest_rules::{Limits, Outcome, StopReason};

use fewest_scene::Scene;

use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Explanation, FoundSolutions, Game, OptionName, PuzzleInfo,
    PuzzleOptions, ReadError, SolutionFigures, SolutionOptions, SolveError, SolveOptions,
};
use crate::board::{Board, BoardOrigin, Family, PlacedBoard};
use crate::general::near;
use crate::general::on_disk::{DiskRun, TOO_WIDE};
use crate::space::{Space, SpaceError};

/// Boards, each with the range of bytes in the text from which it was read.
pub(crate) type ReadBoards<B> = Result<Vec<(B, Range<usize>)>, ReadError>;
/// The state space of all boards of a size.
pub(crate) type AllBoards = Result<Box<dyn Space>, SpaceError>;

/// The kind of the boards `B`, as a [`Family`].
pub(crate) struct Kind<B>(PhantomData<fn() -> B>);

impl<B> Kind<B> {
    pub(crate) const NEW: Self = Self(PhantomData);
}

impl<B: BuiltIn> Family for Kind<B> {
    fn info(&self) -> PuzzleInfo<'_> {
        B::INFO
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        options.reject(B::INFO.name, B::INFO.accepts, &OptionName::OF_BOARDS)?;
        let boards = B::read(text, options)?.into_iter();
        let puzzle = format!("{}{}", B::INFO.name, options.chosen()).into();
        let text = text.into();
        let checked = |(board, span): (B, Range<usize>)| {
            let origin = BoardOrigin::new(&puzzle, &text, span.clone());
            (Board::new(Box::new(board), origin), span)
        };
        Ok(boards.map(checked).collect())
    }

    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError> {
        options.reject(B::INFO.name, B::INFO.accepts, &[OptionName::Pattern])?;
        B::all_boards(size, options)
    }

    fn is_counted_by_board(&self) -> bool {
        B::COUNTED_BY_BOARD
    }

    fn space_of_board(&self, text: &str, _: &PuzzleOptions) -> Result<Box<dyn Space>, ReadError> {
        B::all_like(text)
    }
}

/// The general searches of a board, independent of the type of its puzzle.
pub trait GeneralSearch {
    /// The answer of `algorithm`; `None` if the puzzle lacks a capability that the algorithm needs.
    /// `heuristic` describes the lower bound.
    fn run(&self, algorithm: Algorithm, heuristic: &str, limits: &Limits) -> Option<Answer>;

    /// The answer of breadth-first search with its layers on disk; `None` if the puzzle's states
    /// cannot be stored.
    fn run_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Option<Result<Answer, SolveError>>;

    /// The answer of a search that may miss the fewest moves.
    fn approximate(
        &self,
        search: ApproximateSearch,
        heuristic: &str,
        limits: &Limits,
    ) -> ApproximateAnswer;

    /// Passes the solutions that `wanted` describes to `visit`; a shortest solution has `shortest`
    /// moves.
    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    );

    /// Explains why no solution has fewer than `length` moves: a search visits every state that
    /// fewer moves reach. Returns an empty text if a limit stops this search.
    fn no_goal_nearer(&self, length: usize, limits: &Limits) -> String;

    /// Measures what the positions on a shortest solution tell about the board.
    fn difficulty(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason>;
}

/// A board of a built-in puzzle. The items are what differs from one built-in puzzle to another.
/// Every type that implements this trait is an [`AnyBoard`], and its [`Kind`] is a [`Family`].
pub trait BuiltIn: Send + Sync + Sized + 'static {
    /// The description of the puzzle, and the options that it accepts.
    const INFO: PuzzleInfo<'static>;
    /// The name of the game in a sentence, e.g. `the Rotation Game`.
    const GAME: &'static str;
    /// A short description of the lower bound that A*, IDA* and other informed searches use.
    const ESTIMATE: &'static str;
    /// Whether the positions are counted board by board, by [`all_like`](Self::all_like).
    const COUNTED_BY_BOARD: bool = false;
    /// The explanation for a board whose search has proven that there is no solution.
    const EXHAUSTED: &'static str =
        "Every position that can be reached was searched, and none of them is a goal.";
    /// The reason why a board without an [`engine`](Self::engine) cannot be searched.
    const TOO_LARGE: &'static str = "it is too large for a general search";

    /// Does the same as [`Family::read`], after the options have been accepted.
    ///
    /// # Errors
    /// Returns the same errors as [`Family::read`].
    fn read(text: &str, options: &PuzzleOptions) -> ReadBoards<Self>;

    /// Does the same as [`Family::space`], after the options have been accepted.
    ///
    /// # Errors
    /// Returns the same errors as [`Family::space`].
    fn all_boards(size: Option<&str>, options: &PuzzleOptions) -> AllBoards;

    /// Does the same as [`Family::space_of_board`].
    ///
    /// # Errors
    /// Returns the same errors as [`Family::space_of_board`].
    fn all_like(_text: &str) -> Result<Box<dyn Space>, ReadError> {
        let name = Self::INFO.name;
        let why = format!("{name} is counted by size, expected e.g. 4x4");
        Err(ReadError::Option(why))
    }

    /// The algorithms that fit the board, the best first.
    fn fitting(&self) -> Vec<Algorithm>;

    /// The reason why `algorithm` does not fit the board.
    fn misfit(&self, _algorithm: Algorithm) -> String {
        format!("it is not made for {}", Self::GAME)
    }

    /// The names of the lower bounds among which the user can choose for one request, the best
    /// first.
    fn bound_names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The general searches; `None` if the board is too large for them.
    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>>;

    /// A game on the board, which begins at the start.
    fn new_game(&self) -> Box<dyn Game + '_>;

    /// The board after moves with these names, which must be legal.
    fn after_moves(&self, moves: &[String]) -> Self;

    /// The answer of the puzzle's own method; `None` if that method does not fit the board.
    fn own(&self, _limits: &Limits) -> Option<Answer> {
        None
    }

    /// The scene of the goal, if a single board is the goal.
    fn goal_picture(&self) -> Option<Scene> {
        None
    }

    /// A proof that there is no solution, if one can be given without a search. Searches that do
    /// not guarantee the fewest moves try this proof first.
    fn impossible(&self) -> Option<ApproximateAnswer> {
        None
    }

    /// Solves the board, like [`AnyBoard::solve`].
    ///
    /// # Errors
    /// Returns the same errors as [`AnyBoard::solve`].
    fn solved(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        let (algorithm, limits) = (options.algorithm, &options.limits);
        if let Some(name) = &options.heuristic {
            let why = format!("there is no heuristic '{name}'");
            return Err(SolveError::Board(why));
        }
        let fitting = self.fitting();
        let Some(algorithm) = algorithm.or(fitting.first().copied()) else {
            return Err(SolveError::Board(self.misfit(Algorithm::Bfs)));
        };
        let answer = match fitting.contains(&algorithm) {
            false => None,
            true if algorithm.is_special() => self.own(limits),
            true => self
                .engine()
                .and_then(|engine| engine.run(algorithm, Self::ESTIMATE, limits)),
        };
        answer.ok_or_else(|| self.unfit(algorithm))
    }

    /// The error for an algorithm that does not fit the board.
    fn unfit(&self, algorithm: Algorithm) -> SolveError {
        let why = match algorithm {
            Algorithm::Dijkstra => {
                "it is for moves with costs, and here every move counts one".to_owned()
            }
            other => self.misfit(other),
        };
        SolveError::of(algorithm, why)
    }

    /// Finds some solution, like [`AnyBoard::approximate`].
    ///
    /// # Errors
    /// The board is too large for a general search.
    fn approximated(
        &self,
        search: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let engine = self.engine();
        let engine = engine.ok_or_else(|| SolveError::approximate(search, Self::TOO_LARGE))?;
        let impossible = self.impossible();
        Ok(impossible.unwrap_or_else(|| engine.approximate(search, Self::ESTIMATE, limits)))
    }

    /// Passes the `wanted` solutions to `visit`, like [`AnyBoard::solutions`].
    fn each_wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        match self.engine() {
            Some(engine) => engine.solutions(wanted, shortest, limits, visit),
            None => near::show_stopped(shortest, StopReason::Capacity, visit),
        }
    }

    /// Measures what the positions on a shortest solution tell about the board; `None` if the board is
    /// too large.
    ///
    /// # Errors
    /// A limit was reached.
    fn figures(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        match self.engine() {
            Some(engine) => engine.difficulty(solution, limits),
            None => Ok(None),
        }
    }

    /// Explains why there is no solution, or why no solution is shorter than the one in `answer`.
    fn reasons(&self, answer: &Answer, limits: &Limits) -> String {
        match &answer.outcome {
            Outcome::Solved { moves } => self
                .engine()
                .map(|engine| engine.no_goal_nearer(moves.len(), limits))
                .unwrap_or_default(),
            Outcome::Unsolvable(_) => Self::EXHAUSTED.to_owned(),
            Outcome::Stopped { .. } => String::new(),
        }
    }

    /// Solves the board by its best algorithm and explains the answer.
    ///
    /// # Errors
    /// No algorithm fits the board.
    fn explained(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let answer = self.solve(&limits.clone().into())?;
        let text = self.reasons(&answer, limits);
        Ok(Explanation { answer, text })
    }
}

impl<B: BuiltIn> AnyBoard for B {
    fn algorithms(&self) -> Vec<Algorithm> {
        self.fitting()
    }

    fn solve(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        self.solved(options)
    }

    fn heuristics(&self) -> Vec<&'static str> {
        self.bound_names()
    }

    fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        let engine = self.engine();
        let answer = engine.and_then(|engine| engine.run_on_disk(run, limits));
        answer.ok_or_else(|| SolveError::Disk(TOO_WIDE.to_owned()))?
    }

    fn approximate(
        &self,
        search: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        self.approximated(search, limits)
    }

    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        self.each_wanted(wanted, shortest, limits, visit);
    }

    fn goal_scene(&self) -> Option<Scene> {
        self.goal_picture()
    }

    fn game(&self) -> Result<Box<dyn Game + '_>, String> {
        Ok(self.new_game())
    }

    fn after(&self, moves: &[String]) -> Result<Box<dyn AnyBoard>, String> {
        Ok(Box::new(self.after_moves(moves)))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        self.explained(limits)
    }

    fn difficulty(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        self.figures(solution, limits)
    }
}
