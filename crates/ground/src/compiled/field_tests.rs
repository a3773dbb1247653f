//! Conjunctions of tests that are evaluated one at a time.

use fewest_rules::Words;

use super::layout::{StateLayout, Window};
use crate::ground::Test;

/// Conjunctions of tests. The evaluation of a conjunction ends with the first test that fails.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldTests {
    /// For each conjunction, the end of its range in `tests`.
    ends: Vec<u32>,
    tests: Vec<FieldTest>,
}

/// A test, by the numbers that stand for labels in the fields of a state.
#[derive(Debug, Clone, Copy)]
enum FieldTest {
    /// The number in a field is one of `codes`: the bit for it is set.
    In { field: Window, codes: u64 },
    /// Two fields have the same number.
    Same { one: Window, other: Window },
}

impl FieldTests {
    /// Adds a conjunction.
    pub(super) fn add<'a>(
        &mut self,
        tests: impl IntoIterator<Item = &'a Test>,
        layout: &StateLayout,
    ) {
        let field = |position: usize| layout.fields[position];
        let test = |test: &Test| match *test {
            Test::In { position, labels } => {
                let (field, codes) = (field(position)?.window(), field(position)?.codes(labels));
                Some(FieldTest::In { field, codes })
            }
            Test::Same { one, other } => {
                let (one, other) = (field(one)?.window(), field(other)?.window());
                Some(FieldTest::Same { one, other })
            }
        };
        self.tests.extend(tests.into_iter().filter_map(test));
        self.ends.push(self.tests.len() as u32);
    }

    /// The number of conjunctions.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the conjunction with this number holds in `state`.
    #[inline]
    pub(super) fn hold<const N: usize>(&self, number: usize, state: &Words<N>) -> bool {
        let from = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut tests = self.tests[from as usize..self.ends[number] as usize].iter();
        tests.all(|test| match *test {
            FieldTest::In { field, codes } => codes >> field.number(&state.0) & 1 == 1,
            FieldTest::Same { one, other } => one.number(&state.0) == other.number(&state.0),
        })
    }
}
