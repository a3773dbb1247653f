//! A board of sliding tiles.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use fewest_puzzles::tiles::{
    BlankGoal, LineDistance, LineTiles, Manhattan, PackedTiles, TileBoard, Tiles, witness,
};
use fewest_rules::{Goals, Limits, Outcome, Proof, StopReason};
use fewest_scene::Scene;
use fewest_search::Approximate;

use super::bounds::{Bounds, NAMES, TilesBound, beside};
use super::patterns::PatternTables;
use super::{goal, goal_name, lists, slides_lines, space};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, ApproximateAnswer, FoundSolutions, Game, Method, OptionName, PuzzleInfo, PuzzleOptions,
    ReadError, SolutionOptions, SolveError, SolveOptions,
};
use crate::built_in::board::{AllBoards, BuiltIn, GeneralSearch, ReadBoards};
use crate::built_in::scenes::BuiltInScenes;
use crate::general::game::{Presentation, PuzzleGame};
use crate::general::{near, play};
use crate::space::SpaceError;

/// A board, its goal, and the tables that it shares with the other boards of a text.
pub(crate) struct TilesBoard {
    pub(super) board: Arc<TileBoard>,
    pub(super) goal: BlankGoal,
    pub(super) bounds: Arc<Bounds>,
    /// The lower bound of the multi-tile metric, if a move slides any number of tiles.
    pub(super) lines: Option<Arc<LineDistance>>,
}

/// Evaluates an expression with the puzzle and the start, packed into the smallest state that is
/// large enough.
macro_rules! packed {
    ($self:expr, $puzzle:ident, $start:ident => $body:expr) => {{
        let board = &$self.board;
        match board.cells().len() {
            ..=16 => {
                let ($puzzle, $start) = $self.packed::<u64>();
                $body
            }
            ..=25 => {
                let ($puzzle, $start) = $self.packed::<u128>();
                $body
            }
            _ => {
                let ($puzzle, $start) = $self.packed::<[u8; 64]>();
                $body
            }
        }
    }};
}

pub(super) use packed;

impl TilesBoard {
    pub(super) fn packed<S: PackedTiles>(&self) -> (Tiles<S>, S) {
        let puzzle = Tiles::new(self.board.rows(), self.board.columns(), self.goal)
            .expect("a board that was read has a size that fits");
        let start = puzzle
            .state(&self.board)
            .expect("the puzzle was made for the size of the board");
        (puzzle, start)
    }

    /// The proof by parity that the board has no solution, if there is one. A move of several tiles
    /// is a sequence of moves of one tile, so the proof holds for both metrics.
    pub(super) fn unsolvable(&self) -> Option<Proof> {
        witness(&self.board, self.goal).map(Proof::Invariant)
    }
}

/// The lower bound of the multi-tile metric for boards like this one.
///
/// # Errors
/// The board is too large for this bound.
fn line_distance(board: &TileBoard, goal: BlankGoal) -> Result<Arc<LineDistance>, ReadError> {
    let (rows, columns) = (board.rows(), board.columns());
    let tiles = Tiles::new(rows, columns, goal).ok();
    let distance = tiles.and_then(|tiles| LineDistance::new(&LineTiles::new(tiles)));
    distance.map(Arc::new).ok_or_else(|| {
        let message = format!("{rows}x{columns} boards are too large for --metric multi");
        ReadError::Option(message)
    })
}

