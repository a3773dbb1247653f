//! The errors that end a run on disk.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use fewest_rules::StopReason;
use fewest_tables::{PeerError, TableFileError};
use serde::{Deserialize, Serialize};

/// The version of the file format.
const FORMAT: u32 = 3;

/// The key of a run on disk, which says what the run computes. A folder holds one run and refuses
/// others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunKey {
    /// The kind of result, such as `census`.
    pub task: String,
    /// The puzzle's name, such as `tiles`.
    pub puzzle: String,
    /// Everything else that determines the result, such as the size and the kind of goal.
    pub parameters: String,
}

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.task, self.puzzle)?;
        if !self.parameters.is_empty() {
            write!(f, " {}", self.parameters)?;
        }
        Ok(())
    }
}

/// Why a run on disk ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A limit was reached.
    #[error("stopped by a limit: {0}")]
    Limit(StopReason),
    /// A file or folder of the run was refused, or could not be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The file of a table could not be written.
    #[error(transparent)]
    Table(#[from] TableFileError),
    /// One of several processes failed.
    #[error(transparent)]
    Peer(PeerError),
}

impl From<PeerError> for RunError {
    fn from(error: PeerError) -> Self {
        match error {
            PeerError::Stopped(reason) => Self::Limit(reason),
            failed @ PeerError::Failed { .. } => Self::Peer(failed),
        }
    }
}

impl From<StopReason> for RunError {
    fn from(reason: StopReason) -> Self {
        Self::Limit(reason)
    }
}

/// A file or folder of a run that was refused, or that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct DiskError {
    /// The path of the file or folder.
    pub path: PathBuf,
    /// What is wrong with the file or folder.
    #[source]
    pub problem: DiskProblem,
}

/// What is wrong with a file or folder of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskProblem {
    /// The system refused to read the file.
    #[error("cannot be read: {0}")]
    Read(#[source] io::Error),
    /// The system refused to write the file. The last checkpoint is intact.
    #[error("cannot be written: {0}; the last checkpoint is intact")]
    Write(#[source] io::Error),
    /// The folder holds files that do not belong to a run.
    #[error("not empty, and not the folder of a run")]
    NotARun,
    /// Another process works in the folder.
    #[error("another process works in this folder")]
    Busy,
    /// The folder is not the one in which the other processes work.
    #[error("not the folder in which process 0 works; all hosts must share one folder")]
    NotShared,
    /// The run was made by another version of this program.
    #[error("made by version {found}, only {} can be continued", version())]
    Version {
        /// The version that made the run, as `format/version`.
        found: String,
    },
    /// The folder holds the run of another task.
    #[error("holds the run '{found}', not '{wanted}'")]
    Foreign {
        /// The task of the run in the folder.
        found: Box<RunKey>,
        /// The task that was asked for.
        wanted: Box<RunKey>,
    },
    /// The contents of the file differ from what was written.
    #[error("damaged: {0}")]
    Damaged(&'static str),
}

impl DiskError {
    /// Whether another process works in the folder.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self.problem, DiskProblem::Busy)
    }

    pub(crate) fn new(path: &Path, problem: DiskProblem) -> Self {
        Self {
            path: path.to_owned(),
            problem,
        }
    }
}

/// The version of the file format and of the program. A run can be continued only by a program for
/// which both are the same.
pub(crate) fn version() -> String {
    format!("{FORMAT}/{}", env!("CARGO_PKG_VERSION"))
}
