//! Scenes of sliding tiles: numbers and a gap.

use fewest_puzzles::tiles::{LineTiles, PackedTiles, Tiles};
use fewest_scene::SceneData;

use crate::general::game::Presentation;

use super::BuiltInScenes;

impl<S: PackedTiles> Presentation<Tiles<S>> for BuiltInScenes {
    fn scene(&self, puzzle: &Tiles<S>, state: S) -> SceneData {
        let symbol = |cell| match state.get(cell) {
            0 => String::new(),
            tile => tile.to_string(),
        };
        let (rows, columns) = (puzzle.rows(), puzzle.columns());
        let rows = (0..rows).map(|row| (row * columns..(row + 1) * columns).map(symbol));
        SceneData {
            title: Some("Sliding tiles".to_owned()),
            ..SceneData::grid(rows)
        }
    }
}

impl Presentation<LineTiles> for BuiltInScenes {
    fn scene(&self, puzzle: &LineTiles, state: u64) -> SceneData {
        self.scene(puzzle.tiles(), state)
    }
}
