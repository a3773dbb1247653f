//! A position: 24 cells in 48 bits.

use super::mask::Mask;
use super::turns::{BOARD, CELLS, LineTurn};

/// One of the three digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Digit {
    /// The digit 1.
    One = 1,
    /// The digit 2.
    Two = 2,
    /// The digit 3.
    Three = 3,
}

impl Digit {
    /// All digits in increasing order.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// The digit of a number from 1 to 3.
    pub fn from_number(number: u8) -> Option<Self> {
        let index = usize::from(number).checked_sub(1)?;
        Self::ALL.get(index).copied()
    }

    /// The digit as a number from 1 to 3.
    #[inline]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The index of the digit in [`ALL`](Self::ALL).
    #[inline]
    pub(super) fn index(self) -> usize {
        self as usize - 1
    }
}

/// A position of the game: eight cells of each digit.
///
/// The low half of the word holds bit 0 of each cell's digit, which is set for 1 and 3. The high
/// half holds bit 1, which is set for 2 and 3. So one operation on the word turns a line in both
/// halves at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DigitBoard(u64);

impl DigitBoard {
    /// Creates the board with these numbers in the cells, row by row from the top, or returns
    /// `None` unless there are eight each of 1, 2 and 3.
    pub fn from_numbers(numbers: &[u8; CELLS]) -> Option<Self> {
        let (mut low, mut high) = (0, 0);
        for (cell, &number) in numbers.iter().enumerate() {
            if !(1..=3).contains(&number) {
                return None;
            }
            low |= u32::from(number & 1) << cell;
            high |= u32::from(number >> 1) << cell;
        }
        Self::from_planes(low, high)
    }

    /// Creates the board from the set of cells with 1 or 3 and the set of cells with 2 or 3.
    /// Returns `None` unless every cell has a digit and every digit has eight cells.
    #[inline]
    pub(super) fn from_planes(low: u32, high: u32) -> Option<Self> {
        let fair = low | high == BOARD
            && (low & high).count_ones() == 8
            && (low & !high).count_ones() == 8;
        fair.then(|| Self::join(low, high))
    }

    /// Creates the board from the cells of digits 1, 2 and 3.
    #[inline]
    pub(super) fn from_masks([_, two, three]: [Mask; 3]) -> Self {
        Self::join(!two.bits() & BOARD, two.bits() | three.bits())
    }

    #[inline]
    fn join(low: u32, high: u32) -> Self {
        Self(u64::from(low) | u64::from(high) << 32)
    }

    /// The cells with 1 or 3 and the cells with 2 or 3.
    #[inline]
    pub(super) fn planes(self) -> (u32, u32) {
        (self.0 as u32, (self.0 >> 32) as u32)
    }

    /// The numbers in the cells, row by row from the top.
    pub fn numbers(self) -> [u8; CELLS] {
        std::array::from_fn(|cell| (self.0 >> cell & 1 | self.0 >> (cell + 31) & 2) as u8)
    }

    /// The cells of a digit.
    #[inline]
    pub fn mask(self, digit: Digit) -> Mask {
        self.masks()[digit.index()]
    }

    /// The cells of each digit.
    #[inline]
    pub(super) fn masks(self) -> [Mask; 3] {
        let (low, high) = self.planes();
        [low & !high, high & !low, low & high].map(Mask::trusted)
    }

    /// The board after a move.
    #[inline]
    #[must_use]
    pub fn turned(self, m: LineTurn) -> Self {
        Self(m.turn().of_planes(self.0))
    }
}
