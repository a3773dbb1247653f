//! Reads and writes solutions of Sokoban in LURD notation.
//!
//! Each letter names a direction and stands for the move that takes the player one step in this
//! direction, whatever the move's name.

use fewest_formats::sokoban::{PlayerStep, is_lurd, read_lurd};
use fewest_ground::Label;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_lang::BoardLayout;
use fewest_rules::{Faults, Notation, Puzzle, Words};

use super::levels::LevelFormat;
use super::replay::sum_of_costs;
use crate::api::Replayed;
use crate::general::play;

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

/// Makes the steps written in `text`. Each step is the first legal move that takes the player in
/// the direction of its letter. The result includes the sum of the costs if `has_costs` is set.
pub(super) fn replay<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    layout: &BoardLayout,
    start: Words<N>,
    has_costs: bool,
    text: &str,
) -> Result<Replayed, Faults> {
    let steps = read_lurd(text)?;
    let walk = Walk::new(puzzle, layout);
    let mut state = start;
    let mut moves = Vec::with_capacity(steps.len());
    let mut illegal = None;
    for (way, span) in &steps {
        let found = walk.as_ref().and_then(|walk| {
            let mut legal = puzzle.moves(state).map(|m| (m, puzzle.apply(state, m)));
            legal.find(|&(_, after)| {
                let step = walk.step(state, after);
                step.is_some_and(|(taken, _)| taken == *way)
            })
        });
        let Some((m, after)) = found else {
            illegal = Some((moves.len() + 1, span.clone(), text[span.clone()].to_owned()));
            break;
        };
        moves.push(m);
        state = after;
    }
    let replay = fewest_check::replay(puzzle, start, &moves);
    let made = play::replayed(&replay, None, steps.len());
    Ok(Replayed {
        reaches_goal: made.reaches_goal && illegal.is_none(),
        illegal,
        cost: has_costs.then(|| sum_of_costs(puzzle, start, moves)),
        ..made
    })
}
