//! Says in words what moves do where they shift things.

use std::collections::BTreeMap;

use fewest_scene::{Cell, Movement, Scene};

/// A list names at most this many things.
const MOST_NAMED: usize = 8;

/// What a user does with a move, such as `move the block at r5c1 to the right`. `None` if the move
/// does not shift one thing, alone or with the things that it pushes.
pub(crate) fn in_words(before: &Scene, moved: &[Movement]) -> Option<String> {
    let shift = main_shift(moved)?;
    Some(format!("move {} {}", thing(before, shift.from), way(shift)))
}

/// How often each thing moves on the way that the scenes show, the most often first. `None` if fewer
/// than two things move. Takes O(movements × log things).
pub(crate) fn how_often(scenes: &[Scene]) -> Option<String> {
    // For each cell to which a thing has moved, the index of the thing.
    let mut places: BTreeMap<Cell, usize> = BTreeMap::new();
    let mut things: Vec<(String, u32)> = Vec::new();
    for (before, after) in scenes.iter().zip(scenes.iter().skip(1)) {
        let shifts = after.data().moved.iter();
        let shifts = shifts.filter(|shift| shift.from != shift.to);
        let moved = shifts.map(|shift| {
            let known = places.remove(&shift.from);
            let moved = known.unwrap_or_else(|| {
                things.push((thing(before, shift.from), 0));
                things.len() - 1
            });
            things[moved].1 += 1;
            (shift.to, moved)
        });
        let moved: Vec<(Cell, usize)> = moved.collect();
        places.extend(moved);
    }
    if things.len() < 2 {
        return None;
    }
    things.sort_by_key(|thing| std::cmp::Reverse(thing.1));
    let more = things.len().saturating_sub(MOST_NAMED);
    let named = things
        .iter()
        .take(MOST_NAMED)
        .map(|(name, times)| match times {
            1 => format!("  {name} once"),
            times => format!("  {name} {times} times"),
        });
    let mut lines: Vec<String> = named.collect();
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    Some(lines.join("\n"))
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
