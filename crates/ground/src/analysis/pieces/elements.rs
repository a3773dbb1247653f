//! Finds permutations of pieces that lead from one position to another, and whether the group of
//! the moves contains them. The pieces of an *orbit* can get to each other's places, and a
//! *placement* is a place with a turn, the way in which a piece lies there.

use std::collections::HashMap;

use super::Pieces;
use super::orbits::PieceOrbit;
use super::points::{Permutation, then};
use crate::ground::Label;

/// The number of positions that moves can reach: the product of `factors` divided by the product of
/// `divisors`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionCount {
    /// The product of these numbers is the order of the group or, if only half of the permutations
    /// that `divisors` counts belong to the group, twice the order.
    pub factors: Vec<u64>,
    /// The product of these numbers is the number of permutations of pieces that do not change how
    /// a position looks, because they only exchange or turn pieces that look alike.
    pub divisors: Vec<u64>,
}

/// Why no permutation of pieces leads from one position to another. In each variant, the first
/// number is the index of an orbit, and the second number is the index of a placement in this
/// orbit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoElement {
    /// No piece of the first position looks like the piece at this placement in the second
    /// position.
    Foreign(usize, usize),
    /// The second position has more pieces that look like the piece at this placement than the
    /// first position has.
    TooMany(usize, usize),
}

/// The permutations of pieces that keep a position, which means that the position looks the same
/// afterwards because the pieces look alike.
struct LookAlikes {
    /// The product of these numbers is the number of permutations that keep the position.
    counts: Vec<u64>,
    /// Generators: every permutation that keeps the position is a product of these permutations.
    exchanges: Vec<Permutation>,
}

/// How many of the permutations that keep a position belong to the group of the moves.
enum Exchanges {
    All,
    /// Half of them belong to the group. Holds one of those that do not.
    Half(Permutation),
}

/// The answer to the question whether moves lead from one position to another.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// Moves lead from the first position to the second.
    Exists,
    /// This permutation of pieces leads from the first position to the second, but no moves do.
    NotByMoves(Permutation),
    /// No permutation of the pieces leads from the first position to the second.
    Never(NoElement),
}

/// The *look* of a placement: the colours of its points, in their order.
fn look(placement: &[u16], colours: &[Label]) -> Vec<Label> {
    let colour = |&point: &u16| colours[usize::from(point)];
    placement.iter().map(colour).collect()
}

/// The permutation that exchanges the pieces at two placements, or turns the piece if both have the
/// same place.
fn exchange(orbit: &PieceOrbit, one: usize, other: usize, points: usize) -> Permutation {
    let mut permutation: Permutation = (0..points as u16).collect();
    let (from, to) = (&orbit.placements[one], &orbit.placements[other]);
    for (&from, &to) in from.iter().zip(to) {
        permutation[usize::from(from)] = to;
        if one / orbit.turns != other / orbit.turns {
            permutation[usize::from(to)] = from;
        }
    }
    permutation
}

impl Pieces {
    /// The number of positions that moves can reach from a position with these labels. `None` if
    /// this is not known: some pieces look alike, and the group does not seem to contain either all
    /// permutations that exchange such pieces or exactly the even ones.
    pub fn positions(&self, labels: &[Label]) -> Option<PositionCount> {
        let alike = self.look_alikes(&self.action.colours(labels));
        let mut factors = self.chain.orbit_lengths();
        if let Exchanges::Half(_) = self.exchanges(&alike)? {
            factors.push(2);
        }
        Some(PositionCount {
            factors,
            divisors: alike.counts,
        })
    }

