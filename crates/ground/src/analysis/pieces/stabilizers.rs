//! The order of a permutation group, and membership in it: the Schreier–Sims algorithm.
//!
//! Level `k` of the chain is the subgroup that keeps the first `k` points of a *base*, a list of
//! points. The order of the group is the product of the lengths of the orbits of the base points. A
//! permutation is an element of the group exactly if dividing it by an element of each level leaves
//! the identity (C. C. Sims, "Computational methods in the study of permutation groups", 1970).
//! Random elements build most of the chain. Then the generators that Schreier's lemma gives for
//! each level are checked, unless the order alone shows that the chain is complete. So the result
//! does not depend on chance.

use super::points::{Permutation, inverse, is_odd, then};

/// The construction may look up at most this many images of points, which takes a few hundred
/// milliseconds.
const MOST_WORK: u64 = 200_000_000;
/// The random construction ends after this many random elements in a row that the chain already
/// contains.
const MEMBERS_IN_A_ROW: usize = 16;

/// A chain of subgroups of a permutation group. Each subgroup keeps one point more than the
/// subgroup before it.
#[derive(Debug, Clone)]
pub(super) struct StabilizerChain {
    levels: Vec<ChainLevel>,
}

#[derive(Debug, Clone)]
struct ChainLevel {
    base: u16,
    /// The generators of the subgroup that keeps all base points before this level's base point.
    generators: Vec<Permutation>,
    /// The orbit of the base point: the points to which the permutations of this level take it.
    orbit: Vec<u16>,
    /// For each point of the orbit, a permutation that takes this point to the base point.
    back: Vec<Option<Permutation>>,
}

impl ChainLevel {
    fn new(base: u16, points: usize) -> Self {
        let mut back = vec![None; points];
        back[usize::from(base)] = Some((0..points as u16).collect());
        Self {
            base,
            generators: Vec::new(),
            orbit: vec![base],
            back,
        }
    }

    /// Adds a generator to the level, and adds the points that the generator makes reachable to the
    /// orbit.
    fn add(&mut self, generator: Permutation, work: &mut u64) {
        self.generators.push(generator);
        *work += (self.orbit.len() * self.generators.len()) as u64;
        let mut at = 0;
        while at < self.orbit.len() {
            let point = self.orbit[at];
            at += 1;
            for generator in &self.generators {
                let image = generator[usize::from(point)];
                if self.back[usize::from(image)].is_none() {
                    let back = self.back[usize::from(point)].as_ref();
                    let back = back.map(|back| then(&inverse(generator), back));
                    *work += 2 * generator.len() as u64;
                    self.back[usize::from(image)] = back;
                    self.orbit.push(image);
                }
            }
        }
    }
}

impl StabilizerChain {
    /// Builds the chain of the group that the permutations `generators` of `points` points
    /// generate. `None` if building it would take too long.
    pub(super) fn new(generators: &[Permutation], points: usize) -> Option<Self> {
        let mut chain = Self { levels: Vec::new() };
        let mut work = 0;
        for generator in generators {
            chain.insert(generator.clone(), points, &mut work);
        }
        let mut random = RandomElements::new(generators, points);
        let mut members = 0;
        while members < MEMBERS_IN_A_ROW {
            match chain.insert(random.element(), points, &mut work) {
                true => members = 0,
                false => members += 1,
            }
            if work > MOST_WORK {
                return None;
            }
        }
        if chain.is_as_large_as_possible(generators, points) {
            return Some(chain);
        }
        // Invariant: all levels from index `level` on are complete, which means that `missing`
        // finds no element for them.
        let mut level = chain.levels.len();
        while let Some(above) = level.checked_sub(1) {
            match chain.missing(above, &mut work)? {
                Some(element) => {
                    chain.insert(element, points, &mut work);
                    level = chain.levels.len();
                }
                None => level = above,
            }
        }
        Some(chain)
    }

