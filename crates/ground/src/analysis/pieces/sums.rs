//! The coordinates of a position's inverse, as sums over the pieces.
//!
//! A search updates the coordinates of a position with each move. Those of its inverse have to be
//! computed from all pieces. Each piece adds a number that depends on its placement alone, and tables
//! turn the sums into coordinates. A number has three parts: the turns, and the classes at the places
//! of either half of the orbit.

use super::colouring::{Colouring, Coordinate, Slots, coordinates};
use super::model::{OrbitRange, PieceModel, PiecePlacements, PieceSymmetry};

/// The bits of each half of the classes.
const HALF: u32 = 20;

/// The numbers of an orbit, and the tables that turn sums into values.
#[derive(Debug, Clone)]
struct OrbitSums {
    first_piece: usize,
    pieces: usize,
    first_placement: usize,
    placements: usize,
    /// For each view, piece and placement, the number to add.
    numbers: Vec<Vec<u64>>,
    /// The value of the classes is the sum of an entry for the first half of the places, and of one
    /// for the second half.
    halves: [Vec<u32>; 2],
    turns: u32,
}

/// The sums of all orbits.
#[derive(Debug, Clone)]
pub(super) struct InverseSums {
    orbits: Vec<OrbitSums>,
}

/// The coordinates of an orbit under a colouring, and how a piece adds to them.
struct Adder<'a> {
    orbit: &'a OrbitRange,
    classes: Option<&'a Coordinate>,
    turns: Option<&'a Coordinate>,
    /// The number of classes.
    count: u64,
}

impl Adder<'_> {
    /// What a class adds at a place.
    fn of_class(&self, class: u8, place: usize) -> u64 {
        let half = self.orbit.pieces / 2;
        match place.checked_sub(half) {
            None => u64::from(class) * self.count.pow(place as u32),
            Some(place) => u64::from(class) * self.count.pow(place as u32) << HALF,
        }
    }

    /// What a piece adds at a placement.
    fn of_piece(&self, piece: usize, placement: usize) -> u64 {
        let (place, turn) = self.orbit.split(placement);
        let class = self.classes.and_then(Coordinate::classes);
        let classes = class.map_or(0, |classes| self.of_class(classes[piece], place));
        let turns = self.turns.and_then(|coordinate| {
            let (upright, weight) = (coordinate.upright()?, coordinate.weight(self.orbit, place));
            let turn =
                turn + usize::from(upright[piece]) + self.orbit.turns - usize::from(upright[place]);
            Some(((turn % self.orbit.turns) * weight as usize) as u64)
        });
        turns.unwrap_or(0) << (2 * HALF) | classes
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
        let orbits =
            orbits.map(|(orbit, colouring)| OrbitSums::new(model, orbit, colouring, views));
        Some(Self {
            orbits: orbits.collect::<Option<_>>()?,
        })
    }

    /// The value of each orbit in a view of the inverse of a position.
    #[inline]
    pub(super) fn value(&self, orbit: usize, view: usize, state: PiecePlacements) -> u32 {
        let sums = &self.orbits[orbit];
        let numbers = &sums.numbers[view];
        let placements = &state.0[sums.first_piece..sums.first_piece + sums.pieces];
        let rows = numbers.chunks_exact(sums.placements);
        let sum: u64 = rows
            .zip(placements)
            .map(|(row, &placement)| row[usize::from(placement) - sums.first_placement])
            .sum();
        let mask = (1 << HALF) - 1;
        let [first, second] = &sums.halves;
        let classes = first[(sum & mask) as usize] + second[(sum >> HALF & mask) as usize];
        classes * sums.turns + (sum >> (2 * HALF)) as u32
    }
}

impl OrbitSums {
    fn new(
        model: &PieceModel,
        orbit: &OrbitRange,
        colouring: &Colouring,
        views: &[PieceSymmetry],
    ) -> Option<Self> {
        let coordinates = coordinates(model, orbit, colouring)?;
        let classes = coordinates.iter().find(|c| c.classes().is_some());
        let turns = coordinates.iter().find(|c| c.upright().is_some());
        let adder = Adder {
            orbit,
            classes,
            turns,
            count: 1 + u64::from(colouring.classes.iter().copied().max()?),
        };
        let half = adder
            .count
            .checked_pow((orbit.pieces - orbit.pieces / 2) as u32)?;
        if half > 1 << HALF {
            return None;
        }
        let placements = orbit.pieces * orbit.turns;
        let numbers = views.iter().map(|view| {
            let mut numbers = vec![0; orbit.pieces * placements];
            for other in 0..orbit.pieces {
                // The piece `other` of the image is the piece `place` of the inverse, turned.
                let before = view.back[orbit.placement(other, 0)];
                let (place, turned) = orbit.split(before.into());
                for piece in 0..orbit.pieces {
                    for turn in 0..orbit.turns {
                        let inverse = orbit.placement(piece, orbit.turns - turn + turned);
                        let image = view.placements[inverse];
                        let placement = orbit.placement(place, turn) - orbit.first_placement;
                        numbers[piece * placements + placement] =
                            adder.of_piece(other, image.into());
                    }
                }
            }
            numbers
        });
        let numbers = numbers.collect();
        let size = if classes.is_some() { half as usize } else { 1 };
        let mut halves = [vec![u32::MAX; size], vec![0; size]];
        halves[0][0] = 0;
        if let Some(classes) = classes {
            halves[0][0] = u32::MAX;
            let mut slots = Slots::new(orbit);
            for value in 0..classes.size {
                classes.write(orbit, value, &mut slots);
                let places = slots.classes.iter().enumerate();
                let sum: u64 = places
                    .map(|(place, &class)| adder.of_class(class, place))
                    .sum();
                let first = &mut halves[0][(sum & ((1 << HALF) - 1)) as usize];
                // Values are in lexicographic order, so the least value of a first half comes first.
                *first = value.min(*first);
                let rest = value - *first;
                halves[1][(sum >> HALF) as usize] = rest;
            }
        }
        Some(Self {
            first_piece: orbit.first_piece,
            pieces: orbit.pieces,
            first_placement: orbit.first_placement,
            placements,
            numbers,
            halves,
            turns: turns.map_or(1, |turns| turns.size),
        })
    }
}
