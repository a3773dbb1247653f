//! Reads moves of Rush Hour as other programs write them.
//!
//! `B+2` takes the vehicle B two cells to the right, or down if it stands upright, and `B-1` one cell
//! to the left or up.

use std::ops::Range;

use fewest_ground::Label;
use fewest_lang::BoardLayout;
use fewest_rules::{Placed, words};

use super::levels::LevelFormat;

/// The words of a text, each as a move's name in the puzzle. `None` if a word is not written like
/// `B+2`, with one to four cells, or names a vehicle that is not on the board `labels`, or if the
/// puzzle does not draw its boards as Rush Hour does.
pub(super) fn read(
    layout: &BoardLayout,
    labels: &[Label],
    text: &str,
) -> Option<Vec<Placed<String>>> {
    let is_move = |word: &str| match word.as_bytes() {
        [vehicle, b'+' | b'-', b'1'..=b'4'] => vehicle.is_ascii_uppercase(),
        _ => false,
    };
    let moves: Vec<Range<usize>> = words(text).collect();
    if moves.is_empty()
        || !moves.iter().all(|word| is_move(&text[word.clone()]))
        || LevelFormat::of(layout) != Some(LevelFormat::RushHour)
    {
        return None;
    }
    let named = |place: Range<usize>| {
        let (vehicle, way) = text[place.clone()].split_at(1);
        let directions = match is_upright(layout, labels, vehicle)? {
            true => ["up", "down"],
            false => ["left", "right"],
        };
        let direction = directions[usize::from(way.starts_with('+'))];
        Some((format!("{vehicle}-{direction}-{}", &way[1..]), place))
    };
    moves.into_iter().map(named).collect()
}

/// Whether a vehicle takes two cells of one column. `None` if it takes less than two cells.
fn is_upright(layout: &BoardLayout, labels: &[Label], vehicle: &str) -> Option<bool> {
    let mut words = layout.drawn_words();
    let (_, label, _) = words.find(|&(word, ..)| word == vehicle)?;
    let is_there = |row: usize, column: usize| {
        let cell = layout.cell(row, column);
        cell.is_some_and(|cell| labels[cell] == label)
    };
    let places = (0..layout.rows()).flat_map(|row| (0..layout.columns()).map(move |c| (row, c)));
    let mut taken = places.filter(|&(row, column)| is_there(row, column));
    let (first, second) = (taken.next()?, taken.next()?);
    Some(first.1 == second.1)
}
