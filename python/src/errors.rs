//! Converts errors of the engine to the exceptions of `fewest._errors`.

use std::io;

use fewest::{Error, GraphError, InternalError, TextError};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

/// What a faulty text should contain, which determines the class of the exception.
#[derive(Clone, Copy)]
pub(crate) enum Meant {
    Puzzle,
    Board,
    Moves,
}

impl Meant {
    fn exception(self) -> &'static str {
        match self {
            Self::Puzzle => "PuzzleError",
            Self::Board => "BoardError",
            Self::Moves => "MovesError",
        }
    }
}

/// Makes the exception for `error`.
pub(crate) fn raised(py: Python<'_>, error: impl Into<Error>, meant: Meant) -> PyErr {
    let error = &error.into();
    if let Some(error) = error.internal() {
        return internal(py, error);
    }
    let made = match error {
        Error::Text(text) => of_text(py, text, meant),
        Error::NotOneBoard(_) => new(py, "BoardError", (error.to_string(), Vec::<Fault>::new())),
        Error::Solve(_) => new(py, "UnsupportedError", (error.to_string(),)),
        Error::Stopped(reason) => new(py, "StoppedError", (error.to_string(), reason.word())),
        Error::Graph(GraphError::Stopped { reason, .. }) => {
            new(py, "StoppedError", (error.to_string(), reason.word()))
        }
        Error::Graph(GraphError::Board(_)) => new(py, "UnsupportedError", (error.to_string(),)),
        Error::Read { name, error } => unread(py, name, error),
        _ => Ok(PyValueError::new_err(error.to_string())),
    };
    made.unwrap_or_else(|failed| failed)
}

/// Makes the exception for a refuted answer.
pub(crate) fn internal(py: Python<'_>, error: &InternalError) -> PyErr {
    let file = error.file().map(|file| file.display().to_string());
    let arguments = (error.to_string(), error.report(), file);
    new(py, "InternalError", arguments).unwrap_or_else(|failed| failed)
}

/// The message, the label, the line, the column, the first and the last character, and the help.
type Fault = (String, String, usize, usize, (usize, usize), Option<String>);

fn of_text(py: Python<'_>, error: &TextError, meant: Meant) -> PyResult<PyErr> {
    let faults: Vec<Fault> = error
        .faults()
        .iter()
        .map(|fault| {
            let text = error.text();
            let before = |at: usize| text.get(..at).unwrap_or(text);
            let (start, end) = (before(fault.span.start), before(fault.span.end));
            let line = start.rsplit('\n').next().unwrap_or_default();
            (
                fault.message.clone(),
                fault.label.clone(),
                start.matches('\n').count() + 1,
                line.chars().count() + 1,
                (start.chars().count(), end.chars().count()),
                fault.help.clone(),
            )
        })
        .collect();
    new(py, meant.exception(), (error.to_string(), faults))
}

fn unread(py: Python<'_>, name: &str, error: &io::Error) -> PyResult<PyErr> {
    match error.raw_os_error() {
        // If the error has a number, the constructor of `OSError` chooses a subclass such as
        // `FileNotFoundError`.
        Some(number) => {
            let text = py.import("os")?.call_method1("strerror", (number,))?;
            let exception = py.get_type::<PyOSError>().call1((number, text, name))?;
            Ok(PyErr::from_value(exception))
        }
        None => Ok(PyOSError::new_err(format!("cannot read {name}: {error}"))),
    }
}

fn new<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<PyErr> {
    let class = py.import("fewest._errors")?.getattr(name)?;
    Ok(PyErr::from_value(class.call1(arguments)?))
}
