//! Scenes of a graph: the name of the place.

use fewest_puzzles::graph::{Graph, Place};
use fewest_rules::Notation;
use fewest_scene::SceneData;

use crate::general::game::Presentation;

use super::BuiltInScenes;

impl Presentation<Graph> for BuiltInScenes {
    fn scene(&self, graph: &Graph, place: Place) -> SceneData {
        SceneData {
            title: Some("Graph".to_owned()),
            ..SceneData::grid([[graph.draw(place)]])
        }
    }
}
