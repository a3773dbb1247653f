//! Reads and draws boards as text.
//!
//! A board is 24 numbers from 1 to 3, row by row from the top, separated by blanks or line ends.
//! The layout does not matter, so the reader accepts both a judge's line of 24 numbers and a drawn
//! board.

use std::ops::Range;

use fewest_rules::{Fault, Faults, Notation};

use super::Rotation;
use super::board::{Digit, DigitBoard};
use super::turns::{CELLS, LineTurn, PLACES};
use crate::grid::only;
use crate::judge::character;

/// The reader examines at most this many bytes of a word. No word with a meaning is longer.
const LONGEST_WORD: usize = 64;

/// The reader fetches at most this many bytes of a word. If it gets more than `LONGEST_WORD`, the
/// word is too long. A character takes up to four bytes: `é` at byte 63 ends at byte 65, and the
/// message about it shows all of it.
const TOO_LONG: usize = LONGEST_WORD + 4;

/// The first item of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NextItem {
    /// A board and its span.
    Board(DigitBoard, Range<usize>),
    /// A single `0`, which ends the input. The value is the byte offset directly after this `0`.
    EndMark(usize),
    /// The rest of the text has only blanks.
    Nothing,
    /// The text is incomplete so far.
    More,
}

impl Notation for Rotation {
    fn draw(&self, state: DigitBoard) -> String {
        let mut lines = [[b' '; 13]; 7];
        for (number, (row, column)) in state.numbers().into_iter().zip(PLACES) {
            lines[row][2 * column] = b'0' + number;
        }
        lines
            .map(|line| line.map(char::from).iter().collect::<String>())
            .join("\n")
    }

    /// Parses one board, drawn or as a list of 24 numbers. A single `0` may follow the board.
    fn parse(&self, text: &str) -> Result<DigitBoard, Faults> {
        only(read(text)?, "expected 24 numbers").map(|(board, _)| board)
    }

    fn name(&self, m: LineTurn) -> String {
        m.to_string()
    }

    fn parse_move(&self, name: &str) -> Option<LineTurn> {
        match name.as_bytes() {
            [letter] => LineTurn::from_letter(*letter),
            _ => None,
        }
    }

    fn letter_moves(&self) -> bool {
        true
    }
}

/// Reads all boards of a text, each with its span. A single `0` where a board could start ends the
/// text; the rest is ignored.
///
/// # Errors
/// Returns the faults of the first invalid board.
pub fn read(text: &str) -> Result<Vec<(DigitBoard, Range<usize>)>, Faults> {
    let mut boards = Vec::new();
    let mut at = 0;
    while let NextItem::Board(board, place) =
        front(&text.as_bytes()[at..], true).map_err(|faults| faults.shifted(at))?
    {
        boards.push((board, at + place.start..at + place.end));
        at += place.end;
    }
    Ok(boards)
}

/// Reads the first item of `input`; `end` is true if no more input will follow.
///
/// Takes time proportional to the number of bytes read.
///
/// # Errors
/// Returns the faults of the board, up to the first one that leaves the rest unreadable.
pub(super) fn front(input: &[u8], end: bool) -> Result<NextItem, Faults> {
    let mut case = PartialBoard::default();
    let mut at = 0;
    while case.place < CELLS && !case.hopeless {
        let start = at + blanks(&input[at..]);
        let word = &input[start..input.len().min(start + TOO_LONG)];
        let word = &word[..word.iter().position(is_blank).unwrap_or(word.len())];
        at = start + word.len();
        if at == input.len() && !end && word.len() < TOO_LONG {
            return Ok(NextItem::More);
        }
        match word {
            [] => break,
            b"0" if case.place == 0 => return Ok(NextItem::EndMark(at)),
            _ => {
                case.hopeless = word.len() > LONGEST_WORD;
                case.add(input, start..at.min(start + LONGEST_WORD));
            }
        }
    }
    if case.place == 0 && case.faults.is_empty() {
        return Ok(NextItem::Nothing);
    }
    case.finish()
}

#[inline]
pub(super) fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// The number of blanks at the start.
#[inline]
pub(super) fn blanks(input: &[u8]) -> usize {
    input
        .iter()
        .position(|byte| !is_blank(byte))
        .unwrap_or(input.len())
}

