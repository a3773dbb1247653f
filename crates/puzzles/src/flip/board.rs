//! A board of coloured cells, and the goals it can have.

use crate::grid;

/// The largest number of cells of a board: 8192 × 8192, so the shorter side is at most 8192. At one
/// byte per cell, the board takes 64 MiB. The matrix of the linear method has at most 8192²
/// entries: 8 MiB for two colours, 64 MiB for more.
pub const MOST_CELLS: usize = 1 << 26;

/// The largest number of colours. Each colour has a digit or a letter as its symbol.
pub const MOST_COLOURS: u8 = 36;

/// A rectangle of cells. Each cell has one of `k` colours, and the colours form a cycle.
///
/// With two colours, 0 is white and 1 is black.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ColourBoard {
    rows: usize,
    columns: usize,
    colours: u8,
    cells: Vec<u8>,
    /// The number of cells of each colour.
    counts: [u32; MOST_COLOURS as usize],
}

/// The condition for a board to be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColourGoal {
    /// All cells have the given colour.
    Colour(u8),
    /// All cells have the same colour, no matter which.
    Any,
}

/// A press on a cell, numbered row by row from 0.
///
/// A press advances the cell and its neighbours, at most four, to the next colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Press(pub u32);

impl ColourBoard {
    /// Creates a board of `colours` colours from the colours of its `cells`, row by row.
    ///
    /// # Errors
    /// Says why the numbers do not form a board.
    pub fn new(rows: usize, columns: usize, colours: u8, cells: Vec<u8>) -> Result<Self, String> {
        if rows == 0 || columns == 0 {
            return Err("a board needs a row and a column".to_owned());
        }
        let size = rows.checked_mul(columns);
        let size = size.filter(|&size| size <= MOST_CELLS);
        let size = size.ok_or_else(|| format!("a board has at most {MOST_CELLS} cells"))?;
        if !(2..=MOST_COLOURS).contains(&colours) {
            return Err(format!(
                "{colours} colours, but 2 to {MOST_COLOURS} are possible"
            ));
        }
        if cells.len() != size {
            let found = cells.len();
            return Err(format!("{found} cells, but the size makes {size}"));
        }
        let mut counts = [0; MOST_COLOURS as usize];
        for (cell, &colour) in cells.iter().enumerate() {
            if colour >= colours {
                return Err(format!(
                    "cell {cell} has colour {colour}, which does not exist"
                ));
            }
            counts[usize::from(colour)] += 1;
        }
        Ok(Self {
            rows,
            columns,
            colours,
            cells,
            counts,
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of colours.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// The colours of the cells, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The colours that the cells of this board may all have in the end to satisfy `goal`. This is
    /// one colour or all colours. If the goal is a colour that the board does not have, the range
    /// is empty.
    pub fn targets(&self, goal: ColourGoal) -> std::ops::Range<u8> {
        match goal {
            ColourGoal::Colour(colour) if colour < self.colours => colour..colour + 1,
            ColourGoal::Colour(_) => 0..0,
            ColourGoal::Any => 0..self.colours,
        }
    }

    /// Whether the board satisfies `goal`.
    pub fn is_goal(&self, goal: ColourGoal) -> bool {
        self.targets(goal)
            .any(|colour| self.counts[usize::from(colour)] as usize == self.cells.len())
    }

    /// The cells that a press on `cell` changes, itself included, in increasing order.
    pub fn touched(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        touched(self.rows, self.columns, cell)
    }

    /// Gives all cells the colour `colour`, which must be one of the board's colours.
    pub(super) fn recolour(&mut self, colour: u8) {
        debug_assert!(colour < self.colours);
        self.cells.fill(colour);
        self.counts.fill(0);
        self.counts[usize::from(colour)] = self.cells.len() as u32;
    }

    /// Applies a press.
    ///
    /// # Panics
    /// Panics if the cell is not on the board.
    pub fn press(&mut self, press: Press) {
        assert!(
            (press.0 as usize) < self.cells.len(),
            "{press:?} is off the board"
        );
        for cell in self.touched(press.0 as usize) {
            let before = self.cells[cell];
            let after = if before + 1 == self.colours {
                0
            } else {
                before + 1
            };
            self.cells[cell] = after;
            self.counts[usize::from(before)] -= 1;
            self.counts[usize::from(after)] += 1;
        }
    }

    /// Draws the board as lines of symbols with a blank between cells and no final newline: `w` and
    /// `b` for two colours, digits followed by letters for more.
    pub fn draw(&self) -> String {
        let symbols = self
            .cells
            .iter()
            .map(|&colour| colour_symbol(colour, self.colours));
        grid::draw(self.columns, symbols)
    }

    /// The name of a colour in a sentence.
    pub fn colour_name(&self, colour: u8) -> String {
        match (self.colours, colour) {
            (2, 0) => "white".into(),
            (2, 1) => "black".into(),
            (k, _) => format!("colour {}", colour_symbol(colour, k)),
        }
    }
}

impl Press {
    /// The name of the press on a board with this many columns: `r2c3` is the third cell of the
    /// second row.
    pub fn name(self, columns: usize) -> String {
        grid::cell_name(self.0 as usize, columns)
    }

    /// Parses the name of a press on a board of the given size. `R2C3` means the same as `r2c3`.
    pub fn parse(name: &str, rows: usize, columns: usize) -> Option<Self> {
        let cell = grid::parse_cell(name, rows, columns)?;
        u32::try_from(cell).ok().map(Self)
    }
}

/// The symmetries that map `board` to itself, without the identity. Each symmetry is a list that
/// has, for each cell, the cell to which the symmetry maps it. If any colour is a goal, a symmetry
/// may also advance all colours by the same number.
pub fn board_symmetries(board: &ColourBoard, goal: ColourGoal) -> Vec<Vec<u32>> {
    let shifts = match goal {
        ColourGoal::Any => board.colours(),
        ColourGoal::Colour(_) => 1,
    };
    let mut symmetries = grid::symmetries(board.rows(), board.columns());
    symmetries.retain(|places| {
        let is_identity = places
            .iter()
            .enumerate()
            .all(|(cell, &to)| cell == to as usize);
        let fits = |shift: u8| {
            let cells = board.cells().iter().zip(places);
            let mut cells = cells.map(|(&colour, &to)| (colour, board.cells()[to as usize]));
            cells.all(|(colour, image)| (image + shift) % board.colours() == colour)
        };
        !is_identity && (0..shifts).any(fits)
    });
    symmetries
}

/// Lists the presses of a matrix in increasing order. The matrix has `count` presses in all.
pub(super) fn presses(matrix: &[u8], count: u32) -> Vec<Press> {
    let mut presses = Vec::with_capacity(count as usize);
    for (cell, &times) in (0..).zip(matrix) {
        presses.extend((0..times).map(|_| Press(cell)));
    }
    presses
}

/// The symbol of a colour on a board with `colours` colours.
pub fn colour_symbol(colour: u8, colours: u8) -> char {
    match colour {
        0 if colours == 2 => 'w',
        1 if colours == 2 => 'b',
        0..=9 => char::from(b'0' + colour),
        _ => char::from(b'a' + colour - 10),
    }
}

/// The cells of a `rows` × `columns` board that a press on `cell` changes, in increasing order.
pub(crate) fn touched(
    rows: usize,
    columns: usize,
    cell: usize,
) -> impl Iterator<Item = usize> + use<> {
    let (row, column) = (cell / columns, cell % columns);
    [
        (row > 0).then(|| cell - columns),
        (column > 0).then(|| cell - 1),
        Some(cell),
        (column + 1 < columns).then_some(cell + 1),
        (row + 1 < rows).then_some(cell + columns),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_are_boards() {
        assert!(ColourBoard::new(2, 2, 3, vec![0, 1, 2, 0]).is_ok());
        let refused = |rows, columns, colours, cells: &[u8]| {
            ColourBoard::new(rows, columns, colours, cells.to_vec()).unwrap_err()
        };
        assert_eq!(refused(0, 2, 2, &[]), "a board needs a row and a column");
        for colours in [1, 37] {
            let expected = format!("{colours} colours, but 2 to 36 are possible");
            assert_eq!(refused(2, 1, colours, &[0, 0]), expected);
        }
        let expected = "a board has at most 67108864 cells";
        assert_eq!(refused(usize::MAX, 2, 2, &[]), expected);
        assert_eq!(refused(2, 2, 2, &[0; 3]), "3 cells, but the size makes 4");
        let expected = "cell 1 has colour 2, which does not exist";
        assert_eq!(refused(1, 2, 2, &[0, 2]), expected);
    }

    #[test]
    fn a_board_of_one_colour_is_a_goal() {
        let mut board = ColourBoard::new(1, 2, 2, vec![0, 0]).unwrap();
        let goals = [
            ColourGoal::Any,
            ColourGoal::Colour(0),
            ColourGoal::Colour(1),
        ];
        assert_eq!(goals.map(|goal| board.is_goal(goal)), [true, true, false]);
        board.press(Press(1));
        assert_eq!(goals.map(|goal| board.is_goal(goal)), [true, false, true]);
        board.recolour(0);
        assert_eq!(goals.map(|goal| board.is_goal(goal)), [true, true, false]);
        let mixed = ColourBoard::new(1, 2, 2, vec![0, 1]).unwrap();
        assert_eq!(goals.map(|goal| mixed.is_goal(goal)), [false; 3]);
    }

    #[test]
    fn a_press_changes_a_cell_and_its_neighbours() {
        let mut board = ColourBoard::new(3, 3, 3, vec![2; 9]).unwrap();
        board.press(Press(1));
        assert_eq!(board.draw(), "0 0 0\n2 0 2\n2 2 2");
        board.press(Press(0));
        assert_eq!(board.draw(), "1 1 0\n0 0 2\n2 2 2");
    }
}
