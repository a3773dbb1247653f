//! Arrangements of the colours of all orbits, what moves and symmetries make of them, and the ranks
//! of the results as sums over the places or over the pieces.
//!
//! A search needs the ranks of arrangements for several images of a position under symmetries, and
//! for images of the inverse position. In each of these images, the placement of a piece determines
//! one colour at one place, so each piece adds a number to a sum, and a table turns the sum into a
//! rank. The numbers of several images lie side by side, so that one pass over the pieces gives the
//! sums of all of them.

use std::ops::Range;
use std::sync::Arc;

use super::colouring::Colouring;
use super::model::{MOST_PIECES, PieceModel, PieceSymmetry};
use super::ranks::ArrangementRanks;

/// One pass over the pieces computes this many sums.
pub(super) const AT_ONCE: usize = 4;

/// For each place of a puzzle, the colour of the piece at this place.
pub(super) type Arrangement = [u8; MOST_PIECES];

/// The arrangements of the colours that a colouring gives to each orbit.
pub(super) struct Arrangements<'a> {
    model: &'a PieceModel,
    colourings: &'a [Colouring],
    /// The ranks of the arrangements of each orbit.
    ranks: Vec<Arc<ArrangementRanks>>,
}

/// What carries the pieces: a move or a symmetry.
#[derive(Clone, Copy)]
pub(super) struct Carrier<'a> {
    /// For each placement, where a piece is taken from there.
    to: &'a [u8],
    /// For each placement of a piece in the goal, that of the piece that takes its part.
    becomes: &'a [u8],
}

impl<'a> Carrier<'a> {
    pub(super) fn symmetry(symmetry: &'a PieceSymmetry) -> Self {
        Self {
            to: &symmetry.placements,
            becomes: &symmetry.placements,
        }
    }

    pub(super) fn of_move(model: &'a PieceModel, m: usize) -> Self {
        Self {
            to: &model.moves[m],
            becomes: &model.symmetries[0].placements,
        }
    }
}

/// What the values are over which a sum is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SumOver {
    /// For each place, a colour. The sum gives the rank after a move or symmetry.
    Arrangement,
    /// For each piece, its placement. The sum gives the rank of an image of the position.
    Position,
    /// The same for an image of the inverse position.
    Inverse,
}

impl<'a> Arrangements<'a> {
    /// `None` if an orbit has too many arrangements.
    pub(super) fn new(model: &'a PieceModel, colourings: &'a [Colouring]) -> Option<Self> {
        let orbits = model.orbits.iter().zip(colourings);
        let ranks = orbits.map(|(orbit, colouring)| {
            let ranks = ArrangementRanks::new(orbit, colouring, model.keeps_sum(orbit))?;
            Some(Arc::new(ranks))
        });
        Some(Self {
            ranks: ranks.collect::<Option<_>>()?,
            model,
            colourings,
        })
    }

    /// The number of arrangements of an orbit.
    pub(super) fn size(&self, orbit: usize) -> u32 {
        self.ranks[orbit].size
    }

    pub(super) fn goal(&self) -> Arrangement {
        let mut goal = [0; MOST_PIECES];
        for (orbit, colouring) in self.model.orbits.iter().zip(self.colourings) {
            for place in 0..orbit.pieces {
                let colour = colouring.colour(orbit, orbit.placement(place, 0));
                goal[orbit.first_piece + place] = colour;
            }
        }
        goal
    }

    /// The arrangement after a move.
    pub(super) fn after(&self, before: &Arrangement, m: usize) -> Arrangement {
        let mut after = *before;
        for (number, orbit) in self.model.orbits.iter().enumerate() {
            for place in 0..orbit.pieces {
                let home = self.home(number, before[orbit.first_piece + place]);
                let (to, colour) =
                    self.carried(number, Carrier::of_move(self.model, m), place, home);
                after[orbit.first_piece + to] = colour;
            }
        }
        after
    }

    /// A placement with this colour.
    fn home(&self, orbit: usize, colour: u8) -> usize {
        let colours = &self.colourings[orbit].colours;
        let at = colours.iter().position(|&other| other == colour);
        self.model.orbits[orbit].first_placement + at.unwrap_or(0)
    }

    /// If the piece that is not turned at the place `from` has come from the placement `home`: the
    /// place to which the carrier takes it, and the colour that is seen there.
    fn carried(&self, orbit: usize, by: Carrier, from: usize, home: usize) -> (usize, u8) {
        let range = &self.model.orbits[orbit];
        // The turn at `from` that is no turn after the carrier.
        let upright = (0..range.turns).find_map(|turn| {
            let (to, turned) = range.split(by.to[range.placement(from, turn)].into());
            (turned == 0).then_some((to, turn))
        });
        let (to, turn) = upright.unwrap_or_default();
        let (place, turned) = range.split(home);
        let home = by.becomes[range.placement(place, turned + turn)];
        (to, self.colourings[orbit].colour(range, home.into()))
    }

    /// The sums that give the joint ranks of the arrangements of `orbits` for each carrier.
    pub(super) fn sums(&self, orbits: &[usize], carriers: &[Carrier], over: SumOver) -> Sums {
        let of_orbit = |&number: &usize| {
            let (orbit, ranks) = (&self.model.orbits[number], &self.ranks[number]);
            let values = match over {
                SumOver::Arrangement => 0..ranks.colours,
                _ => orbit.all_placements(),
            };
            // If there are too few carriers, others fill their places.
            let carriers = || carriers.iter().cycle().take(AT_ONCE);
            let mut addends = Vec::new();
            for slot in 0..orbit.pieces {
                for value in values.clone() {
                    let (from, home) = match over {
                        SumOver::Arrangement => (slot, self.home(number, value as u8)),
                        SumOver::Position => {
                            let (place, turn) = orbit.split(value);
                            (place, orbit.placement(slot, orbit.turns - turn))
                        }
                        SumOver::Inverse => (slot, value),
                    };
                    let mut lanes = [0; AT_ONCE];
                    for (lane, &by) in lanes.iter_mut().zip(carriers()) {
                        let (to, colour) = self.carried(number, by, from, home);
                        *lane = ranks.addend(to, colour);
                    }
                    addends.push(lanes);
                }
            }
            OrbitSums {
                slots: orbit.first_piece..orbit.first_piece + orbit.pieces,
                values,
                addends,
                ranks: Arc::clone(ranks),
            }
        };
        Sums {
            orbits: orbits.iter().map(of_orbit).collect(),
        }
    }
}

/// Computes the joint ranks of the arrangements of some orbits, for [`AT_ONCE`] carriers.
#[derive(Debug)]
pub(super) struct Sums {
    orbits: Vec<OrbitSums>,
}

#[derive(Debug)]
struct OrbitSums {
    /// The slots that belong to the orbit: the indices of its pieces or places.
    slots: Range<usize>,
    /// The values that a slot can have.
    values: Range<usize>,
    /// For each slot and each of its values, what they add to the sum for each carrier.
    addends: Vec<[u64; AT_ONCE]>,
    ranks: Arc<ArrangementRanks>,
}

impl Sums {
    /// The joint ranks, from the values of all slots.
    #[inline]
    pub(super) fn ranks(&self, values: &[u8; MOST_PIECES]) -> [u32; AT_ONCE] {
        let mut joint = [0; AT_ONCE];
        for orbit in &self.orbits {
            let mut sums = [0; AT_ONCE];
            let rows = orbit.addends.chunks_exact(orbit.values.len());
            for (row, &value) in rows.zip(&values[orbit.slots.clone()]) {
                let addends = row[usize::from(value) - orbit.values.start];
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
