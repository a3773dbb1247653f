//! Rows of numbers modulo a prime, and Gaussian elimination on such rows.
//!
//! There are two representations: [`Bits`] packs 64 numbers modulo 2 into a word, and [`Residues`]
//! stores each number modulo a prime up to 31 in a byte. Code that is generic over
//! [`ModularVector`] works with both.

use fewest_rules::{Meter, StopReason};

/// A prime below 37.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Prime(u8);

impl Prime {
    /// Returns `p` if it is a prime not above 31.
    pub(crate) fn new(p: u8) -> Option<Self> {
        let prime = (2..=31).contains(&p) && (2..p).all(|q| !p.is_multiple_of(q));
        prime.then_some(Self(p))
    }

    pub(crate) fn get(self) -> u8 {
        self.0
    }

    /// `n` modulo the prime, for `n ≤ 961 + 31`.
    #[inline]
    pub(crate) fn reduce(self, n: u16) -> u8 {
        // The quotient is exact. The factor exceeds 65536 / p by at most 1, so the error is at most
        // 992 / 65536 < 1 / p, and n / p is at least 1 / p below the next integer.
        let factor = (65_536 / u32::from(self.0) + 1) as u16;
        let quotient = ((u32::from(n) * u32::from(factor)) >> 16) as u16;
        (n - quotient * u16::from(self.0)) as u8
    }

    pub(crate) fn minus(self, n: u8) -> u8 {
        if n == 0 { 0 } else { self.0 - n }
    }

    pub(crate) fn times(self, a: u8, b: u8) -> u8 {
        self.reduce(u16::from(a) * u16::from(b))
    }

    /// Adds `factor` times `other` to `row`.
    pub(crate) fn add(self, row: &mut [u8], factor: u8, other: &[u8]) {
        for (a, &b) in row.iter_mut().zip(other) {
            *a = self.reduce(u16::from(*a) + u16::from(factor) * u16::from(b));
        }
    }

    /// The multiplicative inverse of `n`, which must not be 0.
    pub(crate) fn inverse(self, n: u8) -> u8 {
        (1..self.0).find(|&m| self.times(n, m) == 1).unwrap_or(1)
    }
}

/// A vector of numbers modulo a prime.
pub(crate) trait ModularVector: Clone {
    /// A vector of `len` zeros.
    fn zero(len: usize) -> Self;

    fn get(&self, i: usize) -> u8;

    fn set(&mut self, i: usize, value: u8);

    /// Adds `factor` times `other`. The entries of `other` before index `from` must be 0.
    fn add(&mut self, p: Prime, factor: u8, other: &Self, from: usize);

    /// Multiplies the vector by `factor`.
    fn scale(&mut self, p: Prime, factor: u8);

    /// The dot product. One of the two vectors must be 0 before index `from`.
    fn dot(&self, p: Prime, other: &Self, from: usize) -> u8;

    /// The number of bytes that `len` numbers take.
    fn bytes(len: usize) -> u64;
}

/// Numbers modulo 2, 64 per word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl ModularVector for Bits {
    fn zero(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    #[inline]
    fn get(&self, i: usize) -> u8 {
        (self.0[i / 64] >> (i % 64) & 1) as u8
    }

    #[inline]
    fn set(&mut self, i: usize, value: u8) {
        let word = &mut self.0[i / 64];
        *word = *word & !(1 << (i % 64)) | u64::from(value) << (i % 64);
    }

    fn add(&mut self, _: Prime, factor: u8, other: &Self, from: usize) {
        if factor == 1 {
            let from = from / 64;
            for (a, b) in self.0[from..].iter_mut().zip(&other.0[from..]) {
                *a ^= b;
            }
        }
    }

    fn scale(&mut self, _: Prime, factor: u8) {
        debug_assert_eq!(factor, 1, "the only unit modulo 2");
    }

    fn dot(&self, _: Prime, other: &Self, from: usize) -> u8 {
        let from = from / 64;
        let pairs = self.0[from..].iter().zip(&other.0[from..]);
        (pairs.fold(0, |sum, (a, b)| sum ^ a & b).count_ones() & 1) as u8
    }

    fn bytes(len: usize) -> u64 {
        len.div_ceil(64) as u64 * 8
    }
}

/// Numbers modulo a prime, one per byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Residues(Vec<u8>);

impl ModularVector for Residues {
    fn zero(len: usize) -> Self {
        Self(vec![0; len])
    }

    #[inline]
    fn get(&self, i: usize) -> u8 {
        self.0[i]
    }

    #[inline]
    fn set(&mut self, i: usize, value: u8) {
        self.0[i] = value;
    }

    fn add(&mut self, p: Prime, factor: u8, other: &Self, from: usize) {
        p.add(&mut self.0[from..], factor, &other.0[from..]);
    }