    fn look_alikes(&self, colours: &[Label]) -> LookAlikes {
        let mut all = LookAlikes {
            counts: Vec::new(),
            exchanges: Vec::new(),
        };
        for orbit in &self.orbits {
            // A piece has one look for each way to turn it in its place. Pieces look alike if they
            // have the same set of looks. So the pieces are grouped by the least of their looks.
            let mut least: HashMap<Vec<Label>, Vec<usize>> = HashMap::new();
            for place in 0..orbit.pieces() {
                let turns = place * orbit.turns..(place + 1) * orbit.turns;
                let looks = turns.map(|n| (look(&orbit.placements[n], colours), n));
                let looks: Vec<(Vec<Label>, usize)> = looks.collect();
                if let Some((first, _)) = looks.iter().min() {
                    let same = looks.iter().filter(|(look, _)| look == first);
                    let same = same.map(|&(_, n)| n);
                    least.entry(first.clone()).or_default().extend(same);
                }
            }
            let mut classes: Vec<Vec<usize>> = least.into_values().collect();
            classes.sort();
            for class in classes.iter().filter(|class| class.len() > 1) {
                let place = class[0] / orbit.turns;
                let turned = class.iter().filter(|&&n| n / orbit.turns == place).count();
                let pieces = class.len() / turned;
                all.counts.extend(2..=pieces as u64);
                all.counts.extend(vec![turned as u64; pieces]);
                let others = class[1..].iter();
                let points = self.action.points.len();
                all.exchanges
                    .extend(others.map(|&other| exchange(orbit, class[0], other, points)));
            }
        }
        all
    }

    /// How many of the permutations in `alike` belong to the group of the moves; `None` if that is
    /// not known.
    fn exchanges(&self, alike: &LookAlikes) -> Option<Exchanges> {
        let is_member = |element: &Permutation| self.chain.contains(element);
        if alike.exchanges.iter().all(is_member) {
            return Some(Exchanges::All);
        }
        // Suppose that no generator of these permutations is in the group, that every product of
        // two generators is, and that each generator is its own inverse. Then exactly the products
        // of an even number of generators are in the group.
        let odd = alike.exchanges.first()?;
        let is_odd = |other: &Permutation| {
            let twice = then(other, other);
            let returns = (0..).zip(&twice).all(|(p, &image)| p == image);
            returns && !is_member(other) && is_member(&then(odd, other))
        };
        let half = alike.exchanges.iter().all(is_odd);
        half.then(|| Exchanges::Half(odd.clone()))
    }

    /// Whether moves lead from the position `from` to the position `to`. `None` if that is not
    /// known.
    pub(super) fn way(&self, from: &[Label], to: &[Label]) -> Option<Way> {
        let (from, to) = (self.action.colours(from), self.action.colours(to));
        let element = match self.element(&from, &to) {
            Ok(element) => element,
            Err(no_element) => return Some(Way::Never(no_element)),
        };
        if self.chain.contains(&element) {
            return Some(Way::Exists);
        }
        match self.exchanges(&self.look_alikes(&from))? {
            Exchanges::Half(odd) if self.chain.contains(&then(&odd, &element)) => Some(Way::Exists),
            _ => Some(Way::NotByMoves(element)),
        }
    }

    /// A permutation of the pieces that takes the colours `from` of the points to the colours `to`,
    /// or the reason why there is none.
    pub(super) fn element(&self, from: &[Label], to: &[Label]) -> Result<Permutation, NoElement> {
        let mut element: Permutation = vec![0; from.len()];
        for (number, orbit) in self.orbits.iter().enumerate() {
            let mut homes: HashMap<Vec<Label>, Vec<usize>> = HashMap::new();
            for (home, placement) in orbit.placements.iter().enumerate().rev() {
                homes.entry(look(placement, from)).or_default().push(home);
            }
            let mut taken = vec![false; orbit.pieces()];
            for place in 0..orbit.pieces() {
                let there = place * orbit.turns;
                let placement = &orbit.placements[there];
                let alike = homes.get(&look(placement, to));
                let alike = alike.ok_or(NoElement::Foreign(number, there))?;
                let free = alike.iter().rev().find(|&&home| !taken[home / orbit.turns]);
                let &home = free.ok_or(NoElement::TooMany(number, there))?;
                taken[home / orbit.turns] = true;
                for (&from, &to) in orbit.placements[home].iter().zip(placement) {
                    element[usize::from(from)] = to;
                }
            }
        }
        Ok(element)
    }

    /// The permutation of the pieces by which moves lead from the position `from` to the position
    /// `to`; `None` if there is none, or if pieces look alike.
    pub(super) fn only_element(&self, from: &[Label], to: &[Label]) -> Option<Permutation> {
        let (from, to) = (self.action.colours(from), self.action.colours(to));
        let one = self.look_alikes(&from).exchanges.is_empty();
        let element = self.element(&from, &to).ok().filter(|_| one)?;
        self.chain.contains(&element).then_some(element)
    }
}
