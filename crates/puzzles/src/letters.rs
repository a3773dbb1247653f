//! Reads boards of 4×4 letters, in the layouts that contests use.
//!
//! A row is four adjacent letters, or four single letters separated by blanks on one line. A board
//! is four rows, or one run of 16 letters. A line end is allowed only between rows. Several rows,
//! and several boards, may share a line.
//!
//! A board is read in one pass that stops at the first fault.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

use crate::grid::{counted, miscounted, mixed};
use crate::judge::character;

#[cfg(test)]
mod tests;

/// The number of letters of a board.
pub(crate) const CELLS: usize = 16;
/// The number of letters in a row, and of rows in a board.
const SIDE: usize = 4;

const LAYOUT: &str = "write a board as four rows of four letters, or as one run of 16 letters";

/// The letters that a board may hold.
#[derive(Debug)]
pub(crate) struct BoardLetters {
    /// The class of each byte: the index in the alphabet if the byte is a letter of the alphabet,
    /// otherwise [`BLANK`], [`LINE_END`] or [`FOREIGN`].
    classes: [u8; 256],
    /// The letters for messages, such as "w or b" in "expected w or b".
    expected: &'static str,
    /// A help text that explains the letters.
    help: &'static str,
    /// Help texts for symbols that are easily mistaken for one of the letters.
    hints: &'static [(u8, &'static str)],
}

/// The class of a byte that separates words.
const BLANK: u8 = 0xfd;
/// The class of a byte that ends a line.
const LINE_END: u8 = 0xfe;
/// The class of a byte that is neither a letter, a blank nor a line end.
const FOREIGN: u8 = 0xff;

impl BoardLetters {
    /// Creates an alphabet of lower-case ASCII `letters`; the first letter has the value 0. Upper
    /// case means the same as lower case.
    pub(crate) const fn new(
        letters: &[u8],
        expected: &'static str,
        help: &'static str,
        hints: &'static [(u8, &'static str)],
    ) -> Self {
        let mut classes = [FOREIGN; 256];
        classes[b' ' as usize] = BLANK;
        classes[b'\t' as usize] = BLANK;
        classes[b'\r' as usize] = BLANK;
        classes[b'\n' as usize] = LINE_END;
        let mut i = 0;
        while i < letters.len() {
            classes[letters[i] as usize] = i as u8;
            classes[letters[i].to_ascii_uppercase() as usize] = i as u8;
            i += 1;
        }
        Self {
            classes,
            expected,
            help,
            hints,
        }
    }

    /// The class of `byte`: the index of a letter, [`BLANK`], [`LINE_END`] or [`FOREIGN`].
    #[inline]
    fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }
}

/// A board that was read from a text, and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LetterBoard {
    /// The letters, row by row, as their indices in the alphabet.
    pub(crate) cells: [u8; CELLS],
    /// The range of bytes in the input, from the first letter of the board to its last.
    pub(crate) span: Range<usize>,
}

/// Reads boards from a text, one at a time.
#[derive(Debug)]
pub(crate) struct Letters<'a> {
    alphabet: &'a BoardLetters,
    input: &'a [u8],
    end: bool,
    at: usize,
}

/// What the text that has not been read yet begins with.
enum NextBoard {
    Board(LetterBoard),
    /// The text so far may be the beginning of a board.
    Unfinished,
    /// The text cannot become a board, whatever follows.
    Malformed(Misfit),
}

/// Where a text stops being a board.
struct Misfit {
    /// The first byte that does not fit.
    at: usize,
    /// The number of letters of the board before it.
    read: usize,
    /// How many of these letters are adjacent to each other and to the byte.
    run: usize,
}

impl<'a> Letters<'a> {
    /// Creates a reader of `input` from byte `at` on; `end` is true if no more input will follow.
    pub(crate) fn new(alphabet: &'a BoardLetters, input: &'a [u8], at: usize, end: bool) -> Self {
        Self {
            alphabet,
            input,
            end,
            at,
        }
    }

