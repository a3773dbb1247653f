//! The Python class of puzzles, by name or from a file.

use std::path::PathBuf;

use fewest::PuzzleOptions;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{Meant, raised};
use crate::space::Space;

/// A built-in puzzle or a puzzle from a file, with its options.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Puzzle(fewest::AnyPuzzle);

/// The names of the built-in puzzles.
#[pyfunction]
pub(crate) fn built_in() -> Vec<String> {
    let puzzles = fewest::AnyPuzzle::built_in();
    puzzles.map(|puzzle| puzzle.name().to_owned()).collect()
}

/// The names of the puzzles of the library.
#[pyfunction]
pub(crate) fn library() -> Vec<&'static str> {
    let entries = fewest::library::all().iter();
    entries.map(|entry| entry.name).collect()
}

#[pymethods]
impl Puzzle {
    #[staticmethod]
    fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        let named = fewest::AnyPuzzle::named(name);
        named
            .map(Self)
            .map_err(|error| raised(py, error, Meant::Puzzle))
    }

    /// The puzzle that `text` describes. The end of `name` determines the format.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str, name: &str) -> PyResult<Self> {
        let parsed = py.detach(|| fewest::AnyPuzzle::parse(name, text));
        parsed
            .map(Self)
            .map_err(|error| raised(py, error, Meant::Puzzle))
    }

    #[pyo3(signature = (goal, colours, first, heuristic, cache))]
    fn with_options(
        &self,
        goal: Option<String>,
        colours: Option<u8>,
        first: Option<String>,
        heuristic: Option<String>,
        cache: Option<PathBuf>,
    ) -> Self {
        Self(self.0.clone().with(PuzzleOptions {
            goal,
            colours,
            first,
            heuristic,
            cache,
            ..PuzzleOptions::default()
        }))
    }

    fn name(&self) -> &str {
        self.0.name()
    }

    /// The summary, the sizes, the notation of boards and of moves, the options, and an example.
    fn info(&self) -> (String, String, String, String, String, String) {
        let info = self.0.info();
        (
            info.summary.to_owned(),
            info.sizes.to_owned(),
            info.notation.to_owned(),
            info.moves.to_owned(),
            info.options.to_owned(),
            info.example.to_owned(),
        )
    }

    fn warnings(&self) -> Vec<String> {
        let warnings = self.0.warnings().iter();
        warnings.map(|fault| fault.message.clone()).collect()
    }

    fn start(&self, py: Python<'_>) -> PyResult<Board> {
        let start = self.0.start();
        start
            .map(|board| Board::new(board, None))
            .map_err(|error| raised(py, error, Meant::Board))
    }

    fn board(&self, py: Python<'_>, text: &str) -> PyResult<Board> {
        let board = py.detach(|| self.0.board(text));
        board
            .map(|board| Board::new(board, Some(text.to_owned())))
            .map_err(|error| raised(py, error, Meant::Board))
    }

    fn boards(&self, py: Python<'_>, text: &str) -> PyResult<Vec<Board>> {
        let boards = py.detach(|| self.0.placed_boards(text));
        let boards = boards.map_err(|error| raised(py, error, Meant::Board))?;
        let boards = boards.into_iter();
        Ok(boards
            .map(|(board, span)| Board::new(board, text.get(span).map(str::to_owned)))
            .collect())
    }

    fn space(
        &self,
        py: Python<'_>,
        size: Option<&str>,
        all_boards: bool,
        levels: bool,
    ) -> PyResult<Space> {
        let puzzle = self.0.clone().with(PuzzleOptions {
            all_boards,
            levels,
            ..self.0.options().clone()
        });
        let space = py.detach(|| match size {
            Some(size) => puzzle.space_of_size(size),
            None => puzzle.space(),
        });
        space
            .map(Space)
            .map_err(|error| raised(py, error, Meant::Board))
    }

    fn space_of_board(&self, py: Python<'_>, text: &str) -> PyResult<Space> {
        let space = py.detach(|| self.0.space_of_board(text));
        space
            .map(Space)
            .map_err(|error| raised(py, error, Meant::Board))
    }
}
