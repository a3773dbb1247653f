//! Random numbers that depend only on a seed, on every machine and in every version.
//!
//! The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", 2014). Boards must remain reproducible from
//! their seeds, so neither the generator nor the order in which its numbers are
//! used may change.

use num_bigint::BigUint;

/// A generator of random numbers.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The generator of the random numbers that the seed `seed` determines.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A random number below `n`. All numbers below `n` are equally likely.
    ///
    /// # Panics
    /// Panics if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "no number is below 0");
        // The high half of the product is uniform if products are rejected whose low half is one of
        // the few values that would make some results more likely (Lemire, 2019).
        let unfair = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// An index into a list of length `n`; see [`below`](Self::below).
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// A number below `n > 0`, which may have any size. All numbers below `n` are equally likely.
    pub fn below_big(&mut self, n: &BigUint) -> BigUint {
        let bits = n.bits();
        loop {
            let digits: Vec<u32> = (0..bits.div_ceil(32))
                .map(|i| {
                    let rest = (bits - 32 * i).min(32);
                    (self.bits() >> (64 - rest)) as u32
                })
                .collect();
            let drawn = BigUint::new(digits);
            if drawn < *n {
                return drawn;
            }
        }
    }

    /// Shuffles a list so that all orders are equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first outputs for seed 1234567, as its authors' program prints them.
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_number_below_a_bound_is_about_as_likely() {
        let mut random = Random::new(1);
        let (mut small, mut big, mut firsts) = ([0; 6], [0; 6], [0; 6]);
        for _ in 0..6_000 {
            small[random.index(6)] += 1;
            let n = random.below_big(&BigUint::from(6u8));
            big[n.iter_u32_digits().next().unwrap_or(0) as usize] += 1;
            let mut list = [0, 1, 2, 3, 4, 5];
            random.shuffle(&mut list);
            firsts[list[0]] += 1;
        }
        for counts in [small, big, firsts] {
            assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
        }
    }
}
