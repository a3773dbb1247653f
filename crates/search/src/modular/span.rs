//! Vectors that are sums of multiples of a few others.

use super::modulus::Modulus;

/// The vectors that are sums of multiples of some others, in echelon form: each row begins with as
/// many zeros as its index says, then comes a divisor of the modulus or, in an empty row, another
/// zero. Modulo 4 the multiples of `2 1` are `2 1`, `0 2` and `2 3`; the rows are `2 1` and `0 2`, so
/// that a vector belongs to them if, from the first entry on, each row takes away what is left (the
/// form of J. A. Howell, 1986).
#[derive(Debug, Clone)]
pub(super) struct Span {
    modulus: Modulus,
    size: usize,
    rows: Vec<u8>,
    /// For each number, an invertible one whose product with it divides the modulus.
    units: Vec<u8>,
}

impl Span {
    /// The span of no vectors, which holds zero only. Vectors have `size` entries.
    pub(super) fn new(modulus: Modulus, size: usize) -> Self {
        Self {
            modulus,
            size,
            rows: vec![0; size * size],
            units: (0..modulus.get()).map(|n| modulus.unit(n)).collect(),
        }
    }

    /// Makes this span equal to `other`, which has vectors of the same size.
    pub(super) fn copy(&mut self, other: &Self) {
        self.rows.copy_from_slice(&other.rows);
    }

    fn row(&self, at: usize) -> &[u8] {
        &self.rows[at * self.size..][..self.size]
    }

    /// Takes away from `vector` what the rows can take away of it. Returns the index of the first
    /// entry of which something is left, or `None` if the span holds the vector.
    pub(super) fn reduce(&self, vector: &mut [u8]) -> Option<usize> {
        for at in 0..self.size {
            if vector[at] == 0 {
                continue;
            }
            let lead = self.row(at)[at];
            let times = vector[at].checked_div(lead).unwrap_or(0);
            let factor = self.modulus.minus(times);
            self.modulus
                .add(&mut vector[at..], factor, &self.row(at)[at..]);
            if vector[at] != 0 {
                return Some(at);
            }
        }
        None
    }

    /// Adds `vector` and its multiples to the span. Returns whether the span did not hold it.
    pub(super) fn add(&mut self, vector: &mut [u8]) -> bool {
        let mut is_new = false;
        while let Some(at) = self.reduce(vector) {
            is_new = true;
            let modulus = self.modulus;
            let unit = self.units[usize::from(vector[at])];
            for entry in vector.iter_mut() {
                *entry = modulus.times(unit, *entry);
            }
            // What is left at `at` is less than the row has there, and takes the row's place.
            self.rows[at * self.size..][..self.size].swap_with_slice(vector);
            let times = modulus.get() / self.row(at)[at];
            if times < modulus.get() {
                let mut multiple = vec![0; self.size];
                modulus.add(&mut multiple, times, self.row(at));
                self.add(&mut multiple);
            }
        }
        is_new
    }
}