    /// The position after the boards read so far and the blanks that follow them.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Reads the next board, or returns `None` if only blanks are left, or an incomplete board that
    /// more input may complete.
    ///
    /// # Errors
    /// Returns the first fault of the board.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<LetterBoard>, Faults> {
        self.skip_blanks();
        if self.at == self.input.len() {
            return Ok(None);
        }
        match self.front() {
            NextBoard::Board(board) => {
                self.at = board.span.end;
                Ok(Some(board))
            }
            NextBoard::Unfinished => Ok(None),
            NextBoard::Malformed(misfit) => match self.fault(&misfit) {
                Some(fault) => Err(fault.into()),
                None => Ok(None),
            },
        }
    }

    /// Skips blanks and line ends.
    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        while let Some(&byte) = self.input.get(self.at)
            && matches!(self.alphabet.class(byte), BLANK | LINE_END)
        {
            self.at += 1;
        }
    }

    /// Reads the board at the current position, where there is at least one byte.
    #[inline]
    fn front(&self) -> NextBoard {
        let mut cells = [0; CELLS];
        let mut read = 0;
        let mut at = self.at;
        loop {
            let before = read;
            let misfit = |at, read| {
                let run = read - before;
                NextBoard::Malformed(Misfit { at, read, run })
            };
            let separator = loop {
                let Some(&byte) = self.input.get(at) else {
                    if !self.end {
                        return NextBoard::Unfinished;
                    }
                    break LINE_END;
                };
                match self.alphabet.class(byte) {
                    class @ (BLANK | LINE_END) => break class,
                    letter if letter != FOREIGN && read < CELLS => cells[read] = letter,
                    _ => return misfit(at, read),
                }
                read += 1;
                at += 1;
            };
            // A single letter needs a blank after it unless it completes a row, a word of four
            // letters must be a row, and any other word must be a whole board.
            let fits = match read - before {
                1 => separator == BLANK || read.is_multiple_of(SIDE),
                SIDE => before.is_multiple_of(SIDE),
                length => length == CELLS,
            };
            if !fits {
                return misfit(at, read);
            }
            if read == CELLS {
                let span = self.at..at;
                return NextBoard::Board(LetterBoard { cells, span });
            }
            while let Some(&byte) = self.input.get(at) {
                match self.alphabet.class(byte) {
                    BLANK => {}
                    LINE_END if read.is_multiple_of(SIDE) => {}
                    LINE_END => return misfit(at, read),
                    _ => break,
                }
                at += 1;
            }
        }
    }

    /// Says why the text stops being a board. `None` if only more input tells which character it is
    /// that does not fit.
    #[cold]
    fn fault(&self, &Misfit { at, read, run }: &Misfit) -> Option<Fault> {
        let class = match self.input.get(at) {
            Some(&byte) => match self.alphabet.class(byte) {
                FOREIGN => return self.unknown(at, byte),
                class => class,
            },
            // All letters are there, but not in rows.
            None if read == CELLS => LINE_END,
            None => {
                let end = self.input[..at].trim_ascii_end().len();
                let message = format!("the board is cut short: {read} of {CELLS} letters");
                let label = format!("expected {} more", CELLS - read);
                return Some(Fault::new(end..end, message, label));
            }
        };
        let cells = if run > 1 { run } else { (read - 1) % SIDE + 1 };
        let row = (read - cells) / SIDE + 1;
        let wrong = if run > 1 && !(read - run).is_multiple_of(SIDE) {
            mixed(row, at - run)
        } else if class < BLANK {
            let message = format!("row {row} has more than {}", counted(cells));
            Fault::new(at - run..at + 1, message, "expected a row of 4")
        } else {
            let surplus = (cells > SIDE).then(|| at - run + SIDE);
            let (span, label) = miscounted(cells, SIDE, surplus, at);
            let message = format!("row {row} has {}, a row has {SIDE}", counted(cells));
            Fault::new(span, message, label)
        };
        Some(wrong.with_help(LAYOUT))
    }

    /// The fault of an unknown character. `None` if only a part of it is in the input so far.
    fn unknown(&self, at: usize, byte: u8) -> Option<Fault> {
        // A character has at most four bytes.
        if !self.end && self.input.len() < at + 4 {
            return None;
        }
        let (span, name) = character(self.input, at);
        let message = format!("unknown cell symbol {name}");
        let expected = format!("expected {}", self.alphabet.expected);
        let hint = self.alphabet.hints.iter().find(|hint| hint.0 == byte);
        let help = hint.map_or(self.alphabet.help, |hint| hint.1);
        Some(Fault::new(span, message, expected).with_help(help))
    }
}
