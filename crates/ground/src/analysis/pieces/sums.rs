//! The coordinates of a position's images under symmetries (its *views*), as sums over the pieces.
//!
//! A search updates the coordinates of a position with each move. The coordinates of the inverse
//! position, and of images under many symmetries, have to be computed from all pieces. Each piece
//! adds a number that depends only on its placement, and tables turn the sums into coordinates.
//! Each number has three parts: one for the turns of the pieces, and one for each half of the
//! orbit's places, for the classes there; pieces of one class look alike. The numbers of several
//! views lie side by side, so that one pass over the pieces gives the sums of all these views.

use super::class_ranks::{ClassRanks, HALF};
use super::colouring::{Colouring, Coordinate, coordinates};
use super::model::{OrbitRange, PieceModel, PiecePlacements, PieceSymmetry};

/// One pass over the pieces computes the sums of this many views. A view is the image of a position
/// under a symmetry.
pub(super) const VIEWS_AT_ONCE: usize = 4;

/// Computes the coordinates of one orbit, a set of pieces that can get to each other's places, in
/// the images of a position under symmetries. For each image, each piece of the orbit adds a number
/// that depends only on where the piece is and how it is turned. The sum of these numbers
/// determines the coordinates of the orbit in that image.
#[derive(Debug, Clone)]
pub(super) struct OrbitSums {
    first_piece: usize,
    pieces: usize,
    first_placement: usize,
    placements: usize,
    /// For each group of [`VIEWS_AT_ONCE`] images, each piece and each placement of the piece: the
    /// numbers that the piece adds to the sums of these images.
    numbers: Vec<Vec<[u64; VIEWS_AT_ONCE]>>,
    /// Turns the two parts of a sum that describe the classes of the pieces, one for each half of
    /// the places, into a rank of these classes. `None` if all pieces have the same class.
    ranks: Option<ClassRanks>,
    turns: u32,
}

/// Whether [`OrbitSums`] give the coordinates of the images of a position itself, or of the images
/// of the inverse position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageOf {
    Position,
    Inverse,
}

/// Computes the numbers that pieces add to the sums of [`OrbitSums`], from the coordinates of the
/// orbit.
struct Adder<'a> {
    orbit: &'a OrbitRange,
    classes: Option<&'a Coordinate>,
    turns: Option<&'a Coordinate>,
}

impl Adder<'_> {
    /// The number that a piece adds to the sum if it has a certain placement.
    fn of_piece(&self, piece: usize, placement: usize) -> u64 {
        let (place, turn) = self.orbit.split(placement);
        let classes = self.classes.and_then(|coordinate| {
            let class = coordinate.classes()?[piece];
            Some(coordinate.ranks()?.weight(class, place))
        });
        let turns = self.turns.and_then(|coordinate| {
            let (upright, weight) = (coordinate.upright()?, coordinate.weight(self.orbit, place));
            let turn =
                turn + usize::from(upright[piece]) + self.orbit.turns - usize::from(upright[place]);
            Some(((turn % self.orbit.turns) * weight as usize) as u64)
        });
        turns.unwrap_or(0) << (2 * HALF) | classes.unwrap_or(0)
    }
}

impl OrbitSums {
    /// Prepares the sums for the images under the symmetries `views`.
    pub(super) fn new(
        model: &PieceModel,
        orbit: &OrbitRange,
        colouring: &Colouring,
        views: &[&PieceSymmetry],
        of: ImageOf,
    ) -> Option<Self> {
        let coordinates = coordinates(model, orbit, colouring)?;
        let classes = coordinates.iter().find(|c| c.classes().is_some());
        let turns = coordinates.iter().find(|c| c.upright().is_some());
        let adder = Adder {
            orbit,
            classes,
            turns,
        };
        let placements = orbit.pieces * orbit.turns;
        let groups = views.len().div_ceil(VIEWS_AT_ONCE);
        let mut numbers = vec![vec![[0; VIEWS_AT_ONCE]; orbit.pieces * placements]; groups];
        // If the last group has too few views, it is filled up with copies of other views, so that
        // each of its sums belongs to a position.
        let filling = views.first().into_iter().cycle();
        let filled = views.iter().chain(filling).take(groups * VIEWS_AT_ONCE);
        for (number, view) in filled.enumerate() {
            let group = &mut numbers[number / VIEWS_AT_ONCE];
            for other in 0..orbit.pieces {
                // In the image, the piece `other` is the image of the piece `before`, turned by
                // `turned`.
                let before = view.back[orbit.placement(other, 0)];
                let (before, turned) = orbit.split(before.into());
                for piece in 0..orbit.pieces {
                    for turn in 0..orbit.turns {
                        // The placement of the piece `before` in the position or in its inverse,
                        // and the piece and the place of the position that determine this
                        // placement.
                        let (after, piece, place) = match of {
                            ImageOf::Position => {
                                (orbit.placement(piece, turn + turned), before, piece)
                            }
                            ImageOf::Inverse => {
                                let back = orbit.turns - turn + turned;
                                (orbit.placement(piece, back), piece, before)
                            }
                        };
                        let image = view.placements[after];
                        let placement = orbit.placement(place, turn) - orbit.first_placement;
                        group[piece * placements + placement][number % VIEWS_AT_ONCE] =
                            adder.of_piece(other, image.into());
                    }
                }
            }
        }
        Some(Self {
            first_piece: orbit.first_piece,
            pieces: orbit.pieces,
            first_placement: orbit.first_placement,
            placements,
            numbers,
            ranks: classes.and_then(Coordinate::ranks).cloned(),
            turns: turns.map_or(1, |turns| turns.size),
        })
    }

    /// The joint values of the orbit's coordinates in the images of a position under
    /// [`VIEWS_AT_ONCE`] symmetries, beginning with the symmetry at index [`VIEWS_AT_ONCE`] times
    /// `group`.
    #[inline]
    pub(super) fn values(&self, group: usize, state: PiecePlacements) -> [u32; VIEWS_AT_ONCE] {
        let mut sums = [0_u64; VIEWS_AT_ONCE];
        let placements = &state.0[self.first_piece..self.first_piece + self.pieces];
        let rows = self.numbers[group].chunks_exact(self.placements);
        for (row, &placement) in rows.zip(placements) {
            let numbers = row[usize::from(placement) - self.first_placement];
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += number;
            }
        }
        let mask = (1 << HALF) - 1;
        sums.map(|sum| {
            let classes = self.ranks.as_ref().map_or(0, |ranks| {
                ranks.rank((sum & mask) as usize, (sum >> HALF & mask) as usize)
            });
            classes * self.turns + (sum >> (2 * HALF)) as u32
        })
    }
}
