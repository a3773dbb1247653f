//! The lower bound that a player can see: how much of the centre one digit fills.

use fewest_rules::Heuristic;

use super::Rotation;
use super::board::DigitBoard;
use super::turns::CENTRE;

/// Eight minus the number of times that the most frequent digit occurs in the centre. If the goal
/// names a digit, the bound counts that digit instead of the most frequent one.
///
/// A turn moves one cell into the centre and one cell out, so the bound changes by at most one.
/// Therefore the bound is admissible and consistent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Centre;

impl Heuristic<Rotation> for Centre {
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &Rotation, state: DigitBoard) -> u32 {
        let counts = state
            .masks()
            .map(|mask| (mask.bits() & CENTRE).count_ones());
        let wanted = puzzle.wanted().map(|digit| counts[digit.index()]);
        8 - wanted.fold(0, u32::max)
    }

    #[inline]
    fn bound(&self, bound: u32) -> u32 {
        bound
    }
}
