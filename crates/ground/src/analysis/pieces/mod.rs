//! Puzzles whose moves permute pieces: pieces, orbits and the group that the moves generate. The
//! labels of a *piece* always move together, and the pieces of an *orbit* can get to each other's
//! places. A *placement* is a place together with a turn, the way in which a piece lies there.
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
mod symmetries;

use crate::compiled::PackedTask;
use elements::logarithm_of_most;
use orbits::{PieceOrbit, piece_orbits};
use points::{Permutation, PointAction};
use stabilizers::StabilizerChain;

pub use bound::{PieceBound, PieceCache};
pub use elements::PositionCount;
pub use model::{PiecePlacements, PieceStates};
pub use pattern::{PatternChoice, PiecePattern};
pub(super) use points::is_odd;

/// The pieces of a puzzle, their orbits and the group of the moves.
#[derive(Debug, Clone)]
pub struct Pieces {
    points: PointAction,
    /// For each placement, the points on which the points of a piece lie. Placements are numbered
    /// one orbit after the other.
    placements: Vec<Vec<u16>>,
    orbits: Vec<PieceOrbit>,
    /// For each rule, its permutation of the placements.
    moves: Vec<Permutation>,
    chain: StabilizerChain,
}

impl Pieces {
    /// Finds the pieces of `task`. `None` if some rule is not a permutation of positions, possibly
    /// with additions, or if the group is too large to be computed in a fraction of a second.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let points = PointAction::new(task)?;
        let (orbits, placements) = piece_orbits(&points.moves);
        // A placement is known by its first point.
        let mut number = vec![0; points.points.len()];
        for (placement, points) in (0..).zip(&placements) {
            number[usize::from(points[0])] = placement;
        }
        let moves = points.moves.iter().map(|m| {
            let firsts = placements.iter().map(|points| m[usize::from(points[0])]);
            firsts.map(|image| number[usize::from(image)]).collect()
        });
        let moves: Vec<Permutation> = moves.collect();
        Some(Self {
            chain: StabilizerChain::new(&moves, logarithm_of_most(&orbits, &moves)?)?,
            points,
            placements,
            orbits,
            moves,
        })
    }

    /// For each orbit, the number of its pieces, and the number of ways in which each of them can
    /// be turned.
    pub fn orbits(&self) -> impl Iterator<Item = (usize, usize)> {
        self.orbits.iter().map(|orbit| (orbit.pieces, orbit.turns))
    }
}
