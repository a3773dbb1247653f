//! A position in a game, and its legal moves.

use fewest_scene::limits::{MAX_SCENE_CELLS, MAX_SCENES};
use fewest_scene::{Movement, Scene};

use super::play;
use crate::api::{Game, ScenesError};

/// The position of a game after some moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownPosition {
    /// The scene of the position. The scene includes the movements of the last move.
    pub scene: Scene,
    /// Whether the position is a goal.
    pub is_goal: bool,
    /// The legal moves, in the order in which the puzzle lists them.
    pub moves: Vec<LegalMove>,
}

/// A legal move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalMove {
    /// The name of the move.
    pub name: String,
    /// The movements that the move would cause. The list is empty if there are too many moves or
    /// cells to compute the movements.
    pub moved: Vec<Movement>,
}

/// The position after `moves`, with its legal moves. Takes O(moves × cells), and as much again for
/// the legal moves.
///
/// # Errors
/// Returns the same errors as [`scenes`](super::scenes).
pub(crate) fn position(
    game: &mut dyn Game,
    moves: &[String],
) -> Result<ShownPosition, ScenesError> {
    let scene = play(game, moves, &mut |_| ())?;
    let names = game.legal_moves();
    let cells = names.len().saturating_mul(scene.cells().count());
    let moved = match names.len() <= MAX_SCENES && cells <= MAX_SCENE_CELLS {
        true => game.next_movements(&scene)?,
        false => vec![Vec::new(); names.len()],
    };
    let moves = names.into_iter().zip(moved);
    Ok(ShownPosition {
        moves: moves
            .map(|(name, moved)| LegalMove { name, moved })
            .collect(),
        is_goal: game.is_goal(),
        scene,
    })
}
