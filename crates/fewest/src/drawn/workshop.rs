//! What is compiled for boards, once for all that are alike.

use std::sync::{Arc, Mutex, PoisonError};

use fewest_ground::compiled::{Compiled, Refused, Starts, compile};
use fewest_ground::{Ground, Label};
use fewest_lang::{BoardLayout, Instance};

use super::game::Game;

/// Ground rules whose games are kept for the next board.
const MOST_WORKSHOPS: usize = 4;
/// Games of one set of ground rules that are kept for the next board.
const MOST_GAMES: usize = 8;

/// A game of whatever size.
#[derive(Clone)]
pub(super) enum AnyGame {
    One(Arc<Game<1>>),
    Two(Arc<Game<2>>),
    Four(Arc<Game<4>>),
    Eight(Arc<Game<8>>),
}

/// Evaluates an expression, the same code for each size, with the game.
macro_rules! sized {
    ($any:expr, $game:ident => $value:expr) => {
        match $any {
            AnyGame::One($game) => $value,
            AnyGame::Two($game) => $value,
            AnyGame::Four($game) => $value,
            AnyGame::Eight($game) => $value,
        }
    };
}

pub(super) use sized;

/// A workshop for each of the last ground rules.
pub(super) struct Workshops {
    /// That of the file's own board.
    own: Option<Arc<Workshop>>,
    last: Mutex<Vec<Arc<Workshop>>>,
}

impl Workshops {
    pub(super) fn of(own: Option<&Instance>) -> Self {
        Self {
            own: own.map(Workshop::of),
            last: Mutex::default(),
        }
    }

    pub(super) fn of_board(&self, board: &Instance) -> Arc<Workshop> {
        let is_its = |known: &&Arc<Workshop>| Arc::ptr_eq(&known.ground, &board.ground);
        // A list of workshops is whole, even if a thread died holding it.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = self.own.iter().chain(last.iter()).find(is_its) {
            return Arc::clone(known);
        }
        let new = Workshop::of(board);
        if last.len() == MOST_WORKSHOPS {
            last.remove(0);
        }
        last.push(Arc::clone(&new));
        new
    }
}

/// Compiles ground rules for boards, once for all boards that are alike.
pub(super) struct Workshop {
    pub(super) ground: Arc<Ground>,
    layout: Arc<BoardLayout>,
    games: Mutex<Vec<AnyGame>>,
}

impl Workshop {
    pub(super) fn of(board: &Instance) -> Arc<Self> {
        Arc::new(Self {
            ground: Arc::clone(&board.ground),
            layout: Arc::clone(&board.layout),
            games: Mutex::default(),
        })
    }

    /// The game of a board.
    ///
    /// # Errors
    /// A limit of the compiler.
    pub(super) fn game(&self, start: &[Label]) -> Result<AnyGame, Refused> {
        // A list of games is whole, even if a thread died holding it.
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let known = games
            .iter()
            .rev()
            .find(|game| sized!(game, game => game.accepts(start)));
        if let Some(game) = known {
            return Ok(game.clone());
        }
        let layout = Arc::clone(&self.layout);
        let game = match compile(&self.ground, Starts::One(start))? {
            Compiled::One(packed) => AnyGame::One(Arc::new(Game::new(packed, layout))),
            Compiled::Two(packed) => AnyGame::Two(Arc::new(Game::new(packed, layout))),
            Compiled::Four(packed) => AnyGame::Four(Arc::new(Game::new(packed, layout))),
            Compiled::Eight(packed) => AnyGame::Eight(Arc::new(Game::new(packed, layout))),
        };
        if games.len() == MOST_GAMES {
            games.remove(0);
        }
        games.push(game.clone());
        Ok(game)
    }
}
