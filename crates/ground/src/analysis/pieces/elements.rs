//! Finds permutations of pieces that lead from one position to another, and whether the group of
//! the moves contains them.

use std::collections::BTreeMap;

use super::Pieces;
use super::orbits::PieceOrbit;
use super::points::{Permutation, is_odd, then};
use super::stabilizers::StabilizerChain;
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

/// Why no permutation of pieces leads from one position to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoElement {
    /// The index of an orbit and a placement of it. The second position has more pieces that look
    /// like the piece at this placement than the first position has.
    pub(super) orbit: usize,
    pub(super) placement: usize,
    /// Whether the first position has no such piece at all.
    pub(super) is_foreign: bool,
}

/// The permutations of pieces that keep a position, which means that the position looks the same
/// afterwards because the pieces look alike.
struct LookAlikes {
    /// The product of these numbers is the number of permutations that keep the position.
    counts: Vec<u64>,
    /// If only half of these permutations belong to the group of the moves, one of the others.
    odd: Option<Permutation>,
}

/// The natural logarithm of a number that the order of the group does not exceed: the number of the
/// permutations of pieces whose parities and sums of turns are those of products of moves. `None`
/// if it would take too long to find.
pub(super) fn logarithm_of_most(orbits: &[PieceOrbit], moves: &[Permutation]) -> Option<f64> {
    // Parities and sums of turns as permutations: for each of them, a cycle that goes on by it.
    let cycles = |orbit: &PieceOrbit| [orbit.pieces.min(2), orbit.turns];
    let numbers = moves.iter().map(|m| {
        let mut all = Permutation::new();
        for orbit in orbits {
            let odd = is_odd(orbit.pieces, |place| orbit.image(m, place).0);
            let by = [odd.into(), orbit.sum_of_turns(m)];
            for (length, by) in cycles(orbit).into_iter().zip(by) {
                let first = all.len();
                all.extend((0..length).map(|at| (first + (at + by) % length) as u16));
            }
        }
        all
    });
    let numbers: Vec<Permutation> = numbers.collect();
    let logarithm = |number: usize| (number as f64).ln();
    let most = orbits.iter().flat_map(cycles).map(logarithm).sum();
    let mut sum = StabilizerChain::new(&numbers, most)?.logarithm();
    for orbit in orbits {
        // Half of all orders of two pieces or more are even, and the turns of all pieces but one
        // are free.
        let orders = (3..=orbit.pieces).map(logarithm);
        sum += orders.sum::<f64>() + (orbit.pieces as f64 - 1.0) * logarithm(orbit.turns);
    }
    Some(sum)
}

impl Pieces {
    /// The number of positions that moves can reach from a position with these labels. `None` if
    /// this is not known: some pieces look alike, and the group does not seem to contain either all
    /// permutations that exchange such pieces or exactly the even ones.
    pub fn positions(&self, labels: &[Label]) -> Option<PositionCount> {
        let alike = self.look_alikes(labels)?;
        let mut factors = self.chain.orbit_lengths();
        factors.extend(alike.odd.map(|_| 2));
        Some(PositionCount {
            factors,
            divisors: alike.counts,
        })
    }

    /// The *look* of a placement: the colours of its points, in their order.
    fn look(&self, placement: usize, colours: &[Label]) -> Vec<Label> {
        let points = self.placements[placement].iter();
        points.map(|&point| colours[usize::from(point)]).collect()
    }

    /// The permutation that exchanges the pieces at two placements, or turns the piece if both have
    /// the same place.
    fn exchange(&self, orbit: &PieceOrbit, one: usize, other: usize) -> Permutation {
        let mut permutation: Permutation = (0..self.placements.len() as u16).collect();
        let exchanges = orbit.split(one).0 != orbit.split(other).0;
        for turn in 0..orbit.turns {
            let [one, other] = [one, other].map(|placement| orbit.turned(placement, turn));
            permutation[one] = other as u16;
            if exchanges {
                permutation[other] = one as u16;
            }
        }
        permutation
    }

