//! How the program ends.

use std::io;
use std::process::ExitCode;

use fewest::rules::{Outcome, StopReason};
use fewest::search::TableFileError;

/// The documented exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Solved, perhaps not by the fewest moves if that was asked for, or the command did
    /// its job.
    Done = 0,
    /// Proven: no solution; or a checked solution is wrong or not shortest.
    No = 1,
    /// Bad input or usage, or input or output that fails.
    Bad = 2,
    /// A limit was reached before an answer.
    Limit = 3,
    /// Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The code of one board's outcome.
    pub(crate) fn of<M>(outcome: &Outcome<M>) -> Self {
        match outcome {
            Outcome::Solved { .. } => Self::Done,
            Outcome::Unsolvable(_) => Self::No,
            Outcome::Stopped { reason, .. } => Self::stopped(*reason),
        }
    }

    /// The code of work that a limit ended.
    pub(crate) fn stopped(reason: StopReason) -> Self {
        if reason == StopReason::Cancelled {
            Self::Interrupted
        } else {
            Self::Limit
        }
    }

    /// The code of two boards: what is least known decides.
    pub(crate) fn and(self, other: Self) -> Self {
        let weight = |exit| match exit {
            Self::Done => 0,
            Self::No => 1,
            Self::Limit => 2,
            Self::Bad => 3,
            Self::Interrupted => 4,
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
    /// A message of several lines, complete as it stands.
    #[error("{0}")]
    Diagnosed(String),
    /// A message of one line, and how to fix the problem.
    #[error("{message}")]
    Usage {
        message: String,
        help: Option<String>,
    },
    /// A file that cannot be read.
    #[error("cannot read {name}: {error}")]
    Read { name: String, error: io::Error },
    /// stdout that cannot be written to.
    #[error("cannot write the answer: {0}")]
    Write(io::Error),
    /// The reader of stdout closed it.
    #[error("the output was closed")]
    ClosedPipe,
    /// A limit was reached before there was anything to answer.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage {
            message: message.into(),
            help: None,
        }
    }

    /// A table that is refused, and how to fix that.
    pub(crate) fn table(error: &TableFileError) -> Self {
        if error.is_untrusted() {
            Self::refused_table(error.to_string())
        } else {
            Self::usage(error.to_string())
        }
    }

    /// A table that others could have written.
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
            _ => Exit::Bad,
        }
    }
}

impl From<io::Error> for Failure {
    /// For errors of stdout, the only stream that is written through `?`.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Write(error)
        }
    }
}
