//! Pieces: the points that always move together, and the orbits of pieces.
//!
//! A point *determines* another point if every sequence of moves that keeps the first point keeps
//! the second point as well. Points that determine each other belong to one piece. The position of
//! any point of a piece determines where the piece is and how it is turned. Pieces that moves can
//! bring to each other's places form an orbit.

use std::collections::HashMap;

use super::points::{Permutation, PointAction, then};

/// An orbit of pieces. A *placement* says where a piece is and how it is turned: it consists of a
/// place, known by the index of the piece that is there in the goal, and a turn.
#[derive(Debug, Clone)]
pub(super) struct PieceOrbit {
    /// For each place and turn, at index `place * turns + turn`, the points on which the points of
    /// a piece lie. The list of a place at turn 0 defines what counts as not turned there. Turns
    /// add up: a turn by one permutes the points of all pieces in the same way.
    pub(super) placements: Vec<Vec<u16>>,
    /// The number of turns of a piece, which are the ways in which it can lie at a place.
    pub(super) turns: usize,
    /// Whether the turns of a piece form a cyclic group. If they do not, the numbers of turns have
    /// no meaning.
    pub(super) cyclic: bool,
    /// For each point that is the first point of a placement, the index of the placement.
    pub(super) of_first: HashMap<u16, usize>,
}

impl PieceOrbit {
    /// The number of pieces.
    pub(super) fn pieces(&self) -> usize {
        self.placements.len() / self.turns
    }

    /// The index of the placement to which a permutation of points takes the placement with index
    /// `placement`.
    pub(super) fn image(&self, placement: usize, permutation: &[u16]) -> usize {
        let first = permutation[usize::from(self.placements[placement][0])];
        // Every permutation of the group takes placements to placements, and a placement is known
        // by its first point.
        self.of_first.get(&first).copied().unwrap_or(placement)
    }
}

/// The orbit of a point. For each point of the orbit, `to` has a permutation that takes the first
/// point to it.
struct PointOrbit {
    points: Vec<u16>,
    to: HashMap<u16, Permutation>,
}

impl PointOrbit {
    fn new(first: u16, action: &PointAction) -> Self {
        let identity = (0..action.points.len() as u16).collect();
        let mut orbit = Self {
            points: vec![first],
            to: HashMap::from([(first, identity)]),
        };
        let mut at = 0;
        while let Some(&point) = orbit.points.get(at) {
            at += 1;
            for generator in &action.generators {
                let image = generator[usize::from(point)];
                if !orbit.to.contains_key(&image) {
                    let to = then(&orbit.to[&point], generator);
                    orbit.to.insert(image, to);
                    orbit.points.push(image);
                }
            }
        }
        orbit
    }

    /// The points that the first point of the orbit determines: those that are kept by all
    /// generators of the stabilizer of the first point, the group of the permutations that keep
    /// this point. Schreier's lemma gives these generators.
    fn determined(&self, action: &PointAction) -> Vec<u16> {
        let mut kept = vec![true; action.points.len()];
        for &point in &self.points {
            let to = &self.to[&point];
            for generator in &action.generators {
                let direct = &self.to[&generator[usize::from(point)]];
                for (q, kept) in kept.iter_mut().enumerate() {
                    *kept &= generator[usize::from(to[q])] == direct[q];
                }
            }
        }
        (0..kept.len() as u16)
            .filter(|&q| kept[usize::from(q)])
            .collect()
    }
}

/// All orbits of pieces. Orbits with more placements come first. Each point belongs to exactly one
/// piece.
pub(super) fn piece_orbits(action: &PointAction) -> Vec<PieceOrbit> {
    let points = action.points.len();
    let mut orbit_of = vec![usize::MAX; points];
    let mut orbits: Vec<PointOrbit> = Vec::new();
    for first in 0..points as u16 {
        if orbit_of[usize::from(first)] == usize::MAX {
            let orbit = PointOrbit::new(first, action);
            for &point in &orbit.points {
                orbit_of[usize::from(point)] = orbits.len();
            }
            orbits.push(orbit);
        }
    }
    let size = |orbit: usize| orbits[orbit].points.len();
    let mut order: Vec<usize> = (0..orbits.len()).collect();
    order.sort_by_key(|&orbit| std::cmp::Reverse(size(orbit)));
    let mut covered = vec![false; orbits.len()];
    let mut all = Vec::new();
    for number in order {
        if std::mem::replace(&mut covered[number], true) {
            continue;
        }
        let orbit = &orbits[number];
        let determined = orbit.determined(action);
        let among = |other: usize| {
            let of = determined
                .iter()
                .filter(|&&q| orbit_of[usize::from(q)] == other);
            of.count()
        };
        let turns = among(number);
        let pieces = orbit.points.len() / turns;
        let mut frame = vec![orbit.points[0]];
        for &q in &determined {
            let other = orbit_of[usize::from(q)];
            // Points of another orbit belong to the piece if that orbit has as many pieces as this
            // one.
            let joins = other == number || !covered[other] && among(other) * pieces == size(other);
            if joins && q != frame[0] {
                frame.push(q);
            }
        }
        for &q in &frame {
            covered[orbit_of[usize::from(q)]] = true;
        }
        all.push(pieces_of(orbit, &frame, turns));
    }
    all
}

/// The pieces that have the points of `orbit`. `frame` lists the points of one of these pieces,
/// beginning with the first point of the orbit.
fn pieces_of(orbit: &PointOrbit, frame: &[u16], turns: usize) -> PieceOrbit {
    let tuple = |point: u16| -> Vec<u16> { then(frame, &orbit.to[&point]) };
    let mut sorted = orbit.points.clone();
    sorted.sort_unstable();
    let mut placed: HashMap<u16, usize> = HashMap::new();
    let mut placements: Vec<Vec<u16>> = Vec::new();
    // How one turn permutes the indices of a frame; `None` if the turns are not cyclic.
    let mut generator: Option<Vec<usize>> = None;
    let mut cyclic = true;
    for &point in &sorted {
        if placed.contains_key(&point) {
            continue;
        }
        let upright = tuple(point);
        let mine = upright.iter().copied().filter(|q| orbit.to.contains_key(q));
        let turned: Vec<Vec<u16>> = mine.take(turns).map(&tuple).collect();
        if placements.is_empty() {
            generator = turned
                .iter()
                .map(|to| turn(&upright, to))
                .find(|turn| order(turn) == turns);
            cyclic = generator.is_some();
        }
        let first = placements.len();
        match &generator {
            Some(by_one) => {
                let mut at = upright;
                for _ in 0..turns {
                    placements.push(at.clone());
                    at = by_one.iter().map(|&i| at[i]).collect();
                }
            }
            None => placements.extend(turned),
        }
        for (number, placement) in placements.iter().enumerate().skip(first) {
            placed.insert(placement[0], number);
        }
    }
    PieceOrbit {
        placements,
        turns,
        cyclic,
        of_first: placed,
    }
}

/// The permutation of indices with `to[i] == from[turn[i]]`.
fn turn(from: &[u16], to: &[u16]) -> Vec<usize> {
    let index = |point: &u16| from.iter().position(|p| p == point).unwrap_or(0);
    to.iter().map(index).collect()
}

/// The order of a turn: the number of times that the turn must be made until the first index
/// returns.
fn order(turn: &[usize]) -> usize {
    let mut at = turn[0];
    let mut times = 1;
    while at != 0 {
        at = turn[at];
        times += 1;
    }
    times
}
