//! Reads whole numbers separated by blanks and line ends.

use std::ops::Range;

use fewest_rules::Fault;

use crate::judge::character;

/// A number and its span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) value: u32,
    pub(crate) span: Range<usize>,
}

/// Reads numbers from a text, one at a time.
#[derive(Debug, Clone)]
pub(crate) struct NumberReader<'a> {
    input: &'a [u8],
    end: bool,
    at: usize,
}

/// What [`NumberReader::next`] finds in the text after blanks and line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// A whole number, followed by a blank or the end of the input.
    Number(Number),
    /// The end of the input.
    End,
    /// The input so far is used up, or ends in a number that may have more digits.
    More,
}

/// A number may have at most this many digits. No puzzle needs numbers with more digits.
const MOST_DIGITS: usize = 9;

impl<'a> NumberReader<'a> {
    /// Creates a reader of `input`; `end` is true if no more input will follow.
    pub(crate) fn new(input: &'a [u8], end: bool) -> Self {
        Self { input, end, at: 0 }
    }

    /// The position after the numbers and blanks read so far.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Skips blanks and line ends, then reads digits up to the next blank.
    ///
    /// # Errors
    /// Returns a fault for a character that is neither a digit nor a blank, or for too many digits.
    pub(crate) fn next(&mut self) -> Result<Next, Fault> {
        self.skip_blanks();
        let start = self.at;
        let mut at = start;
        let mut value = 0u32;
        while let Some(&byte) = self.input.get(at) {
            match byte {
                b'0'..=b'9' if at - start < MOST_DIGITS => {
                    value = value * 10 + u32::from(byte - b'0');
                    at += 1;
                }
                b'0'..=b'9' => {
                    let digits = self.input[at..]
                        .iter()
                        .take_while(|b| b.is_ascii_digit())
                        .take(64)
                        .count();
                    return Err(Fault::new(
                        start..at + digits,
                        format!("a number of more than {MOST_DIGITS} digits"),
                        "numbers are separated by blanks",
                    ));
                }
                b' ' | b'\t' | b'\r' | b'\n' => break,
                _ => {
                    let (span, name) = character(self.input, at);
                    return Err(Fault::new(
                        span,
                        format!("unexpected {name} among the numbers"),
                        "expected digits or a blank",
                    ));
                }
            }
        }
        if at == self.input.len() && !self.end {
            return Ok(Next::More);
        }
        if at == start {
            return Ok(Next::End);
        }
        self.at = at;
        Ok(Next::Number(Number {
            value,
            span: start..at,
        }))
    }

    /// Skips blanks and line ends.
    pub(crate) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.input.get(self.at) {
            self.at += 1;
        }
    }
}