    /// The permutations that keep a position with these labels. `None` if it is not known how many
    /// of them belong to the group of the moves.
    fn look_alikes(&self, labels: &[Label]) -> Option<LookAlikes> {
        let colours = self.points.colours(labels);
        let mut counts = Vec::new();
        // Generators: every permutation that keeps the position is a product of these permutations.
        let mut exchanges = Vec::new();
        for orbit in &self.orbits {
            // A piece has one look for each way to turn it in its place. Pieces look alike if they
            // have the same set of looks. So the pieces are grouped by the least of their looks.
            let mut classes: BTreeMap<Vec<Label>, Vec<usize>> = BTreeMap::new();
            for place in 0..orbit.pieces {
                let turns = (0..orbit.turns).map(|turn| orbit.placement(place, turn));
                let looks: Vec<_> = turns.map(|p| (self.look(p, &colours), p)).collect();
                let (least, _) = looks.iter().min()?;
                let least_looks = looks.iter().filter(|(look, _)| look == least);
                let class = classes.entry(least.clone()).or_default();
                class.extend(least_looks.map(|&(_, placement)| placement));
            }
            for class in classes.values() {
                let (first, _) = orbit.split(class[0]);
                let here = class.iter().filter(|&&p| orbit.split(p).0 == first);
                let turned = here.count();
                let pieces = class.len() / turned;
                counts.extend(2..=pieces as u64);
                counts.extend(std::iter::repeat_n(turned as u64, pieces).filter(|&n| n > 1));
                let others = class[1..].iter();
                exchanges.extend(others.map(|&other| self.exchange(orbit, class[0], other)));
            }
        }
        let is_member = |element: &Permutation| self.chain.contains(element);
        if exchanges.iter().all(is_member) {
            return Some(LookAlikes { counts, odd: None });
        }
        // Suppose that no generator of these permutations is in the group, that every product of
        // two generators is, and that each generator is its own inverse. Then exactly the products
        // of an even number of generators are in the group.
        let odd = exchanges.first()?;
        let is_odd = |other: &Permutation| {
            let is_own_inverse = (0..).zip(then(other, other)).all(|(p, image)| p == image);
            is_own_inverse && !is_member(other) && is_member(&then(odd, other))
        };
        let half = exchanges.iter().all(is_odd);
        half.then(|| LookAlikes {
            counts,
            odd: Some(odd.clone()),
        })
    }

    /// Whether moves lead from the position `from` to the one to which `element` leads from it. If
    /// they do not, the error is a permutation that keeps the position `from` without being a product
    /// of moves, if there is one. `None` if it is not known whether they do.
    pub(super) fn is_reached(
        &self,
        from: &[Label],
        element: &Permutation,
    ) -> Option<Result<(), Option<Permutation>>> {
        if self.chain.contains(element) {
            return Some(Ok(()));
        }
        let odd = self.look_alikes(from)?.odd;
        let leads = |odd: &Permutation| self.chain.contains(&then(odd, element));
        Some(match odd.as_ref().is_some_and(leads) {
            true => Ok(()),
            false => Err(odd),
        })
    }

    /// A permutation of the pieces that leads from the position `from` to the position `to`, or the
    /// reason why there is none.
    pub(super) fn element(&self, from: &[Label], to: &[Label]) -> Result<Permutation, NoElement> {
        let [from, to] = [from, to].map(|labels| self.points.colours(labels));
        let mut element: Permutation = vec![0; self.placements.len()];
        for (number, orbit) in self.orbits.iter().enumerate() {
            let mut free: BTreeMap<Vec<Label>, Vec<usize>> = BTreeMap::new();
            let mut taken = vec![false; orbit.pieces];
            for home in orbit.placements() {
                free.entry(self.look(home, &from)).or_default().push(home);
            }
            for place in 0..orbit.pieces {
                let placement = orbit.placement(place, 0);
                let homes = free.get(&self.look(placement, &to));
                let home = homes.and_then(|homes| {
                    let mut homes = homes.iter().copied();
                    homes.find(|&home| !taken[orbit.split(home).0])
                });
                let home = home.ok_or(NoElement {
                    orbit: number,
                    placement,
                    is_foreign: homes.is_none(),
                })?;
                taken[orbit.split(home).0] = true;
                for turn in 0..orbit.turns {
                    let to = orbit.turned(placement, turn);
                    element[orbit.turned(home, turn)] = to as u16;
                }
            }
        }
        Ok(element)
    }

    /// The permutation of the pieces by which moves lead from the position `from` to the position
    /// `to`; `None` if there is none, or if pieces look alike.
    pub(super) fn only_element(&self, from: &[Label], to: &[Label]) -> Option<Permutation> {
        let element = self.element(from, to).ok()?;
        let is_only = self.look_alikes(from)?.counts.is_empty();
        (is_only && self.chain.contains(&element)).then_some(element)
    }
}
