//! A position in 26 bits, and the bit arithmetic of the board.
//!
//! | bits | content |
//! | --- | --- |
//! | 0–15 | the set of black cells: bit `4 * row + column` for each cell |
//! | 16–19, 20–23 | the numbers of the two blank cells, the lower one first |
//! | 24–25 | whose turn it is |

pub(super) const CELLS: u8 = 16;
/// The number of cells along a side of the board, and of cells in a line of four.
pub(super) const SIDE: u8 = 4;
/// The number of pieces of each colour.
pub(super) const PIECES: u32 = 7;

/// The cells of the ten lines: rows, columns, diagonals.
pub(super) const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// The side that moves next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideToMove {
    /// Either side may begin.
    Any,
    /// Black is to move.
    Black,
    /// White is to move.
    White,
}

impl SideToMove {
    /// The side that moves after this side. The result for [`SideToMove::Any`] is
    /// [`SideToMove::Any`].
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A move: the piece on cell `from` slides to the blank cell `to`. Cells are
/// numbered row by row from 0; moves are ordered by `from`, then by `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceSlide {
    /// The cell that becomes blank.
    pub from: u8,
    /// The cell that was blank.
    pub to: u8,
}

/// The pieces on the board and whose turn it is. There are always seven black pieces, seven white
/// ones and two blanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GamePosition(u32);

impl GamePosition {
    /// The position with black and white pieces on the cells of these sets: bit `4 * row + column`
    /// for each cell. `None` unless each set has seven cells and no cell is in both.
    pub fn new(black: u16, white: u16, turn: SideToMove) -> Option<Self> {
        let sound =
            black & white == 0 && black.count_ones() == PIECES && white.count_ones() == PIECES;
        sound.then(|| Self::pack(black, !(black | white), turn))
    }

    /// Packs a set of seven black cells, a set of two blank cells, and the turn.
    #[inline]
    pub(super) fn pack(black: u16, blanks: u16, turn: SideToMove) -> Self {
        let lower = blanks.trailing_zeros();
        let upper = (u16::BITS - 1) - blanks.leading_zeros();
        Self(u32::from(black) | lower << 16 | upper << 20 | (turn as u32) << 24)
    }

    /// The cells with black pieces.
    #[inline]
    pub fn black(self) -> u16 {
        self.0 as u16
    }

    /// The cells with white pieces.
    #[inline]
    pub fn white(self) -> u16 {
        !(self.black() | self.blanks())
    }

    /// The blank cells.
    #[inline]
    pub fn blanks(self) -> u16 {
        let [lower, upper] = self.blank_cells();
        1 << lower | 1 << upper
    }

    /// The numbers of the blank cells, the lower one first.
    #[inline]
    pub(super) fn blank_cells(self) -> [u8; 2] {
        [(self.0 >> 16) as u8 & 15, (self.0 >> 20) as u8 & 15]
    }

    /// The side whose turn it is.
    #[inline]
    pub fn turn(self) -> SideToMove {
        match self.0 >> 24 {
            0 => SideToMove::Any,
            1 => SideToMove::Black,
            _ => SideToMove::White,
        }
    }

    /// The same board with `turn` to move.
    #[inline]
    #[must_use]
    pub fn with_turn(self, turn: SideToMove) -> Self {
        Self(self.0 & 0x00ff_ffff | (turn as u32) << 24)
    }

    /// The cells with pieces of the side to move, including those without a blank beside them.
    #[inline]
    pub(super) fn movers(self) -> u16 {
        match self.turn() {
            SideToMove::Any => !self.blanks(),
            SideToMove::Black => self.black(),
            SideToMove::White => self.white(),
        }
    }

    /// Whether four pieces of one colour are in line.
    #[inline]
    pub(super) fn in_line(self) -> bool {
        has_line(self.black()) || has_line(self.white())
    }

    /// All pairs of a cell of `pieces` and a blank beside it, in increasing order.
    #[inline]
    pub(super) fn slides(self, pieces: u16) -> impl Iterator<Item = (u8, u8)> {
        let [lower, upper] = self.blank_cells();
        let mut to_lower = pieces & BESIDE[usize::from(lower)];
        let mut to_upper = pieces & BESIDE[usize::from(upper)];
        std::iter::from_fn(move || {
            let either = to_lower | to_upper;
            let piece = either & either.wrapping_neg();
            if piece == 0 {
                return None;
            }
            let from = piece.trailing_zeros() as u8;
            let to = if to_lower & piece != 0 {
                to_lower ^= piece;
                lower
            } else {
                to_upper ^= piece;
                upper
            };
            Some((from, to))
        })
    }

    /// The position with the piece on `from` moved to the blank `to`.
    #[inline]
    #[must_use]
    pub(super) fn slid(self, from: u8, to: u8) -> Self {
        let (from, to) = (1u16 << from, 1u16 << to);
        let black = self.black();
        let black = if black & from == 0 {
            black
        } else {
            black ^ from ^ to
        };
        Self::pack(black, self.blanks() ^ from ^ to, self.turn())
    }

    /// The position with the colours of the pieces exchanged, and with the turn of the other side.
    #[inline]
    #[must_use]
    pub(super) fn exchanged(self) -> Self {
        let others = u32::from(self.white());
        Self(self.0 & 0x00ff_0000 | others).with_turn(self.turn().other())
    }

    /// The position with the content of each cell on the cell that `places` has for it.
    #[must_use]
    pub(super) fn placed(self, places: &[u32]) -> Self {
        let placed = |cells: u16| {
            let places = (0..)
                .zip(places)
                .filter(|&(cell, _)| cells >> cell & 1 == 1);
            places.map(|(_, place)| 1 << place).sum()
        };
        Self::pack(placed(self.black()), placed(self.blanks()), self.turn())
    }

    /// The letter of the content of `cell`: `B` for black, `W` for white or `O` for blank.
    pub(super) fn letter(self, cell: u8) -> char {
        if self.black() >> cell & 1 == 1 {
            'B'
        } else if self.blanks() >> cell & 1 == 1 {
            'O'
        } else {
            'W'
        }
    }
}

/// Whether the set `cells` contains one of the ten lines.
#[inline]
fn has_line(cells: u16) -> bool {
    // A bit of `pairs` is set if its cell and the next cell are in the set. A row is full if the
    // bits of its first and its third cell are set in `pairs`. `halves` has the same bits for
    // columns, with cells two rows apart.
    let pairs = cells & cells >> 1;
    let rows = pairs & pairs >> 2 & 0x1111;
    let halves = cells & cells >> 8;
    let columns = halves & halves >> 4 & 0x000f;
    rows | columns != 0 || cells & 0x8421 == 0x8421 || cells & 0x1248 == 0x1248
}

/// The cells above, below, left and right of each cell.
const BESIDE: [u16; CELLS as usize] = {
    let mut beside = [0; CELLS as usize];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let mut other = 0;
        while other < CELLS {
            let apart = row.abs_diff(other / SIDE) + column.abs_diff(other % SIDE);
            if apart == 1 {
                beside[cell as usize] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    beside
};

/// Whether `a` and `b` are cells that share an edge.
pub(super) fn beside(a: u8, b: u8) -> bool {
    a < CELLS && b < CELLS && BESIDE[usize::from(a)] >> b & 1 == 1
}
