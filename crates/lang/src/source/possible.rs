//! The labels that positions may ever get, from given starts.
//!
//! Deciding whether a state is reachable is as hard as the puzzle. So reachability is relaxed: each
//! position keeps every label that it ever gets. A label that never becomes possible in this
//! relaxation is impossible in the puzzle.

use fewest_ground::reduction::{modulus, shifted};
use fewest_ground::{Ground, Label, LabelSet, Test, Value, Write};

use super::alphabet::all;

/// For each position, the labels that are known to be possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PossibleLabels {
    sets: Vec<LabelSet>,
}

impl PossibleLabels {
    /// The set in which every label of every position of `ground` is possible.
    pub(crate) fn any(ground: &Ground) -> Self {
        let positions = 0..ground.positions.len();
        let sets = positions.map(|position| LabelSet(all(modulus(ground, position))));
        Self {
            sets: sets.collect(),
        }
    }

    /// The set of the labels of the `starts`, each of which has `positions` labels.
    pub(crate) fn on(starts: &[&[Label]], positions: usize) -> Self {
        let mut sets = vec![LabelSet::default(); positions];
        for start in starts {
            for (set, &label) in sets.iter_mut().zip(*start) {
                set.0 |= 1 << label;
            }
        }
        Self { sets }
    }

    /// Whether every label of `start` is possible at its position.
    pub(crate) fn holds(&self, start: &[Label]) -> bool {
        let mut fits = self.sets.iter().zip(start);
        self.sets.len() == start.len() && fits.all(|(set, &label)| set.has(label))
    }

    /// Whether `position` may have one of `labels`.
    #[inline]
    pub(crate) fn may_be(&self, position: usize, labels: u64) -> bool {
        self.sets[position].0 & labels != 0
    }

    /// The labels that are possible at one or more of the first `positions` positions.
    pub(crate) fn among(&self, positions: usize) -> u64 {
        self.sets[..positions]
            .iter()
            .fold(0, |all, set| all | set.0)
    }

    /// Whether the test may hold.
    pub(crate) fn test(&self, test: &Test) -> bool {
        match *test {
            Test::In { position, labels } => self.may_be(position, labels.0),
            Test::Same { one, other } => self.may_be(one, self.sets[other].0),
        }
    }

    /// Whether each test by itself may hold.
    pub(crate) fn tests(&self, tests: &[Test]) -> bool {
        tests.iter().all(|test| self.test(test))
    }

    /// Adds the labels that a rule with these tests may write. The caller must have checked that
    /// the tests may hold. Returns whether any added label is new.
    pub(crate) fn grow(&mut self, ground: &Ground, tests: &[Test], writes: &[Write]) -> bool {
        let mut grown = false;
        for write in writes {
            let new = match write.value {
                Value::Label(label) => 1 << label,
                Value::Of { position, plus } => {
                    let set = LabelSet(self.sets[position].0 & allowed(tests, position));
                    shifted(set, plus, modulus(ground, position)).0
                }
            };
            let set = &mut self.sets[write.position].0;
            grown |= *set | new != *set;
            *set |= new;
        }
        grown
    }
}

/// The labels that the tests allow at a position.
fn allowed(tests: &[Test], position: usize) -> u64 {
    tests.iter().fold(u64::MAX, |set, test| match test {
        Test::In {
            position: other,
            labels,
        } if *other == position => set & labels.0,
        _ => set,
    })
}
