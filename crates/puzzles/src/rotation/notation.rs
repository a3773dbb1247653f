//! Boards as text.
//!
//! A board is 24 numbers from 1 to 3, row by row from the top, with blanks or
//! line ends between them. How they are laid out does not matter, so a judge's
//! line of 24 numbers and the drawn board are read alike.

use std::ops::Range;

use fewest_rules::{Fault, Faults, Notation};

use super::Rotation;
use super::board::{Board, Digit};
use super::turns::{CELLS, Move, PLACES};
use crate::judge::character;

/// The longest word that is looked at: more than anything that could be meant.
const LONGEST_WORD: usize = 64;

/// So many bytes of a word show that it is longer, and hold the whole of every
/// character that begins in the part that is looked at.
const TOO_LONG: usize = LONGEST_WORD + 4;

/// What stands at the front of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Front {
    /// A board and its place.
    Board(Board, Range<usize>),
    /// The single `0` that ends the input, up to the given byte.
    EndMark(usize),
    /// Nothing but blanks.
    Nothing,
    /// The text so far may go on.
    More,
}

impl Notation for Rotation {
    fn draw(&self, state: Board) -> String {
        let mut lines = [[b' '; 13]; 7];
        for (number, (row, column)) in state.numbers().into_iter().zip(PLACES) {
            lines[row][2 * column] = b'0' + number;
        }
        lines
            .map(|line| line.map(char::from).iter().collect::<String>())
            .join("\n")
    }

    /// One board, drawn or as a list of 24 numbers; a single `0` may follow.
    fn parse(&self, text: &str) -> Result<Board, Faults> {
        let boards = read(text)?;
        match boards.as_slice() {
            [(board, _)] => Ok(*board),
            [] => Err(Fault::new(0..0, "there is no board", "expected 24 numbers").into()),
            [_, (_, second), ..] => Err(Fault::new(
                second.clone(),
                "there is more than one board",
                "another board",
            )
            .into()),
        }
    }

    fn name(&self, m: Move) -> String {
        m.to_string()
    }

    fn parse_move(&self, name: &str) -> Option<Move> {
        match name.as_bytes() {
            [letter] => Move::from_letter(*letter),
            _ => None,
        }
    }

    const LETTER_MOVES: bool = true;
}

/// All boards of a text, each with its place. A single `0` in front of a board
/// ends the text; what follows is ignored.
///
/// # Errors
/// What is wrong with the first board that is wrong.
pub fn read(text: &str) -> Result<Vec<(Board, Range<usize>)>, Faults> {
    let mut boards = Vec::new();
    let mut at = 0;
    while let Front::Board(board, place) =
        front(&text.as_bytes()[at..], true).map_err(|faults| faults.shifted(at))?
    {
        boards.push((board, at + place.start..at + place.end));
        at += place.end;
    }
    Ok(boards)
}

/// Reads the front of `input`; `end` says that nothing comes behind it.
///
/// Takes time in proportion to what it reads.
///
/// # Errors
/// Everything that is wrong with the board.
pub(super) fn front(input: &[u8], end: bool) -> Result<Front, Faults> {
    let mut case = Case::default();
    let mut at = 0;
    while case.place < CELLS && !case.hopeless {
        let start = at + blanks(&input[at..]);
        let word = &input[start..input.len().min(start + TOO_LONG)];
        let word = &word[..word.iter().position(is_blank).unwrap_or(word.len())];
        at = start + word.len();
        if at == input.len() && !end && word.len() < TOO_LONG {
            return Ok(Front::More);
        }
        match word {
            [] => break,
            b"0" if case.place == 0 => return Ok(Front::EndMark(at)),
            _ => {
                case.hopeless = word.len() > LONGEST_WORD;
                case.add(input, start..at.min(start + LONGEST_WORD));
            }
        }
    }
    if case.place == 0 && case.faults.is_empty() {
        return Ok(Front::Nothing);
    }
    case.finish()
}

#[inline]
pub(super) fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// How many blanks are at the front.
#[inline]
pub(super) fn blanks(input: &[u8]) -> usize {
    input
        .iter()
        .position(|byte| !is_blank(byte))
        .unwrap_or(input.len())
}

/// A board that is being read.
#[derive(Default)]
struct Case {
    /// How many of the numbers have been read, wrong ones included.
    place: usize,
    numbers: [u8; CELLS],
    span: Range<usize>,
    faults: Vec<Fault>,
    /// Nothing sensible can be said about what follows.
    hopeless: bool,
    /// Each of these is said once, however often it occurs.
    comma: bool,
    run_together: bool,
}

impl Case {
    /// Takes in a word, which is not empty.
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
            _ if word.contains(&b',') => self.add_with_commas(input, span),
            _ => self.bad_word(input, span),
        }
    }

    fn add_with_commas(&mut self, input: &[u8], span: Range<usize>) {
        let mut at = span.start;
        for piece in input[span.clone()].split(|&byte| byte == b',') {
            let comma = at + piece.len();
            if !piece.is_empty() && self.place < CELLS {
                self.add(input, at..comma);
            }
            if comma < span.end && !self.comma {
                self.comma = true;
                self.faults.push(
                    Fault::new(
                        comma..comma + 1,
                        "a comma between the numbers",
                        "expected a blank",
                    )
                    .with_help("numbers are separated by blanks or line ends alone"),
                );
            }
            at = comma + 1;
        }
        self.span.end = span.end;
    }

    /// A word that is not a number from 1 to 3.
    fn bad_word(&mut self, input: &[u8], span: Range<usize>) {
        let word = &input[span.clone()];
        let foreign = word.iter().position(|byte| !byte.is_ascii_digit());
        match (foreign, std::str::from_utf8(word)) {
            (None, Ok(number)) => {
                let digits = number.len();
                if digits == 1 || !word.iter().all(|digit| (b'1'..=b'3').contains(digit)) {
                    let fault = self.wrong_number(number, span);
                    self.faults.push(fault);
                    self.place += 1;
                } else {
                    if !self.run_together {
                        self.run_together = true;
                        self.faults.push(
                            Fault::new(
                                span,
                                "numbers are run together",
                                "expected one number, 1, 2 or 3",
                            )
                            .with_help("write a blank between any two numbers"),
                        );
                    }
                    self.place += digits;
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

    fn finish(mut self) -> Result<Front, Faults> {
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
        // Wherever a number is missing or wrong, a 0 is left, which is no board.
        let front = match Board::from_numbers(&self.numbers) {
            Some(board) => Front::Board(board, self.span),
            None => {
                if self.faults.is_empty() {
                    self.faults.push(wrong_counts(&self.numbers, self.span));
                }
                Front::Nothing
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
