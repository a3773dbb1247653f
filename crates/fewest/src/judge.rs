//! Runs the programs that answer problems of programming contests. Such a program reads any number
//! of cases from an input stream and writes the answers to an output stream, in constant memory. It
//! writes each answer before it waits for more input.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

pub use fewest_puzzles::judge::{Judge, Taken};
use fewest_rules::{Fault, Faults};

use crate::api::{InternalError, RefutedAnswer};
use crate::diagnose::{self, Source};

/// The number of bytes to read at once.
const READ: usize = 256 << 10;
/// The greatest allowed number of bytes of one case. Only a case with a huge number of blanks could
/// be longer.
const LONGEST_CASE: usize = 1 << 20;
/// Of the line before a case, at most this many bytes are kept, so that messages can quote them.
const LONGEST_PREFIX: usize = 1024;
/// An internal error shows at most this many bytes of the input, from its case on.
const LONGEST_SHOWN: usize = 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a judge stopped before the end of its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The input could not be read.
    #[error("cannot read the cases: {0}")]
    Read(#[source] io::Error),
    /// An answer could not be written.
    #[error("cannot write the answers: {0}")]
    Write(#[source] io::Error),
    /// A case does not fit the format. The answers to all earlier cases have been written.
    #[error("{}", .0.faults)]
    Malformed(Malformed),
    /// The cancel flag was raised.
    #[error("interrupted")]
    Cancelled,
    /// The replay by the rules refuted an answer, which is not written. The answers to all earlier
    /// cases have been written.
    #[error(transparent)]
    Internal(Box<InternalError>),
}

/// A case that does not fit the format, with the text around it.
#[derive(Debug, Clone)]
pub struct Malformed {
    text: Vec<u8>,
    line: u64,
    column: u64,
    /// The faults of the case; their spans are byte ranges of `text`.
    faults: Faults,
}

impl Malformed {
    /// Renders the faults as messages; `name` is the name of the input.
    pub fn render(&self, name: &str, styled: bool) -> String {
        let source = Source {
            name,
            bytes: &self.text,
            line: self.line,
            column: self.column,
        };
        diagnose::render(&source, &self.faults, styled)
    }
}

/// Reads all cases from `input`, writes the answers to `output`, and returns the number of cases.
///
/// Answers each piece of text that `input` delivers, and flushes the output, before it reads the
/// next piece. Skips a UTF-8 byte order mark at the beginning.
///
/// # Errors
/// A stream fails, a case does not fit the format, or another thread sets `cancel`.
///
/// ```
/// let mut judge = fewest_puzzles::flip::judge::Poj1753::default();
/// let mut answers = Vec::new();
/// let cancel = std::sync::atomic::AtomicBool::new(false);
/// let input = b"bwwb\nbbwb\nbwwb\nbwww\n";
/// let cases = fewest::judge::run(&mut judge, &mut &input[..], &mut answers, &cancel)?;
/// assert_eq!((cases, answers.as_slice()), (1, b"4\n".as_slice()));
/// # Ok::<(), fewest::judge::JudgeError>(())
/// ```
pub fn run(
    judge: &mut dyn Judge,
    input: &mut dyn Read,
    output: &mut dyn Write,
    cancel: &AtomicBool,
) -> Result<u64, JudgeError> {
    let mut window = InputWindow::new();
    let mut answers = Vec::new();
    let mut cases = 0;
    loop {
        let end = window.fill(input)?;
        if cancel.load(Ordering::Relaxed) {
            return Err(JudgeError::Cancelled);
        }
        answers.clear();
        let taken = judge.answer(window.untaken(), end, &mut answers);
        output
            .write_all(&answers)
            .and_then(|()| output.flush())
            .map_err(JudgeError::Write)?;
        let taken = taken.map_err(|faults| window.malformed(faults))?;
        cases += taken.cases;
        if let Some(answer) = taken.refuted {
            let case = &window.untaken()[taken.bytes..];
            return Err(refuted(judge.name(), &answer, case, cases + 1));
        }
        if taken.finished || end {
            return Ok(cases);
        }
        window.take(taken.bytes);
        if window.untaken().len() > LONGEST_CASE {
            return Err(window.malformed(Faults::from(Fault::new(
                0..0,
                format!("a case of more than {LONGEST_CASE} bytes"),
                "it begins here",
            ))));
        }
    }
}

/// The error for an answer that is refuted. `case` begins with the case, which is the one with this
/// number.
fn refuted(judge: &str, answer: &str, case: &[u8], number: u64) -> JudgeError {
    let case = &case[..case.len().min(LONGEST_SHOWN)];
    JudgeError::Internal(Box::new(InternalError::new(RefutedAnswer {
        problem: format!("the answer to case {number} is no solution"),
        request: "judge",
        method: "the method of the judge",
        answer,
        puzzle: judge,
        board: &String::from_utf8_lossy(case),
    })))
}

/// The part of the input in memory: the bytes that are not answered yet, and the beginning of their
/// first line, which error messages quote.
struct InputWindow {
    buffer: Vec<u8>,
    /// The index of the first byte that is not answered yet.
    taken: usize,
    /// The index after the last byte read so far.
    filled: usize,
    /// The place of `buffer[0]` in the input: the number of its line, counted from 1, and the
    /// number of characters before it on that line.
    line: u64,
    column: u64,
    at_start: bool,
}

impl InputWindow {
    fn new() -> Self {
        Self {
            buffer: vec![0; READ],
            taken: 0,
            filled: 0,
            line: 1,
            column: 0,
            at_start: true,
        }
    }

    fn untaken(&self) -> &[u8] {
        &self.buffer[self.taken..self.filled]
    }

    /// Reads from the input once. Returns true at the end of the input.
    fn fill(&mut self, input: &mut dyn Read) -> Result<bool, JudgeError> {
        if self.buffer.len() - self.filled < READ / 2 {
            self.buffer.resize(self.filled + READ, 0);
        }
        loop {
            let end = match input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => true,
                Ok(read) => {
                    self.filled += read;
                    false
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(JudgeError::Read(error)),
            };
            if self.at_start {
                let start = &self.buffer[..self.filled.min(BYTE_ORDER_MARK.len())];
                if !end && start.len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(start)
                {
                    continue;
                }
                if start == BYTE_ORDER_MARK {
                    self.drop_front(BYTE_ORDER_MARK.len());
                }
                self.at_start = false;
            }
            return Ok(end);
        }
    }

    /// Marks the next `bytes` bytes as answered, and removes text that no message needs to quote.
    fn take(&mut self, bytes: usize) {
        self.taken += bytes;
        let answered = &self.buffer[..self.taken];
        let line_start = answered
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        let cut = if self.taken - line_start > LONGEST_PREFIX {
            self.taken
        } else {
            line_start
        };
        let source = Source {
            name: "",
            bytes: &self.buffer[..cut],
            line: self.line,
            column: self.column,
        };
        let (line, column) = diagnose::position(&source, cut);
        (self.line, self.column) = (line, column - 1);
        self.taken -= cut;
        self.drop_front(cut);
    }

    fn drop_front(&mut self, bytes: usize) {
        self.buffer.copy_within(bytes..self.filled, 0);
        self.filled -= bytes;
    }

    fn malformed(&self, faults: Faults) -> JudgeError {
        JudgeError::Malformed(Malformed {
            text: self.buffer[..self.filled].to_vec(),
            line: self.line,
            column: self.column,
            faults: faults.shifted(self.taken),
        })
    }
}
