//! A position in a game, and its legal moves.

use fewest_rules::Notation;
use fewest_scene::limits::{MAX_SCENE_CELLS, MAX_SCENES};
use fewest_scene::{Movement, Scene};

use super::{Depict, ScenesError, legal_move};

/// A position that some moves lead to from a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The scene of the position. It includes the movements of the last move.
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
pub(super) fn shows_moved(moves: usize, cells: usize) -> bool {
    moves <= MAX_SCENES && moves.saturating_mul(cells) <= MAX_SCENE_CELLS
}

/// The position after `moves`, with its legal moves.
///
/// # Errors
/// Returns the same errors as [`AnyBoard::position`](crate::api::AnyBoard::position).
pub(crate) fn position<P: Notation>(
    depict: &impl Depict<P>,
    puzzle: &P,
    start: P::State,
    moves: &[String],
) -> Result<Position, ScenesError> {
    let mut scene = Scene::new(depict.scene(puzzle, start))?;
    ScenesError::check(moves.len() + 1, scene.row_count() * scene.column_count())?;
    let mut state = start;
    let after = |scene: &Scene, m, state| -> Result<Scene, ScenesError> {
        let now = Scene::new(depict.scene_after(puzzle, scene, m, state))?;
        let moved = depict.moved(scene, &now);
        Ok(now.with_moved(moved)?)
    };
    for (at, name) in moves.iter().enumerate() {
        let m = legal_move(puzzle, state, at, name)?;
        state = puzzle.apply(state, m);
        scene = after(&scene, m, state)?;
    }
    let legal: Vec<P::Move> = puzzle.moves(state).collect();
    let shown = shows_moved(legal.len(), scene.cells().count());
    let legal = legal.into_iter().map(|m| {
        let moved = match shown {
            true => after(&scene, m, puzzle.apply(state, m))?.into_data().moved,
            false => Vec::new(),
        };
        Ok(LegalMove {
            name: puzzle.name(m),
            moved,
        })
    });
    Ok(Position {
        moves: legal.collect::<Result<_, ScenesError>>()?,
        is_goal: puzzle.is_goal(state),
        scene,
    })
}
