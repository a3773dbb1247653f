//! What it takes to give each unknown its value.

use super::modulus::Modulus;

/// A step, such as a move of a puzzle: it adds a number to one unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The index of the unknown.
    pub unknown: usize,
    /// What the step adds to it.
    pub amount: u8,
}

impl Step {
    /// For each of `unknowns` unknowns, a step that adds 1 to it.
    pub fn by_one(unknowns: usize) -> Vec<Self> {
        let step = |unknown| Self { unknown, amount: 1 };
        (0..unknowns).map(step).collect()
    }
}

/// For each value of each unknown, the fewest steps that lead to it from 0. If a dial with twelve
/// hours turns by one hour or by three in a step, the hour 7 takes three steps.
pub(super) struct FewestSteps {
    modulus: Modulus,
    /// For each unknown, the steps that change it, each with its index among all steps.
    of: Vec<Vec<(usize, u8)>>,
    /// For each unknown, the fewest steps to each of its values.
    counts: Vec<Vec<u32>>,
    steps: usize,
}

/// The number of steps to a value that no steps lead to.
const NEVER: u32 = u32::MAX;

impl FewestSteps {
    pub(super) fn new(modulus: Modulus, unknowns: usize, steps: &[Step]) -> Self {
        let mut of = vec![Vec::new(); unknowns];
        for (number, step) in steps.iter().enumerate() {
            of[step.unknown].push((number, step.amount));
        }
        let count = |steps: &Vec<(usize, u8)>| {
            let mut counts = vec![NEVER; modulus.get().into()];
            counts[0] = 0;
            let mut reached = vec![0_u8];
            let mut at = 0;
            while let Some(&value) = reached.get(at) {
                at += 1;
                for &(_, amount) in steps {
                    let next = modulus.reduce(u16::from(value) + u16::from(amount));
                    if counts[usize::from(next)] == NEVER {
                        counts[usize::from(next)] = counts[usize::from(value)] + 1;
                        reached.push(next);
                    }
                }
            }
            counts
        };
        Self {
            modulus,
            counts: of.iter().map(count).collect(),
            of,
            steps: steps.len(),
        }
    }

    /// Whether one step leads to each value of an unknown, so that the fewest steps are as many as
    /// there are unknowns that are not 0.
    pub(super) fn are_single(&self) -> bool {
        let values = self.counts.iter().flat_map(|counts| counts.iter().skip(1));
        values.into_iter().all(|&count| count == 1)
    }

    /// The fewest steps to a solution; [`NEVER`] if no steps lead to it.
    #[inline]
    pub(super) fn count(&self, solution: &[u8]) -> u32 {
        let values = solution.iter().zip(&self.counts);
        values.fold(0, |all: u32, (&value, counts)| {
            all.saturating_add(counts[usize::from(value)])
        })
    }

    /// How often each step is made on the way to a solution with the fewest steps. Of several ways
    /// this is the lexicographically greatest one. Steps must lead to the solution.
    pub(super) fn times(&self, solution: &[u8]) -> Vec<u8> {
        let mut times = vec![0; self.steps];
        for ((&value, steps), counts) in solution.iter().zip(&self.of).zip(&self.counts) {
            let mut left = value;
            // The order of steps does not matter, so one pass over them is enough.
            for &(number, amount) in steps {
                loop {
                    let before = u16::from(left) + u16::from(self.modulus.minus(amount));
                    let before = self.modulus.reduce(before);
                    let [with, without] = [left, before].map(|at| counts[usize::from(at)]);
                    if with == 0 || without != with - 1 {
                        break;
                    }
                    left = before;
                    times[number] += 1;
                }
            }
        }
        times
    }
}
