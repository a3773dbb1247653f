//! Describes positions as scenes, from which pictures are made.

mod position;
pub(crate) mod words;

use fewest_scene::{Scene, SceneData};

use crate::api::{Game, ScenesError};

pub(crate) use position::position;
pub use position::{LegalMove, ShownPosition};

/// Makes a scene from `data`, with the movements since the scene `before`.
pub(super) fn scene_since(
    game: &dyn Game,
    before: &Scene,
    data: SceneData,
) -> Result<Scene, ScenesError> {
    let now = Scene::new(data)?;
    let moved = game.moved(before, &now);
    Ok(now.with_moved(moved)?)
}

/// Makes the moves and calls `visit` with the scene before each of them. Returns the last scene.
fn play(
    game: &mut dyn Game,
    moves: &[String],
    visit: &mut dyn FnMut(Scene),
) -> Result<Scene, ScenesError> {
    let mut scene = Scene::new(game.scene(None)?)?;
    ScenesError::check(moves.len() + 1, scene.row_count() * scene.column_count())?;
    for (name, number) in moves.iter().zip(1..) {
        if !game.make(name) {
            let name = name.clone();
            return Err(ScenesError::Illegal { number, name });
        }
        let now = scene_since(game, &scene, game.scene(Some(&scene))?)?;
        visit(std::mem::replace(&mut scene, now));
    }
    Ok(scene)
}

/// The scenes of the position and of the positions after each of `moves`. Each scene includes the
/// movements since the previous scene. Takes O(cells) for each position.
///
/// # Errors
/// A move is not legal, or the positions are too many or too large to be drawn.
pub(crate) fn scenes(game: &mut dyn Game, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
    let mut scenes = Vec::with_capacity(moves.len() + 1);
    let last = play(game, moves, &mut |scene| scenes.push(scene))?;
    scenes.push(last);
    Ok(scenes)
}
