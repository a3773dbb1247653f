//! Reads boards in the formats in which the players of a puzzle publish levels.
//!
//! The way in which a puzzle draws its boards determines which format fits it. So variants of a
//! puzzle that draw their boards alike read the same collections.

use std::collections::HashMap;
use std::ops::Range;

use fewest_formats::{Level, rush_hour, sokoban};
use fewest_ground::Label;
use fewest_lang::{BoardLayout, DrawnFile, Instance, UngroundedBoard};
use fewest_rules::{Fault, Faults};

use crate::api::LevelInfo;

/// The symbols of a board of Sokoban: floor, player, box, floor on a goal, player on a goal, box on
/// a goal, and wall.
const SOKOBAN: [&str; 7] = ["_", "@", "$", ".", "+", "*", "#"];

/// The number of rows, and of columns, of a board of Rush Hour.
const RUSH_HOUR: usize = 6;

/// A format in which players collect the boards of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LevelFormat {
    /// The format of collections of Sokoban levels, such as `.xsb` files.
    Sokoban,
    /// The format of lists in which each Rush Hour board is a word of 36 letters.
    RushHour,
}

/// A board as it was read.
pub(super) enum BoardSource {
    /// The lines of a drawing, without faults. It is grounded when it is used.
    Drawn(UngroundedBoard),
    Grounded(Instance),
}

/// A board, its place in the text, and what a collection of levels says about it.
pub(super) struct ReadBoard {
    pub(super) board: BoardSource,
    pub(super) span: Range<usize>,
    pub(super) level: Option<LevelInfo>,
}

impl LevelFormat {
    /// The format for the boards of this puzzle, if there is one.
    pub(super) fn of(layout: &BoardLayout) -> Option<Self> {
        if layout.is_listed() || layout.variables().next().is_some() {
            return None;
        }
        let words: HashMap<&str, (Label, Option<&str>)> = layout
            .drawn_words()
            .map(|(word, label, region)| (word, (label, region)))
            .collect();
        if words.len() == SOKOBAN.len() {
            let [floor, player, boxed, goal, player_on, box_on, wall] =
                SOKOBAN.map(|word| words.get(word).copied());
            let (_, region) = goal?;
            let plain = [floor, player, boxed, wall];
            let is_plain = plain
                .iter()
                .all(|word| word.is_some_and(|(_, on)| on.is_none()));
            let on_goal = |word: Option<(Label, _)>| word.map(|(label, _)| (label, region));
            let is_drawn =
                goal == on_goal(floor) && player_on == on_goal(player) && box_on == on_goal(boxed);
            return (is_plain && region.is_some() && is_drawn).then_some(Self::Sokoban);
        }
        let is_vehicle = |word: &str| word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase();
        let cells = (layout.rows(), layout.columns(), layout.cells());
        let fits = cells == (RUSH_HOUR, RUSH_HOUR, RUSH_HOUR * RUSH_HOUR)
            && words.contains_key(".")
            && words.contains_key("A")
            && words
                .keys()
                .all(|word| [".", "x"].contains(word) || is_vehicle(word));
        fits.then_some(Self::RushHour)
    }
}

/// Reads every board in `text`, in the puzzle language or in the format that fits the boards of
/// `file`.
///
/// # Errors
/// The text is not a valid collection, or a board does not fit the puzzle. The error contains the
/// faults of the collection, or of the first board that does not fit.
pub(super) fn read(file: &DrawnFile, text: &str) -> Result<Vec<ReadBoard>, Faults> {
    match LevelFormat::of(file.layout()) {
        None => drawn(file, text),
        Some(LevelFormat::RushHour) => match rush_hour::read(text) {
            None => drawn(file, text),
            Some(levels) => all(file, levels?),
        },
        Some(LevelFormat::Sokoban) => {
            let is_ambiguous = sokoban::is_ambiguous(text);
            if !is_ambiguous && let Ok(boards) = drawn(file, text) {
                return Ok(boards);
            }
            let levels = sokoban::read(text)?;
            match levels.is_empty() {
                true => drawn(file, text),
                false => all(file, levels),
            }
        }
    }
}

/// Reads boards in the puzzle language.
fn drawn(file: &DrawnFile, text: &str) -> Result<Vec<ReadBoard>, Faults> {
    let boards = file.unplayed(text)?.into_iter();
    let board = |(board, span)| ReadBoard {
        board: BoardSource::Drawn(board),
        span,
        level: None,
    };
    Ok(boards.map(board).collect())
}

/// Converts levels to boards, which are numbered from 1.
fn all(file: &DrawnFile, levels: Vec<Level>) -> Result<Vec<ReadBoard>, Faults> {
    let levels = levels.into_iter().enumerate();
    let board = |(at, level): (usize, Level)| {
        let Level {
            drawing,
            title,
            author,
            span,
        } = level;
        let read = file.unplayed(&drawing);
        let read = read.map_err(|faults| placed(faults, &drawing, &span))?;
        let Some((board, _)) = read.into_iter().next() else {
            return Err(Fault::new(span, "no board", "expected a drawing").into());
        };
        let number = at + 1;
        let level = LevelInfo {
            number,
            title,
            author,
        };
        Ok(ReadBoard {
            board: BoardSource::Drawn(board),
            span,
            level: Some(level),
        })
    };
    levels.map(board).collect()
}

/// Converts faults of a level's drawing to faults of the whole text, in which the level lies at
/// `span`.
fn placed(faults: Faults, drawing: &str, span: &Range<usize>) -> Faults {
    match faults.as_slice() {
        [first, ..] if drawing.len() != span.len() => {
            Fault::new(span.clone(), &first.message, &first.label).into()
        }
        _ => faults.shifted(span.start),
    }
}
