//! A lower bound from the number of pieces that each line lacks.

use fewest_rules::Heuristic;

use super::FourInARow;
use super::position::{GamePosition, LINES, SideToMove};

/// A lower bound that considers each line and each colour on its own. The bound is 0 only at goals.
///
/// A colour that lacks `m ≥ 1` pieces of a line needs `m` moves of its own to fill it. The sides
/// alternate, so this takes `2 m - 1` moves if the colour is to move, and `2 m` if the other side
/// is. If the other colour occupies all `m` cells of the line that are still to be filled, the
/// other side has to vacate them with `m` moves before the line can be completed, so the bound is
/// `2 m + 1` if the colour is to move. If either side may begin, the smaller of the two bounds
/// holds. The bound of a position is the minimum over the ten lines and both colours.
///
/// The bound is consistent. A move of the colour reduces `m` by at most one and passes the turn to
/// the other side, so the bound changes from `2 m - 1` to at least `2 (m - 1)`. If the other colour
/// occupies all these `m` cells, no piece can enter the line, so the bound changes from `2 m + 1`
/// to at least `2 m`. A move of the other side does not change `m`, so the bound changes from `2 m`
/// to at least `2 m - 1`.
#[derive(Debug, Clone, Copy, Default)]
pub struct PiecesMissing;

impl Heuristic<FourInARow> for PiecesMissing {
    type Cache = u32;

    #[inline]
    fn start(&self, _: &FourInARow, position: GamePosition) -> u32 {
        let (black, blanks) = (position.black(), position.blanks());
        let white = !(black | blanks);
        LINES
            .iter()
            .flat_map(|line| {
                let open = line & blanks != 0;
                [(black, SideToMove::Black), (white, SideToMove::White)].map(|(pieces, colour)| {
                    match (line & !pieces).count_ones() {
                        0 => 0,
                        missing if position.turn() == colour => {
                            2 * missing + 1 - 2 * u32::from(open)
                        }
                        missing if position.turn() == SideToMove::Any => {
                            2 * missing - u32::from(open)
                        }
                        missing => 2 * missing,
                    }
                })
            })
            .min()
            .unwrap_or(0)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
