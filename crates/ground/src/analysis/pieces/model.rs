//! Positions, moves and symmetries in terms of the placements of pieces, which are numbered one
//! orbit after the other.

use super::Pieces;
use super::orbits::PieceOrbit;
use super::points::inverse;
use super::symmetries::{PieceSymmetry, symmetries};

/// The greatest allowed numbers of pieces and of placements of a model. The number of a placement
/// fits into a byte.
const MOST_PIECES: usize = 32;
const MOST_PLACEMENTS: usize = 256;
/// The greatest allowed number of moves of a model.
const MOST_MOVES: usize = 64;

/// A position, given by the placement of each piece: a number for the place where the piece is and
/// how it is turned there. Zeros follow the last piece.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PiecePlacements(pub(super) [u8; MOST_PIECES]);

/// The states of a puzzle in which a position is given by the placements of its pieces
/// ([`PiecePlacements`]), and the effects of rules on these states.
#[derive(Debug, Clone, Copy)]
pub struct PieceStates<'a>(pub(super) &'a PieceModel);

impl PieceStates<'_> {
    /// The position to which the rule with index `rule` leads from `state`.
    #[inline]
    pub(in super::super) fn after(self, state: PiecePlacements, rule: usize) -> PiecePlacements {
        let images = &self.0.moves[rule];
        let mut after = state;
        for placement in &mut after.0[..self.0.pieces] {
            *placement = images[usize::from(*placement)];
        }
        after
    }

    /// Whether `state` is the goal, in which each piece is at its own place.
    #[inline]
    pub(in super::super) fn is_solved(self, state: PiecePlacements) -> bool {
        state == self.0.solved
    }

    /// The *inverse* of a position: if a permutation of the pieces leads from the goal to the
    /// position, the inverse permutation leads from the goal to the inverse position.
    #[inline]
    pub(super) fn inverse(self, state: PiecePlacements) -> PiecePlacements {
        let mut inverse = state;
        let pieces = &state.0[..self.0.pieces];
        for (&placement, upright) in pieces.iter().zip(self.0.solved.0) {
            let (piece, back) = self.0.places[usize::from(placement)];
            inverse.0[usize::from(piece) % MOST_PIECES] = upright + back;
        }
        inverse
    }
}

/// The pieces of a puzzle and its moves, in terms of numbered placements.
#[derive(Debug, Clone)]
pub(super) struct PieceModel {
    pub(super) orbits: Vec<PieceOrbit>,
    /// For each orbit, whether every move keeps the sum of the turns of its pieces, modulo the
    /// number of turns.
    pub(super) keeps_sum: Vec<bool>,
    /// The number of pieces.
    pub(super) pieces: usize,
    /// The goal: each piece at its own place.
    pub(super) solved: PiecePlacements,
    /// For each move and each placement, the placement to which the move takes a piece from there.
    pub(super) moves: Vec<[u8; MOST_PLACEMENTS]>,
    /// For each placement, the piece whose own place it has, and the turn that undoes its turn.
    places: [(u8, u8); MOST_PLACEMENTS],
    /// The symmetries; the first is the identity.
    pub(super) symmetries: Vec<PieceSymmetry>,
}

impl PieceModel {
    /// Makes the model of `pieces`. `None` if there are too many pieces or moves, or if the inverse
    /// of some move is not a move.
    pub(super) fn new(pieces: &Pieces) -> Option<Self> {
        let Pieces { orbits, moves, .. } = pieces;
        let count = orbits.iter().map(|orbit| orbit.pieces).sum();
        let fits = count <= MOST_PIECES
            && pieces.placements.len() <= MOST_PLACEMENTS
            && moves.len() <= MOST_MOVES
            && orbits.iter().all(|orbit| orbit.turns < MOST_PLACEMENTS);
        if !fits || !moves.iter().all(|m| moves.contains(&inverse(m))) {
            return None;
        }
        let mut solved = PiecePlacements::default();
        let mut places = [(0, 0); MOST_PLACEMENTS];
        for orbit in orbits {
            for placement in orbit.placements() {
                let (place, turn) = orbit.split(placement);
                let piece = orbit.first_piece + place;
                places[placement] = (piece as u8, ((orbit.turns - turn) % orbit.turns) as u8);
                solved.0[piece] = orbit.placement(place, 0) as u8;
            }
        }
        let bytes = |m: &Vec<u16>| {
            let mut images = [0; MOST_PLACEMENTS];
            let all = images.iter_mut().zip(m);
            all.for_each(|(image, &placement)| *image = placement as u8);
            images
        };
        let keeps_sum = |orbit: &PieceOrbit| {
            let mut sums = moves.iter().map(|m| orbit.sum_of_turns(m));
            sums.all(|sum| sum.is_multiple_of(orbit.turns))
        };
        Some(Self {
            keeps_sum: orbits.iter().map(keeps_sum).collect(),
            orbits: orbits.clone(),
            pieces: count,
            solved,
            moves: moves.iter().map(bytes).collect(),
            places,
            symmetries: symmetries(orbits, moves),
        })
    }
}
