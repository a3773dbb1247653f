//! The geometry of the board: cells, lines, and moves as masked rotations of a word.
//!
//! The 24 cells are numbered from 0, row by row from the top, and cell `i` is bit `i` of a 24-bit
//! mask. A turn moves the bit of each cell of a line by some number of places. In the turn of a
//! column there are four such numbers, and in the turn of a row there are two. So a turn consists
//! of at most four masked rotations of a word.

use std::fmt;

pub(super) const CELLS: usize = 24;

/// All 24 cells.
pub(super) const BOARD: u32 = (1 << CELLS) - 1;

/// The row and column of each of the 24 cells, counted from 0. The #-shaped board is drawn in a
/// square of 7 × 7 places.
pub(super) const PLACES: [(usize, usize); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let (mut place, mut cell) = (0, 0);
    while place < 7 * 7 {
        let (row, column) = (place / 7, place % 7);
        if row == 2 || row == 4 || column == 2 || column == 4 {
            places[cell] = (row, column);
            cell += 1;
        }
        place += 1;
    }
    places
};

/// The cell at a given row and column of the square of 7 × 7.
///
/// # Panics
/// Panics if there is no such cell. In a constant, this panic is a compile error.
pub(super) const fn cell_at(row: usize, column: usize) -> usize {
    let mut cell = 0;
    while PLACES[cell].0 != row || PLACES[cell].1 != column {
        cell += 1;
    }
    cell
}

/// The eight cells that a goal fills with one digit: the ring around the middle.
pub(super) const CENTRE: u32 = {
    let mut mask = 0;
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = PLACES[cell];
        if row >= 2 && row <= 4 && column >= 2 && column <= 4 {
            mask |= 1 << cell;
        }
        cell += 1;
    }
    mask
};

/// A turn of one of the four lines by one cell.
///
/// The letters stand around the board, clockwise from the top left. Each letter stands at one end
/// of a line, and its move shifts the cells of the line towards that end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineTurn {
    /// Turns the left column up.
    A,
    /// Turns the right column up.
    B,
    /// Turns the upper row to the right.
    C,
    /// Turns the lower row to the right.
    D,
    /// Turns the right column down.
    E,
    /// Turns the left column down.
    F,
    /// Turns the lower row to the left.
    G,
    /// Turns the upper row to the left.
    H,
}

impl LineTurn {
    /// All moves in alphabetical order.
    pub const ALL: [Self; 8] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
    ];

    /// The turn of the same line in the opposite direction.
    #[inline]
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::A => Self::F,
            Self::B => Self::E,
            Self::C => Self::H,
            Self::D => Self::G,
            Self::E => Self::B,
            Self::F => Self::A,
            Self::G => Self::D,
            Self::H => Self::C,
        }
    }

    /// The letter as an ASCII byte.
    #[inline]
    pub fn letter(self) -> u8 {
        b'A' + self as u8
    }

    /// The move with this letter, in upper or lower case.
    pub fn from_letter(letter: u8) -> Option<Self> {
        let index = letter.to_ascii_uppercase().wrapping_sub(b'A');
        Self::ALL.get(usize::from(index)).copied()
    }

    #[inline]
    pub(super) fn turn(self) -> &'static MaskedRotation {
        &TURNS[self as usize]
    }
}

impl fmt::Display for LineTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.letter()))
    }
}

/// A move as masked rotations of a word.
///
/// Every mask is stored twice, in the low and in the high half of 64 bits. So a turn works on one
/// set of cells in 32 bits, or on two sets at once in 64 bits.
#[derive(Debug)]
pub(super) struct MaskedRotation {
    keep: u64,
    pieces: [(u64, u32); 4],
}

impl MaskedRotation {
    /// Applies the turn to one set of cells.
    #[inline]
    pub(super) fn of_cells(&self, cells: u32) -> u32 {
        let mut after = cells & self.keep as u32;
        for (piece, by) in self.pieces {
            after |= (cells & piece as u32).rotate_left(by);
        }
        after
    }

    /// Applies the turn to two sets of cells, one in each half of the word.
    #[inline]
    pub(super) fn of_planes(&self, planes: u64) -> u64 {
        let mut after = planes & self.keep;
        for (piece, by) in self.pieces {
            after |= (planes & piece).rotate_left(by);
        }
        after
    }
}

/// The four lines: the columns from top to bottom, then the rows from left to right.
const LINES: [[usize; 7]; 4] = {
    let mut lines = [[0; 7]; 4];
    let mut i = 0;
    while i < 7 {
        lines[0][i] = cell_at(i, 2);
        lines[1][i] = cell_at(i, 4);
        lines[2][i] = cell_at(2, i);
        lines[3][i] = cell_at(4, i);
        i += 1;
    }
    lines
};

const UP: usize = 6;
const DOWN: usize = 1;
const LEFT: usize = UP;
const RIGHT: usize = DOWN;

static TURNS: [MaskedRotation; 8] = [
    turn(0, UP),
    turn(1, UP),
    turn(2, RIGHT),
    turn(3, RIGHT),
    turn(1, DOWN),
    turn(0, DOWN),
    turn(3, LEFT),
    turn(2, LEFT),
];

/// Builds the turn that moves the content of position `i` of a line to position `i + step` modulo
/// 7.
const fn turn(line: usize, step: usize) -> MaskedRotation {
    let line = &LINES[line];
    let mut pieces = [(0, 0); 4];
    let mut moved = 0;
    let mut i = 0;
    while i < 7 {
        let (from, to) = (line[i], line[(i + step) % 7]);
        // In a 32-bit word, a rotation by 64 - n is the same as a rotation by 32 - n. So the same
        // rotation `by` serves words of 32 and of 64 bits.
        let by = (64 + to - from) as u32 % 64;
        let mut piece = 0;
        while pieces[piece].0 != 0 && pieces[piece].1 != by {
            piece += 1;
        }
        pieces[piece] = (pieces[piece].0 | twice(1 << from), by);
        moved |= twice(1 << from);
        i += 1;
    }
    MaskedRotation {
        keep: !moved,
        pieces,
    }
}

/// Copies `cells` into both halves of a word.
const fn twice(cells: u32) -> u64 {
    cells as u64 | (cells as u64) << 32
}