    /// Whether the product of the orbit lengths is the greatest order that a group with these
    /// orbits of points can have: the number of permutations that keep the orbits, or of even such
    /// permutations if all generators are even. If so, the chain is complete, because the product
    /// never exceeds the order of the group.
    fn is_as_large_as_possible(&self, generators: &[Permutation], points: usize) -> bool {
        let orbit_of = orbits(generators, points);
        let mut sizes = vec![0_usize; points];
        orbit_of.iter().for_each(|&orbit| sizes[orbit] += 1);
        // At most `n - 1` base points lie in an orbit of `n` points: if all other points of the
        // orbit are kept, the last one is, too.
        let levels: usize = sizes.iter().map(|size| size.saturating_sub(1)).sum();
        let full = self.levels.iter().all(|level| {
            let free = &mut sizes[orbit_of[usize::from(level.base)]];
            let full = level.orbit.len() == *free;
            *free = free.saturating_sub(1);
            full
        });
        // If all generators are even, one level may be missing: an even permutation that keeps all
        // points but two cannot exchange these two.
        let is_even = |generator: &Permutation| !is_odd(points, |p| generator[p].into());
        let even = || generators.iter().all(is_even);
        full && match levels.checked_sub(self.levels.len()) {
            Some(0) => true,
            Some(1) => even(),
            _ => false,
        }
    }

    /// Divides `element` by an element of each level. Returns the remaining permutation, and the
    /// index of the level at which the division failed; if it did not fail, this is the number of
    /// levels.
    fn divided(&self, element: Permutation, work: &mut u64) -> (Permutation, usize) {
        let mut left = element;
        for (number, level) in self.levels.iter().enumerate() {
            let image = left[usize::from(level.base)];
            *work += left.len() as u64;
            match &level.back[usize::from(image)] {
                _ if image == level.base => {}
                Some(back) => left = then(&left, back),
                None => return (left, number),
            }
        }
        (left, self.levels.len())
    }

    /// Adds `element` to the group of the chain. Returns false if the group already contained it.
    fn insert(&mut self, element: Permutation, points: usize, work: &mut u64) -> bool {
        let (left, failed) = self.divided(element, work);
        let Some(moved) = moved(&left) else {
            return false;
        };
        if failed == self.levels.len() {
            self.levels.push(ChainLevel::new(moved as u16, points));
        }
        // What remains of the permutation keeps the base points of all levels before the one at
        // which the division failed.
        for level in &mut self.levels[..=failed] {
            level.add(left.clone(), work);
        }
        true
    }

    /// An element of the level with index `level` that keeps the base point of this level, although
    /// the later levels do not contain it. `Some(None)` if there is no such element, `None` if the
    /// work exceeds its limit.
    fn missing(&self, level: usize, work: &mut u64) -> Option<Option<Permutation>> {
        let here = &self.levels[level];
        for &point in &here.orbit {
            let to = inverse(here.back[usize::from(point)].as_ref()?);
            for generator in &here.generators {
                let image = generator[usize::from(point)];
                let back = here.back[usize::from(image)].as_ref()?;
                let element = then(&then(&to, generator), back);
                *work += 3 * element.len() as u64;
                if *work > MOST_WORK {
                    return None;
                }
                let (left, _) = self.divided(element.clone(), work);
                if moved(&left).is_some() {
                    return Some(Some(element));
                }
            }
        }
        Some(None)
    }

    /// Numbers whose product is the order of the group.
    pub(super) fn orbit_lengths(&self) -> Vec<u64> {
        self.levels
            .iter()
            .map(|level| level.orbit.len() as u64)
            .collect()
    }

    /// Whether a permutation is an element of the group.
    pub(super) fn contains(&self, element: &[u16]) -> bool {
        let (left, _) = self.divided(element.to_vec(), &mut 0);
        moved(&left).is_none()
    }
}

/// The first point that a permutation moves.
fn moved(permutation: &[u16]) -> Option<usize> {
    (0..permutation.len()).find(|&p| usize::from(permutation[p]) != p)
}

