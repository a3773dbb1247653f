//! The error type of the library's main interface.

use std::fmt;
use std::io;
use std::sync::Arc;

use fewest_rules::{Fault, Faults, StopReason};

use crate::api::{GraphError, InternalError, ReadError, SolveError, Unfinished};
use crate::diagnose::{self, Source};
use crate::space::SpaceError;

/// Why a request was not answered.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No built-in puzzle and no puzzle of the library has this name.
    #[error("there is no puzzle '{}'; {meant}", name.escape_debug())]
    UnknownPuzzle {
        /// The name.
        name: String,
        /// A question whether a puzzle with a similar name was meant; otherwise the names of all
        /// puzzles.
        meant: String,
    },
    /// A file could not be read.
    #[error("cannot read {name}: {error}")]
    Read {
        /// The name of the file.
        name: String,
        /// Why the file could not be read.
        #[source]
        error: Arc<io::Error>,
    },
    /// A puzzle file, a board or moves do not fit their notation.
    #[error(transparent)]
    Text(#[from] TextError),
    /// An option does not fit the puzzle.
    #[error("{0}")]
    Option(String),
    /// The puzzle has no start of its own.
    #[error("{0} has no start")]
    NoStart(String),
    /// The text must contain exactly one board, but contains this number of boards.
    #[error("expected one board, found {0}")]
    NotOneBoard(usize),
    /// The board cannot be solved by the requested algorithm, or by any algorithm.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// There is no graph of the board's states.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The puzzle has no such state space, or the space does not support the request.
    #[error("{0}")]
    Space(String),
    /// A limit was reached before any answer was known.
    #[error("stopped by a limit: {0}")]
    Stopped(StopReason),
}

impl Error {
    /// Makes the error of reading `text`.
    pub(crate) fn of_text(error: ReadError, name: &str, text: &str) -> Self {
        match error {
            ReadError::Option(message) => Self::Option(message),
            ReadError::Text(faults) => Self::Text(TextError::new(name, text, faults)),
        }
    }
}

impl Error {
    /// The bug of this library that the error reports, if it is one: an answer that the rules or
    /// another answer refuted.
    pub fn internal(&self) -> Option<&InternalError> {
        match self {
            Self::Solve(SolveError::Internal(error))
            | Self::Graph(GraphError::Board(SolveError::Internal(error))) => Some(error),
            _ => None,
        }
    }
}

impl From<Unfinished> for Error {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Stopped(reason) => Self::Stopped(reason),
            Unfinished::Internal(error) => Self::Solve(SolveError::Internal(error)),
        }
    }
}

impl From<SpaceError> for Error {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::Unfit(message) => Self::Space(message),
            SpaceError::Stopped(reason) => Self::Stopped(reason),
            SpaceError::Disk(message) => Self::Space(message),
            SpaceError::Peer(error) => Self::Space(error.to_string()),
        }
    }
}

/// All faults that were found in a text, with their places.
///
/// The error is displayed as messages that quote the text, mark the faulty places and say how to
/// fix them.
///
/// ```
/// use fewest::{Error, AnyPuzzle};
///
/// let Err(Error::Text(error)) = AnyPuzzle::named("flip")?.board("w b\nb x") else { panic!() };
/// assert_eq!(error.faults()[0].span, 6..7);
/// assert!(error.to_string().contains("expected w or b"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    name: String,
    text: String,
    faults: Faults,
}

impl TextError {
    /// Makes the error with the faults of `text`; their spans are byte ranges of the text.
    pub(crate) fn new(name: &str, text: &str, faults: Faults) -> Self {
        Self {
            name: name.to_owned(),
            text: text.to_owned(),
            faults,
        }
    }

    /// The name of the text, such as the name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the same error with another name for the text.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// The faulty text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The faults, in the order of the text. Each fault has a span (a byte range of the text), a
    /// message, a label and possibly a help.
    pub fn faults(&self) -> &[Fault] {
        self.faults.as_slice()
    }

    /// The faults alone, without the text.
    pub fn into_faults(self) -> Faults {
        self.faults
    }

    /// The messages of the faults. If `styled`, they have colours for a terminal.
    pub fn render(&self, styled: bool) -> String {
        let source = Source::whole(&self.name, self.text.as_bytes());
        diagnose::render(&source, &self.faults, styled)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false).trim_end())
    }
}

impl std::error::Error for TextError {}
