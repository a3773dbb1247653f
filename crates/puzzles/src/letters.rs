//! Reads boards of 4×4 letters, in the layouts that contests use.
//!
//! A row is four adjacent letters, or four single letters separated by blanks on one line. A board
//! is four rows, or one run of 16 letters. A line end is allowed only between rows. Several rows,
//! and several boards, may share a line.
//!
//! A well-formed board is read in one pass that stops at the first error. Only after an error does
//! `faults` read the board again, to report everything that is wrong with it.

use std::ops::Range;

use fewest_rules::Faults;

mod faults;
#[cfg(test)]
mod tests;

/// The number of letters of a board.
pub(crate) const CELLS: usize = 16;
/// The number of letters in a row, and of rows in a board.
const SIDE: usize = 4;

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
    Malformed,
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
    /// Returns all faults of the board.
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
            NextBoard::Malformed => {
                faults::find(self.alphabet, self.input, self.at, self.end).map(|()| None)
            }
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
            let word = read;
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
                    _ => return NextBoard::Malformed,
                }
                read += 1;
                at += 1;
            };
            // A single letter needs a blank after it unless it completes a row, a word of four
            // letters must be a row, and any other word must be a whole board.
            let fits = match read - word {
                1 => separator == BLANK || read.is_multiple_of(SIDE),
                SIDE => word.is_multiple_of(SIDE),
                length => length == CELLS,
            };
            if !fits {
                return NextBoard::Malformed;
            }
            if read == CELLS {
                let span = self.at..at;
                return NextBoard::Board(LetterBoard { cells, span });
            }
            while let Some(&byte) = self.input.get(at) {
                match self.alphabet.class(byte) {
                    BLANK => {}
                    LINE_END if read.is_multiple_of(SIDE) => {}
                    LINE_END => return NextBoard::Malformed,
                    _ => break,
                }
                at += 1;
            }
        }
    }
}
