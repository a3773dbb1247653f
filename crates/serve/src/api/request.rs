//! The body of a request.

use std::time::Duration;

use axum::http::StatusCode;
use fewest::scene::{Style, Theme};
use fewest::{Board, Puzzle, PuzzleOptions};
use serde::Deserialize;

use super::refusal::Refusal;

/// Which puzzle is meant.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleChoice {
    /// The name of a built-in puzzle, or that of the file whose text is given.
    name: String,
    #[serde(default)]
    text: Option<String>,
}

impl PuzzleChoice {
    /// Whether it is a puzzle file, whose text is given.
    pub(super) fn is_file(&self) -> bool {
        self.text.is_some()
    }
}

/// The options of built-in puzzles.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    #[serde(default)]
    goal: Option<String>,
    #[serde(default)]
    colours: Option<u8>,
    #[serde(default)]
    first: Option<String>,
}

/// What a request asks. All routes have the same fields; each ignores those that it does not need.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    puzzle: PuzzleChoice,
    #[serde(default)]
    options: Options,
    /// The board; the default is the start of the file or the example of the built-in puzzle.
    #[serde(default)]
    board: Option<String>,
    /// The moves made on the board.
    #[serde(default)]
    pub(super) moves: Vec<String>,
    #[serde(default)]
    dark: bool,
    /// The index of the first position wanted.
    #[serde(default)]
    pub(super) from: usize,
    /// How many are wanted.
    #[serde(default)]
    pub(super) count: Option<usize>,
    #[serde(default)]
    pub(super) format: Option<String>,
    /// Whether a picture shows all positions rather than the last.
    #[serde(default)]
    pub(super) all: bool,
    /// The size of a state space.
    #[serde(default)]
    pub(super) size: Option<String>,
    /// The least and the greatest number of moves.
    #[serde(default)]
    pub(super) lengths: Option<[u32; 2]>,
    #[serde(default)]
    pub(super) seed: u64,
    /// Seconds, if less than the server allows.
    #[serde(default)]
    time: Option<f64>,
}

impl Request {
    /// Reads the JSON of a body.
    ///
    /// # Errors
    /// It is not such JSON.
    pub fn read(body: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(body).map_err(|error| {
            Refusal::new(StatusCode::BAD_REQUEST, format!("not a request: {error}"))
        })
    }

    /// The time that the request wants.
    pub fn time(&self) -> Option<Duration> {
        let seconds = self.time?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Which puzzle is meant.
    pub(super) fn choice(&self) -> &PuzzleChoice {
        &self.puzzle
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> Result<Puzzle, Refusal> {
        let PuzzleChoice { name, text } = &self.puzzle;
        let puzzle = match text {
            Some(text) => Puzzle::parse(name, text.trim_start_matches('\u{feff}'))?,
            None => Puzzle::named(name)?,
        };
        let Options {
            goal,
            colours,
            first,
        } = self.options.clone();
        Ok(puzzle.with(PuzzleOptions {
            goal,
            colours,
            first,
            ..PuzzleOptions::default()
        }))
    }

    /// The text of the puzzle file.
    pub(super) fn text(&self) -> &str {
        self.puzzle.text.as_deref().unwrap_or_default()
    }

    /// The text of the board, if it is given.
    pub(super) fn board_text(&self) -> Option<&str> {
        let text = self.board.as_deref();
        text.filter(|text| !text.trim().is_empty())
    }

    /// The board after the moves.
    pub(super) fn board_after_moves(&self) -> Result<Board, Refusal> {
        let board = start(&self.puzzle()?, self.board_text())?;
        Ok(match self.moves.as_slice() {
            [] => board,
            moves => board.after(&moves.join(" "))?,
        })
    }

    /// How pictures look.
    pub(super) fn style(&self) -> Style {
        style(self.dark)
    }
}

/// The board in `text`, or the one that the puzzle comes with.
pub(super) fn start(puzzle: &Puzzle, text: Option<&str>) -> Result<Board, Refusal> {
    Ok(match text {
        Some(text) => puzzle.board(text)?,
        None if puzzle.is_from_file() => puzzle.start()?,
        None => puzzle.board(puzzle.info().example)?,
    })
}

/// The style of pictures on a light or a dark page.
pub(super) fn style(dark: bool) -> Style {
    Style::of(match dark {
        true => Theme::Dark,
        false => Theme::Light,
    })
}
