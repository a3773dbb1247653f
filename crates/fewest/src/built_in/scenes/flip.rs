//! Flip boards: discs with two sides, or tiles of several colours.

use fewest_puzzles::flip::{ColourBoard, ColourGoal, Press, colour_symbol};
use fewest_scene::{Cell, Colour, Look, Movement, Scene, SceneData, Shape};

use crate::general::scenes::{LegalMove, ScenesError, ShownPosition, shows_moved};

/// The scenes of the start and of the board after each press.
///
/// # Errors
/// Returns the same errors as [`AnyBoard::scenes`](crate::api::AnyBoard::scenes).
pub(crate) fn scenes(start: &ColourBoard, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
    ScenesError::check(moves.len() + 1, start.cells().len())?;
    let mut board = start.clone();
    let mut scenes = vec![Scene::new(scene(&board))?];
    for (at, name) in moves.iter().enumerate() {
        board.press(press(&board, at, name)?);
        let now = Scene::new(scene(&board))?;
        let moved = match scenes.last() {
            Some(before) => now.changed_since(before),
            None => Vec::new(),
        };
        scenes.push(now.with_moved(moved)?);
    }
    Ok(scenes)
}

/// The position after some presses, with its legal moves.
///
/// # Errors
/// Returns the same errors as [`AnyBoard::position`](crate::api::AnyBoard::position).
pub(crate) fn position(
    start: &ColourBoard,
    goal: ColourGoal,
    moves: &[String],
) -> Result<ShownPosition, ScenesError> {
    ScenesError::check(moves.len() + 1, start.cells().len())?;
    let mut board = start.clone();
    let mut changed = Vec::new();
    for (at, name) in moves.iter().enumerate() {
        let press = press(&board, at, name)?;
        changed = touched(&board, press);
        board.press(press);
    }
    let cells = board.cells().len();
    let shown = shows_moved(cells, cells);
    let presses = (0..cells as u32).map(Press).map(|press| LegalMove {
        name: press.name(board.columns()),
        moved: match shown {
            true => touched(&board, press),
            false => Vec::new(),
        },
    });
    Ok(ShownPosition {
        scene: Scene::new(scene(&board))?.with_moved(changed)?,
        is_goal: board.is_goal(goal),
        moves: presses.collect(),
    })
}

/// Returns the press with the name `name`. `at` is the index of the press in the list of moves.
///
/// # Errors
/// No press has this name.
fn press(board: &ColourBoard, at: usize, name: &str) -> Result<Press, ScenesError> {
    let press = Press::parse(name, board.rows(), board.columns());
    press.ok_or_else(|| ScenesError::Illegal {
        number: at + 1,
        name: name.to_owned(),
    })
}

/// The cells that a press changes, in reading order. Each is given as a movement that starts and
/// ends in the same cell.
fn touched(board: &ColourBoard, press: Press) -> Vec<Movement> {
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

fn scene(board: &ColourBoard) -> SceneData {
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
