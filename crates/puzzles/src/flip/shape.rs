//! The data about a board that the packed puzzle needs: size, notation and symmetries.

use fewest_rules::{Fault, Faults};

use super::board::{ColourBoard, symbol};
use super::reading::read;
use crate::grid;

/// The shape of a board, without the colours of its cells.
#[derive(Debug, Clone)]
pub(crate) struct BoardShape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    colours: u8,
    /// The largest number of cells that one press touches.
    pub(crate) reach: u32,
    /// For each symmetry of the board, the index to which it maps each cell.
    pub(crate) symmetries: Vec<Vec<u32>>,
}

impl BoardShape {
    pub(crate) fn new(board: &ColourBoard) -> Self {
        let (rows, columns) = (board.rows(), board.columns());
        let cells = rows * columns;
        let reach = (0..cells).map(|cell| board.touched(cell).count()).max();
        let mut symmetries: Vec<Vec<u32>> = Vec::new();
        for kind in 0..8 {
            let [upside_down, mirrored, turned] = [1, 2, 4].map(|bit| kind & bit != 0);
            if turned && rows != columns {
                continue;
            }
            let place = |cell: usize| {
                let (mut row, mut column) = (cell / columns, cell % columns);
                if upside_down {
                    row = rows - 1 - row;
                }
                if mirrored {
                    column = columns - 1 - column;
                }
                if turned {
                    (row, column) = (column, row);
                }
                (row * columns + column) as u32
            };
            symmetries.push((0..cells).map(place).collect());
        }
        Self {
            rows,
            columns,
            colours: board.colours(),
            reach: reach.unwrap_or(1) as u32,
            symmetries,
        }
    }

    /// Draws the board with the given colours, in the notation of [`ColourBoard::draw`].
    pub(crate) fn draw(&self, colour: impl Fn(usize) -> u8) -> String {
        let cells = 0..self.rows * self.columns;
        grid::draw(
            self.columns,
            cells.map(|cell| symbol(colour(cell), self.colours)),
        )
    }

    /// Parses `text`, which must contain exactly one board, and returns its cells.
    ///
    /// # Errors
    /// Returns the faults of the text, or a fault that says that the board has another size.
    pub(crate) fn parse(&self, text: &str) -> Result<Vec<u8>, Faults> {
        let colours = (self.colours > 2).then_some(self.colours);
        let expected = format!("expected {} × {} cells", self.rows, self.columns);
        let (board, span) = grid::only(read(text, colours)?, &expected)?;
        if (board.rows(), board.columns()) != (self.rows, self.columns) {
            let message = format!("a board of {} × {} cells", board.rows(), board.columns());
            return Err(Fault::new(span, message, expected).into());
        }
        Ok(board.cells().to_vec())
    }
}
