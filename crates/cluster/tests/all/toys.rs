//! Small puzzles with ranks.

use fewest_rules::{Invertible, Puzzle, Ranked, Reverse};

/// Stacks of `0` pancakes. A move turns the uppermost ones over.
#[derive(Clone, Copy)]
pub(crate) struct Pancakes(pub(crate) usize);

pub(crate) type Stack = [u8; 9];

impl Pancakes {
    pub(crate) fn sorted(self) -> Stack {
        std::array::from_fn(|at| at as u8)
    }
}

impl Puzzle for Pancakes {
    type State = Stack;
    type Move = usize;

    fn moves(&self, _: Stack) -> impl Iterator<Item = usize> {
        2..self.0 + 1
    }

    fn apply(&self, mut stack: Stack, turned: usize) -> Stack {
        stack[..turned].reverse();
        stack
    }

    fn is_goal(&self, stack: Stack) -> bool {
        stack == self.sorted()
    }
}

impl Invertible for Pancakes {
    fn inverse(&self, turned: usize) -> usize {
        turned
    }
}

impl Ranked for Pancakes {
    fn size(&self) -> u64 {
        (1..=self.0 as u64).product()
    }

    fn rank(&self, stack: Stack) -> u64 {
        (0..self.0).fold(0, |rank, at| {
            let smaller = stack[at + 1..self.0].iter().filter(|&&p| p < stack[at]);
            rank * (self.0 - at) as u64 + smaller.count() as u64
        })
    }

    fn unrank(&self, rank: u64) -> Stack {
        let mut digits = [0; 9];
        let mut rest = rank;
        for at in (0..self.0).rev() {
            let base = (self.0 - at) as u64;
            digits[at] = (rest % base) as usize;
            rest /= base;
        }
        let mut left: Vec<u8> = (0..self.0 as u8).collect();
        let mut stack = self.sorted();
        for at in 0..self.0 {
            stack[at] = left.remove(digits[at]);
        }
        stack
    }
}

/// Numbers below `size`. Moves multiply by 2 or add 6, so they cannot be taken back, and from some
/// numbers not all others can be reached.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    pub(crate) size: u64,
}

impl Puzzle for Numbers {
    type State = u64;
    type Move = bool;

    fn moves(&self, _: u64) -> impl Iterator<Item = bool> {
        [false, true].into_iter()
    }

    fn apply(&self, number: u64, doubles: bool) -> u64 {
        match doubles {
            true => number * 2 % self.size,
            false => (number + 6) % self.size,
        }
    }

    fn is_goal(&self, number: u64) -> bool {
        number == 0
    }
}

impl Reverse for Numbers {
    fn predecessors(&self, number: u64) -> impl Iterator<Item = (bool, u64)> {
        let added = (number + self.size - 6) % self.size;
        let halves = [number, number + self.size].into_iter();
        let halves = halves
            .filter(|twice| twice % 2 == 0)
            .map(|twice| (true, twice / 2));
        halves.chain([(false, added)])
    }
}

impl Ranked for Numbers {
    fn size(&self) -> u64 {
        self.size
    }

    fn rank(&self, number: u64) -> u64 {
        number
    }

    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}
