//! The bits of a state, in as many machine words as needed.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// `N` × 64 bits, all zero by default. Bit `i` is bit `i % 64` of word `i / 64`.
///
/// With `N = 1`, the operations compile to the same code as those on a `u64`.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> PartialEq for Words<N> {
    // The derived comparison would call a function of the C library for eight words.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        if N > 8 {
            return self.0 == other.0;
        }
        // This loop uses indices, because zipped iterators call a function that is not inlined
        // across codegen units.
        (0..N).fold(0, |differ, w| differ | (self.0[w] ^ other.0[w])) == 0
    }
}

impl<const N: usize> PartialOrd for Words<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Words<N> {
    // Two `u64` are compared faster than two arrays of one `u64`.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if N == 1 {
            return self.0[0].cmp(&other.0[0]);
        }
        self.0.cmp(&other.0)
    }
}

impl<const N: usize> Hash for Words<N> {
    // The derived implementation would hash the array's length too.
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if N >= 4 && N.is_multiple_of(2) {
            for pair in self.0.chunks_exact(2) {
                hasher.write_u128(u128::from(pair[0]) | u128::from(pair[1]) << 64);
            }
            return;
        }
        for word in self.0 {
            hasher.write_u64(word);
        }
    }
}

impl<const N: usize> Words<N> {
    /// The number of bits.
    pub const BITS: usize = N * 64;

    /// The value of bit `i`.
    ///
    /// # Panics
    /// Panics if `i` is not below [`BITS`](Self::BITS).
    #[inline]
    pub fn bit(self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// These words with bit `i` set to `value`.
    ///
    /// # Panics
    /// Panics if `i` is not below [`BITS`](Self::BITS).
    #[inline]
    #[must_use]
    pub fn with_bit(mut self, i: usize, value: bool) -> Self {
        let mask = 1 << (i % 64);
        if value {
            self.0[i / 64] |= mask;
        } else {
            self.0[i / 64] &= !mask;
        }
        self
    }

    /// The number in the `width` bits that begin at bit `from`. `width` must be at most 63. The
    /// bits may lie in two words.
    ///
    /// # Panics
    /// Panics if the field reaches beyond [`BITS`](Self::BITS).
    #[inline]
    pub fn field(self, from: usize, width: usize) -> u64 {
        let (word, shift) = (from / 64, from % 64);
        let mut value = self.0[word] >> shift;
        if shift + width > 64 {
            value |= self.0[word + 1] << (64 - shift);
        }
        value & ((1 << width) - 1)
    }

    /// Returns these words with `value` in the `width` bits that begin at bit `from`. All other
    /// bits stay unchanged. `width` must be at most 63, and `value` must fit in `width` bits.
    ///
    /// # Panics
    /// Panics if the field reaches beyond [`BITS`](Self::BITS).
    #[inline]
    #[must_use]
    pub fn with_field(mut self, from: usize, width: usize, value: u64) -> Self {
        let (word, shift) = (from / 64, from % 64);
        let mask = (1u64 << width) - 1;
        self.0[word] = self.0[word] & !(mask << shift) | value << shift;
        if shift + width > 64 {
            let rest = 64 - shift;
            self.0[word + 1] = self.0[word + 1] & !(mask >> rest) | value >> rest;
        }
        self
    }
}

impl<const N: usize> std::ops::BitXor for Words<N> {
    type Output = Self;

    #[inline]
    fn bitxor(mut self, other: Self) -> Self {
        // This is a loop, because `std::array::from_fn` calls a function that is not inlined across
        // codegen units.
        for w in 0..N {
            self.0[w] ^= other.0[w];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn fields_hold_what_was_put_in_across_word_borders() {
        for width in 1..=63 {
            for from in 0..=192 - width {
                let value = 0x9e37_79b9_7f4a_7c15 & ((1u64 << width) - 1);
                let ones = Words([u64::MAX; 3]);
                let words = ones.with_field(from, width, value);
                assert_eq!(words.field(from, width), value, "{from} {width}");
                for i in (0..192).filter(|i| !(from..from + width).contains(i)) {
                    assert!(words.bit(i), "{from} {width}: bit {i} was touched");
                }
            }
        }
    }
}
