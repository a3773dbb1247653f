//! Positions and moves as text.
//!
//! A position is four rows of letters. A line of its own below the rows shows whose turn it is,
//! `turn: B` or `turn: W`. If either side may begin, as in contests, there is no such line.

use std::ops::Range;

use fewest_rules::{Fault, Faults, Notation};

use super::position::{CELLS, PIECES, SIDE, beside};
use super::{FourInARow, GamePosition, PieceSlide, SideToMove};
use crate::grid::{cell_name, draw, only, parse_cell};
use crate::letters::{BoardLetters, LetterBoard, Letters};

/// The letters of a board: black is 0, white 1, blank 2.
pub(super) static ALPHABET: BoardLetters = BoardLetters::new(
    b"bwo",
    "B, W or O",
    "a board has black pieces (B), white pieces (W) and blanks (O)",
    &[(b'0', "the blank is the letter O, not the digit 0")],
);

/// The position with the pieces of `board` in which either side may begin.
pub(super) fn position(board: &LetterBoard) -> Result<GamePosition, Fault> {
    let mut cells = [0u16; 3];
    for (i, &letter) in board.cells.iter().enumerate() {
        cells[usize::from(letter)] |= 1 << i;
    }
    let [black, white, _] = cells;
    GamePosition::new(black, white, SideToMove::Any).ok_or_else(|| {
        let [b, w, o] = cells.map(u16::count_ones);
        let blanks = u32::from(CELLS) - 2 * PIECES;
        Fault::new(
            board.span.clone(),
            format!("the board has {b} B, {w} W and {o} O"),
            format!("expected {PIECES} B, {PIECES} W and {blanks} O"),
        )
        .with_help("a board has seven black pieces (B), seven white pieces (W) and two blanks (O)")
    })
}

/// Reads every position in `text`, with its range of bytes. Boards are separated by blanks or line
/// ends, and the line with the turn may follow each board.
///
/// # Errors
/// Returns the faults of the first position that cannot be read.
pub fn read(text: &str) -> Result<Vec<(GamePosition, Range<usize>)>, Faults> {
    let mut positions = Vec::new();
    let mut at = 0;
    loop {
        let mut letters = Letters::new(&ALPHABET, text.as_bytes(), at, true);
        let Some(board) = letters.next()? else {
            return Ok(positions);
        };
        let position = position(&board)?;
        letters.skip_blanks();
        let (turn, end) = match turn(text, letters.position())? {
            Some((turn, end)) => (turn, end),
            None => (SideToMove::Any, board.span.end),
        };
        positions.push((position.with_turn(turn), board.span.start..end));
        at = end;
    }
}

/// The turn at byte `at` of `text` and the byte where it ends, if there is one.
fn turn(text: &str, at: usize) -> Result<Option<(SideToMove, usize)>, Fault> {
    const WORD: &str = "turn";
    let is_turn = |word: &str| word.eq_ignore_ascii_case(WORD);
    if !text.get(at..at + WORD.len()).is_some_and(is_turn) {
        return Ok(None);
    }
    let after = text[at + WORD.len()..].trim_start_matches([' ', '\t']);
    let after = after.strip_prefix(':').unwrap_or(after);
    let after = after.trim_start_matches([' ', '\t']);
    let side = after
        .split([' ', '\t', '\r', '\n'])
        .next()
        .unwrap_or_default();
    let start = text.len() - after.len();
    let span = start..start + side.len();
    let turn = match side.to_ascii_lowercase().as_str() {
        "b" => SideToMove::Black,
        "w" => SideToMove::White,
        "any" => SideToMove::Any,
        side => {
            let message = match side.is_empty() {
                true => "the turn names no side".to_owned(),
                false => format!("unknown side '{}'", text[span.clone()].escape_debug()),
            };
            return Err(Fault::new(span, message, "expected B, W or any"));
        }
    };
    Ok(Some((turn, span.end)))
}

impl Notation for FourInARow {
    fn draw(&self, position: GamePosition) -> String {
        let mut text = draw(SIDE.into(), (0..CELLS).map(|cell| position.letter(cell)));
        text.push_str(match position.turn() {
            SideToMove::Any => "",
            SideToMove::Black => "\nturn: B",
            SideToMove::White => "\nturn: W",
        });
        text
    }

    fn parse(&self, text: &str) -> Result<GamePosition, Faults> {
        let (position, _) = only(read(text)?, "expected 16 letters B, W and O")?;
        Ok(position)
    }

    fn name(&self, slide: PieceSlide) -> String {
        let cell = |cell: u8| cell_name(cell.into(), SIDE.into());
        format!("{}-{}", cell(slide.from), cell(slide.to))
    }

    fn parse_move(&self, name: &str) -> Option<PieceSlide> {
        let cell = |name| Some(parse_cell(name, SIDE.into(), SIDE.into())? as u8);
        let (from, to) = name.split_once('-')?;
        let (from, to) = (cell(from)?, cell(to)?);
        beside(from, to).then_some(PieceSlide { from, to })
    }
}
