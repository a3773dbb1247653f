//! Puzzles whose moves permute pieces: pieces, orbits and the group that the moves generate. The
//! labels of a *piece* always move together, and the pieces of an *orbit* can get to each other's
//! places.
//!
//! If no two pieces look alike, different elements of the group lead to different positions. So the
//! number of positions is known without a search, and a position has a solution exactly if the
//! permutation that leads to it from a goal is an element of the group.

mod arrangements;
mod bound;
mod certificate;
mod choice;
mod colouring;
mod coset;
mod elements;
mod model;
mod orbits;
mod pattern;
mod points;
mod ranks;
mod stabilizers;

use fewest_rules::{Meter, StopReason};

use crate::compiled::PackedTask;
use orbits::{PieceOrbit, piece_orbits};
use points::PointAction;
use stabilizers::StabilizerChain;

pub use bound::{PieceBound, PieceCache};
pub use elements::PositionCount;
pub use model::{PiecePlacements, PieceStates};
pub use pattern::{PatternChoice, PiecePattern};

/// The pieces of a puzzle, their orbits and the group of the moves.
#[derive(Debug, Clone)]
pub struct Pieces {
    action: PointAction,
    orbits: Vec<PieceOrbit>,
    chain: StabilizerChain,
}

impl Pieces {
    /// Finds the pieces of `task`. `None` if some rule is not a permutation of positions, possibly
    /// with additions, or if the group is too large to be computed in a fraction of a second.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let action = PointAction::new(task)?;
        let chain = StabilizerChain::new(&action.generators, action.points.len())?;
        Some(Self {
            orbits: piece_orbits(&action),
            action,
            chain,
        })
    }

    /// For each orbit, the number of its pieces, and the number of ways in which each of them can
    /// be turned.
    pub fn orbits(&self) -> impl Iterator<Item = (usize, usize)> {
        let sizes = |orbit: &PieceOrbit| (orbit.pieces(), orbit.turns);
        self.orbits.iter().map(sizes)
    }

    /// Chooses a pattern whose table has at most about `most` entries. `None` if there is none.
    /// Takes a few seconds at most.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn choose_pattern(
        &self,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<PatternChoice>, StopReason> {
        PatternChoice::new(self, most, meter)
    }
}
