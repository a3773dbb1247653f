//! The order of a permutation group, and membership in it: the Schreier–Sims algorithm.
//!
//! Level `k` of the chain is the subgroup that keeps the first `k` points of a *base*, a list of
//! points. The order of the group is the product of the lengths of the orbits of the base points. A
//! permutation is an element of the group exactly if dividing it by an element of each level leaves
//! the identity (C. C. Sims, "Computational methods in the study of permutation groups", 1970).
//! Random elements build most of the chain. Then the generators that Schreier's lemma gives for
//! each level are checked, unless the order alone shows that the chain is complete. So the result
//! does not depend on chance.

use fewest_search::random::Random;

use super::points::{Permutation, inverse, then};

/// The construction may look up at most about this many images of points, which takes a few hundred
/// milliseconds.
const MOST_WORK: usize = 200_000_000;
/// The random construction ends after this many random elements in a row that the chain already
/// contains.
const MEMBERS_IN_A_ROW: usize = 16;

/// A chain of subgroups of a permutation group. Each subgroup keeps one point more than the
/// subgroup before it.
#[derive(Debug, Clone, Default)]
pub(super) struct StabilizerChain {
    levels: Vec<ChainLevel>,
}

#[derive(Debug, Clone)]
struct ChainLevel {
    base: u16,
    /// The generators of the subgroup that keeps all base points before this level's base point.
    generators: Vec<Permutation>,
    /// For each point of the orbit of the base point, to which the permutations of this level take
    /// it, a permutation that takes the point back to the base point.
    back: Vec<Option<Permutation>>,
}

impl ChainLevel {
    /// Adds a generator to the level, and the points that it makes reachable to the orbit.
    fn add(&mut self, generator: Permutation, work: &mut usize) {
        // Only the new generator can take points of the orbit so far to new points.
        let new = self.generators.len();
        self.generators.push(generator);
        let mut waiting: Vec<(usize, usize)> = self.orbit().map(|(at, _)| (at, new)).collect();
        while let Some((point, first)) = waiting.pop() {
            for generator in &self.generators[first..] {
                *work += 1;
                let image = usize::from(generator[point]);
                if let (None, Some(back)) = (&self.back[image], &self.back[point]) {
                    *work += 2 * back.len();
                    self.back[image] = Some(then(&inverse(generator), back));
                    waiting.push((image, 0));
                }
            }
        }
    }

    /// The points of the orbit, with the permutations that take them back.
    fn orbit(&self) -> impl Iterator<Item = (usize, &Permutation)> {
        let points = self.back.iter().enumerate();
        points.filter_map(|(point, back)| Some((point, back.as_ref()?)))
    }
}

impl StabilizerChain {
    /// Builds the chain of the group that the permutations `generators`, at least one, generate.
    /// The natural logarithm of its order is known to be at most `most`. `None` if building it
    /// would take too long.
    pub(super) fn new(generators: &[Permutation], most: f64) -> Option<Self> {
        let points = generators[0].len();
        let mut chain = Self::default();
        let mut work = 0;
        for generator in generators {
            chain.insert(generator.clone(), &mut work);
        }
        // Random elements, by product replacement (F. Celler and others, "Generating random elements
        // of a finite group", 1995).
        let mut random = Random::new(1);
        let count = generators.len().max(10);
        let mut elements: Vec<_> = generators.iter().cycle().take(count).cloned().collect();
        let mut product: Permutation = (0..points as u16).collect();
        let mut members = 0;
        while members < MEMBERS_IN_A_ROW {
            let (one, other) = (random.index(count), random.index(count));
            if one != other {
                elements[one] = then(&elements[one], &elements[other]);
            }
            product = then(&product, &elements[one]);
            members = match chain.insert(product.clone(), &mut work) {
                true => 0,
                false => members + 1,
            };
            work += chain.levels.len() * points;
            if work > MOST_WORK {
                return None;
            }
        }
        // If the chain is not complete, one of its orbits lacks one of at most `points` points. So
        // the product of their lengths is at most `1 - 1 / points` times the order.
        if chain.logarithm() > most - 0.5 / points as f64 {
            return Some(chain);
        }
        // Invariant: all levels from index `level` on are complete, which means that `missing`
        // finds no element for them.
        let mut level = chain.levels.len();
        while let Some(above) = level.checked_sub(1) {
            let here = &chain.levels[above];
            let divisions = chain.levels.len() - above + 2;
            work += here.orbit().count() * here.generators.len() * divisions * points;
            if work > MOST_WORK {
                return None;
            }
            level = match chain.missing(above) {
                Some(element) => {
                    chain.insert(element, &mut work);
                    chain.levels.len()
                }
                None => above,
            };
        }
        Some(chain)
    }