    fn scale(&mut self, p: Prime, factor: u8) {
        self.0.iter_mut().for_each(|a| *a = p.times(*a, factor));
    }

    fn dot(&self, p: Prime, other: &Self, from: usize) -> u8 {
        let pairs = self.0[from..].iter().zip(&other.0[from..]);
        let sum: u64 = pairs.map(|(&a, &b)| u64::from(a) * u64::from(b)).sum();
        (sum % u64::from(p.get())) as u8
    }

    fn bytes(len: usize) -> u64 {
        len as u64
    }
}

/// Rows in echelon form, with the pivots of the elimination.
#[derive(Debug, Clone)]
pub(crate) struct Echelon<R> {
    p: Prime,
    rows: Vec<R>,
    /// The column of the leading 1 of each non-zero row.
    pivots: Vec<usize>,
    unknowns: usize,
}

impl<R: ModularVector> Echelon<R> {
    /// Eliminates the unknowns of `rows`. The entries of a row from index `unknowns` on are
    /// right-hand sides. Takes cubic time, or a 64th of that modulo 2.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn new(
        p: Prime,
        mut rows: Vec<R>,
        unknowns: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let mut pivots = Vec::new();
        for column in 0..unknowns {
            let rank = pivots.len();
            if rank == rows.len() {
                break;
            }
            meter.poll()?;
            let Some(found) = (rank..rows.len()).find(|&r| rows[r].get(column) != 0) else {
                continue;
            };
            rows.swap(rank, found);
            let (above, below) = rows.split_at_mut(rank + 1);
            let pivot = &mut above[rank];
            pivot.scale(p, p.inverse(pivot.get(column)));
            for row in below {
                match row.get(column) {
                    0 => {}
                    value => row.add(p, p.minus(value), pivot, column),
                }
            }
            pivots.push(column);
        }
        Ok(Self {
            p,
            rows,
            pivots,
            unknowns,
        })
    }

    /// The dimension of the solution space, if there are solutions.
    pub(crate) fn nullity(&self) -> usize {
        self.unknowns - self.pivots.len()
    }

    /// Returns a solution for the right-hand side at index `unknowns + side`, if there is one.
    pub(crate) fn solution(&self, side: usize) -> Option<R> {
        let place = self.unknowns + side;
        let rest = &self.rows[self.pivots.len()..];
        if rest.iter().any(|row| row.get(place) != 0) {
            return None;
        }
        let mut x = R::zero(self.unknowns);
        self.substitute(&mut x, |row| row.get(place));
        Some(x)
    }

    /// Returns a basis of the solutions of the homogeneous system.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn null_space(&self, meter: &mut Meter<'_>) -> Result<Vec<R>, StopReason> {
        let mut basis = Vec::with_capacity(self.nullity());
        let mut pivots = self.pivots.iter().peekable();
        for column in 0..self.unknowns {
            if pivots.next_if_eq(&&column).is_some() {
                continue;
            }
            meter.poll()?;
            let mut x = R::zero(self.unknowns);
            x.set(column, 1);
            self.substitute(&mut x, |_| 0);
            basis.push(x);
        }
        Ok(basis)
    }

    /// Returns the non-zero rows in reduced echelon form, with zeros above each leading 1, and the
    /// columns of the leading 1s.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn reduced(
        mut self,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<R>, Vec<usize>), StopReason> {
        for (at, &column) in self.pivots.iter().enumerate() {
            meter.poll()?;
            let (above, below) = self.rows.split_at_mut(at);
            for row in above {
                match row.get(column) {
                    0 => {}
                    value => row.add(self.p, self.p.minus(value), &below[0], column),
                }
            }
        }
        self.rows.truncate(self.pivots.len());
        Ok((self.rows, self.pivots))
    }

    /// Sets the pivot unknowns of `x` so that `x` satisfies every row.
    fn substitute(&self, x: &mut R, side: impl Fn(&R) -> u8) {
        for (row, &column) in self.rows.iter().zip(&self.pivots).rev() {
            // Going from the last row to the first, all unknowns to the right of the pivot have
            // their values, and the pivot's own entry in `x` is still 0.
            let sum = row.dot(self.p, x, column);
            let value = self
                .p
                .reduce(u16::from(side(row)) + u16::from(self.p.minus(sum)));
            x.set(column, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduction_is_exact() {
        for p in (0..=255).filter_map(Prime::new) {
            for n in 0..=992u16 {
                assert_eq!(u16::from(p.reduce(n)), n % u16::from(p.get()));
            }
            for n in 1..p.get() {
                assert_eq!(p.times(n, p.inverse(n)), 1);
                assert_eq!(p.reduce(u16::from(n) + u16::from(p.minus(n))), 0);
            }
        }
        let primes: Vec<u8> = (0..=255).filter_map(Prime::new).map(Prime::get).collect();
        assert_eq!(primes, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]);
    }
}
