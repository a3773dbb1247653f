//! The object-safe rim: text in, outcome out.
//!
//! Inside, every puzzle is a type of its own and every search is compiled for
//! it. An application that picks the puzzle at run time asks a [`Family`] to
//! read boards and a [`AnyBoard`] to solve itself: one virtual call a solve.

use std::ops::Range;
use std::path::PathBuf;

use fewest_rules::{Faults, Limits, Outcome, Report, StopReason};
use fewest_search::TableCache;
use num_bigint::BigUint;

use crate::algorithm::Algorithm;
use crate::approximation::{ApproximateAnswer, ApproximateSearch};
use crate::notice::Notice;
use crate::space::{Space, SpaceError};

/// What a person may say about a puzzle beside the board.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// Which goal is wanted, where a puzzle has several.
    pub goal: Option<String>,
    /// How many colours the cells have.
    pub colours: Option<u8>,
    /// Which side moves first.
    pub first: Option<String>,
    /// The lower bound that A* and IDA* use, by name.
    pub heuristic: Option<String>,
    /// The pattern whose tables are meant, by name, where a space is asked for.
    pub pattern: Option<String>,
    /// Whether a space of a puzzle file is every way to lay the symbols of its start,
    /// rather than what can be reached from it.
    pub all_boards: bool,
    /// The folder of tables, if it is not that of the environment.
    pub cache: Option<PathBuf>,
    /// Whether tables are believed that somebody else could have written.
    pub trust_tables: bool,
    /// Is told when a table is refused and built again.
    pub notice: Notice,
}

impl PuzzleOptions {
    /// The folder of tables that is meant, if there is one.
    pub(crate) fn tables(&self) -> Option<TableCache> {
        let cache = match &self.cache {
            Some(folder) => Some(TableCache::new(folder)),
            None => TableCache::from_environment(),
        };
        cache.map(|cache| cache.trusting_everybody(self.trust_tables))
    }

    /// # Errors
    /// If a goal is given.
    pub(crate) fn refuse_goal(&self, puzzle: &str) -> Result<(), ReadError> {
        refuse(self.goal.is_some(), puzzle, "--goal")
    }

    /// # Errors
    /// If a number of colours is given.
    pub(crate) fn refuse_colours(&self, puzzle: &str) -> Result<(), ReadError> {
        refuse(self.colours.is_some(), puzzle, "--colours")
    }

    /// # Errors
    /// If a heuristic is named.
    pub(crate) fn refuse_heuristic(&self, puzzle: &str) -> Result<(), ReadError> {
        refuse(
            self.heuristic.is_some(),
            puzzle,
            "--heuristic: its own is used",
        )
    }

    /// # Errors
    /// If a pattern is named.
    pub(crate) fn refuse_pattern(&self, puzzle: &str) -> Result<(), SpaceError> {
        match self.pattern {
            Some(_) => Err(SpaceError::Unfit(format!("{puzzle} has no --pattern"))),
            None => Ok(()),
        }
    }

    /// # Errors
    /// If a first mover is given.
    pub(crate) fn refuse_first(&self, puzzle: &str) -> Result<(), ReadError> {
        refuse(self.first.is_some(), puzzle, "--first")
    }
}

fn refuse(given: bool, puzzle: &str, option: &str) -> Result<(), ReadError> {
    if given {
        return Err(ReadError::Option(format!("{puzzle} has no {option}")));
    }
    Ok(())
}

/// Why boards could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// An option does not fit the puzzle.
    #[error("{0}")]
    Option(String),
    /// The text does not fit the notation.
    #[error("{0}")]
    Text(Faults),
}

impl From<Faults> for ReadError {
    fn from(faults: Faults) -> Self {
        Self::Text(faults)
    }
}

