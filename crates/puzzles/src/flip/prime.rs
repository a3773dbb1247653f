//! Primes as moduli.

use std::ops::Deref;

use fewest_search::modular::Modulus;

/// A prime, as a modulus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prime(Modulus);

impl Prime {
    /// Returns `p` if it is a prime.
    pub(crate) fn new(p: u8) -> Option<Self> {
        let is_prime = (2..p).all(|q| !p.is_multiple_of(q));
        Modulus::new(p).filter(|_| is_prime).map(Self)
    }

    /// The multiplicative inverse of `n`, which must not be 0.
    pub(crate) fn inverse(self, n: u8) -> u8 {
        (1..self.get())
            .find(|&m| self.times(n, m) == 1)
            .unwrap_or(1)
    }
}

impl Deref for Prime {
    type Target = Modulus;

    fn deref(&self) -> &Modulus {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Prime;

    #[test]
    fn primes_have_inverses() {
        let primes: Vec<Prime> = (0..=255).filter_map(Prime::new).collect();
        assert_eq!(primes.len(), 54);
        for p in primes {
            assert!((1..p.get()).all(|n| p.times(n, p.inverse(n)) == 1));
        }
    }
}
