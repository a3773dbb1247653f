//! The interface of contest judges: a program that reads cases and writes answers, byte for byte.

use std::ops::Range;

use fewest_rules::Faults;

/// The part of its input that [`Judge::answer`] has processed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Taken {
    /// The number of bytes processed, from the start of the input.
    pub bytes: usize,
    /// The number of cases answered.
    pub cases: u64,
    /// Whether the end mark of the input was read. The input after the end mark is ignored.
    pub finished: bool,
    /// The answer to the next case if the replay by the rules refuted it. No answer to this case is
    /// written, and its bytes are not processed.
    pub refuted: Option<String>,
}

/// A program that solves a problem of a contest: it answers all cases in its input. The program
/// receives its input in pieces, so it needs memory for only one case.
pub trait Judge {
    /// The name of the problem, such as `poj-1753`.
    fn name(&self) -> &'static str;

    /// Answers every complete case at the start of `input` and appends the answers to `out`.
    ///
    /// A case is complete if the byte after it shows that it has ended, or if `end` is true, which
    /// means that no more input will follow. The bytes of an incomplete case are not processed; the
    /// caller passes them again together with more input.
    ///
    /// Each answer is replayed by the rules before it is written.
    ///
    /// # Errors
    /// Returns the faults of the first malformed case. Spans are byte ranges of `input`. The
    /// answers to the cases before the malformed one are in `out`.
    fn answer(&mut self, input: &[u8], end: bool, out: &mut Vec<u8>) -> Result<Taken, Faults>;
}

/// The span and the quoted name of the character at byte `at` of `input`.
///
/// # Panics
/// Panics if `at` is not inside `input`.
pub(crate) fn character(input: &[u8], at: usize) -> (Range<usize>, String) {
    let piece = &input[at..input.len().min(at + 4)];
    let valid = match std::str::from_utf8(piece) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&piece[..error.valid_up_to()]).unwrap_or_default(),
    };
    match valid.chars().next() {
        Some(c) => (at..at + c.len_utf8(), format!("'{}'", c.escape_debug())),
        None => (at..at + 1, format!("byte 0x{:02x}", piece[0])),
    }
}
