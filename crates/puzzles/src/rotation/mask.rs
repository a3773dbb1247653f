//! The game reduced to one digit: only the positions of its eight cells.
//!
//! The cells of one digit move independently of the others, so the fewest moves that bring a digit
//! to the centre depend only on its eight cells. There are C(24,8) = 735,471 masks instead of
//! 9,465,511,770 boards, and they are the same for all three digits.

use fewest_rules::{Goals, Invertible, Puzzle, Ranked, Symmetric};

use super::rank;
use super::symmetry;
use super::turns::{BOARD, CENTRE, LineMove};

/// A set of eight of the 24 cells: bit `i` is cell `i`, row by row from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mask(u32);

impl Mask {
    /// The eight cells of the centre.
    pub const CENTRE: Self = Self(CENTRE);

    /// Creates the mask of the cells whose bits are set; `None` unless these are eight of the low
    /// 24 bits.
    pub fn new(bits: u32) -> Option<Self> {
        (bits & !BOARD == 0 && bits.count_ones() == 8).then_some(Self(bits))
    }

    /// Creates the mask of the cells whose bits are set. The caller must ensure that there are
    /// eight.
    #[inline]
    pub(super) fn trusted(bits: u32) -> Self {
        debug_assert!(Self::new(bits).is_some());
        Self(bits)
    }

    /// The mask with one bit per cell.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The cells after a move.
    #[inline]
    #[must_use]
    pub fn turned(self, m: LineMove) -> Self {
        Self(m.turn().of_cells(self.0))
    }
}

/// The puzzle of bringing eight given cells to the centre.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MaskPuzzle;

impl Puzzle for MaskPuzzle {
    type State = Mask;
    type Move = LineMove;

    #[inline]
    fn moves(&self, _: Mask) -> impl Iterator<Item = LineMove> {
        LineMove::ALL.into_iter()
    }

    #[inline]
    fn apply(&self, state: Mask, m: LineMove) -> Mask {
        state.turned(m)
    }

    #[inline]
    fn is_goal(&self, state: Mask) -> bool {
        state == Mask::CENTRE
    }
}

impl Goals for MaskPuzzle {
    fn goals(&self) -> impl Iterator<Item = Mask> {
        std::iter::once(Mask::CENTRE)
    }
}

impl Invertible for MaskPuzzle {
    #[inline]
    fn inverse(&self, m: LineMove) -> LineMove {
        m.inverse()
    }
}

/// Masks are ranked in the numerical order of their bits.
impl Ranked for MaskPuzzle {
    fn size(&self) -> u64 {
        rank::MASKS as u64
    }

    #[inline]
    fn rank(&self, state: Mask) -> u64 {
        rank::rank(state) as u64
    }

    fn unrank(&self, rank: u64) -> Mask {
        rank::unrank(rank as usize)
    }
}

/// The least of the eight images under the symmetries of the board.
impl Symmetric for MaskPuzzle {
    #[inline]
    fn canonical(&self, state: Mask) -> Mask {
        let mut least = state;
        symmetry::for_each_image(state, |image| least = least.min(image));
        least
    }
}
