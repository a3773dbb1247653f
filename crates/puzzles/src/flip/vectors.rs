//! Vectors of numbers modulo a prime.

use fewest_search::modular::Modulus;

/// A vector of numbers modulo a prime.
pub(crate) trait ModularVector: Clone {
    /// A vector of `len` zeros.
    fn zero(len: usize) -> Self;

    /// The number at index `i`.
    fn get(&self, i: usize) -> u8;

    /// Replaces the number at index `i`.
    fn set(&mut self, i: usize, value: u8);

    /// Adds `factor` times `other`. The entries of `other` before index `from` must be 0.
    fn add(&mut self, p: Modulus, factor: u8, other: &Self, from: usize);

    /// Multiplies the vector by `factor`.
    fn scale(&mut self, p: Modulus, factor: u8);

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

    fn add(&mut self, _: Modulus, factor: u8, other: &Self, from: usize) {
        if factor == 1 {
            let from = from / 64;
            for (a, b) in self.0[from..].iter_mut().zip(&other.0[from..]) {
                *a ^= b;
            }
        }
    }

    fn scale(&mut self, _: Modulus, factor: u8) {
        debug_assert_eq!(factor, 1, "the only unit modulo 2");
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

    fn add(&mut self, p: Modulus, factor: u8, other: &Self, from: usize) {
        p.add(&mut self.0[from..], factor, &other.0[from..]);
    }

    fn scale(&mut self, p: Modulus, factor: u8) {
        self.0.iter_mut().for_each(|a| *a = p.times(*a, factor));
    }

    fn bytes(len: usize) -> u64 {
        len as u64
    }
}
