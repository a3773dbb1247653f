//! The Python class of boards.

use fewest::{
    Algorithm, Answer as NativeAnswer, ApproximateSearch, HintChange, HintGrade, HintPart, Outcome,
    SolutionOptions, SolutionRange, SolveOptions, StopReason, Verdict,
};
use fewest_rules::words;
use fewest_search::Weight;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answer::{Answer, cost, int};
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

/// The verdict, the illegal move with its number, whether the last position is a goal, the number
/// of moves after which an earlier position was a goal, the number of moves, and the answer of the
/// solver.
type Checked = (
    &'static str,
    Option<Illegal>,
    bool,
    Option<usize>,
    usize,
    Answer,
);

/// The length of a shortest solution, the number of shortest solutions, the branching factor, the
/// number of wrong-looking moves, and the number of dead ends.
type Difficulty<'py> = (u32, Bound<'py, PyAny>, f64, Option<u32>, u32);

/// What a move changes: the kind of the thing, its symbol, and its row and column, counted from 1.
type Change = (&'static str, Option<String>, u32, u32);

fn change(change: &HintChange) -> Change {
    let (part, symbol) = match &change.part {
        HintPart::Piece(symbol) => ("piece", Some(symbol.clone())),
        HintPart::Player => ("player", None),
        HintPart::Cell => ("cell", None),
    };
    (part, symbol, change.cell.row + 1, change.cell.column + 1)
}

/// The solutions, their numbers by length, the length below which all solutions are counted,
/// whether there are no other solutions, and the limit that stopped the search.
type Near<'py> = (
    Vec<Bound<'py, PyTuple>>,
    Vec<(u32, Bound<'py, PyAny>)>,
    u32,
    bool,
    Option<&'static str>,
);

impl Board {
    pub(crate) fn new(board: fewest::Board, text: Option<String>) -> Self {
        Self { board, text }
    }
}

/// The options of a search.
pub(crate) fn options(algorithm: Option<&str>, heuristic: Option<&str>) -> PyResult<SolveOptions> {
    let algorithm = algorithm
        .map(str::parse::<Algorithm>)
        .transpose()
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(SolveOptions {
        algorithm,
        heuristic: heuristic.map(str::to_owned),
        ..SolveOptions::default()
    })
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

    fn solve(
        &self,
        py: Python<'_>,
        limits: &Limits,
        algorithm: Option<&str>,
        heuristic: Option<&str>,
    ) -> PyResult<Answer> {
        let options = options(algorithm, heuristic)?;
        let answer = run(py, limits, |limits| {
            self.board.solve_with(&SolveOptions {
                limits: limits.clone(),
                ..options
            })
        })?;
        match answer {
            Ok(answer) => Answer::of(py, &answer),
            Err(error) => Err(raised(py, error, Meant::Board)),
        }
    }

    /// The answer if it is proven, otherwise the moves, the lower bound, the guaranteed factor, the
    /// cost and the method.
    #[allow(clippy::type_complexity)]
    fn approximate<'py>(
        &self,
        py: Python<'py>,
        limits: &Limits,
        weight: Option<f64>,
        beam: Option<usize>,
    ) -> PyResult<(
        Option<Answer>,
        Option<(
            Bound<'py, PyTuple>,
            u32,
            Option<f64>,
            (u64, u64, u64, f64),
            String,
        )>,
    )> {
        let search = match (weight, beam) {
            (Some(weight), None) => {
                let hundredths = (weight * 100.0).round();
                let exact = (weight * 100.0 - hundredths).abs() < 1e-6;
                let found = (exact && (0.0..=f64::from(u32::MAX)).contains(&hundredths))
                    .then(|| Weight::per_cent(hundredths as u32))
                    .flatten();
                ApproximateSearch::Weight(found.ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "weight must be from {} to {} with at most two decimals",
                        Weight::ONE,
                        Weight::MOST
                    ))
                })?)
            }
            (None, Some(width)) => ApproximateSearch::Beam(
                width
                    .try_into()
                    .map_err(|_| PyValueError::new_err("beam must be at least 1"))?,
            ),
            _ => return Err(PyValueError::new_err("expected either weight or beam")),
        };
        let answer = run(py, limits, |limits| self.board.approximate(search, limits))?
            .map_err(|error| raised(py, error, Meant::Board))?;
        Ok(match answer.proven() {
            Ok(answer) => (Some(Answer::of(py, &answer)?), None),
            Err(unproven) => {
                let found = &unproven.outcome;
                let factor = found.within().map(|w| f64::from(w.hundredths()) / 100.0);
                let moves = PyTuple::new(py, found.moves())?;
                let method = unproven.method.to_string();
                let figures = cost(unproven.statistics);
                (
                    None,
                    Some((moves, found.lower_bound(), factor, figures, method)),
                )
            }
        })
    }

    fn positions(&self, moves: Vec<String>) -> Option<Vec<String>> {
        self.board.positions(&moves)
    }

    fn count<'py>(&self, py: Python<'py>, limits: &Limits) -> PyResult<Bound<'py, PyAny>> {
        let count = run(py, limits, |limits| self.board.count_solutions(limits))?;
        int(py, &count.map_err(|error| raised(py, error, Meant::Board))?)
    }

    fn solutions<'py>(
        &self,
        py: Python<'py>,
        limits: &Limits,
        most: usize,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let found = run(py, limits, |limits| {
            self.board.first_solutions(most, limits)
        })?;
        let (_, solutions) = found.map_err(|error| raised(py, error, Meant::Board))?;
        solutions
            .iter()
            .map(|moves| PyTuple::new(py, moves))
            .collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves()
    }

    /// The answer of the search, the list of changes that the next move makes, and all of the hint
    /// as a sentence.
    fn hint(
        &self,
        py: Python<'_>,
        limits: &Limits,
    ) -> PyResult<(Answer, Option<Vec<Change>>, Option<String>)> {
        let hint = run(py, limits, |limits| self.board.hint_within(limits))?;
        let hint = hint.map_err(|error| raised(py, error, Meant::Board))?;
        let changes = hint.changes();
        let changes = changes.map(|changes| changes.iter().map(change).collect());
        let sentence = hint.sentence(HintGrade::Move);
        Ok((Answer::of(py, hint.answer())?, changes, sentence))
    }

    /// The `k` best solutions, or the solutions with up to `within` moves more than the fewest. The
    /// list contains at most `most` solutions.
    fn near<'py>(
        &self,
        py: Python<'py>,
        limits: &Limits,
        k: Option<u64>,
        within: Option<u32>,
        distinct: bool,
        most: usize,
    ) -> PyResult<Near<'py>> {
        let range = match (k, within) {
            (Some(k), None) => SolutionRange::Best(k),
            (None, Some(more)) => SolutionRange::Within(more),
            _ => return Err(PyValueError::new_err("expected either k or within")),
        };
        let wanted = SolutionOptions { range, distinct };
        let found = run(py, limits, |limits| {
            self.board.first_wanted_solutions(&wanted, most, limits)
        })?;
        let (counts, all) = found.map_err(|error| raised(py, error, Meant::Board))?;
        let by_length = counts.by_length.iter();
        let by_length = by_length.map(|(length, count)| Ok((*length, int(py, count)?)));
        let all = all.iter().map(|moves| PyTuple::new(py, moves));
        Ok((
            all.collect::<PyResult<_>>()?,
            by_length.collect::<PyResult<_>>()?,
            counts.complete_below,
            counts.is_all,
            counts.stopped.map(StopReason::word),
        ))
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

    fn check(&self, py: Python<'_>, limits: &Limits, moves: &str) -> PyResult<Checked> {
        let checked = run(py, limits, |limits| self.board.check_within(moves, limits))?;
        let checked = checked.map_err(|error| raised(py, error, Meant::Moves))?;
        let replayed = &checked.replayed;
        let illegal = replayed.illegal.as_ref();
        Ok((
            verdict(checked.verdict()),
            illegal.map(|(number, _, name)| (*number, name.clone())),
            replayed.reaches_goal,
            replayed.earlier_goal,
            replayed.length,
            Answer::of(py, &checked.answer)?,
        ))
    }

    fn explain(&self, py: Python<'_>, limits: &Limits) -> PyResult<(Answer, String)> {
        let explained = run(py, limits, |limits| self.board.explain_within(limits))?;
        let explained = explained.map_err(|error| raised(py, error, Meant::Board))?;
        Ok((Answer::of(py, &explained.answer)?, explained.text))
    }

    fn difficulty<'py>(
        &self,
        py: Python<'py>,
        limits: &Limits,
    ) -> PyResult<Option<Difficulty<'py>>> {
        let found = run(py, limits, |limits| self.board.difficulty(limits))?;
        let Some(found) = found.map_err(|error| raised(py, error, Meant::Board))? else {
            return Ok(None);
        };
        Ok(Some((
            found.length,
            int(py, &found.solutions)?,
            found.branching,
            found.wrong_looking,
            found.dead_ends,
        )))
    }

    /// One row for each algorithm.
    #[allow(clippy::type_complexity)]
    fn compare(
        &self,
        py: Python<'_>,
        limits: &Limits,
    ) -> PyResult<Vec<(&'static str, Option<&'static str>, Answer)>> {
        let compared = run(py, limits, |limits| self.board.compare(limits))?;
        let compared = compared.map_err(|error| raised(py, error, Meant::Board))?;
        let rows = compared.rows.iter();
        let rows = rows.map(|row| {
            let answer: &NativeAnswer<Outcome<String>> = &row.answer;
            Ok((row.algorithm.name(), row.heuristic, Answer::of(py, answer)?))
        });
        rows.collect()
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Illegal => "illegal",
        Verdict::NoGoal => "no goal",
        Verdict::Shortest => "shortest",
        Verdict::TooLong { .. } => "too long",
        Verdict::NotBest => "not best",
        Verdict::Unknown { .. } => "unknown",
        Verdict::Contradiction => "contradiction",
    }
}
