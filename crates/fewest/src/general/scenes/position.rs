//! A position in a game, and its legal moves.

use fewest_scene::limits::{MAX_SCENE_CELLS, MAX_SCENES};
use fewest_scene::{Movement, Scene};

use super::{ScenesError, Shown, play, scene_since};

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

/// Whether to compute the movements of `moves` legal moves on a board of `cells` cells.
pub(crate) fn shows_moved(moves: usize, cells: usize) -> bool {
    moves <= MAX_SCENES && moves.saturating_mul(cells) <= MAX_SCENE_CELLS
}

/// The position after `moves`, with its legal moves.
///
/// # Errors
/// Returns the same errors as [`AnyBoard::position`](crate::api::AnyBoard::position).
pub(crate) fn position(
    shown: &mut dyn Shown,
    moves: &[String],
) -> Result<ShownPosition, ScenesError> {
    let scene = play(shown, moves, &mut |_| ())?;
    let names = shown.legal_moves();
    let mut moved = Vec::new();
    if shows_moved(names.len(), scene.cells().count()) {
        shown.each_next(&scene, &mut |data| {
            moved.push(scene_since(shown, &scene, data).map(|scene| scene.into_data().moved));
        });
    }
    let mut moved = moved.into_iter();
    let moves = names.into_iter().map(|name| {
        let moved = moved.next().unwrap_or(Ok(Vec::new()))?;
        Ok(LegalMove { name, moved })
    });
    Ok(ShownPosition {
        moves: moves.collect::<Result<_, ScenesError>>()?,
        is_goal: shown.is_goal(),
        scene,
    })
}
