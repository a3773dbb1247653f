//! The error that takes the place of an answer that contradicts the rules or another answer.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use fewest_rules::StopReason;

/// A bug of this library: an answer that the replay by the rules refuted, or two answers that
/// contradict each other. Neither is told.
///
/// The error is displayed as a sentence that says what is wrong and names a file to send. The file
/// lies in the folder for temporary files and has everything that is needed to repeat the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InternalError {
    problem: String,
    report: String,
    file: Option<PathBuf>,
}

/// A request and its refuted answer, as they are described in the file to send.
#[derive(Debug)]
pub struct RefutedAnswer<'a> {
    /// What contradicts what, as a clause.
    pub problem: String,
    /// The request.
    pub request: &'a str,
    /// The method that found the answer.
    pub method: &'a str,
    /// The answer that is not told.
    pub answer: &'a str,
    /// The name of the puzzle with its options, or the text of its file.
    pub puzzle: &'a str,
    /// The board as it was written.
    pub board: &'a str,
}

impl InternalError {
    /// Makes the error, and writes the file.
    pub fn new(refuted: RefutedAnswer<'_>) -> Self {
        let RefutedAnswer {
            problem,
            request,
            method,
            answer,
            puzzle,
            board,
        } = refuted;
        let version = env!("CARGO_PKG_VERSION");
        let report = format!(
            "fewest {version}\nproblem: {problem}\nrequest: {request}\nmethod: {method}\nanswer: {answer}\n\n\
             puzzle:\n{}\n\nboard:\n{}\n",
            puzzle.trim_end(),
            board.trim_end(),
        );
        let file = written(&std::env::temp_dir(), &report).ok();
        Self {
            problem,
            report,
            file,
        }
    }

    /// What contradicts what, as a clause.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// The text of the file to send: the version of the library, the puzzle, the board, the
    /// request, the method and the answer.
    pub fn report(&self) -> &str {
        &self.report
    }

    /// The file to send; `None` if it could not be written.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is a bug in fewest: {}. ", self.problem)?;
        match &self.file {
            Some(file) => write!(f, "Please report it and send the file {}", file.display()),
            None => write!(f, "Please report it and send this:\n{}", self.report),
        }
    }
}

impl std::error::Error for InternalError {}

/// Why a request that lists or measures solutions ended early.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// A solution or its number contradicts the rules or another answer.
    #[error(transparent)]
    Internal(Box<InternalError>),
}

impl From<InternalError> for Unfinished {
    fn from(error: InternalError) -> Self {
        Self::Internal(Box::new(error))
    }
}

/// Writes `report` to a new file in `folder`, completely or not at all.
fn written(folder: &Path, report: &str) -> io::Result<PathBuf> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let name = format!("fewest-bug-{}-{number}", process::id());
    let unfinished = folder.join(format!("{name}.unfinished"));
    // An existing file, perhaps a link that somebody else has made, is never written to.
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&unfinished)?;
    let finished = folder.join(format!("{name}.txt"));
    let done = file
        .write_all(report.as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&unfinished, &finished));
    if let Err(error) = done {
        // The error of the write is returned, whether or not the file can be removed.
        let _ = fs::remove_file(&unfinished);
        return Err(error);
    }
    Ok(finished)
}

#[cfg(test)]
mod tests {
    use super::{InternalError, RefutedAnswer, written};

    #[test]
    fn the_file_holds_everything_that_repeats_the_request() {
        let error = InternalError::new(RefutedAnswer {
            problem: "move 2 is not legal".to_owned(),
            request: "solve",
            method: "A*",
            answer: "up up",
            puzzle: "puzzle p",
            board: "@ _",
        });
        let file = error.file().expect("the temporary folder can be written");
        let text = std::fs::read_to_string(file).unwrap();
        assert_eq!(text, error.report());
        for part in [
            "fewest 0",
            "move 2 is not legal",
            "A*",
            "up up",
            "puzzle p",
            "@ _",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let message = error.to_string();
        assert!(message.contains("this is a bug in fewest: move 2 is not legal"));
        assert!(message.contains(&file.display().to_string()));
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn without_a_file_the_message_holds_the_report() {
        let nowhere = std::path::Path::new("/proc/no/such/folder");
        assert!(written(nowhere, "x").is_err());
        let error = InternalError {
            problem: "p".to_owned(),
            report: "everything".to_owned(),
            file: None,
        };
        assert!(error.to_string().contains("everything"));
    }
}
