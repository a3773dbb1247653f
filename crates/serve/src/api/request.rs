//! Parses the body of a request.

use std::time::Duration;

use axum::http::StatusCode;
use fewest::scene::{Style, Theme};
use fewest::{AnyPuzzle, Board, Error, PuzzleOptions};
use serde::Deserialize;

use super::refusal::Refusal;

/// The puzzle that a request is about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleChoice {
    /// The name of a built-in puzzle or, if the request contains the text of a puzzle file, the
    /// name of that file.
    name: String,
    text: Option<String>,
}

impl PuzzleChoice {
    /// Whether the puzzle comes from a puzzle file, whose text the request contains.
    pub(super) fn is_file(&self) -> bool {
        self.text.is_some()
    }
}

/// The options of built-in puzzles.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestOptions {
    goal: Option<String>,
    colours: Option<u8>,
    first: Option<String>,
}

/// The content of a request. All routes accept the same fields; each route ignores the fields that
/// it does not need.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    puzzle: PuzzleChoice,
    #[serde(default)]
    options: RequestOptions,
    /// The board. The default is the start of the puzzle file, or the example of the built-in
    /// puzzle.
    board: Option<String>,
    /// The moves to make on the board.
    #[serde(default)]
    pub(super) moves: Vec<String>,
    #[serde(default)]
    dark: bool,
    /// The index of the first wanted position.
    #[serde(default)]
    pub(super) from: usize,
    /// The wanted number of positions, solutions or boards.
    pub(super) count: Option<usize>,
    pub(super) format: Option<String>,
    /// Whether a picture shows all positions and not only the last one.
    #[serde(default)]
    pub(super) all: bool,
    /// The size of a state space.
    pub(super) size: Option<String>,
    /// The least and the greatest wanted number of moves.
    pub(super) lengths: Option<[u32; 2]>,
    #[serde(default)]
    pub(super) seed: u64,
    /// The wanted time limit in seconds, if it is shorter than the server's limit.
    time: Option<f64>,
}

impl Request {
    /// Parses the JSON of a request's body.
    ///
    /// # Errors
    /// The body is not the JSON form of a request.
    pub fn read(body: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(body).map_err(|error| {
            Refusal::new(StatusCode::BAD_REQUEST, format!("not a request: {error}"))
        })
    }

    /// The time limit that the request asks for.
    pub fn time(&self) -> Option<Duration> {
        let seconds = self.time?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The puzzle that the request names.
    pub(super) fn choice(&self) -> &PuzzleChoice {
        &self.puzzle
    }

    /// Reads the puzzle of the request.
    pub(super) fn puzzle(&self) -> Result<AnyPuzzle, Refusal> {
        let PuzzleChoice { name, text } = &self.puzzle;
        let puzzle = match text {
            Some(text) => AnyPuzzle::parse(name, text.trim_start_matches('\u{feff}'))?,
            None => AnyPuzzle::named(name)?,
        };
        let RequestOptions {
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

    /// The text of the board, if the request contains one.
    pub(super) fn board_text(&self) -> Option<&str> {
        let text = self.board.as_deref();
        text.filter(|text| !text.trim().is_empty())
    }

    /// The board after the moves of the request.
    pub(super) fn board_after_moves(&self) -> Result<Board, Refusal> {
        let board = start(&self.puzzle()?, self.board_text())?;
        Ok(match self.moves.as_slice() {
            [] => board,
            moves => board.after(&moves.join(" ")).map_err(Error::from)?,
        })
    }

    /// The style of the pictures.
    pub(super) fn style(&self) -> Style {
        style(self.dark)
    }
}

/// Reads the board in `text` or, without a text, the board that the puzzle comes with.
pub(super) fn start(puzzle: &AnyPuzzle, text: Option<&str>) -> Result<Board, Refusal> {
    Ok(match text {
        Some(text) => puzzle.board(text)?,
        None if puzzle.is_from_file() => puzzle.start()?,
        None => puzzle.board(puzzle.info().example)?,
    })
}

/// The style of pictures for a page with a light or a dark theme.
pub(super) fn style(dark: bool) -> Style {
    Style::of(match dark {
        true => Theme::Dark,
        false => Theme::Light,
    })
}
