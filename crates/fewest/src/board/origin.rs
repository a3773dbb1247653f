//! Where a board comes from.

use std::ops::Range;
use std::sync::Arc;

/// Where a board comes from: everything that somebody needs to make it again.
#[derive(Debug, Clone)]
pub struct BoardOrigin {
    /// The name of the puzzle with its options, or the text of its file.
    pub(super) puzzle: Arc<str>,
    /// A text that holds the board, and the place of the board in this text.
    text: Arc<str>,
    span: Range<usize>,
    /// The moves made on this board.
    moves: String,
}

impl BoardOrigin {
    /// The origin of a board that was read from the part `span` of `text`.
    pub fn new(puzzle: &Arc<str>, text: &Arc<str>, span: Range<usize>) -> Self {
        Self {
            puzzle: Arc::clone(puzzle),
            text: Arc::clone(text),
            span,
            moves: String::new(),
        }
    }

    /// The board as it was written, with the moves made on it.
    pub(super) fn board(&self) -> String {
        let board = self.text.get(self.span.clone()).unwrap_or(&self.text);
        match self.moves.is_empty() {
            true => board.to_owned(),
            false => format!("{board}\n\nafter the moves: {}", self.moves),
        }
    }

    /// The origin of the board after more moves.
    pub(super) fn after(&self, moves: &str) -> Self {
        let mut after = self.clone();
        after.moves = format!("{} {moves}", after.moves).trim().to_owned();
        after
    }
}