/// A board while it is being read.
#[derive(Default)]
struct PartialBoard {
    /// How many numbers were read so far, including invalid ones. The next number belongs in the
    /// cell with this index.
    place: usize,
    numbers: [u8; CELLS],
    span: Range<usize>,
    faults: Vec<Fault>,
    /// Whether the rest of the board is too broken to report further faults. So commas and numbers
    /// that run together are reported only once per board.
    hopeless: bool,
}

impl PartialBoard {
    /// Adds a non-empty word.
    fn add(&mut self, input: &[u8], span: Range<usize>) {
        if self.place == 0 {
            self.span.start = span.start;
        }
        self.span.end = span.end;
        let word = &input[span.clone()];
        match word {
            &[digit @ b'1'..=b'3'] => {
                self.numbers[self.place] = digit - b'0';
                self.place += 1;
            }
            b"0" => {
                let fault = self.wrong_number("0", span).with_help(format!(
                    "a 0 ends the input only where a board would begin; this board has {} of its {CELLS} numbers",
                    self.place
                ));
                self.faults.push(fault);
                self.hopeless = true;
            }
            _ => match word.iter().position(|&byte| byte == b',') {
                Some(comma) => {
                    let comma = span.start + comma;
                    let message = "a comma between the numbers";
                    let fault = Fault::new(comma..comma + 1, message, "expected a blank")
                        .with_help("numbers are separated by blanks or line ends alone");
                    self.faults.push(fault);
                    self.hopeless = true;
                }
                None => self.bad_word(input, span),
            },
        }
    }

    /// Reports a word that is not a number from 1 to 3.
    fn bad_word(&mut self, input: &[u8], span: Range<usize>) {
        let word = &input[span.clone()];
        let foreign = word.iter().position(|byte| !byte.is_ascii_digit());
        match (foreign, std::str::from_utf8(word)) {
            (None, Ok(number)) => {
                if number.len() == 1 || !word.iter().all(|digit| (b'1'..=b'3').contains(digit)) {
                    let fault = self.wrong_number(number, span);
                    self.faults.push(fault);
                    self.place += 1;
                } else {
                    let message = "numbers are run together";
                    let fault = Fault::new(span, message, "expected one number, 1, 2 or 3")
                        .with_help("write a blank between any two numbers");
                    self.faults.push(fault);
                    self.hopeless = true;
                }
            }
            (foreign, _) => {
                let (place, name) = character(input, span.start + foreign.unwrap_or(0));
                self.faults.push(
                    Fault::new(
                        place,
                        format!("unexpected {name} in place {} of {CELLS}", self.place + 1),
                        "expected 1, 2 or 3",
                    )
                    .with_help("a board is 24 numbers from 1 to 3, separated by blanks"),
                );
                self.place += 1;
            }
        }
    }

    fn wrong_number(&self, number: &str, span: Range<usize>) -> Fault {
        Fault::new(
            span,
            format!("number {number} in place {} of {CELLS}", self.place + 1),
            "expected 1, 2 or 3",
        )
    }

    fn finish(mut self) -> Result<NextItem, Faults> {
        if self.place < CELLS && !self.hopeless {
            let missing = CELLS - self.place;
            let plural = if missing == 1 { "" } else { "s" };
            self.faults.push(
                Fault::new(
                    self.span.end..self.span.end,
                    format!("the board is cut short: {} of {CELLS} numbers", self.place),
                    format!("expected {missing} more number{plural}"),
                )
                .with_help("every 24 numbers are a board, however they are spread over lines"),
            );
        }
        // Missing and invalid numbers are still 0, and a board with a 0 is not valid.
        let front = match DigitBoard::from_numbers(&self.numbers) {
            Some(board) => NextItem::Board(board, self.span),
            None => {
                if self.faults.is_empty() {
                    self.faults.push(wrong_counts(&self.numbers, self.span));
                }
                NextItem::Nothing
            }
        };
        Faults::unless_empty(self.faults, front)
    }
}

fn wrong_counts(numbers: &[u8; CELLS], span: Range<usize>) -> Fault {
    let [ones, twos, threes] = Digit::ALL.map(|digit| {
        let n = numbers.iter().filter(|&&n| n == digit.number()).count();
        let name = ["one", "two", "three"][digit.index()];
        format!("{n} {name}{}", if n == 1 { "" } else { "s" })
    });
    Fault::new(
        span,
        format!("the board has {ones}, {twos} and {threes}"),
        "expected eight of each",
    )
}
