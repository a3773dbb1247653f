//! Scenes of Four in a Row: dark and white discs and two gaps.

use fewest_puzzles::four_in_a_row::{FourInARow, GamePosition, SideToMove};
use fewest_scene::{Colour, Label, Look, SceneData, Shape, Side};

use crate::general::game::Presentation;

use super::{BuiltInScenes, DARK};

const SIDE: usize = 4;

impl Presentation<FourInARow> for BuiltInScenes {
    fn scene(&self, _: &FourInARow, state: GamePosition) -> SceneData {
        let symbol = |cell: usize| {
            if state.black() >> cell & 1 == 1 {
                "B"
            } else if state.white() >> cell & 1 == 1 {
                "W"
            } else {
                ""
            }
        };
        let rows = (0..SIDE).map(|row| (0..SIDE).map(move |column| symbol(row * SIDE + column)));
        let mut data = SceneData::grid(rows);
        data.title = Some("Four in a Row".to_owned());
        data.look("B", Look::shape(Shape::Disc).colour(DARK));
        data.look("W", Look::shape(Shape::Disc).colour(Colour::WHITE));
        let turn = match state.turn() {
            SideToMove::Any => None,
            SideToMove::Black => Some("black moves next"),
            SideToMove::White => Some("white moves next"),
        };
        data.labels.extend(turn.map(|text| Label {
            side: Side::Bottom,
            index: None,
            text: text.to_owned(),
        }));
        data
    }
}
