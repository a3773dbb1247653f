//! What a contest's program is: cases in, answers out, byte for byte.

use std::ops::Range;

use fewest_rules::Faults;

/// What [`Judge::answer`] did with its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Taken {
    /// Bytes at the front of the input that are done with.
    pub bytes: usize,
    /// Cases answered.
    pub cases: u64,
    /// The input's own end mark was read; what follows is ignored.
    pub finished: bool,
}

/// A contest's program, fed piece by piece so that it needs no more memory
/// than one case takes.
pub trait Judge {
    /// Answers every complete case at the front of `input`, appending to `out`.
    ///
    /// A case is complete once a byte after it shows that it has ended, or at
    /// the end of the input, which `end` announces. Bytes of an incomplete case
    /// are not taken; they come again, with more behind them.
    ///
    /// # Errors
    /// What is wrong with the first case that does not fit the format; spans are
    /// byte ranges of `input`. The answers to the cases before it are in `out`.
    fn answer(&mut self, input: &[u8], end: bool, out: &mut Vec<u8>) -> Result<Taken, Faults>;
}

/// The place and a name in quotes of the character at byte `at` of `input`.
///
/// # Panics
/// If `at` is not inside `input`.
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
