//! States and moves as text.

use fewest_rules::{Fault, Faults, Notation};

use super::board::draw;
use super::reading::read_sized;
use super::{BlankMove, PackedTiles, Tiles};
use crate::grid::only;

/// A state is written as rows of numbers, with `_` for the blank, or on one line. Moves are `U`,
/// `L`, `R` and `D`, or `up`, `left`, `right` and `down`: the direction in which the blank moves.
impl<S: PackedTiles> Notation for Tiles<S> {
    fn draw(&self, state: S) -> String {
        let cells: Vec<u8> = (0..self.cells()).map(|cell| state.get(cell)).collect();
        draw(&cells, self.columns)
    }

    fn parse(&self, text: &str) -> Result<S, Faults> {
        let boards = read_sized(text, Some((self.rows, self.columns)))?;
        let size = |rows, columns| format!("{rows} rows and {columns} columns");
        let expected = format!("expected {}", size(self.rows, self.columns));
        let (board, span) = only(boards, &expected)?;
        self.state(&board).ok_or_else(|| {
            let message = format!("a board of {}", size(board.rows(), board.columns()));
            Fault::new(span, message, expected).into()
        })
    }

    fn name(&self, m: BlankMove) -> String {
        let name = match m {
            BlankMove::Up => "U",
            BlankMove::Left => "L",
            BlankMove::Right => "R",
            BlankMove::Down => "D",
        };
        name.to_owned()
    }

    fn parse_move(&self, name: &str) -> Option<BlankMove> {
        match &name.to_ascii_lowercase()[..] {
            "u" | "up" => Some(BlankMove::Up),
            "l" | "left" => Some(BlankMove::Left),
            "r" | "right" => Some(BlankMove::Right),
            "d" | "down" => Some(BlankMove::Down),
            _ => None,
        }
    }

    fn letter_moves(&self) -> bool {
        true
    }
}