/// For each point, the least point of its orbit.
fn orbits(generators: &[Permutation], points: usize) -> Vec<usize> {
    let mut orbit_of = vec![usize::MAX; points];
    for first in 0..points {
        let mut waiting = vec![first];
        while let Some(point) = waiting.pop() {
            if orbit_of[point] == usize::MAX {
                orbit_of[point] = first;
                let images = generators
                    .iter()
                    .map(|generator| usize::from(generator[point]));
                waiting.extend(images);
            }
        }
    }
    orbit_of
}

/// Random elements of a group, by product replacement (F. Celler and others, "Generating random
/// elements of a finite group", 1995). The sequence is always the same.
struct RandomElements {
    elements: Vec<Permutation>,
    random: u64,
}

impl RandomElements {
    fn new(generators: &[Permutation], points: usize) -> Self {
        let identity: Permutation = (0..points as u16).collect();
        let count = generators.len().max(10);
        let generators = generators.iter().cycle().take(count);
        let mut all = Self {
            elements: std::iter::once(&identity)
                .chain(generators)
                .cloned()
                .collect(),
            random: 1,
        };
        (0..4 * count).for_each(|_| drop(all.element()));
        all
    }

    fn below(&mut self, many: usize) -> usize {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % many
    }

    /// The next random element of the group. The first entry of `elements` accumulates the products
    /// of the others.
    fn element(&mut self) -> Permutation {
        let others = self.elements.len() - 1;
        let one = 1 + self.below(others);
        let other = 1 + self.below(others);
        if one != other {
            self.elements[one] = then(&self.elements[one], &self.elements[other]);
        }
        self.elements[0] = then(&self.elements[0], &self.elements[one]);
        self.elements[0].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{Permutation, StabilizerChain};

    /// Builds a chain that is complete. Returns its order, and whether the order alone would have
    /// shown that the chain is complete.
    fn known_by_order(generators: &[Permutation]) -> (u64, bool) {
        let points = generators[0].len();
        let chain = StabilizerChain::new(generators, points).unwrap();
        for level in 0..chain.levels.len() {
            assert_eq!(chain.missing(level, &mut 0), Some(None));
        }
        let order = chain.orbit_lengths().iter().product();
        (order, chain.is_as_large_as_possible(generators, points))
    }

    #[test]
    fn groups_of_all_permutations_and_of_all_even_ones_are_known_by_their_order() {
        let reversals = (2..=6_u16).map(|n| (0..n).rev().chain(n..6).collect());
        let reversals: Vec<Permutation> = reversals.collect();
        assert_eq!(known_by_order(&reversals), (720, true));
        let three = |a: u16| {
            (0..6).map(move |p| {
                if (a..a + 3).contains(&p) {
                    a + (p - a + 1) % 3
                } else {
                    p
                }
            })
        };
        let even: Vec<Permutation> = (0..4).map(|a| three(a).collect()).collect();
        assert_eq!(known_by_order(&even), (360, true));
        // Two orbits: all permutations of three points and of two points.
        let both = [
            vec![1, 0, 2, 3, 4],
            vec![0, 2, 1, 3, 4],
            vec![0, 1, 2, 4, 3],
        ];
        assert_eq!(known_by_order(&both), (12, true));
    }

    #[test]
    fn smaller_groups_are_not() {
        assert_eq!(known_by_order(&[vec![1, 2, 3, 4, 5, 0]]), (6, false));
        assert_eq!(
            known_by_order(&[vec![1, 2, 0, 3, 5, 4], vec![1, 0, 2, 3, 4, 5]]),
            (12, true)
        );
        // The same permutation of two orbits at a time.
        let twice = [vec![1, 2, 0, 4, 5, 3], vec![1, 0, 2, 4, 3, 5]];
        assert_eq!(known_by_order(&twice), (6, false));
    }
}
