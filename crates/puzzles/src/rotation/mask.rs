//! Masks: sets of eight cells, such as the cells of one digit.

use super::turns::{BOARD, CENTRE, LineTurn};

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

    /// Creates the mask of the cells whose bits are set. The caller must ensure that exactly eight
    /// bits are set.
    #[inline]
    pub(super) fn trusted(bits: u32) -> Self {
        debug_assert!(Self::new(bits).is_some());
        Self(bits)
    }

    /// The mask as a word: bit `i` is set if cell `i` is in the mask.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The mask after a move.
    #[inline]
    #[must_use]
    pub fn turned(self, m: LineTurn) -> Self {
        Self(m.turn().of_cells(self.0))
    }
}
