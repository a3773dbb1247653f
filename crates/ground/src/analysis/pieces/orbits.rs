//! Pieces: the points that always move together, and the orbits of pieces.
//!
//! A point *determines* another point if every sequence of moves that keeps the first point keeps
//! the second point as well. This is so exactly if there is an *equivariant* map that takes the
//! first point to the second one: if `p` goes to `f(p)`, each move takes `p` to a point `q` and
//! `f(p)` to `f(q)`. Points that determine each other belong to one piece. Pieces that moves can
//! bring to each other's places form an orbit.

use std::ops::Range;

use super::points::Permutation;

/// A set of pieces that can get to each other's places. A *placement* says where a piece is and how
/// it is turned: it consists of a place, known by the index of the piece that is there in the goal,
/// and a turn. The pieces of all orbits are numbered one orbit after the other, and so are the
/// placements.
#[derive(Debug, Clone)]
pub(super) struct PieceOrbit {
    pub(super) first_piece: usize,
    pub(super) pieces: usize,
    pub(super) first_placement: usize,
    /// The number of turns of a piece, which are the ways in which it can lie at a place. Turns add
    /// up: a turn by one permutes the points of all pieces in the same way, and every move takes a
    /// turned piece to where it takes the piece, turned.
    pub(super) turns: usize,
}

impl PieceOrbit {
    /// The placement at the place `place` of this orbit with the turn `turn`.
    pub(super) fn placement(&self, place: usize, turn: usize) -> usize {
        self.first_placement + place * self.turns + turn % self.turns
    }

    /// All placements of this orbit.
    pub(super) fn placements(&self) -> Range<usize> {
        self.first_placement..self.first_placement + self.pieces * self.turns
    }

    /// The place and the turn of a placement of this orbit.
    pub(super) fn split(&self, placement: usize) -> (usize, usize) {
        let number = placement - self.first_placement;
        (number / self.turns, number % self.turns)
    }

    /// A placement of this orbit, turned further by `by`.
    pub(super) fn turned(&self, placement: usize, by: usize) -> usize {
        let (place, turn) = self.split(placement);
        self.placement(place, turn + by)
    }

    /// Where a permutation of placements takes the piece that is not turned at the place `place`.
    pub(super) fn image(&self, permutation: &[u16], place: usize) -> (usize, usize) {
        self.split(permutation[self.placement(place, 0)].into())
    }

    /// Adds up by how much a permutation of placements turns each piece.
    pub(super) fn sum_of_turns(&self, permutation: &[u16]) -> usize {
        let turns = (0..self.pieces).map(|place| self.image(permutation, place).1);
        turns.sum()
    }
}

/// What an [`equivariant_map`] gives for a point outside of the orbit.
const NO_POINT: u16 = u16::MAX;

/// The map `f` of the orbit of `from` with `f(from) == to` and `f(m[p]) == m[f(p)]` for each move
/// `m` and each point `p`. `None` if there is no such map.
fn equivariant_map(moves: &[Permutation], from: u16, to: u16) -> Option<Permutation> {
    let mut images = vec![NO_POINT; moves[0].len()];
    images[usize::from(from)] = to;
    let mut waiting = vec![from];
    while let Some(point) = waiting.pop() {
        for m in moves {
            let next = m[usize::from(point)];
            let wanted = m[usize::from(images[usize::from(point)])];
            let image = &mut images[usize::from(next)];
            if *image == NO_POINT {
                *image = wanted;
                waiting.push(next);
            } else if *image != wanted {
                return None;
            }
        }
    }
    Some(images)
}

/// All orbits of pieces, and for each placement the points on which the points of a piece lie. The
/// placement of a place with the turn 0 defines what counts as not turned there. Orbits with more
/// placements come first. Each point belongs to exactly one piece. Points that would be turns of one
/// piece are pieces of their own if these turns are not all repetitions of one turn.
pub(super) fn piece_orbits(moves: &[Permutation]) -> (Vec<PieceOrbit>, Vec<Vec<u16>>) {
    let points = moves[0].len();
    let mut orbit_of = vec![usize::MAX; points];
    let mut orbits: Vec<Vec<u16>> = Vec::new();
    for first in 0..points as u16 {
        if orbit_of[usize::from(first)] == usize::MAX {
            // The identity is equivariant, and defined on the whole orbit.
            let orbit = equivariant_map(moves, first, first).unwrap_or_default();
            let orbit: Vec<u16> = orbit.into_iter().filter(|&p| p != NO_POINT).collect();
            orbit
                .iter()
                .for_each(|&p| orbit_of[usize::from(p)] = orbits.len());
            orbits.push(orbit);
        }
    }
    let mut order: Vec<usize> = (0..orbits.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(orbits[number].len()));
    let mut covered = vec![false; orbits.len()];
    let (mut all, mut placements): (Vec<PieceOrbit>, Vec<Vec<u16>>) = (Vec::new(), Vec::new());
    let mut first_piece = 0;
    for number in order {
        if covered[number] {
            continue;
        }
        let orbit = &orbits[number];
        let first = orbit[0];
        let moved = |map: &Permutation| map[usize::from(first)];
        let maps = (0..points as u16).filter_map(|q| equivariant_map(moves, first, q));
        let mut maps: Vec<Permutation> = maps.collect();
        // The identity comes first.
        maps.sort_by_key(|map| moved(map) != first);
        let orbit_to = |map: &Permutation| orbit_of[usize::from(moved(map))];
        let maps_to = |other: usize| maps.iter().filter(move |map| orbit_to(map) == other);
        // The maps of the orbit to itself turn its pieces.
        let turns = maps_to(number).count();
        let by_one = maps_to(number).find(|map| order_of(map, first) == turns);
        // The identity turns nothing.
        let (turns, by_one) = by_one.map_or((1, &maps[0]), |map| (turns, map));
        let pieces = orbit.len() / turns;
        // Points of another orbit belong to the piece if each of them belongs to one piece only.
        let joins = |map: &&Permutation| {
            let other = orbit_to(map);
            let is_one_to_one = maps_to(other).count() * pieces == orbits[other].len();
            moved(map) == first || !covered[other] && is_one_to_one
        };
        let parts: Vec<&Permutation> = maps.iter().filter(joins).collect();
        all.push(PieceOrbit {
            first_piece,
            pieces,
            first_placement: placements.len(),
            turns,
        });
        first_piece += pieces;
        let mut placed = vec![false; points];
        for &upright in orbit {
            if placed[usize::from(upright)] {
                continue;
            }
            let mut at = upright;
            for _ in 0..turns {
                placed[usize::from(at)] = true;
                placements.push(parts.iter().map(|map| map[usize::from(at)]).collect());
                at = by_one[usize::from(at)];
            }
        }
        parts.iter().for_each(|map| covered[orbit_to(map)] = true);
    }
    (all, placements)
}

/// How often a map of an orbit to itself must be applied until the point `first` returns.
fn order_of(map: &[u16], first: u16) -> usize {
    let next = |&at: &u16| Some(map[usize::from(at)]).filter(|&next| next != first);
    std::iter::successors(Some(first), next).count()
}