impl BuiltIn for TilesBoard {
    const INFO: PuzzleInfo<'static> = PuzzleInfo {
        name: "tiles",
        summary: "slide tiles into the blank until they are in order",
        sizes: "any m x n of up to 64 cells; half of all boards are impossible",
        notation: "rows of numbers, 0 or _ for the blank; blank lines between boards, or a square \
                   board a line",
        moves: "U, L, R, D: where the blank goes; with --metric multi also U2, U3, ...",
        options: "--goal blank-last|blank-first, --heuristic NAME, --metric single|multi",
        accepts: &[
            OptionName::Heuristic,
            OptionName::Goal,
            OptionName::Pattern,
            OptionName::Metric,
        ],
        example: "1 2 3\n4 5 6\n_ 7 8",
    };
    const GAME: &'static str = "sliding tiles";
    const ESTIMATE: &'static str = "Manhattan distance";

    fn read(text: &str, options: &PuzzleOptions) -> ReadBoards<Self> {
        let by_lines = slides_lines(options)?;
        let boards: Vec<_> = lists::read(text, options)?
            .into_iter()
            .map(|(board, goal, span)| (Arc::new(board), goal, span))
            .collect();
        let shared = boards
            .iter()
            .map(|(board, goal, _)| (Arc::downgrade(board), *goal));
        let bounds = Arc::new(Bounds::new(options, by_lines, shared.collect())?);
        let mut known = HashMap::new();
        let boards = boards.into_iter().map(|(board, goal, span)| {
            let lines = match known.entry((board.rows(), board.columns(), goal)) {
                _ if !by_lines => None,
                Entry::Occupied(found) => Some(Arc::clone(found.get())),
                Entry::Vacant(free) => Some(Arc::clone(free.insert(line_distance(&board, goal)?))),
            };
            let bounds = Arc::clone(&bounds);
            let board = Self {
                board,
                goal,
                bounds,
                lines,
            };
            Ok((board, span))
        });
        boards.collect()
    }

    fn all_boards(size: Option<&str>, options: &PuzzleOptions) -> AllBoards {
        let by_lines = slides_lines(options)?;
        let goal = goal(options)?;
        if let Some(name) = &options.pattern {
            let size = play::size(size.unwrap_or("4x4"))?;
            return Ok(Box::new(PatternTables::new(size, goal, name)?));
        }
        let (rows, columns) = play::size(size.unwrap_or("3x3"))?;
        let tiles = Tiles::new(rows, columns, goal);
        let tiles = tiles.map_err(|error| SpaceError::Unfit(error.to_string()))?;
        Ok(space::all(tiles, goal_name(goal), by_lines))
    }

    fn fitting(&self) -> Vec<Algorithm> {
        use Algorithm::{AStar, Bfs, Bidirectional, IdaStar, Iddfs};
        vec![IdaStar, AStar, Bidirectional, Bfs, Iddfs]
    }

    fn misfit(&self, _: Algorithm) -> String {
        let metric = match self.lines {
            Some(_) => " by --metric multi",
            None => "",
        };
        format!("it is not made for {}{metric}", Self::GAME)
    }

    fn bound_names(&self) -> Vec<&'static str> {
        match self.bounds.asked {
            Some(_) => Vec::new(),
            None => NAMES.to_vec(),
        }
    }

    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        Some(self.general())
    }

    fn new_game(&self) -> Box<dyn Game + '_> {
        if self.lines.is_some() {
            let (tiles, start) = self.packed();
            let lines = Box::new(LineTiles::new(tiles));
            return Box::new(PuzzleGame::new(lines, BuiltInScenes, start));
        }
        let (puzzle, start) = self.packed::<[u8; 64]>();
        Box::new(PuzzleGame::new(Box::new(puzzle), BuiltInScenes, start))
    }

    fn after_moves(&self, moves: &[String]) -> Self {
        let board = if self.lines.is_some() {
            let (tiles, start) = self.packed();
            let lines = LineTiles::new(tiles);
            lines.tiles().board(play::state_after(&lines, start, moves))
        } else {
            let (puzzle, start) = self.packed::<[u8; 64]>();
            puzzle.board(play::state_after(&puzzle, start, moves))
        };
        Self {
            board: Arc::new(board.expect("moves only change where the tiles are")),
            goal: self.goal,
            bounds: Arc::clone(&self.bounds),
            lines: self.lines.clone(),
        }
    }

    fn goal_picture(&self) -> Option<Scene> {
        let (puzzle, _) = self.packed::<[u8; 64]>();
        let goal = puzzle.goals().next()?;
        Scene::new(BuiltInScenes.scene(&puzzle, goal)).ok()
    }

    fn solved(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        let bound = match &options.heuristic {
            None => None,
            Some(name) if self.lines.is_some() => {
                let why = format!("there is no heuristic '{name}'");
                return Err(SolveError::Board(why));
            }
            Some(name) => {
                let bound = TilesBound::named(name);
                Some(bound.map_err(|error| SolveError::Board(error.to_string()))?)
            }
        };
        // The time limit includes the time for building tables.
        let limits = &options.limits.from_now();
        match (options.algorithm, bound) {
            (None, None) => match self.unsolvable() {
                Some(proof) => {
                    let outcome = Outcome::Unsolvable(proof);
                    Ok(Answer::without_search(outcome, Method::Parity))
                }
                None => self.solve_by_default(limits),
            },
            (algorithm, bound) => {
                self.solve_by(algorithm.unwrap_or(Algorithm::IdaStar), bound, limits)
            }
        }
    }

    fn approximated(
        &self,
        search: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        if let Some(proof) = self.unsolvable() {
            let outcome = Approximate::Unsolvable(proof);
            return Ok(Answer::without_search(outcome, Method::Parity));
        }
        let bound = self.asked_or_usual();
        let heuristic = bound.to_string();
        let found = self.under(&bound, &limits.from_now(), |engine, limits| {
            engine.approximate(search, &heuristic, limits)
        });
        match found {
            Ok((answer, held)) => Ok(beside(answer, held)),
            Err(missing) => {
                let outcome = Approximate::Stopped {
                    lower_bound: self.cheap_bound(),
                    reason: missing.stop_reason()?,
                };
                let method = Method::Approximate(search, heuristic);
                Ok(Answer::without_search(outcome, method))
            }
        }
    }

    fn each_wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let bound = self.asked_or_usual();
        let shown = self.under(&bound, &limits.from_now(), |engine, limits| {
            engine.solutions(wanted, shortest, limits, &mut *visit);
        });
        if let Err(missing) = shown {
            let reason = missing.stop_reason().unwrap_or(StopReason::Capacity);
            near::show_stopped(shortest, reason, visit);
        }
    }

    fn reasons(&self, answer: &Answer, limits: &Limits) -> String {
        match &answer.outcome {
            Outcome::Solved { moves } if self.lines.is_some() => {
                self.general().no_goal_nearer(moves.len(), limits)
            }
            Outcome::Solved { moves } => packed!(self, puzzle, start => {
                let heuristic = Manhattan::new(&puzzle);
                play::bound_and_search(&puzzle, start, &heuristic, moves.len(), "tiles must slide at least", limits)
            }),
            Outcome::Unsolvable(Proof::Invariant(statement)) => statement.clone(),
            _ => String::new(),
        }
    }
}
