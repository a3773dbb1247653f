//! A game on a board: a position that moves change, by the rules alone.

use fewest_rules::{Faults, Limits, Placed};
use fewest_scene::{Movement, Scene, SceneData};

use super::{GraphError, ScenesError, StateGraph};

/// A game: a position that begins at the start of a board. The functions that show and replay games
/// use this trait instead of the type of the puzzle, so they are compiled once for all puzzles.
pub trait Game {
    /// The drawing of the position.
    fn draw(&self) -> String;

    /// The scene of the position. The scene before the last move is `before`; `None` at the start.
    ///
    /// # Errors
    /// The position is too large to be drawn.
    fn scene(&self, before: Option<&Scene>) -> Result<SceneData, ScenesError>;

    /// Finds the movements between two scenes.
    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement>;

    /// The movements that each legal move would cause. The scene of the position is `now`.
    ///
    /// # Errors
    /// The scene after a move cannot be drawn.
    fn next_movements(&self, now: &Scene) -> Result<Vec<Vec<Movement>>, ScenesError>;

    /// Whether the position is a goal.
    fn is_goal(&self) -> bool;

    /// Whether every move is a single letter, so that moves are written without blanks between
    /// them.
    fn letter_moves(&self) -> bool {
        false
    }

    /// The names of the legal moves, in the order in which the puzzle lists moves.
    fn legal_moves(&self) -> Vec<String>;

    /// The names of the moves written in `text`, to be made from this position, each with its place.
    /// They need not be legal. A move without a name is written in another notation, and illegal.
    ///
    /// # Errors
    /// A word is not a move.
    fn read_moves(&self, text: &str) -> Result<Vec<Placed<String>>, Faults>;

    /// Makes the move with this name if it is legal, and returns whether it is. No other notation
    /// than the names of moves is read; a name of no move is an illegal move.
    fn make(&mut self, name: &str) -> bool;

    /// The sum of the costs of the moves that were made; 0 if moves have no costs.
    fn cost(&self) -> u32 {
        0
    }

    /// Why the moves that were made are void: the rules that follow a move never end.
    fn endless(&self) -> Option<String> {
        None
    }

    /// The graph of all states that the position can reach, if there are at most `most` of them.
    ///
    /// # Errors
    /// There are more states, or a limit was reached.
    fn graph(&self, most: usize, limits: &Limits) -> Result<StateGraph, GraphError>;
}
