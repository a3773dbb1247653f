//! Boards of sliding tiles where a move slides any number of tiles: `--metric multi`.

use std::ops::Range;
use std::sync::Arc;

use fewest_puzzles::tiles::{
    AxisPruning, BlankGoal, LineDistance, LineTiles, TileBoard, Tiles, witness,
};
use fewest_rules::{AsNumber, Faults, Limits, Outcome, Proof};
use fewest_scene::Scene;
use fewest_search::{Approximate, Undirected, bidirectional};
use num_bigint::BigUint;

use super::lists::ListedTilesBoard;
use super::{goal_name, goal_scene};
use crate::algorithm::Algorithm;
use crate::api::{Answer, AnyBoard, ApproximateAnswer, Method, ReadError};
use crate::built_in::board::BuiltIn;
use crate::built_in::board::{GeneralSearch, Play};
use crate::built_in::engine::Engine;
use crate::general::on_disk::on_disk;
use crate::general::play;
use crate::general::ranked_space::RankedSpace;
use crate::space::Space;

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

/// A board and the range of bytes in the text from which it was read.
type UncheckedBoard = (Box<dyn AnyBoard>, Range<usize>);

/// The boards of a text.
///
/// # Errors
/// A board is too large.
pub(super) fn boards(all: Vec<ListedTilesBoard>) -> Result<Vec<UncheckedBoard>, ReadError> {
    let mut games: Vec<Arc<LineGame>> = Vec::new();
    let mut boards = Vec::with_capacity(all.len());
    for (board, goal, span) in all {
        let known = games.iter().find(|game| game.suits(&board, goal));
        let game = match known {
            Some(game) => Arc::clone(game),
            None => {
                let game = Arc::new(LineGame::new(board.rows(), board.columns(), goal)?);
                games.push(Arc::clone(&game));
                game
            }
        };
        boards.push((
            Box::new(LineBoard { board, game }) as Box<dyn AnyBoard>,
            span,
        ));
    }
    Ok(boards)
}

/// The space of all boards of a size; `all` is the number of these boards.
pub(super) fn space(
    tiles: Tiles<u64>,
    size: &str,
    parameters: &str,
    all: BigUint,
) -> Box<dyn Space> {
    let puzzle = LineTiles::new(tiles);
    let parameters = format!("{parameters} multi");
    let mut ranked = RankedSpace::new(puzzle, Undirected, super::INFO.name, size, &parameters);
    ranked.unranked = all - ranked.counted.end;
    Box::new(ranked)
}

struct LineBoard {
    board: TileBoard,
    game: Arc<LineGame>,
}

impl LineBoard {
    fn start(&self) -> u64 {
        let state = self.game.puzzle.state(&self.board);
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
    const GAME: &'static str = "sliding tiles by --metric multi";
    const ESTIMATE: &'static str = "walking distance by lines";

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
