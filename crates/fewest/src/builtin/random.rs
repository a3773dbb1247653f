//! Reproducible random numbers: the same seed gives the same numbers in every
//! version and on every machine.

/// splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014).
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n > 0`, all equally likely (Lemire: Fast random integer
    /// generation in an interval, 2019).
    pub(super) fn below(&mut self, n: u64) -> u64 {
        let unfair = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.next()) * u128::from(n);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // The first outputs for seed 1234567, from the reference implementation.
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
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
    fn every_number_below_is_drawn() {
        let mut random = Random::new(7);
        let mut seen = [0; 7];
        for _ in 0..7_000 {
            seen[random.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1_200).contains(&n)), "{seen:?}");
    }
}