/// What there is to know about a puzzle before its first board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleInfo<'a> {
    /// The name on the command line and in JSON.
    pub name: &'a str,
    /// The game in a sentence.
    pub summary: &'a str,
    /// Which boards there are.
    pub sizes: &'a str,
    /// How a board is written.
    pub notation: &'a str,
    /// How a move is written.
    pub moves: &'a str,
    /// The options it has.
    pub options: &'a str,
    /// A board on one line, or on a few.
    pub example: &'a str,
}

/// A board and the bytes of the text it was read from.
pub type PlacedBoard = (Box<dyn AnyBoard>, Range<usize>);

/// All boards of one puzzle.
pub trait Family: Sync {
    /// What there is to know.
    fn info(&self) -> PuzzleInfo<'_>;

    /// Every board that `text` holds, in order.
    ///
    /// # Errors
    /// An option that does not fit, or all that is wrong with the first board
    /// that does not fit the notation.
    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError>;

    /// The board that the puzzle comes with, if it comes with one.
    ///
    /// # Errors
    /// An option that does not fit.
    fn own_board(&self, options: &PuzzleOptions) -> Result<Option<Box<dyn AnyBoard>>, ReadError> {
        let _ = options;
        Ok(None)
    }

    /// All boards of a size, e.g. `4x4`, or of the puzzle's usual one.
    ///
    /// # Errors
    /// There is no such size, or an option does not fit.
    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError>;

    /// All starts on the board that `text` holds, for a puzzle whose boards have
    /// parts that no move changes.
    ///
    /// # Errors
    /// The puzzle has no such parts, or as for [`read`](Self::read).
    fn space_of_board(
        &self,
        text: &str,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, ReadError> {
        let _ = (text, options);
        let name = self.info().name;
        Err(ReadError::Option(format!(
            "{name} is counted by size, expected e.g. 4x4"
        )))
    }
}

/// Why a board cannot be solved by the algorithm that was asked for, or by any.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// This algorithm cannot be asked to solve the board.
    #[error("{algorithm} cannot solve this board: {reason}")]
    Algorithm {
        /// The algorithm.
        algorithm: Algorithm,
        /// Why not, and what can.
        reason: String,
    },
    /// The puzzle or the board is not made for a search that may miss the fewest moves.
    #[error("{how} cannot solve this board: {reason}")]
    Approximate {
        /// Which search.
        how: ApproximateSearch,
        /// Why not.
        reason: String,
    },
    /// None can.
    #[error("no algorithm fits this board: {0}")]
    Board(String),
    /// A table that the search reads is refused.
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

/// A solved, unsolvable or unfinished board.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The outcome, moves by name, and its cost.
    pub report: Report<String>,
    /// The method in a few words.
    pub method: String,
    /// What the method knows beside the moves, if anything.
    pub note: Option<String>,
}

/// All shortest solutions of a board.
pub struct ShortestSolutions<'a> {
    /// How many there are.
    pub count: BigUint,
    /// The solutions, moves by name, in lexicographic order; the last item is an
    /// error if a limit was reached.
    pub solutions: Box<dyn Iterator<Item = Result<Vec<String>, StopReason>> + 'a>,
}

/// Somebody's moves, made one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// How many moves were given.
    pub length: usize,
    /// The first move that is not legal: its number, counted from 1, its place
    /// in the text and its name.
    pub illegal: Option<(usize, Range<usize>, String)>,
    /// Whether the last state is a goal. False if a move was illegal.
    pub reaches_goal: bool,
    /// A goal stood on the board earlier, after so many moves.
    pub earlier_goal: Option<usize>,
}

/// Why a board has no solution, or what makes the shortest one shortest.
#[derive(Debug, Clone)]
pub struct Explanation {
    /// The answer that is explained.
    pub answer: Answer,
    /// The explanation: lines of text, the last without an end.
    pub text: String,
}

