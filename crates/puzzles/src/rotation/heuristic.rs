//! The lower bound that a player can see: how much of the centre one digit fills.

use fewest_rules::Heuristic;

use super::Rotation;
use super::board::{Digit, DigitBoard};
use super::turns::{CENTRE, LineTurn};

/// Eight minus the number of times that the most frequent digit occurs in the centre. If the goal
/// names a digit, the bound counts that digit instead of the most frequent one.
///
/// A turn moves one cell into the centre and one cell out, so the bound changes by at most one.
/// Therefore the bound is admissible and consistent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Centre {
    goal: Option<Digit>,
}

impl Centre {
    /// Creates the bound for a puzzle.
    pub fn new(puzzle: &Rotation) -> Self {
        Self { goal: puzzle.goal }
    }
}

/// The number of times that each digit occurs in the centre. Digit `d` is counted in bits `4 (d -
/// 1)` to `4 (d - 1) + 3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CentreCounts(u16);

impl CentreCounts {
    #[inline]
    fn of(self, digit: Digit) -> u32 {
        u32::from(self.0 >> (4 * digit.index()) & 0xf)
    }
}

impl Heuristic<Rotation> for Centre {
    type Cache = CentreCounts;

    #[inline]
    fn start(&self, _: &Rotation, state: DigitBoard) -> CentreCounts {
        let [one, two, three] = state
            .masks()
            .map(|mask| (mask.bits() & CENTRE).count_ones() as u16);
        CentreCounts(one | two << 4 | three << 8)
    }

    #[inline]
    fn step(
        &self,
        _: &Rotation,
        counts: CentreCounts,
        _: DigitBoard,
        m: LineTurn,
        after: DigitBoard,
    ) -> CentreCounts {
        let turn = m.turn();
        let one_of = |cell| 1 << (4 * (after.number_at(cell) - 1));
        CentreCounts(counts.0 + one_of(turn.enters) - one_of(turn.leaves))
    }

    #[inline]
    fn bound(&self, counts: CentreCounts) -> u32 {
        8 - match self.goal {
            Some(digit) => counts.of(digit),
            None => {
                let [one, two, three] = Digit::ALL.map(|digit| counts.of(digit));
                one.max(two).max(three)
            }
        }
    }
}
