//! Reports everything that is wrong with a malformed board.
//!
//! The module has to guess what the author of the board meant. Every word of two or more letters
//! counts as a row, whatever its length. Single letters are gathered into rows of four up to the
//! end of the line. A fault in the shape of a line, such as a row of a wrong length, is reported at
//! most once for each line, and not at all if an unknown symbol on the line may explain the fault.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

use super::{BLANK, BoardLetters, CELLS, FOREIGN, LINE_END, SIDE};
use crate::grid::{counted, ragged};
use crate::judge::character;

/// A word is read only up to one symbol beyond this number, which shows that the word is too long.
const MOST_LETTERS: usize = 64;
/// The largest number of faults reported for one board: as many as it has cells.
const MOST_FAULTS: usize = CELLS;

const LAYOUT: &str = "write a board as four rows of four letters, or as one run of 16 letters";

/// Examines the board that starts at byte `start`. Returns `Ok` if the input does not yet contain
/// the end of the board, where there may be further faults.
///
/// # Errors
/// Returns the faults of the board.
#[cold]
pub(super) fn find(
    alphabet: &BoardLetters,
    input: &[u8],
    start: usize,
    end: bool,
) -> Result<(), Faults> {
    let mut survey = Survey {
        alphabet,
        input,
        end,
        at: start,
        last: start..start,
        rows: 0,
        letters: 0,
        sound: None,
        apart: Vec::new(),
        line: LineState::default(),
        misshapen: false,
        faults: Vec::new(),
    };
    let faults = if survey.walk() {
        survey.faults
    } else {
        Vec::new()
    };
    Faults::unless_empty(faults, ())
}

/// The state of the line that is being read.
#[derive(Default)]
struct LineState {
    words: usize,
    /// The number of complete rows on the line.
    rows: usize,
    /// Whether a fault of this line was already reported. If so, no fault in the shape of the line
    /// is reported.
    blamed: bool,
}

/// A run of symbols between blanks.
struct SymbolRun {
    span: Range<usize>,
    /// The byte offset of each symbol.
    symbols: Vec<usize>,
    /// Whether any symbol is unknown.
    foreign: bool,
}

struct Survey<'a> {
    alphabet: &'a BoardLetters,
    input: &'a [u8],
    end: bool,
    at: usize,
    /// The span of the last word read.
    last: Range<usize>,
    /// The number of rows read, including malformed ones.
    rows: usize,
    /// The number of symbols read.
    letters: usize,
    /// The range of bytes of the row above the current one; `None` if there is no such row, or if
    /// some row so far does not have four cells.
    sound: Option<Range<usize>>,
    /// The ranges of the single letters of an incomplete row.
    apart: Vec<Range<usize>>,
    line: LineState,
    /// Whether any row of the board so far had a wrong number of cells.
    misshapen: bool,
    faults: Vec<Fault>,
}

