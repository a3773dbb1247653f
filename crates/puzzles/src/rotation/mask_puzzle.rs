//! The game reduced to one digit: only the positions of its eight cells.
//!
//! The cells of one digit move independently of the others, so the fewest moves that bring a digit
//! to the centre depend only on its eight cells. There are C(24,8) = 735,471 masks instead of
//! 9,465,511,770 boards, and they are the same for all three digits.

use fewest_rules::{Goals, Invertible, Puzzle, Ranked, Symmetric};

use super::mask::Mask;
use super::rank;
use super::symmetry;
use super::turns::LineTurn;

/// The puzzle of bringing eight given cells to the centre.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MaskPuzzle;

impl Puzzle for MaskPuzzle {
    type State = Mask;
    type Move = LineTurn;

    #[inline]
    fn moves(&self, _: Mask) -> impl Iterator<Item = LineTurn> {
        LineTurn::ALL.into_iter()
    }

    #[inline]
    fn apply(&self, state: Mask, m: LineTurn) -> Mask {
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
    fn inverse(&self, m: LineTurn) -> LineTurn {
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

/// The canonical state is the least of the eight images under the symmetries of the board.
impl Symmetric for MaskPuzzle {
    #[inline]
    fn canonical(&self, state: Mask) -> Mask {
        let mut least = state;
        symmetry::for_each_image(state, |image| least = least.min(image));
        least
    }
}
