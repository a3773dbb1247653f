//! Positions, moves and symmetries in terms of numbered placements of pieces.
//!
//! The pieces of an *orbit* can get to each other's places, and a *placement* is a place together
//! with the turn of the piece there. All placements of all orbits are numbered one orbit after the
//! other. A position is given by the placement of each piece. A move maps placements to placements.
//! A *symmetry* is a permutation of placements that maps moves to moves, so that it keeps the
//! distances between positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::Pieces;
use super::orbits::PieceOrbit;
use super::points::{inverse, then};

/// The greatest allowed numbers of pieces and of placements of a model. The number of a placement,
/// which stands for a place and a turn, fits into a byte.
pub(super) const MOST_PIECES: usize = 32;
pub(super) const MOST_PLACEMENTS: usize = 256;
/// The greatest allowed number of moves of a model (`MOST_MOVES`), and how often the search for
/// symmetries may try an image for a move (`MOST_TRIES`).
const MOST_MOVES: usize = 64;
const MOST_TRIES: usize = 1 << 18;
/// The greatest allowed number of symmetries of a model. If there are more, only the identity is
/// used.
const MOST_SYMMETRIES: usize = 64;

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
}

/// Which of the numbered pieces and placements of a [`PieceModel`] belong to one orbit, a set of
/// pieces that can get to each other's places.
#[derive(Debug, Clone)]
pub(super) struct OrbitRange {
    pub(super) first_piece: usize,
    pub(super) pieces: usize,
    pub(super) first_placement: usize,
    pub(super) turns: usize,
}

impl OrbitRange {
    /// The index of the placement at the place `place` of this orbit with the turn `turn`.
    pub(super) fn placement(&self, place: usize, turn: usize) -> usize {
        self.first_placement + place * self.turns + turn % self.turns
    }

    /// The indices of all placements of this orbit.
    pub(super) fn all_placements(&self) -> Range<usize> {
        self.first_placement..self.first_placement + self.pieces * self.turns
    }

    /// The place and the turn of a placement of this orbit.
    pub(super) fn split(&self, placement: usize) -> (usize, usize) {
        let number = placement - self.first_placement;
        (number / self.turns, number % self.turns)
    }
}

/// A symmetry of a model: a permutation of placements that maps moves to moves.
#[derive(Debug, Clone)]
pub(super) struct PieceSymmetry {
    /// For each placement, its image under the symmetry.
    pub(super) placements: Vec<u8>,
    /// For each move, the move to which the symmetry maps it.
    pub(super) moves: Vec<u8>,
}

/// The pieces of a puzzle and its moves, in terms of numbered placements.
#[derive(Debug, Clone)]
pub(super) struct PieceModel {
    pub(super) orbits: Vec<OrbitRange>,
    /// The number of pieces.
    pub(super) pieces: usize,
    /// The goal: each piece at its own place.
    pub(super) solved: PiecePlacements,
    /// For each move and each placement, the placement to which the move takes a piece from there.
    pub(super) moves: Vec<[u8; MOST_PLACEMENTS]>,
    /// The number of placements.
    pub(super) placements: usize,
    /// The symmetries; the first is the identity.
    pub(super) symmetries: Vec<PieceSymmetry>,
}

impl PieceModel {
    /// Makes the model of `pieces`. `None` if there are too many pieces or moves, if the turns of
    /// some orbit are not cyclic, or if the inverse of some move is not a move.
    pub(super) fn new(pieces: &Pieces) -> Option<Self> {
        let mut orbits = Vec::new();
        let (mut first_piece, mut first_placement) = (0, 0);
        for orbit in &pieces.orbits {
            orbits.push(OrbitRange {
                first_piece,
                pieces: orbit.pieces(),
                first_placement,
                turns: orbit.turns,
            });
            first_piece += orbit.pieces();
            first_placement += orbit.placements.len();
        }
        let generators = &pieces.action.generators;
        let closed = || generators.iter().all(|g| generators.contains(&inverse(g)));
        let fits = first_piece <= MOST_PIECES
            && first_placement <= MOST_PLACEMENTS
            && generators.len() <= MOST_MOVES
            && pieces.orbits.iter().all(|orbit| orbit.cyclic);
        if !fits || !closed() {
            return None;
        }
        let moves = generators.iter().map(|g| images(&pieces.orbits, g));
        let mut model = Self {
            pieces: first_piece,
            solved: solved(&orbits),
            orbits,
            moves: moves.collect(),
            placements: first_placement,
            symmetries: Vec::new(),
        };
        model.symmetries = model.find_symmetries();
        Some(model)
    }

    /// The position to which the permutation `element` of the pieces leads from the goal.
    pub(super) fn placements(&self, pieces: &Pieces, element: &[u16]) -> PiecePlacements {
        let images = images(&pieces.orbits, element);
        let mut placements = self.solved.0;
        for placement in &mut placements[..self.pieces] {
            *placement = images[usize::from(*placement)];
        }
        PiecePlacements(placements)
    }

    /// Whether every move keeps the sum of the turns of the orbit's pieces, modulo the number of
    /// turns.
    pub(super) fn keeps_sum(&self, orbit: &OrbitRange) -> bool {
        self.moves.iter().all(|m| {
            let turn = |place| orbit.split(m[orbit.placement(place, 0)].into()).1;
            let sum: usize = (0..orbit.pieces).map(turn).sum();
            sum.is_multiple_of(orbit.turns)
        })
    }