    /// Divides `element` by an element of each level. Returns the remaining permutation, and the
    /// index of the level at which the division failed; if it did not fail, this is the number of
    /// levels.
    fn divided(&self, element: Permutation) -> (Permutation, usize) {
        let mut left = element;
        for (number, level) in self.levels.iter().enumerate() {
            let image = left[usize::from(level.base)];
            match &level.back[usize::from(image)] {
                _ if image == level.base => {}
                Some(back) => left = then(&left, back),
                None => return (left, number),
            }
        }
        (left, self.levels.len())
    }

    /// Adds `element` to the group of the chain. Returns false if the group already contained it.
    fn insert(&mut self, element: Permutation, work: &mut usize) -> bool {
        let (left, failed) = self.divided(element);
        let Some(base) = moved(&left) else {
            return false;
        };
        if failed == self.levels.len() {
            let mut back = vec![None; left.len()];
            back[usize::from(base)] = Some((0..left.len() as u16).collect());
            self.levels.push(ChainLevel {
                base,
                generators: Vec::new(),
                back,
            });
        }
        // What remains of the permutation keeps the base points of all levels before the one at
        // which the division failed.
        for level in &mut self.levels[..=failed] {
            level.add(left.clone(), work);
        }
        true
    }

    /// One of the generators that Schreier's lemma gives for the elements of the level with index
    /// `level` that keep its base point, if the chain does not contain all of them.
    fn missing(&self, level: usize) -> Option<Permutation> {
        let here = &self.levels[level];
        let mut elements = here.orbit().flat_map(|(point, back)| {
            let to = inverse(back);
            here.generators.iter().filter_map(move |generator| {
                let back = here.back[usize::from(generator[point])].as_ref();
                Some(then(&then(&to, generator), back?))
            })
        });
        elements.find(|element| !self.contains(element))
    }

    /// Numbers whose product is the order of the group.
    pub(super) fn orbit_lengths(&self) -> Vec<u64> {
        let lengths = self.levels.iter().map(|level| level.orbit().count());
        lengths.map(|length| length as u64).collect()
    }

    /// The natural logarithm of the order of the group.
    pub(super) fn logarithm(&self) -> f64 {
        let lengths = self.orbit_lengths().into_iter();
        lengths.map(|length| (length as f64).ln()).sum()
    }

    /// Whether a permutation is an element of the group.
    pub(super) fn contains(&self, element: &[u16]) -> bool {
        moved(&self.divided(element.to_vec()).0).is_none()
    }
}

/// The first point that a permutation moves.
fn moved(permutation: &[u16]) -> Option<u16> {
    let mut points = (0..).zip(permutation);
    points.find_map(|(point, &image)| (point != image).then_some(point))
}

#[cfg(test)]
mod tests {
    use super::{Permutation, StabilizerChain};

    /// The order of the group, after a test that the chain is complete.
    fn order(generators: &[Permutation]) -> u64 {
        let chain = StabilizerChain::new(generators, f64::INFINITY).unwrap();
        for level in 0..chain.levels.len() {
            assert_eq!(chain.missing(level), None);
        }
        chain.orbit_lengths().iter().product()
    }

    #[test]
    fn the_order_of_a_group_is_known() {
        let reversals = (2..=6_u16).map(|n| (0..n).rev().chain(n..6).collect());
        let reversals: Vec<Permutation> = reversals.collect();
        assert_eq!(order(&reversals), 720);
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
        assert_eq!(order(&even), 360);
        // Two orbits: all permutations of three points and of two points.
        let both = [
            vec![1, 0, 2, 3, 4],
            vec![0, 2, 1, 3, 4],
            vec![0, 1, 2, 4, 3],
        ];
        assert_eq!(order(&both), 12);
        assert_eq!(order(&[vec![1, 2, 3, 4, 5, 0]]), 6);
        let product = [vec![1, 2, 0, 3, 5, 4], vec![1, 0, 2, 3, 4, 5]];
        assert_eq!(order(&product), 12);
        // The same permutation of two orbits at a time.
        let twice = [vec![1, 2, 0, 4, 5, 3], vec![1, 0, 2, 4, 3, 5]];
        assert_eq!(order(&twice), 6);
    }
}
