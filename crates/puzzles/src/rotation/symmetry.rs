//! The eight symmetries of the board.
//!
//! A symmetry must map lines to lines and crossings to crossings. So a symmetry maps the seven
//! cells of a line, two of which are crossings, to the seven cells of a line, in the same or in the
//! reverse order. The symmetries are therefore those of the square: the identity, three rotations
//! and four reflections. Each symmetry preserves the centre and maps moves to moves.

use fewest_rules::Symmetric;

use super::Rotation;
use super::board::{Digit, DigitBoard};
use super::mask::Mask;
use super::turns::{CELLS, PLACES, cell_at};

/// A permutation of the 24 cells of a mask. For each of the three bytes of a mask and each value of
/// this byte, it has the image of the cells that the byte contains.
type Images = [[u32; 256]; 3];

/// The reflection that swaps left and right.
static MIRROR: Images = images(true);
/// The reflection that swaps rows and columns.
static TRANSPOSE: Images = images(false);

const fn images(mirror: bool) -> Images {
    let mut images = [[0; 256]; 3];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = PLACES[cell];
        let to = if mirror {
            cell_at(row, 6 - column)
        } else {
            cell_at(column, row)
        };
        let mut byte = 0;
        while byte < 256 {
            if byte >> (cell % 8) & 1 == 1 {
                images[cell / 8][byte] |= 1 << to;
            }
            byte += 1;
        }
        cell += 1;
    }
    images
}

#[inline]
fn image(images: &Images, cells: u32) -> u32 {
    images[0][(cells & 0xff) as usize]
        | images[1][(cells >> 8 & 0xff) as usize]
        | images[2][(cells >> 16 & 0xff) as usize]
}

/// The permutations of the digits, the identity first.
const DIGIT_ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Calls `visit` with each of the eight images of `cells`, including `cells` itself.
#[inline]
fn for_each<const N: usize>(mut cells: [u32; N], mut visit: impl FnMut([u32; N])) {
    // Alternating a mirror reflection and a diagonal reflection visits all eight images, because
    // these two generate the symmetries of the square.
    for _ in 0..4 {
        visit(cells);
        cells = cells.map(|set| image(&MIRROR, set));
        visit(cells);
        cells = cells.map(|set| image(&TRANSPOSE, set));
    }
}

/// Calls `visit` with the eight images of a mask, including the mask itself.
#[inline]
pub(super) fn for_each_image(mask: Mask, mut visit: impl FnMut(Mask)) {
    for_each([mask.bits()], |[bits]| visit(Mask::trusted(bits)));
}

/// Combines the symmetries of the board with the permutations of the digits that preserve the goal:
/// all six if any digit may fill the centre, otherwise only the swap of the two other digits.
impl Symmetric for Rotation {
    fn canonical(&self, state: DigitBoard) -> DigitBoard {
        self.images(state).fold(state, Ord::min)
    }

    fn images(&self, state: DigitBoard) -> impl Iterator<Item = DigitBoard> {
        let mut images = Vec::new();
        for_each(state.masks().map(Mask::bits), |masks| {
            for order in DIGIT_ORDERS {
                let keeps_goal = |goal: Digit| order[goal.index()] == goal.index();
                if self.goal.is_none_or(keeps_goal) {
                    let masks = order.map(|digit| Mask::trusted(masks[digit]));
                    images.push(DigitBoard::from_masks(masks));
                }
            }
        });
        // The first image is the image under the identity.
        images.into_iter().skip(1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::for_each_image;
    use crate::rotation::Mask;
    use crate::rotation::rank::{MASKS, unrank};

    /// Burnside's lemma gives 92,247 classes of masks.
    #[test]
    fn masks_fall_into_classes_of_symmetry() {
        let least = |number| {
            let mut least = unrank(number);
            for_each_image(least, |image| least = least.min(image));
            least
        };
        let classes: HashSet<Mask> = (0..MASKS).map(least).collect();
        assert_eq!(classes.len(), 92_247);
    }
}