    /// Finds the symmetries: permutations of the placements of each orbit that map moves to moves.
    /// Of the symmetries that map all moves in the same way, only one is found. The first symmetry
    /// is the identity.
    fn find_symmetries(&self) -> Vec<PieceSymmetry> {
        let types = MoveTypes::new(&self.moves, self.placements);
        let mut found = Vec::new();
        let mut tries = MOST_TRIES;
        types.extend(&mut Vec::new(), &mut tries, &mut |moves| {
            if found.len() <= MOST_SYMMETRIES {
                found.extend(self.symmetry(moves));
            }
        });
        // If some symmetries may be missing, those that were found may not form a group, so only
        // the identity is used.
        if tries == 0 || found.len() > MOST_SYMMETRIES {
            found.truncate(1);
        }
        found
    }

    /// A symmetry that maps each move `m` to the move `moves[m]`, if there is one.
    fn symmetry(&self, moves: &[usize]) -> Option<PieceSymmetry> {
        const UNKNOWN: usize = usize::MAX;
        let count = self.placements;
        let mut images = vec![UNKNOWN; count];
        for orbit in &self.orbits {
            let all = orbit.all_placements();
            let first = all.start;
            let found = all.clone().any(|image| {
                images[all.clone()].fill(UNKNOWN);
                images[first] = image;
                let mut waiting = vec![first];
                while let Some(at) = waiting.pop() {
                    for (m, &other) in moves.iter().enumerate() {
                        let next = usize::from(self.moves[m][at]);
                        let wanted = usize::from(self.moves[other][images[at]]);
                        if images[next] == UNKNOWN {
                            images[next] = wanted;
                            waiting.push(next);
                        } else if images[next] != wanted {
                            return false;
                        }
                    }
                }
                true
            });
            if !found {
                return None;
            }
        }
        Some(PieceSymmetry {
            placements: images.iter().map(|&image| image as u8).collect(),
            moves: moves.iter().map(|&m| m as u8).collect(),
        })
    }
}

/// The position in which each piece is at its own place.
fn solved(orbits: &[OrbitRange]) -> PiecePlacements {
    let mut placements = [0; MOST_PIECES];
    for orbit in orbits {
        for place in 0..orbit.pieces {
            placements[orbit.first_piece + place] = orbit.placement(place, 0) as u8;
        }
    }
    PiecePlacements(placements)
}

/// The image of each placement under a permutation of points.
fn images(orbits: &[PieceOrbit], permutation: &[u16]) -> [u8; MOST_PLACEMENTS] {
    let mut all = [0; MOST_PLACEMENTS];
    let mut first = 0;
    for orbit in orbits {
        for number in 0..orbit.placements.len() {
            all[first + number] = (first + orbit.image(number, permutation)) as u8;
        }
        first += orbit.placements.len();
    }
    all
}

/// For each ordered pair of moves, a hash of the cycle lengths of their product. A symmetry maps a
/// pair of moves to a pair whose product has the same cycle lengths, so other images need not be
/// tried.
struct MoveTypes {
    count: usize,
    of_pairs: Vec<u64>,
}

impl MoveTypes {
    fn new(moves: &[[u8; MOST_PLACEMENTS]], placements: usize) -> Self {
        let wide = |m: &[u8; MOST_PLACEMENTS]| -> Vec<u16> {
            m[..placements].iter().map(|&p| p.into()).collect()
        };
        let moves: Vec<Vec<u16>> = moves.iter().map(wide).collect();
        let mut of_pairs = Vec::new();
        for one in &moves {
            for other in &moves {
                of_pairs.push(cycles(&then(one, other)));
            }
        }
        Self {
            count: moves.len(),
            of_pairs,
        }
    }

    /// Calls `visit` for each way to extend `images` to a mapping of all moves that keeps the cycle
    /// lengths of the products of all pairs of moves.
    fn extend(&self, images: &mut Vec<usize>, tries: &mut usize, visit: &mut dyn FnMut(&[usize])) {
        let at = images.len();
        if at == self.count {
            return visit(images);
        }
        for image in 0..self.count {
            if images.contains(&image) {
                continue;
            }
            let Some(left) = tries.checked_sub(1) else {
                return;
            };
            *tries = left;
            images.push(image);
            let fits = images.iter().enumerate().all(|(earlier, &to)| {
                let pair = |one: usize, other: usize| self.of_pairs[one * self.count + other];
                pair(earlier, at) == pair(to, image) && pair(at, earlier) == pair(image, to)
            });
            if fits {
                self.extend(images, tries, visit);
            }
            images.pop();
        }
    }
}

/// A hash of the lengths of a permutation's cycles.
fn cycles(permutation: &[u16]) -> u64 {
    let mut seen = vec![false; permutation.len()];
    let mut lengths = Vec::new();
    for first in 0..permutation.len() {
        let (mut at, mut length) = (first, 0_usize);
        while !std::mem::replace(&mut seen[at], true) {
            at = permutation[at].into();
            length += 1;
        }
        lengths.push(length);
    }
    lengths.sort_unstable();
    let mut hasher = DefaultHasher::new();
    lengths.hash(&mut hasher);
    hasher.finish()
}
