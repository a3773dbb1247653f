//! Arithmetic modulo a prime.

/// A prime up to 61.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prime(u8);

impl Prime {
    /// Returns `p` if it is a prime not above 61.
    pub fn new(p: u8) -> Option<Self> {
        let prime = (2..=61).contains(&p) && (2..p).all(|q| !p.is_multiple_of(q));
        prime.then_some(Self(p))
    }

    /// The prime as a number.
    pub fn get(self) -> u8 {
        self.0
    }

    /// `n` modulo the prime `p`, for `n < p²`.
    #[inline]
    pub fn reduce(self, n: u16) -> u8 {
        // The factor falls short of 65536 / p by less than 1. So, before it is rounded down, the
        // quotient falls short of n / p by less than n / 65536 < 1. The rounded quotient is
        // therefore too small by at most 1, and the remainder is less than 2p. If the remainder is
        // less than p, the subtraction of p wraps around and gives a large number, so `min` keeps
        // the remainder.
        let factor = (65_536 / u32::from(self.0)) as u16;
        let quotient = ((u32::from(n) * u32::from(factor)) >> 16) as u16;
        let remainder = n - quotient * u16::from(self.0);
        remainder.min(remainder.wrapping_sub(self.0.into())) as u8
    }

    /// The residue that gives 0 when it is added to `n`.
    pub fn minus(self, n: u8) -> u8 {
        if n == 0 { 0 } else { self.0 - n }
    }

    /// The product of two residues.
    pub fn times(self, a: u8, b: u8) -> u8 {
        self.reduce(u16::from(a) * u16::from(b))
    }

    /// Adds `factor` times `other` to `row`.
    pub fn add(self, row: &mut [u8], factor: u8, other: &[u8]) {
        for (a, &b) in row.iter_mut().zip(other) {
            *a = self.reduce(u16::from(*a) + u16::from(factor) * u16::from(b));
        }
    }

    /// The multiplicative inverse of `n`, which must not be 0.
    pub fn inverse(self, n: u8) -> u8 {
        (1..self.0).find(|&m| self.times(n, m) == 1).unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::Prime;

    #[test]
    fn reduction_is_exact() {
        for p in (0..=255).filter_map(Prime::new) {
            for n in 0..u16::from(p.get()).pow(2) {
                assert_eq!(u16::from(p.reduce(n)), n % u16::from(p.get()));
            }
            for n in 1..p.get() {
                assert_eq!(p.times(n, p.inverse(n)), 1);
                assert_eq!(p.reduce(u16::from(n) + u16::from(p.minus(n))), 0);
            }
        }
        let primes: Vec<u8> = (0..=255).filter_map(Prime::new).map(Prime::get).collect();
        assert_eq!(
            primes,
            [
                2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61
            ]
        );
    }
}