/// What makes a board hard, beside the length of its solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct Difficulty {
    /// The moves of a shortest solution.
    pub length: u32,
    /// ApproximateSearch many shortest solutions there are, counted as [`ShortestSolutions`] does.
    pub solutions: BigUint,
    /// Legal moves a position, on average along the first shortest solution.
    pub branching: f64,
    /// Moves of that solution after which the puzzle's lower bound is no smaller, if it has
    /// a lower bound.
    pub wrong_looking: Option<u32>,
    /// Moves off that solution after which there is no solution any more.
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

    /// What is known of the board before any search, in sentences: why an
    /// algorithm fits, and why another does not.
    fn properties(&self) -> Vec<String> {
        Vec::new()
    }

    /// The names of the lower bounds that [`solve_with`](Self::solve_with) takes, the
    /// best first; none if the puzzle has but one.
    fn heuristics(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// As [`solve`](Self::solve), by A* or IDA* with the lower bound of that name.
    ///
    /// # Errors
    /// Either does not fit.
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

    /// A solution found with less work than the fewest moves take, with what is proven of
    /// its length.
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

    /// The start and the position after each of `moves`, which are the moves
    /// of a solution of this board, as drawings; nothing if they are too large
    /// to be looked at.
    fn positions(&self, moves: &[String]) -> Option<Vec<String>>;

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

/// One algorithm's row of a [`Comparison`].
#[derive(Debug, Clone)]
pub struct ComparisonRow {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The lower bound it used, where there is a choice.
    pub heuristic: Option<&'static str>,
    /// What it answered.
    pub report: Report<String>,
}

/// The same board through every algorithm that fits.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// One row an algorithm, the board's best first.
    pub rows: Vec<ComparisonRow>,
}

impl Comparison {
    /// Solves `board` with every algorithm that fits it, each within `limits`: each has the
    /// time for itself, tables that it needs included, while a deadline is that of all.
    /// A raised cancel flag ends the comparison with the rows so far.
    pub fn of(board: &dyn AnyBoard, limits: &Limits) -> Self {
        Self::watched(board, limits, |_| ())
    }

    /// As [`of`](Self::of), showing each row to `watch` as soon as it is there.
    pub fn watched(
        board: &dyn AnyBoard,
        limits: &Limits,
        mut watch: impl FnMut(&ComparisonRow),
    ) -> Self {
        let mut rows = Vec::new();
        for algorithm in board.algorithms() {
            let informed = matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar);
            let heuristics = match board.heuristics() {
                names if informed && !names.is_empty() => names.into_iter().map(Some).collect(),
                _ => vec![None],
            };
            for heuristic in heuristics {
                let limits = &limits.from_now();
                let answer = match heuristic {
                    Some(name) => board.solve_with(algorithm, name, limits),
                    None => board.solve(Some(algorithm), limits),
                };
                let Ok(answer) = answer else { continue };
                let cancelled = is_cancelled(&answer.report.outcome);
                let row = ComparisonRow {
                    algorithm,
                    heuristic,
                    report: answer.report,
                };
                watch(&row);
                rows.push(row);
                if cancelled {
                    return Self { rows };
                }
            }
        }
        Self { rows }
    }

    /// The length that the algorithms found, if one found a solution.
    pub fn length(&self) -> Option<usize> {
        self.rows
            .iter()
            .find_map(|row| row.report.outcome.moves())
            .map(<[String]>::len)
    }

    /// Whether no two answers contradict each other: all lengths are equal,
    /// none solves what another proves unsolvable, and no lower bound is above
    /// a length. Rows that were stopped do not contradict.
    pub fn agree(&self) -> bool {
        let length = self.length();
        self.rows.iter().all(|row| match &row.report.outcome {
            Outcome::Solved { moves } => Some(moves.len()) == length,
            Outcome::Unsolvable(_) => length.is_none(),
            Outcome::Stopped { lower_bound, .. } => {
                length.is_none_or(|length| *lower_bound as usize <= length)
            }
        })
    }
}

/// Whether a search ended because its cancel flag was raised.
pub fn is_cancelled<M>(outcome: &Outcome<M>) -> bool {
    matches!(
        outcome,
        Outcome::Stopped {
            reason: StopReason::Cancelled,
            ..
        }
    )
}
