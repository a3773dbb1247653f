//! The coordinates of a position's images, as sums over the pieces.
//!
//! A search updates the coordinates of a position with each move. Those of its inverse, and of its
//! images under many symmetries, have to be computed from all pieces. Each piece adds a number that depends on its placement alone, and tables
//! turn the sums into coordinates. A number has three parts: the turns, and the classes at the places
//! of either half of the orbit. The numbers of several views lie side by side, so that one pass over the
//! pieces gives the sums of all of them.

use super::class_ranks::{ClassRanks, HALF};
use super::colouring::{Colouring, Coordinate, coordinates};
use super::model::{OrbitRange, PieceModel, PiecePlacements, PieceSymmetry};

/// How many views are summed up in one pass.
pub(super) const VIEWS_AT_ONCE: usize = 4;

/// The numbers of an orbit, and the tables that turn sums into values.
#[derive(Debug, Clone)]
pub(super) struct OrbitSums {
    first_piece: usize,
    pieces: usize,
    first_placement: usize,
    placements: usize,
    /// For each group of views, piece and placement, the numbers to add.
    numbers: Vec<Vec<[u64; VIEWS_AT_ONCE]>>,
    /// The rank of the classes at all places, which the sums of both halves determine; `None` if
    /// classes are not told apart.
    ranks: Option<ClassRanks>,
    turns: u32,
}

/// Whether the sums are those of a position's images, or of the images of its inverse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageOf {
    Position,
    Inverse,
}

/// The coordinates of an orbit under a colouring, and how a piece adds to them.
struct Adder<'a> {
    orbit: &'a OrbitRange,
    classes: Option<&'a Coordinate>,
    turns: Option<&'a Coordinate>,
}

impl Adder<'_> {
    /// What a piece adds at a placement.
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
    /// The sums for the images under these symmetries.
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
        // The last group is filled up with a view that exists, so that all sums are those of positions.
        let filling = views.first().into_iter().cycle();
        let filled = views.iter().chain(filling).take(groups * VIEWS_AT_ONCE);
        for (number, view) in filled.enumerate() {
            let group = &mut numbers[number / VIEWS_AT_ONCE];
            for other in 0..orbit.pieces {
                // The piece `other` of the image is this piece before, turned.
                let before = view.back[orbit.placement(other, 0)];
                let (before, turned) = orbit.split(before.into());
                for piece in 0..orbit.pieces {
                    for turn in 0..orbit.turns {
                        // Where `before` is in the position or in the inverse, and the piece and the
                        // place of the position from which that follows.
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

    /// The values of the orbit in the images under a group of symmetries: those numbered from
    /// [`VIEWS_AT_ONCE`] times `group` on.
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
