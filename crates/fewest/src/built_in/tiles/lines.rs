//! Boards of sliding tiles where a move slides any number of tiles: `--metric multi`.

use std::sync::Arc;

use fewest_puzzles::tiles::{
    AxisPruning, BlankGoal, LineDistance, LineTiles, TileBoard, Tiles, witness,
};
use fewest_rules::{AsNumber, Faults, Limits, Outcome, Proof};
use fewest_scene::Scene;
use fewest_search::{Approximate, bidirectional};

use super::lists;
use super::{goal_name, goal_scene};
use crate::algorithm::Algorithm;
use crate::api::{Answer, ApproximateAnswer, Method, PuzzleInfo, PuzzleOptions, ReadError};
use crate::built_in::board::{AllBoards, BuiltIn, ReadBoards};
use crate::built_in::board::{GeneralSearch, Play};
use crate::built_in::engine::Engine;
use crate::general::on_disk::on_disk;
use crate::general::play;

/// A puzzle of one size and one goal, with its lower bound, shared by the boards of a text.
struct LineGame {
    puzzle: LineTiles,
    goal: BlankGoal,
    bound: LineDistance,
}

impl LineGame {
    fn new(rows: usize, columns: usize, goal: BlankGoal) -> Result<Self, ReadError> {
        let too_large = || {
            let message = format!("{rows}x{columns} boards are too large for --metric multi");
            ReadError::Option(message)
        };
        let puzzle = Tiles::new(rows, columns, goal).map_err(|_| too_large())?;
        let puzzle = LineTiles::new(puzzle);
        let bound = LineDistance::new(&puzzle).map_err(|_| too_large())?;
        Ok(Self {
            puzzle,
            goal,
            bound,
        })
    }

    fn suits(&self, board: &TileBoard, goal: BlankGoal) -> bool {
        let tiles = self.puzzle.tiles();
        self.goal == goal && (tiles.rows(), tiles.columns()) == (board.rows(), board.columns())
    }
}

pub(super) struct LineBoard {
    board: TileBoard,
    game: Arc<LineGame>,
}

impl LineBoard {
    fn start(&self) -> u64 {
        let state = self.game.puzzle.tiles().state(&self.board);
        state.expect("the game has the size of the board")
    }

    fn typed(&self) -> Engine<'_, LineTiles> {
        let puzzle = self.game.puzzle.clone();
        Engine {
            both_ends: Some(Box::new(bidirectional)),
            on_disk: Some(on_disk(
                AsNumber,
                true,
                format!("{} multi", goal_name(self.game.goal)),
            )),
            ..Engine::deepening(puzzle, self.start(), &self.game.bound, AxisPruning)
        }
    }

    /// The proof by parity that the board has no solution, if there is one. A move of several tiles
    /// is a sequence of moves of one tile, so the proof is the same.
    fn unsolvable(&self) -> Option<Proof> {
        let witness = witness(&self.board, self.game.goal)?;
        Some(Proof::Invariant(witness.to_string()))
    }
}

impl BuiltIn for LineBoard {
    const INFO: PuzzleInfo<'static> = super::INFO;
    const GAME: &'static str = "sliding tiles by --metric multi";
    const ESTIMATE: &'static str = "walking distance by lines";

    fn read(text: &str, options: &PuzzleOptions) -> ReadBoards<Self> {
        let mut games: Vec<Arc<LineGame>> = Vec::new();
        let mut boards = Vec::new();
        for (board, goal, span) in lists::read(text, options)? {
            let known = games.iter().find(|game| game.suits(&board, goal));
            let game = match known {
                Some(game) => Arc::clone(game),
                None => {
                    let game = Arc::new(LineGame::new(board.rows(), board.columns(), goal)?);
                    games.push(Arc::clone(&game));
                    game
                }
            };
            boards.push((Self { board, game }, span));
        }
        Ok(boards)
    }

    fn all_boards(size: Option<&str>, options: &PuzzleOptions) -> AllBoards {
        let tiles = super::tiles(size, options)?;
        let parameters = format!("{} multi", goal_name(super::goal(options)?));
        let ranked = super::ranked(LineTiles::new(tiles.clone()), &tiles, &parameters);
        Ok(Box::new(ranked))
    }

    fn fitting(&self) -> Vec<Algorithm> {
        use Algorithm::{AStar, Bfs, Bidirectional, IdaStar, Iddfs};
        vec![IdaStar, AStar, Bidirectional, Bfs, Iddfs]
    }

    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        Some(Box::new(self.typed()))
    }

    fn player(&self) -> Box<dyn Play + '_> {
        Box::new(self.typed())
    }

    fn after_moves(&self, text: &str) -> Result<Self, Faults> {
        let tiles = self.game.puzzle.tiles();
        let state = play::state_after(&self.game.puzzle, self.start(), text)?;
        let board = tiles.board(state);
        Ok(Self {
            board: board.expect("moves only change where the tiles are"),
            game: Arc::clone(&self.game),
        })
    }

    fn goal_picture(&self) -> Option<Scene> {
        goal_scene(self.game.puzzle.tiles())
    }

    fn settled(&self) -> Option<Answer> {
        let outcome = Outcome::Unsolvable(self.unsolvable()?);
        Some(Answer::without_search(outcome, Method::Parity))
    }

    fn impossible(&self) -> Option<ApproximateAnswer> {
        let outcome = Approximate::Unsolvable(self.unsolvable()?);
        Some(Answer::without_search(outcome, Method::Parity))
    }

    fn reasons(&self, answer: &Answer, limits: &Limits) -> String {
        match &answer.outcome {
            Outcome::Solved { moves } => self.typed().no_goal_nearer(moves.len(), limits),
            Outcome::Unsolvable(Proof::Invariant(statement)) => statement.clone(),
            _ => String::new(),
        }
    }
}
