//! Scenes of the Wall Pusher: rooms with walls between them, and a player who finally leaves.

use fewest_puzzles::wall_pusher::{Compass, Maze, WallPusher};
use fewest_rules::Words;
use fewest_scene::{Cell, Player, Scene, SceneData, Side, Wall};

use crate::general::game::Presentation;

use super::BuiltInScenes;

impl<const N: usize> Presentation<WallPusher<N>> for BuiltInScenes {
    fn scene(&self, puzzle: &WallPusher<N>, state: Words<N>) -> SceneData {
        puzzle.maze(state).map_or_else(SceneData::default, scene)
    }

    fn scene_after(
        &self,
        puzzle: &WallPusher<N>,
        before: &Scene,
        m: Compass,
        state: Words<N>,
    ) -> SceneData {
        match puzzle.maze(state) {
            Some(maze) => scene(maze),
            // The player leaves through a gap, so no wall has moved.
            None => {
                let mut data = before.clone().into_data();
                data.moved.clear();
                data.player = data.player.map(|player| Player {
                    beyond: Some(side(m)),
                    ..player
                });
                data
            }
        }
    }
}

fn scene(maze: Maze) -> SceneData {
    let rows = (0..maze.rows()).map(|_| vec![""; maze.columns()]);
    let mut data = SceneData::grid(rows);
    data.title = Some("Wall Pusher".to_owned());
    for row in 0..maze.rows() {
        for column in 0..maze.columns() {
            let walls = Compass::ALL.into_iter();
            let walls = walls.filter(|&d| maze.wall(row, column, d));
            data.walls.extend(walls.map(|d| Wall {
                cell: Cell::new(row, column),
                side: side(d),
            }));
        }
    }
    let (row, column) = maze.player();
    data.player = Some(Player {
        cell: Cell::new(row, column),
        beyond: None,
    });
    data
}

fn side(d: Compass) -> Side {
    match d {
        Compass::W => Side::Left,
        Compass::N => Side::Top,
        Compass::E => Side::Right,
        Compass::S => Side::Bottom,
    }
}
