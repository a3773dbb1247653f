//! States as machine words.

use crate::{Puzzle, Ranked, Words};

/// A translation from the states of a puzzle to words and back. For files, which know
/// no other states.
pub trait Packing<P: Puzzle, const N: usize>: Sync {
    /// The words that represent `state`. Different states must have different words.
    fn pack(&self, puzzle: &P, state: P::State) -> Words<N>;

    /// The state for which [`pack`](Self::pack) has returned `words`.
    fn unpack(&self, puzzle: &P, words: Words<N>) -> P::State;
}

/// The packing of states that already are [`Words`].
#[derive(Debug, Clone, Copy)]
pub struct AsWords;

impl<P: Puzzle<State = Words<N>>, const N: usize> Packing<P, N> for AsWords {
    #[inline]
    fn pack(&self, _: &P, state: Words<N>) -> Words<N> {
        state
    }

    #[inline]
    fn unpack(&self, _: &P, words: Words<N>) -> Words<N> {
        words
    }
}

/// The packing of states that are numbers of 64 or 128 bits.
#[derive(Debug, Clone, Copy)]
pub struct AsNumber;

impl<P: Puzzle<State = u64>> Packing<P, 1> for AsNumber {
    #[inline]
    fn pack(&self, _: &P, state: u64) -> Words<1> {
        Words([state])
    }

    #[inline]
    fn unpack(&self, _: &P, words: Words<1>) -> u64 {
        words.0[0]
    }
}

impl<P: Puzzle<State = u128>> Packing<P, 2> for AsNumber {
    #[inline]
    fn pack(&self, _: &P, state: u128) -> Words<2> {
        Words([(state >> 64) as u64, state as u64])
    }

    #[inline]
    fn unpack(&self, _: &P, words: Words<2>) -> u128 {
        u128::from(words.0[0]) << 64 | u128::from(words.0[1])
    }
}

/// The packing that represents each state by its rank.
#[derive(Debug, Clone, Copy)]
pub struct ByRank;

impl<P: Ranked> Packing<P, 1> for ByRank {
    #[inline]
    fn pack(&self, puzzle: &P, state: P::State) -> Words<1> {
        Words([puzzle.rank(state)])
    }

    #[inline]
    fn unpack(&self, puzzle: &P, words: Words<1>) -> P::State {
        puzzle.unrank(words.0[0])
    }
}
