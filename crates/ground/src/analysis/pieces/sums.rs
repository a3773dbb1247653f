//! The coordinates of a position's images, as sums over the pieces.
//!
//! A search updates the coordinates of a position with each move. Those of its inverse, and of its
//! images under many symmetries, have to be computed from all pieces. Each piece adds a number that depends on its placement alone, and tables
//! turn the sums into coordinates. A number has three parts: the turns, and the classes at the places
//! of either half of the orbit.

use super::class_ranks::{ClassRanks, HALF};
use super::colouring::{Colouring, Coordinate, coordinates};
use super::model::{OrbitRange, PieceModel, PiecePlacements, PieceSymmetry};

/// The numbers of an orbit, and the tables that turn sums into values.
#[derive(Debug, Clone)]
pub(super) struct OrbitSums {
    first_piece: usize,
    pieces: usize,
    first_placement: usize,
    placements: usize,
    /// For each view, piece and placement, the number to add.
    numbers: Vec<Vec<u64>>,
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

/// For each orbit, the sums that give the coordinates of a position's inverse.
#[derive(Debug, Clone)]
pub(super) struct InverseSums {
    orbits: Vec<OrbitSums>,
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

impl InverseSums {
    /// The sums under these colourings, for each of the views. `None` if the numbers are too large.
    pub(super) fn new(
        model: &PieceModel,
        colourings: &[Colouring],
        views: &[PieceSymmetry],
    ) -> Option<Self> {
        let orbits = model.orbits.iter().zip(colourings);
        let views: Vec<&PieceSymmetry> = views.iter().collect();
        let sums =
            |(orbit, colouring)| OrbitSums::new(model, orbit, colouring, &views, ImageOf::Inverse);
        let orbits = orbits.map(sums);
        Some(Self {
            orbits: orbits.collect::<Option<_>>()?,
        })
    }

    /// The value of each orbit in a view of the inverse of a position.
    #[inline]
    pub(super) fn value(&self, orbit: usize, view: usize, state: PiecePlacements) -> u32 {
        self.orbits[orbit].value(view, state)
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
        let numbers = views.iter().map(|view| {
            let mut numbers = vec![0; orbit.pieces * placements];
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
                        numbers[piece * placements + placement] =
                            adder.of_piece(other, image.into());
                    }
                }
            }
            numbers
        });
        let numbers = numbers.collect();
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

    /// The value of the orbit in the image under the symmetry numbered `view`.
    #[inline]
    pub(super) fn value(&self, view: usize, state: PiecePlacements) -> u32 {
        let numbers = &self.numbers[view];
        let placements = &state.0[self.first_piece..self.first_piece + self.pieces];
        let rows = numbers.chunks_exact(self.placements);
        let sum: u64 = rows
            .zip(placements)
            .map(|(row, &placement)| row[usize::from(placement) - self.first_placement])
            .sum();
        let mask = (1 << HALF) - 1;
        let classes = self.ranks.as_ref().map_or(0, |ranks| {
            ranks.rank((sum & mask) as usize, (sum >> HALF & mask) as usize)
        });
        classes * self.turns + (sum >> (2 * HALF)) as u32
    }
}
