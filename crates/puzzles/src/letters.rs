//! Boards of 4×4 letters, in the layouts that contests use.
//!
//! A row is four letters run together, or four single letters separated by
//! blanks on one line. A board is four rows, or one run of 16 letters. A line
//! may end only between rows; several rows, and several boards, may share a line.
//!
//! A well-formed board is read in one pass that stops at the first sign of
//! trouble. Only then does `faults` go over the board again, to name everything
//! that is wrong with it.

use std::ops::Range;

use fewest_rules::Faults;

mod faults;
#[cfg(test)]
mod tests;

/// Letters of a board.
pub(crate) const CELLS: usize = 16;
/// Letters of a row, and rows of a board.
const SIDE: usize = 4;

/// The letters that a board may hold.
#[derive(Debug)]
pub(crate) struct Alphabet {
    /// What each byte is: the place of a letter, or one of the marks below.
    classes: [u8; 256],
    /// The letters in words, as in "expected w or b".
    expected: &'static str,
    /// What the letters stand for.
    help: &'static str,
    /// Help for symbols that are easily taken for one of the letters.
    hints: &'static [(u8, &'static str)],
}

/// The byte separates words.
const BLANK: u8 = 0xfd;
/// The byte ends a line.
const LINE_END: u8 = 0xfe;
/// The byte is none of the letters.
const FOREIGN: u8 = 0xff;

impl Alphabet {
    /// An alphabet of lower-case ASCII `letters`, of which the first is read as
    /// 0. Upper case is read as lower case.
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

    /// What `byte` is.
    #[inline]
    fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }
}

/// A board and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    /// The letters, row by row, as their places in the alphabet.
    pub(crate) cells: [u8; CELLS],
    /// From the first letter to the last.
    pub(crate) span: Range<usize>,
}

/// Reads boards from the front of a text, one at a time.
#[derive(Debug)]
pub(crate) struct Letters<'a> {
    alphabet: &'a Alphabet,
    input: &'a [u8],
    end: bool,
    at: usize,
}

/// What stands at the front of the text.
enum Front {
    Board(Board),
    /// The text so far may go on to be a board.
    Unfinished,
    /// Not a board, however it goes on.
    Malformed,
}

impl<'a> Letters<'a> {
    /// Reads `input` from byte `at` on; `end` says that nothing comes behind it.
    pub(crate) fn new(alphabet: &'a Alphabet, input: &'a [u8], at: usize, end: bool) -> Self {
        Self {
            alphabet,
            input,
            end,
            at,
        }
    }

    /// The byte behind the boards that have been read and the blanks after them.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// The next board; `None` if nothing but blanks is left, or a piece of a
    /// board that more input may complete.
    ///
    /// # Errors
    /// Everything that is wrong with the board.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Board>, Faults> {
        self.skip_blanks();
        if self.at == self.input.len() {
            return Ok(None);
        }
        match self.front() {
            Front::Board(board) => {
                self.at = board.span.end;
                Ok(Some(board))
            }
            Front::Unfinished => Ok(None),
            Front::Malformed => {
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

    /// Reads the board at the front, of which at least one byte is there.
    #[inline]
    fn front(&self) -> Front {
        let mut cells = [0; CELLS];
        let mut read = 0;
        let mut at = self.at;
        loop {
            let word = read;
            let separator = loop {
                let Some(&byte) = self.input.get(at) else {
                    if !self.end {
                        return Front::Unfinished;
                    }
                    break LINE_END;
                };
                match self.alphabet.class(byte) {
                    class @ (BLANK | LINE_END) => break class,
                    letter if letter != FOREIGN && read < CELLS => cells[read] = letter,
                    _ => return Front::Malformed,
                }
                read += 1;
                at += 1;
            };
            let fits = match read - word {
                1 => separator == BLANK || read.is_multiple_of(SIDE),
                SIDE => word.is_multiple_of(SIDE),
                length => length == CELLS,
            };
            if !fits {
                return Front::Malformed;
            }
            if read == CELLS {
                let span = self.at..at;
                return Front::Board(Board { cells, span });
            }
            while let Some(&byte) = self.input.get(at) {
                match self.alphabet.class(byte) {
                    BLANK => {}
                    LINE_END if read.is_multiple_of(SIDE) => {}
                    LINE_END => return Front::Malformed,
                    _ => break,
                }
                at += 1;
            }
        }
    }
}
