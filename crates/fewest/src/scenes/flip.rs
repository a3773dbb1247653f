//! Flip boards: discs with two sides, or tiles of several colours.

use fewest_puzzles::flip::{ColourBoard, Press};
use fewest_scene::{Colour, Look, Scene, SceneData, Shape};

use super::ScenesError;

/// The start and the board after each press.
///
/// # Errors
/// As [`AnyBoard::scenes`](crate::api::AnyBoard::scenes).
pub(crate) fn scenes(start: &ColourBoard, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
    ScenesError::check(moves.len() + 1, start.cells().len())?;
    let mut board = start.clone();
    let mut scenes = vec![Scene::new(scene(&board))?];
    for (at, name) in moves.iter().enumerate() {
        let press = Press::parse(name, board.rows(), board.columns());
        board.press(press.ok_or_else(|| ScenesError::Illegal {
            number: at + 1,
            name: name.clone(),
        })?);
        let now = Scene::new(scene(&board))?;
        let moved = match scenes.last() {
            Some(before) => now.changed_since(before),
            None => Vec::new(),
        };
        scenes.push(now.with_moved(moved)?);
    }
    Ok(scenes)
}

fn scene(board: &ColourBoard) -> SceneData {
    let rows = board.cells().chunks(board.columns());
    let mut data =
        SceneData::grid(rows.map(|row| row.iter().map(|&colour| symbol(colour, board.colours()))));
    data.title = Some("Flip Game".to_owned());
    if board.colours() == 2 {
        data.look("w", Look::shape(Shape::Disc).colour(Colour::WHITE));
        data.look("b", Look::shape(Shape::Disc).colour(super::DARK));
    } else {
        for colour in 0..board.colours() {
            data.look(symbol(colour, board.colours()), Look::default());
        }
    }
    data
}

/// The symbol of a colour in the puzzle's notation.
fn symbol(colour: u8, colours: u8) -> String {
    match (colours, colour) {
        (2, 0) => "w".to_owned(),
        (2, _) => "b".to_owned(),
        _ => char::from_digit(colour.into(), 36).map_or(String::new(), String::from),
    }
}