impl Survey<'_> {
    /// Walks over the text of the board. Returns false if the input does not yet contain the end of
    /// the board.
    fn walk(&mut self) -> bool {
        while self.rows < SIDE && self.faults.len() < MOST_FAULTS {
            let Some(&byte) = self.input.get(self.at) else {
                if !self.end {
                    return false;
                }
                self.cut_short();
                break;
            };
            match self.alphabet.class(byte) {
                BLANK => self.at += 1,
                LINE_END => {
                    self.break_row();
                    // A malformed board ends at a blank line.
                    if self.line.words == 0 && self.misshapen {
                        break;
                    }
                    self.line = LineState::default();
                    self.at += 1;
                }
                _ => {
                    let word = self.word();
                    if self.at == self.input.len() && !self.end && word.length() <= MOST_LETTERS {
                        return false;
                    }
                    if word.length() > MOST_LETTERS {
                        self.row(&word);
                        break;
                    }
                    self.place(word);
                }
            }
        }
        true
    }

    /// Reads a word, up to one symbol beyond the maximum length, and reports its unknown symbols.
    fn word(&mut self) -> SymbolRun {
        let mut symbols = Vec::new();
        let mut foreign = false;
        let start = self.at;
        while let Some(&byte) = self.input.get(self.at)
            && symbols.len() <= MOST_LETTERS
        {
            symbols.push(self.at);
            match self.alphabet.class(byte) {
                BLANK | LINE_END => {
                    symbols.pop();
                    break;
                }
                FOREIGN => {
                    let (span, name) = character(self.input, self.at);
                    self.at = span.end;
                    foreign = true;
                    if self.faults.len() < MOST_FAULTS {
                        self.faults.push(unknown(self.alphabet, byte, span, &name));
                    }
                }
                _ => self.at += 1,
            }
        }
        self.line.words += 1;
        self.line.blamed |= foreign;
        self.letters += symbols.len();
        self.last = start..self.at;
        SymbolRun {
            span: start..self.at,
            symbols,
            foreign,
        }
    }

    /// Adds the word to the rows of the board.
    fn place(&mut self, word: SymbolRun) {
        match word.length() {
            1 => {
                self.apart.push(word.span);
                if self.apart.len() == SIDE {
                    let row = self.apart[0].start..self.apart[SIDE - 1].end;
                    self.apart.clear();
                    self.sound_row(row);
                }
            }
            CELLS if self.rows == 0 && self.apart.is_empty() => self.rows = SIDE,
            SIDE => {
                self.break_row();
                self.sound_row(word.span);
            }
            _ => {
                self.break_row();
                let whole = if self.rows == 0 { CELLS } else { SIDE };
                if word.span.end < self.input.len() || word.length() > whole {
                    self.row(&word);
                }
            }
        }
    }

    fn sound_row(&mut self, span: Range<usize>) {
        self.rows += 1;
        self.line.rows += 1;
        self.sound = (!self.misshapen).then_some(span);
    }

    /// Counts a word that is not four letters long as a row, and reports its length.
    fn row(&mut self, word: &SymbolRun) {
        self.rows += 1;
        if word.foreign || self.line.blamed {
            self.misshapen = true;
            return;
        }
        let length = word.length();
        if length < 2 * SIDE {
            let extra = word.symbols.get(SIDE).copied();
            self.blame_row(self.rows, length, extra, word.span.end);
            return;
        }
        let more = if length > MOST_LETTERS {
            format!("more than {MOST_LETTERS}")
        } else {
            length.to_string()
        };
        let expected = if self.rows == 1 {
            "expected a row of 4 or a board of 16"
        } else {
            "expected a row of 4"
        };
        let message = format!("row {} is a run of {more} letters", self.rows);
        self.blame(Fault::new(word.span.clone(), message, expected));
    }

    /// Ends an incomplete row of single letters and reports it.
    fn break_row(&mut self) {
        let (Some(first), Some(last)) = (self.apart.first(), self.apart.last()) else {
            return;
        };
        let (start, end, cells) = (first.start, last.end, self.apart.len());
        self.apart.clear();
        if self.line.rows == 1 && self.rows > 0 {
            // A complete row and a few more letters on the same line count as one row that is too
            // long.
            if !self.line.blamed {
                self.sound = None;
                self.blame_row(self.rows, SIDE + cells, Some(start), end);
            }
            return;
        }
        self.rows += 1;
        if self.line.blamed {
            self.misshapen = true;
        } else {
            self.blame_row(self.rows, cells, None, end);
        }
    }

    /// Reports that row `row` has `cells` cells. Surplus cells start at `extra`; the row ends at
    /// `end`.
    fn blame_row(&mut self, row: usize, cells: usize, extra: Option<usize>, end: usize) {
        let (span, label) = match extra {
            Some(start) if cells == SIDE + 1 => (start..end, "1 cell too many".to_owned()),
            Some(start) => (start..end, format!("{} cells too many", cells - SIDE)),
            None if cells == SIDE - 1 => (end..end, "a cell is missing here".to_owned()),
            None => (end..end, format!("{} cells are missing here", SIDE - cells)),
        };
        let fault = match self.sound.take() {
            Some(above) => {
                Fault::new(span, ragged(row, cells, SIDE), label).with_context(above, counted(SIDE))
            }
            None => {
                let message = format!("row {row} has {}, a row has {SIDE}", counted(cells));
                Fault::new(span, message, label)
            }
        };
        self.blame(fault);
    }

    /// Reports a fault in the shape of the line.
    fn blame(&mut self, fault: Fault) {
        self.misshapen = true;
        self.sound = None;
        self.line.blamed = true;
        self.faults.push(fault.with_help(LAYOUT));
    }

    /// Reports that the input ends within the board.
    fn cut_short(&mut self) {
        if self.letters >= CELLS {
            return;
        }
        let missing = CELLS - self.letters;
        let label = if missing == 1 {
            "a letter is missing here".to_owned()
        } else {
            format!("{missing} letters are missing here")
        };
        let message = format!(
            "the board is cut short: {} of {CELLS} letters",
            self.letters
        );
        let end = self.last.end;
        self.faults.push(Fault::new(end..end, message, label));
    }
}

impl SymbolRun {
    fn length(&self) -> usize {
        self.symbols.len()
    }
}

fn unknown(alphabet: &BoardLetters, byte: u8, span: Range<usize>, name: &str) -> Fault {
    let hint = alphabet.hints.iter().find(|(symbol, _)| *symbol == byte);
    Fault::new(
        span,
        format!("unknown cell symbol {name}"),
        format!("expected {}", alphabet.expected),
    )
    .with_help(hint.map_or(alphabet.help, |(_, hint)| hint))
}
