//! The eight symmetries of the board.
//!
//! A symmetry must map lines to lines and crossings to crossings; on a line of
//! seven with two crossings that leaves only the identity and the reversal. So
//! the symmetries are those of the drawn square: the identity, three rotations
//! and four reflections. Each keeps the centre and maps moves to moves.

use fewest_rules::Symmetric;

use super::Rotation;
use super::board::Board;
use super::mask::Mask;
use super::turns::{BOARD, CELLS, PLACES, cell_at};

/// A permutation of the cells, as the image of each byte of a mask.
type Images = [[u32; 256]; 3];

/// The left and the right side exchanged.
static MIRROR: Images = images(true);
/// Rows and columns exchanged.
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

/// Calls `visit` with each image of `cells`, `cells` itself included.
#[inline]
fn for_each<const N: usize>(mut cells: [u32; N], mut visit: impl FnMut([u32; N])) {
    // A reflection in a side and one in a diagonal, in turn, make a walk round
    // all eight.
    for _ in 0..4 {
        visit(cells);
        cells = cells.map(|set| image(&MIRROR, set));
        visit(cells);
        cells = cells.map(|set| image(&TRANSPOSE, set));
    }
}

/// Calls `visit` with the eight images of a mask, itself included.
#[inline]
pub(super) fn for_each_image(mask: Mask, mut visit: impl FnMut(Mask)) {
    for_each([mask.bits()], |[bits]| visit(Mask::trusted(bits)));
}

/// The symmetries of the board, and the renamings of the digits that keep the
/// goal: all six, or the exchange of the two that are not wanted.
impl Symmetric for Rotation {
    fn canonical(&self, state: Board) -> Board {
        let [one, two, _] = state.masks().map(Mask::bits);
        let mut least = (u32::MAX, u32::MAX);
        for_each([one, two], |[one, two]| {
            // Two of the masks make the third, so two are enough to compare.
            let masks = [one, two, BOARD ^ one ^ two];
            least = least.min(match self.goal {
                None => {
                    let first = one.min(two).min(masks[2]);
                    let last = one.max(two).max(masks[2]);
                    (first, BOARD ^ first ^ last)
                }
                Some(goal) => {
                    let wanted = masks[goal.index()];
                    let other = masks[(goal.index() + 1) % 3];
                    (wanted, other.min(BOARD ^ wanted ^ other))
                }
            });
        });
        let (first, second) = least;
        let mut masks = [first, second, BOARD ^ first ^ second];
        if let Some(goal) = self.goal {
            masks[..=goal.index()].rotate_left(1);
        }
        Board::from_masks(masks.map(Mask::trusted))
    }
}
