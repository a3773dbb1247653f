//! Generates states on random walks.

use fewest_ground::{Ground, Label};

use crate::plain;

/// A small generator of pseudo-random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// The most rules that are tried in all states of a walk.
const MOST_TRIES: usize = 1 << 15;

/// Returns at most `count` states on random walks from `start`: fewer if there are many rules.
pub(crate) fn walks(ground: &Ground, start: &[Label], count: usize) -> Vec<Vec<Label>> {
    let count = count.min(2 + MOST_TRIES / ground.rules.len().max(1));
    let mut random = Random(count as u64 ^ 0x9E37_79B9_7F4A_7C15);
    let mut state = start.to_vec();
    let mut states = Vec::new();
    while states.len() < count {
        states.push(state.clone());
        let mut after = plain::successors(ground, &state);
        state = match after.len() {
            0 => start.to_vec(),
            n => after.swap_remove(random.below(n)).1,
        };
        if states.len().is_multiple_of(25) {
            state = start.to_vec();
        }
    }
    states
}
