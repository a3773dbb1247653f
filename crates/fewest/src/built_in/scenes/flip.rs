//! Flip boards: discs with two sides, or tiles of several colours.

use fewest_puzzles::flip::{ColourBoard, Press, colour_symbol};
use fewest_scene::{Cell, Colour, Look, Movement, SceneData, Shape};

/// The cells that a press changes, in reading order. Each is given as a movement that starts and
/// ends in the same cell.
pub(crate) fn touched(board: &ColourBoard, press: Press) -> Vec<Movement> {
    let columns = board.columns();
    let mut cells: Vec<usize> = board.touched(press.0 as usize).collect();
    cells.sort_unstable();
    let in_place = |cell: usize| {
        let cell = Cell::new(cell / columns, cell % columns);
        Movement {
            from: cell,
            to: cell,
        }
    };
    cells.into_iter().map(in_place).collect()
}

/// The scene of a board.
pub(crate) fn scene(board: &ColourBoard) -> SceneData {
    let rows = board.cells().chunks(board.columns());
    let mut data = SceneData::grid(rows.map(|row| {
        row.iter()
            .map(|&colour| colour_symbol(colour, board.colours()).to_string())
    }));
    data.title = Some("Flip Game".to_owned());
    if board.colours() == 2 {
        data.look("w", Look::shape(Shape::Disc).colour(Colour::WHITE));
        data.look("b", Look::shape(Shape::Disc).colour(super::DARK));
    } else {
        for colour in 0..board.colours() {
            data.look(
                colour_symbol(colour, board.colours()).to_string(),
                Look::default(),
            );
        }
    }
    data
}
