//! The board on which a puzzle is played: its shape, and the parts of a drawing that never change,
//! which are the marked regions and the shapes of the pieces.

use fewest_ground::Label;

use super::shape::GridShape;

/// Everything that all states of a puzzle on one board have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terrain {
    pub(crate) shape: GridShape,
    /// For each region that drawings mark, the cells of this board that belong to it, in reading
    /// order.
    pub(crate) marks: Vec<Vec<usize>>,
    /// For each piece, its cells in reading order; empty if the piece is not on the board.
    pub(crate) pieces: Vec<Vec<PieceCell>>,
}

/// A cell of a piece: its place relative to the piece's first cell, and its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PieceCell {
    pub(crate) down: isize,
    pub(crate) right: isize,
    pub(crate) label: Label,
}

impl Terrain {
    pub(crate) fn is_marked(&self, mark: usize, cell: usize) -> bool {
        self.marks[mark].binary_search(&cell).is_ok()
    }
}

/// The piece that consists of these cells, given as rows, columns and symbols in reading order.
pub(crate) fn piece(cells: impl IntoIterator<Item = (usize, usize, Label)>) -> Vec<PieceCell> {
    let mut origin = None;
    let relative = |(row, column, label): (usize, usize, Label)| {
        let (down, right) = (row as isize, column as isize);
        let (first_down, first_right) = *origin.get_or_insert((down, right));
        PieceCell {
            down: down - first_down,
            right: right - first_right,
            label,
        }
    };
    cells.into_iter().map(relative).collect()
}
