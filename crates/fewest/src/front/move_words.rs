//! Says in words what a move does where it shifts one thing.

use fewest_scene::{Cell, Movement, Scene};

/// What a user does with a move, such as `move the block at r5c1 to the right`. `None` if the move
/// does not shift one thing, alone or with the things that it pushes.
pub(super) fn in_words(before: &Scene, moved: &[Movement]) -> Option<String> {
    let shift = main_shift(moved)?;
    Some(format!("move {} {}", thing(before, shift.from), way(shift)))
}

/// The only movement to another cell, or that of the thing which pushes the others.
fn main_shift(moved: &[Movement]) -> Option<Movement> {
    let shifts = || moved.iter().filter(|shift| shift.from != shift.to);
    let mut pushing = shifts().filter(|one| shifts().all(|other| other.to != one.from));
    let first = *pushing.next()?;
    let same_way = shifts().all(|shift| direction(*shift) == direction(first));
    (pushing.next().is_none() && same_way).then_some(first)
}

/// How many rows down and columns to the right a thing moves.
fn offset(Movement { from, to }: Movement) -> (i64, i64) {
    let difference = |to: u32, from: u32| i64::from(to) - i64::from(from);
    (
        difference(to.row, from.row),
        difference(to.column, from.column),
    )
}

fn direction(shift: Movement) -> (i64, i64) {
    let (down, right) = offset(shift);
    (down.signum(), right.signum())
}

fn thing(scene: &Scene, cell: Cell) -> String {
    let data = scene.data();
    let symbol = scene.symbol(cell).unwrap_or_default();
    if symbol == "@" || data.player.is_some_and(|player| player.cell == cell) {
        return "the player".to_owned();
    }
    let what = if data.pieces.iter().any(|piece| piece.cells.len() > 1) {
        "the block"
    } else if !symbol.is_empty() && symbol.chars().all(char::is_alphanumeric) {
        symbol
    } else if symbol == "$" {
        "the crate"
    } else {
        "the piece"
    };
    format!("{what} at {}", name(cell))
}

fn name(cell: Cell) -> String {
    format!("r{}c{}", cell.row + 1, cell.column + 1)
}

fn way(shift: Movement) -> String {
    let towards = match offset(shift) {
        (0, right) if right < 0 => "to the left",
        (0, _) => "to the right",
        (down, 0) if down < 0 => "up",
        (_, 0) => "down",
        _ => return format!("to {}", name(shift.to)),
    };
    let (down, right) = offset(shift);
    match (down + right).abs() {
        1 => towards.to_owned(),
        far => format!("{towards} by {far} cells"),
    }
}
