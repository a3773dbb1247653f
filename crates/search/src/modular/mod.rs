//! Vectors of numbers modulo a prime, and Gaussian elimination.
//!
//! In puzzles whose moves commute and add up modulo a prime, such as pressing lights, the solutions
//! are those of a system of linear equations. There are two representations: [`Bits`] packs 64
//! numbers modulo 2 into a word, and [`Residues`] stores each number modulo a prime up to 61 in a
//! byte. Code that is generic over [`ModularVector`] works with both.
//!
//! ```
//! use fewest_rules::{Limits, Meter};
//! use fewest_search::modular::{Echelon, ModularVector, Prime, Residues};
//!
//! // x + 2y = 1 and 2x + y = 0 modulo 5; the third entry of each row is the right-hand side.
//! let row = |entries: [u8; 3]| {
//!     let mut row = Residues::zero(3);
//!     (0..3).for_each(|i| row.set(i, entries[i]));
//!     row
//! };
//! let limits = Limits::default();
//! let five = Prime::new(5).unwrap();
//! let rows = vec![row([1, 2, 1]), row([2, 1, 0])];
//! let system = Echelon::new(five, rows, 2, &mut Meter::new(&limits)).unwrap();
//! let solution = system.solution(0).unwrap();
//! assert_eq!((solution.get(0), solution.get(1)), (3, 4));
//! ```

use fewest_rules::{Meter, StopReason};

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

/// A vector of numbers modulo a prime.
pub trait ModularVector: Clone {
    /// A vector of `len` zeros.
    fn zero(len: usize) -> Self;

    /// The number at index `i`.
    fn get(&self, i: usize) -> u8;

    /// Replaces the number at index `i`.
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
pub struct Bits(Vec<u64>);

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
pub struct Residues(Vec<u8>);

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
pub struct Echelon<R> {
    p: Prime,
    rows: Vec<R>,
    /// The column of the leading 1 of each non-zero row.
    pivots: Vec<usize>,
    unknowns: usize,
}

impl<R: ModularVector> Echelon<R> {
    /// Eliminates the unknowns of `rows`. The entries of a row from index `unknowns` on are
    /// right-hand sides. Takes time cubic in the size of the system; modulo 2, a 64th of that.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn new(
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

    /// Returns the rows that elimination left without a pivot. In a row without a pivot, all
    /// coefficients of unknowns are 0. If such a row has a right-hand side other than 0, the
    /// equations have no solution for that side.
    pub fn without_pivot(&self) -> &[R] {
        &self.rows[self.pivots.len()..]
    }

    /// Returns the rows that have a pivot, in the order of their pivots.
    pub fn with_pivot(&self) -> &[R] {
        &self.rows[..self.pivots.len()]
    }

    /// The dimension of the solution space, if there are solutions.
    pub fn nullity(&self) -> usize {
        self.unknowns - self.pivots.len()
    }

    /// Returns a solution for one of the right-hand sides, if there is one. Side 0 is the first
    /// entry of each row behind the unknowns: in the row `[1, 2, 1]` of two unknowns, which is
    /// x + 2y = 1, it is the last 1.
    pub fn solution(&self, side: usize) -> Option<R> {
        let place = self.unknowns + side;
        if self.without_pivot().iter().any(|row| row.get(place) != 0) {
            return None;
        }
        let mut x = R::zero(self.unknowns);
        self.substitute(&mut x, |row| row.get(place));
        Some(x)
    }

    /// Returns a basis of the solutions of the homogeneous system.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn null_space(&self, meter: &mut Meter<'_>) -> Result<Vec<R>, StopReason> {
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
    /// Returns the limit that was reached.
    pub fn reduced(mut self, meter: &mut Meter<'_>) -> Result<(Vec<R>, Vec<usize>), StopReason> {
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
