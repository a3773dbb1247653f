//! The exit codes of the program, and the errors that end a command.

use std::io;
use std::process::ExitCode;

use fewest::api::Unfinished;
use fewest::{InternalError, SolveError};
use fewest_rules::{Outcome, StopReason};
use fewest_tables::TableFileError;

/// The documented exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The board is solved, or the command has done its work. If the user asked for an approximate
    /// search, the solution may have more than the fewest moves.
    Done = 0,
    /// It is proven that there is no solution, or a checked solution is wrong or not shortest.
    No = 1,
    /// The input or the usage is wrong, or reading or writing fails.
    Bad = 2,
    /// A limit was reached before any answer was known.
    Limit = 3,
    /// An answer was refuted by the rules or by another answer: a bug of the program.
    Internal = 4,
    /// The user pressed Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The exit code for the outcome of one board.
    pub(crate) fn of<M>(outcome: &Outcome<M>) -> Self {
        match outcome {
            Outcome::Solved { .. } => Self::Done,
            Outcome::Unsolvable(_) => Self::No,
            Outcome::Stopped { reason, .. } => Self::stopped(*reason),
        }
    }

    /// The exit code for work that a limit stopped.
    pub(crate) fn stopped(reason: StopReason) -> Self {
        if reason == StopReason::Cancelled {
            Self::Interrupted
        } else {
            Self::Limit
        }
    }

    /// Combines the exit codes of two boards and returns the more serious one. From the least to
    /// the most serious, the order is: done, no, limit, bad, internal, interrupted.
    pub(crate) fn and(self, other: Self) -> Self {
        let weight = |exit| match exit {
            Self::Done => 0,
            Self::No => 1,
            Self::Limit => 2,
            Self::Bad => 3,
            Self::Internal => 4,
            Self::Interrupted => 5,
        };
        if weight(other) > weight(self) {
            other
        } else {
            self
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command ended without doing its job.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A complete message of several lines.
    #[error("{0}")]
    Diagnosed(String),
    /// A message of one line, and how to fix the problem.
    #[error("{message}")]
    Usage {
        message: String,
        help: Option<String>,
    },
    /// A file cannot be read.
    #[error("cannot read {name}: {error}")]
    Read { name: String, error: io::Error },
    /// Writing to stdout failed.
    #[error("cannot write the answer: {0}")]
    Write(io::Error),
    /// The program that reads stdout has closed it.
    #[error("the output was closed")]
    ClosedPipe,
    /// A limit was reached before there was any answer.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// An answer was refuted by the rules or by another answer.
    #[error("{0}")]
    Internal(Box<InternalError>),
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage {
            message: message.into(),
            help: None,
        }
    }

    /// Adds advice to the message.
    pub(crate) fn advised(self, advice: &str) -> Self {
        match self {
            Self::Diagnosed(text) => Self::Diagnosed(format!("{text}\nhelp: {advice}\n")),
            Self::Read { .. } => Self::Usage {
                message: self.to_string(),
                help: Some(advice.to_owned()),
            },
            other => other,
        }
    }

    /// Makes the failure for a table that is refused, with a suggestion how to fix this.
    pub(crate) fn table(error: &TableFileError) -> Self {
        if error.is_untrusted() {
            Self::refused_table(error.to_string())
        } else {
            Self::usage(error.to_string())
        }
    }

    /// Makes the failure for a table that other users could have written.
    pub(crate) fn refused_table(message: String) -> Self {
        Self::Usage {
            message,
            help: Some(
                "name a folder of your own with --cache DIR, or believe it with --trust-tables"
                    .to_owned(),
            ),
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::ClosedPipe => Exit::Done,
            Self::Interrupted => Exit::Interrupted,
            Self::Stopped(reason) => Exit::stopped(*reason),
            Self::Internal(_) => Exit::Internal,
            _ => Exit::Bad,
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Internal(error) => Self::Internal(error),
            SolveError::Table(message) => Self::refused_table(message),
            unfit => Self::usage(unfit.to_string()),
        }
    }
}

impl From<Unfinished> for Failure {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Stopped(reason) => Self::Stopped(reason),
            Unfinished::Internal(error) => Self::Internal(error),
        }
    }
}

impl From<io::Error> for Failure {
    /// Converts errors of stdout. The operator `?` is used only for errors of this stream.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Write(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use fewest::api::{InternalError, RefutedAnswer, SolveError, Unfinished};

    use super::{Exit, Failure};
    use serde_json::{Value, json};

    fn error() -> Box<InternalError> {
        Box::new(InternalError::new(RefutedAnswer {
            problem: "move 1, up, of the solution is not legal".to_owned(),
            request: "solve",
            method: "A*",
            answer: "up",
            puzzle: "flip",
            board: "b w",
        }))
    }

    #[test]
    fn an_internal_error_has_its_own_exit_code_and_names_its_file() {
        for failure in [
            Failure::from(SolveError::Internal(error())),
            Failure::from(Unfinished::Internal(error())),
        ] {
            assert_eq!(failure.exit(), Exit::Internal);
            assert_eq!(failure.exit() as u8, 4);
            let Failure::Internal(error) = &failure else {
                panic!("{failure:?}");
            };
            let file = error.file().expect("the folder for temporary files");
            assert!(failure.to_string().contains(&*file.to_string_lossy()));
            let told: Value = json!(**error);
            assert_eq!(told["problem"], "move 1, up, of the solution is not legal");
            assert_eq!(told["file"], *file.to_string_lossy());
            std::fs::remove_file(file).expect("the file exists");
        }
    }

    #[test]
    fn an_internal_error_is_worse_than_every_answer() {
        for other in [Exit::Done, Exit::No, Exit::Limit, Exit::Bad] {
            assert_eq!(other.and(Exit::Internal), Exit::Internal);
            assert_eq!(Exit::Internal.and(other), Exit::Internal);
        }
    }
}
