//! Scenes of the Rotation Game: 24 digits in the shape of a hash sign, with the centre marked.

use fewest_puzzles::rotation::{DigitBoard, Rotation};
use fewest_rules::Notation;
use fewest_scene::{Cell, Look, Mark, SceneData};

use crate::general::game::Presentation;

use super::BuiltInScenes;

/// The rows and columns of the eight cells of the centre. A goal has the same digit on all eight
/// cells.
const CENTRE: std::ops::RangeInclusive<usize> = 2..=4;

impl Presentation<Rotation> for BuiltInScenes {
    fn scene(&self, puzzle: &Rotation, state: DigitBoard) -> SceneData {
        // Each cell of the drawing is one digit, and every second column is blank.
        let drawing = puzzle.draw(state);
        let cells = drawing.lines().map(|line| {
            let cells = line.chars().step_by(2);
            cells.map(|c| (c != ' ').then(|| c.to_string())).collect()
        });
        let mut data = SceneData {
            title: Some("Rotation Game".to_owned()),
            cells: cells.collect(),
            ..SceneData::default()
        };
        for digit in ["1", "2", "3"] {
            data.look(digit, Look::default());
        }
        for (row, line) in data.cells.iter().enumerate() {
            for (column, symbol) in line.iter().enumerate() {
                if symbol.is_some() && CENTRE.contains(&row) && CENTRE.contains(&column) {
                    let cell = Cell::new(row, column);
                    data.marks.push(Mark {
                        cell,
                        symbol: None,
                        exit: None,
                    });
                }
            }
        }
        data
    }
}
