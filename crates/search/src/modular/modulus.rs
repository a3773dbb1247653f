//! Arithmetic modulo a small number.

/// A modulus from 2 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Modulus(u8);

impl Modulus {
    /// Returns `n` as a modulus, unless it is 0 or 1.
    pub fn new(n: u8) -> Option<Self> {
        (n > 1).then_some(Self(n))
    }

    /// Whether the modulus is a prime, so that every residue but 0 has an inverse.
    pub fn is_prime(self) -> bool {
        (2..self.0).all(|n| !self.0.is_multiple_of(n))
    }

    /// The modulus as a number.
    pub fn get(self) -> u8 {
        self.0
    }

    /// `n` modulo this modulus.
    #[inline]
    pub fn reduce(self, n: u16) -> u8 {
        // The factor falls short of 65536 / m for the modulus m by less than 1. So, before it is
        // rounded down, the quotient falls short of n / m by less than n / 65536 < 1. The rounded
        // quotient is therefore too small by at most 1, and the remainder is less than 2m. If the
        // remainder is less than m, the subtraction of m wraps around and gives a large number, so
        // `min` keeps the remainder.
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

    /// An invertible number whose product with `n` divides the modulus; 1 for 0. Modulo a prime it is
    /// the inverse of `n`.
    pub fn unit(self, n: u8) -> u8 {
        let divisor = self.divisor(n);
        let makes = |&unit: &u8| self.divisor(unit) == 1 && self.times(unit, n) == divisor;
        (1..self.0).find(makes).unwrap_or(1)
    }

    /// The greatest common divisor of `n` and the modulus: the modulus itself for 0.
    pub(super) fn divisor(self, n: u8) -> u8 {
        let (mut a, mut b) = (self.0, n);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use super::Modulus;

    #[test]
    fn reduction_is_exact() {
        for m in (0..=255).filter_map(Modulus::new) {
            for n in 0..=u16::MAX {
                assert_eq!(u16::from(m.reduce(n)), n % u16::from(m.get()));
            }
            assert_eq!(
                m.is_prime(),
                (1..m.get()).all(|n| m.times(n, m.unit(n)) == 1)
            );
            for n in 0..m.get() {
                assert_eq!(m.reduce(u16::from(n) + u16::from(m.minus(n))), 0);
                let divides = |d: &u8| n.is_multiple_of(*d) && m.get().is_multiple_of(*d);
                assert_eq!(Some(m.divisor(n)), (1..=m.get()).rev().find(divides));
            }
        }
    }
}
