//! The Python class of boards.

use fewest::{Algorithm, Request};
use fewest_rules::words;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::{Meant, raised};
use crate::limits::Limits;
use crate::watch::run;

/// A board of a built-in puzzle or of a puzzle file.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Board {
    pub(crate) board: fewest::Board,
    /// The text from which the board was read; `None` for the start of a puzzle file.
    #[pyo3(get)]
    text: Option<String>,
}

/// A move that is not legal: its number and its name.
type Illegal = (usize, String);

impl Board {
    pub(crate) fn new(board: fewest::Board, text: Option<String>) -> Self {
        Self { board, text }
    }
}

#[pymethods]
impl Board {
    fn drawing(&self) -> Option<String> {
        self.board.positions(&[])?.pop()
    }

    /// The words of the drawing, row by row; `None` if the drawing is no grid of words.
    fn rows(&self) -> Option<Vec<Vec<String>>> {
        let drawing = self.drawing()?;
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        let lines: Vec<Vec<String>> = drawing.lines().map(words).collect();
        // The values of variables follow the rows of the board.
        let scene = self.board.scene().ok();
        let drawn = scene.map(|scene| (scene.row_count(), scene.column_count()));
        let fits = |rows: usize, columns: usize| {
            let first = lines.get(..rows);
            first.is_some_and(|rows| rows.iter().all(|row| row.len() == columns))
        };
        let rows = match drawn {
            Some((rows, columns)) if fits(rows, columns) => rows,
            _ => lines.len(),
        };
        (rows > 0 && fits(rows, lines[0].len())).then(|| lines[..rows].to_vec())
    }

    fn letter_moves(&self) -> bool {
        self.board.letter_moves()
    }

    fn algorithms(&self) -> Vec<&'static str> {
        let algorithms = self.board.algorithms().into_iter();
        algorithms.map(Algorithm::name).collect()
    }

    fn heuristics(&self) -> Vec<&'static str> {
        self.board.heuristics()
    }

    fn properties(&self) -> Vec<String> {
        self.board.properties()
    }

    /// The answer to a request. Both are JSON: `fewest::Request` describes the request, and
    /// `docs/json.md` the answer.
    fn answer(&self, py: Python<'_>, limits: &Limits, request: &str) -> PyResult<String> {
        let request: Request = serde_json::from_str(request).map_err(wrong)?;
        let meant = match request {
            Request::Check { .. } => Meant::Moves,
            _ => Meant::Board,
        };
        let reply = run(py, limits, |limits| self.board.answer(&request, limits))?;
        json(&reply.map_err(|error| raised(py, error, meant))?)
    }

    fn positions(&self, moves: Vec<String>) -> Option<Vec<String>> {
        self.board.positions(&moves)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves()
    }

    /// The names in `moves`, and the first move that is not legal with its number.
    fn replay(&self, py: Python<'_>, moves: &str) -> PyResult<(Vec<String>, Option<Illegal>)> {
        let replay = |text: &str| self.board.replay(text);
        let replayed = replay(moves).map_err(|error| raised(py, error, Meant::Moves))?;
        let mut names = Vec::with_capacity(replayed.length);
        for span in words(moves) {
            let word = &moves[span];
            // A word may consist of several moves if all moves are single letters.
            match replay(word) {
                Ok(one) if one.length == 1 => names.push(word.to_owned()),
                _ => names.extend(word.chars().map(String::from)),
            }
        }
        let illegal = replayed.illegal.map(|(number, _, name)| (number, name));
        Ok((names, illegal))
    }
}

/// Writes an answer as JSON.
pub(crate) fn json(answer: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(wrong)
}

/// Makes the exception for a request that is wrong, without the place in its JSON.
pub(crate) fn wrong(error: serde_json::Error) -> PyErr {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    PyValueError::new_err(message.to_owned())
}
