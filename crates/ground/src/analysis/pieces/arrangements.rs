//! The arrangements of the colours of all orbits, as two numbers of a position.
//!
//! The rank of the arrangement of one orbit, the one with the most, is the *major value* of a
//! position, and the joint rank of all other orbits is its *minor value*.
//!
//! A search needs these values for several images of a position under symmetries. In each image,
//! the placement of a piece determines one colour at one place, so each piece adds a number to a
//! sum, and a table turns the sum into a rank. The numbers of several images lie side by side, so
//! that one pass over the pieces gives the sums of all of them.

use std::ops::Range;
use std::sync::Arc;

use super::colouring::Colouring;
use super::model::{PieceModel, PiecePlacements};
use super::ranks::ArrangementRanks;
use super::symmetries::PieceSymmetry;

/// The values of this many images are computed at once.
pub(super) const AT_ONCE: usize = 4;

/// The major and the minor value of a position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct EntryKey {
    pub(super) major: u32,
    pub(super) minor: u32,
}

/// The arrangements of the colours that a colouring gives to each orbit.
pub(super) struct Arrangements<'a> {
    model: &'a PieceModel,
    colourings: &'a [Colouring],
    ranks: Vec<Arc<ArrangementRanks>>,
    /// The orbit of the major value, and the orbits of the minor value.
    parts: [Vec<usize>; 2],
}

impl<'a> Arrangements<'a> {
    pub(super) fn new(model: &'a PieceModel, colourings: &'a [Colouring]) -> Self {
        let orbits = model.orbits.iter().zip(colourings).zip(&model.keeps_sum);
        let ranks = orbits.map(|((orbit, colouring), &keeps_sum)| {
            Arc::new(ArrangementRanks::new(orbit, colouring, keeps_sum))
        });
        let ranks: Vec<Arc<ArrangementRanks>> = ranks.collect();
        let mut orbits: Vec<usize> = (0..ranks.len()).collect();
        orbits.sort_by_key(|&orbit| ranks[orbit].size);
        let major = orbits.split_off(orbits.len() - 1);
        Self {
            model,
            colourings,
            ranks,
            parts: [major, orbits],
        }
    }

    /// How many major values and how many minor values there are.
    pub(super) fn sizes(&self) -> [u32; 2] {
        let size = |&orbit: &usize| self.ranks[orbit].size;
        [0, 1].map(|part: usize| self.parts[part].iter().map(size).product())
    }

    /// What computes the values of the images of positions under `symmetries`, at most
    /// [`AT_ONCE`]. If they are fewer, they fill the other places again.
    pub(super) fn images(&self, symmetries: &[&PieceSymmetry]) -> ImageKeys {
        let sums = |&number: &usize| {
            let (orbit, ranks) = (&self.model.orbits[number], &self.ranks[number]);
            let mut addends = Vec::new();
            for piece in 0..orbit.pieces {
                for placement in orbit.placements() {
                    let addend = |symmetry: &PieceSymmetry| {
                        let image = |of: usize| usize::from(symmetry.placements[of]);
                        let (place, turn) = orbit.split(image(placement));
                        let home = image(orbit.placement(piece, 0));
                        let home = orbit.turned(home, orbit.turns - turn);
                        ranks.addend(place, self.colourings[number].colour(orbit, home))
                    };
                    addends.push(std::array::from_fn(|at| {
                        addend(symmetries[at % symmetries.len()])
                    }));
                }
            }
            OrbitSums {
                pieces: orbit.first_piece..orbit.first_piece + orbit.pieces,
                placements: orbit.placements(),
                addends,
                ranks: Arc::clone(ranks),
            }
        };
        ImageKeys {
            parts: [0, 1].map(|part: usize| self.parts[part].iter().map(sums).collect()),
        }
    }
}

/// Computes the values of [`AT_ONCE`] images of a position.
#[derive(Debug)]
pub(super) struct ImageKeys {
    /// The sums that give the major value, and those that give the minor value.
    parts: [Vec<OrbitSums>; 2],
}

#[derive(Debug)]
struct OrbitSums {
    pieces: Range<usize>,
    placements: Range<usize>,
    /// For each piece and each of its placements, what they add to the sum for each image.
    addends: Vec<[u64; AT_ONCE]>,
    ranks: Arc<ArrangementRanks>,
}

impl ImageKeys {
    #[inline]
    pub(super) fn of(&self, state: PiecePlacements) -> [EntryKey; AT_ONCE] {
        let mut keys = [EntryKey::default(); AT_ONCE];
        let values = self.joint(0, state).into_iter().zip(self.joint(1, state));
        for (key, (major, minor)) in keys.iter_mut().zip(values) {
            *key = EntryKey { major, minor };
        }
        keys
    }

    /// The major values of the images if `part` is 0, and the minor values if it is 1.
    #[inline]
    fn joint(&self, part: usize, state: PiecePlacements) -> [u32; AT_ONCE] {
        let mut joint = [0; AT_ONCE];
        for orbit in &self.parts[part] {
            let mut sums = [0; AT_ONCE];
            let rows = orbit.addends.chunks_exact(orbit.placements.len());
            for (row, &placement) in rows.zip(&state.0[orbit.pieces.clone()]) {
                let addends = row[usize::from(placement) - orbit.placements.start];
                for (sum, addend) in sums.iter_mut().zip(addends) {
                    *sum += addend;
                }
            }
            for (joint, sum) in joint.iter_mut().zip(sums) {
                *joint = *joint * orbit.ranks.size + orbit.ranks.of_sum(sum);
            }
        }
        joint
    }
}
