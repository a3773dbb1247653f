//! Reads and writes solutions of Sokoban in LURD notation.
//!
//! Each letter names a direction and stands for the move that takes the player one step in this
//! direction, whatever the move's name. A text that consists of names of moves is not LURD.

use fewest_formats::sokoban::{PlayerStep, is_lurd, read_lurd};
use fewest_ground::Label;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_lang::BoardLayout;
use fewest_rules::{Faults, Notation, Placed, Puzzle, Words};

use super::levels::LevelFormat;

/// Whether to read the moves in `text` as LURD on a board of this layout.
pub(super) fn reads(layout: &BoardLayout, text: &str) -> bool {
    is_lurd(text) && LevelFormat::of(layout) == Some(LevelFormat::Sokoban)
}

/// What is needed to follow the player of Sokoban through the states of a puzzle.
struct Walk<'a, const N: usize> {
    puzzle: &'a CompiledPuzzle<N>,
    layout: &'a BoardLayout,
    player: Label,
    box_: Label,
}

impl<'a, const N: usize> Walk<'a, N> {
    fn new(puzzle: &'a CompiledPuzzle<N>, layout: &'a BoardLayout) -> Option<Self> {
        let label = |wanted: &str| {
            let mut words = layout.drawn_words();
            words
                .find(|&(word, ..)| word == wanted)
                .map(|(_, label, _)| label)
        };
        Some(Self {
            puzzle,
            layout,
            player: label("@")?,
            box_: label("$")?,
        })
    }

    /// The row and the column of the first cell, in reading order, that contains the player.
    fn player(&self, labels: &[Label]) -> Option<(isize, isize)> {
        let rows = 0..self.layout.rows();
        let mut places =
            rows.flat_map(|row| (0..self.layout.columns()).map(move |column| (row, column)));
        let place = places.find(|&(row, column)| {
            let cell = self.layout.cell(row, column);
            cell.is_some_and(|cell| labels[cell] == self.player)
        });
        place.map(|(row, column)| (row as isize, column as isize))
    }

    /// The player's step from one position to another, and whether the step moves a box. `None` if
    /// the player does not move by one cell.
    fn step(&self, before: Words<N>, after: Words<N>) -> Option<(PlayerStep, bool)> {
        let (before, after) = (self.puzzle.labels(before), self.puzzle.labels(after));
        let (from, to) = (self.player(&before)?, self.player(&after)?);
        let offset = (to.0 - from.0, to.1 - from.1);
        let mut ways = PlayerStep::ALL.into_iter();
        let way = ways.find(|way| way.offset() == offset)?;
        let mut cells = before.iter().zip(&after);
        let pushes = cells.any(|(a, b)| (*a == self.box_) != (*b == self.box_));
        Some((way, pushes))
    }
}

/// Writes the named moves in LURD notation. `None` if a move does not take the player exactly one
/// step.
pub(super) fn write<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    layout: &BoardLayout,
    start: Words<N>,
    moves: &[String],
) -> Option<String> {
    if LevelFormat::of(layout) != Some(LevelFormat::Sokoban) {
        return None;
    }
    let walk = Walk::new(puzzle, layout)?;
    let mut state = start;
    let mut letters = String::with_capacity(moves.len());
    for name in moves {
        let after = puzzle.apply(state, puzzle.parse_move(name)?);
        let (way, pushes) = walk.step(state, after)?;
        letters.push(way.letter(pushes));
        state = after;
    }
    Some(letters)
}

/// The names of the steps written in `text`. Each step is the first legal move that takes the player in
/// the direction of its letter. An illegal step and those after it have no name.
///
/// # Errors
/// The text is not written in LURD notation.
pub(super) fn read<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    layout: &BoardLayout,
    start: Words<N>,
    text: &str,
) -> Result<Vec<Placed<String>>, Faults> {
    let walk = Walk::new(puzzle, layout);
    let mut state = Some(start);
    let named = |(way, span)| {
        let made = walk.as_ref().zip(state).and_then(|(walk, state)| {
            let mut legal = puzzle.successors(state);
            legal.find(|&(_, after)| walk.step(state, after).is_some_and(|step| step.0 == way))
        });
        state = made.map(|(_, after)| after);
        let name = made.map(|(m, _)| puzzle.name(m));
        (name.unwrap_or_default(), span)
    };
    Ok(read_lurd(text)?.into_iter().map(named).collect())
}
