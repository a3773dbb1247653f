//! The order of a permutation group, and membership in it: the Schreier–Sims algorithm.
//!
//! Level k of the chain is the subgroup that keeps the first k points of a *base*. The order of the
//! group is the product of the lengths of the orbits of base points, and a permutation is a member
//! exactly if dividing it by an element of each level leaves the identity (C. C. Sims, "Computational
//! methods in the study of permutation groups", 1970). Random elements build most of the chain.
//! Then every generator of Schreier's lemma is checked, so the result does not depend on chance.

use super::points::{Permutation, inverse, then};

/// The most points that the construction may look up, a few hundred milliseconds.
const MOST_WORK: u64 = 200_000_000;
/// The random construction ends after this many elements in a row that are already members.
const MEMBERS_IN_A_ROW: usize = 16;

/// A chain of stabilizers of a permutation group.
#[derive(Debug, Clone)]
pub(super) struct StabilizerChain {
    levels: Vec<Level>,
}

#[derive(Debug, Clone)]
struct Level {
    base: u16,
    /// The generators of the subgroup that keeps the base points before this one.
    generators: Vec<Permutation>,
    /// The orbit of the base point.
    orbit: Vec<u16>,
    /// For each point of the orbit, a permutation that takes it to the base point.
    back: Vec<Option<Permutation>>,
}

impl Level {
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

    /// Adds a generator and the points that it makes reachable.
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
    /// Builds the chain of the group that these permutations of `points` points generate. `None` if
    /// that would take too long.
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
        // Invariant: all levels below `level` satisfy Schreier's lemma.
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

    /// Divides by an element of each level. Returns what is left and the level at which the division
    /// failed.
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

    /// Makes `element` a member. Returns false if it was one already.
    fn insert(&mut self, element: Permutation, points: usize, work: &mut u64) -> bool {
        let (left, failed) = self.divided(element, work);
        let Some(moved) = (0..points).find(|&p| usize::from(left[p]) != p) else {
            return false;
        };
        if failed == self.levels.len() {
            self.levels.push(Level::new(moved as u16, points));
        }
        // What is left keeps the base points of all levels above the failed one.
        for level in &mut self.levels[..=failed] {
            level.add(left.clone(), work);
        }
        true
    }

    /// An element of the stabilizer of a level's base point that the levels below lack. `None` inside
    /// if there is none, outside if the work exceeds its limit.
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
                if left
                    .iter()
                    .enumerate()
                    .any(|(p, &image)| p != usize::from(image))
                {
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
        left.iter()
            .enumerate()
            .all(|(p, &image)| p == usize::from(image))
    }
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

    /// The next element. The first entry accumulates the others.
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
