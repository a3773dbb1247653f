//! Regions: sets of states that free moves connect.

use std::hash::{Hash, Hasher};

use crate::{MoveCosts, Puzzle};

/// A puzzle in which every free move can be taken back by free moves.
///
/// The states that free moves connect form a *region*: in Sokoban, when walking is free, all
/// positions that the player reaches without a push. All states of a region are equally far from
/// the goals, so a search need only look at one state per region, its representative.
///
/// The methods have default implementations that follow the moves. A puzzle that can compute
/// regions faster should override these methods.
pub trait FreeRegions: MoveCosts + Puzzle<State: Ord> {
    /// Replaces the contents of `region` by the states of the region of `state`, each once. The
    /// order may depend on `state`, but must be the same in every call.
    ///
    /// The default takes time in proportion to the moves of all states of the region.
    fn region(&self, state: Self::State, region: &mut Vec<Self::State>) {
        region.clear();
        let mut known = KnownStates::new();
        known.insert(state, region);
        let mut next = 0;
        while let Some(&state) = region.get(next) {
            next += 1;
            for m in self.moves(state) {
                if self.cost(state, m) == 0 {
                    known.insert(self.apply(state, m), region);
                }
            }
        }
    }

    /// The representative of the region of `state`: the same state for all states of a region. The
    /// default is the least state of the region.
    fn representative(&self, state: Self::State) -> Self::State {
        let mut region = Vec::with_capacity(SMALL_REGION);
        self.region(state, &mut region);
        region.into_iter().fold(state, Self::State::min)
    }
}

/// The number of states of a region for which the default implementation allocates memory at first.
const SMALL_REGION: usize = 32;

/// A hash set of the states in a list, with open addressing and linear probing. The set stores the
/// index of each state in the list. Regions are small and there are many of them, so the set must
/// be cheap to make.
struct KnownStates {
    /// The indices of states plus one; 0 marks an empty slot. The number of slots is a power of
    /// two, and at least half of the slots are empty.
    slots: Vec<u32>,
}

impl KnownStates {
    fn new() -> Self {
        Self {
            slots: vec![0; 2 * SMALL_REGION],
        }
    }

    /// Appends `state` to `list` unless the state is known. `list` contains exactly the known
    /// states.
    fn insert<S: Copy + Eq + Hash>(&mut self, state: S, list: &mut Vec<S>) {
        let slot = self.slot(state, list);
        if self.slots[slot] != 0 {
            return;
        }
        list.push(state);
        self.slots[slot] = list.len() as u32;
        if list.len() * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for (state, position) in list.iter().zip(1..) {
                let slot = self.slot(*state, list);
                self.slots[slot] = position;
            }
        }
    }

    /// The slot of a state, or the empty slot where it belongs.
    fn slot<S: Copy + Eq + Hash>(&self, state: S, list: &[S]) -> usize {
        let mut hasher = FoldHasher(0);
        state.hash(&mut hasher);
        let mask = self.slots.len() - 1;
        let mut slot = (hasher.finish() >> 32) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return slot,
                position if list[position as usize - 1] == state => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}

/// An odd number with irregular bits: 2⁶⁴ divided by the golden ratio.
const FOLD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A fast hasher for small sets: each word is mixed in by a multiplication to 128 bits.
struct FoldHasher(u64);

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let folded = u128::from(self.0 ^ word) * u128::from(FOLD);
        self.0 = (folded >> 64) as u64 ^ folded as u64;
    }
}
