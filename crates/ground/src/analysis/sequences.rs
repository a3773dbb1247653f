//! The effects of sequences of rules, and which sequences a search can skip.
//!
//! A sequence of rules is equivalent to a single rule: the tests and writes of the later rules are
//! expressed in terms of the state before the first rule. So two sequences can be compared for all
//! states at once. A sequence *replaces* another sequence if its tests follow from the tests of the
//! other, and if both sequences write the same labels wherever the tests of the other hold. This
//! comparison finds moves that undo each other or commute, and longer sequences that lead to the
//! same state as others.
//!
//! If several rules of a move apply, the first one is used. So sequences replace others only in a
//! puzzle in which no two rules of a move apply in the same state.

use fewest_rules::Then;

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Test, Value, Write};
use crate::reduction::{ReducedTask, added, modulus, place_of, shifted};

/// Joins the rules of a puzzle to sequences, and compares the effects of these sequences.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sequences<'a>(pub(super) &'a PackedTask);

/// A sequence of rules, expressed as one rule.
#[derive(Debug, Clone, Default)]
pub struct Sequence {
    /// The tests on the state before the sequence.
    tests: Vec<Test>,
    /// The writes, ordered by position.
    writes: Vec<Write>,
}

impl Sequence {
    /// The bytes that the sequence has allocated.
    pub(super) fn bytes(&self) -> u64 {
        let tests = self.tests.capacity() * size_of::<Test>();
        (tests + self.writes.capacity() * size_of::<Write>()) as u64
    }

    /// The value of `position` after the sequence.
    fn value(&self, position: usize) -> Value {
        let at = self
            .writes
            .binary_search_by_key(&position, |write| write.position);
        at.map_or(stays(position), |at| self.writes[at].value)
    }

    fn has_same(&self, a: usize, b: usize) -> bool {
        self.tests.iter().any(|test| match *test {
            Test::Same { one, other } => (one, other) == (a, b) || (one, other) == (b, a),
            Test::In { .. } => false,
        })
    }

    /// A hash of the writes: sequences with equal writes have equal marks.
    pub(super) fn mark(&self) -> u64 {
        self.writes.iter().fold(0, |mark: u64, write| {
            let value = match write.value {
                Value::Label(label) => u64::from(label),
                Value::Of { position, plus } => (position as u64 + 1) << 8 | u64::from(plus),
            };
            (mark.rotate_left(5) ^ (write.position as u64) << 32 ^ value)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

impl<'a> Sequences<'a> {
    fn reduced(self) -> &'a ReducedTask {
        self.0.reduced()
    }

    /// The empty sequence, with the test that the selecting label is at the position `place`.
    pub(super) fn at(self, place: usize) -> Sequence {
        let mut sequence = Sequence::default();
        if let Some((_, label)) = self.0.selecting() {
            self.narrow(&mut sequence, place, LabelSet::of(label));
        }
        sequence
    }

    /// Extends the sequence by a rule. Returns `Then::Never` if the rule can never follow the
    /// sequence, and `Then::Unknown` if no tests can express when it can.
    pub(super) fn then(self, sequence: &Sequence, rule: &Rule) -> Then<Sequence> {
        if !self.reduced().ground.consequences.is_empty() {
            return Then::Unknown;
        }
        // Most rules can never follow most sequences. This quick check finds most rules that cannot
        // follow before the sequence is copied.
        let allowed = |test: &Test| match *test {
            Test::In { position, labels } => {
                let now = self.may_have(sequence, sequence.value(position));
                !now.both(labels).is_empty()
            }
            Test::Same { .. } => true,
        };
        if !rule.tests.iter().all(allowed) {
            return Then::Never;
        }
        let mut longer = sequence.clone();
        for test in &rule.tests {
            let possible = match *test {
                Test::In { position, labels } => {
                    self.require(&mut longer, sequence.value(position), labels)
                }
                Test::Same { one, other } => {
                    let (one, other) = (sequence.value(one), sequence.value(other));
                    match self.require_same(&mut longer, one, other) {
                        Some(possible) => possible,
                        None => return Then::Unknown,
                    }
                }
            };
            if !possible {
                return Then::Never;
            }
        }
        for write in &rule.writes {
            let value = match write.value {
                Value::Label(_) => write.value,
                Value::Of { position, plus } => self.plus(sequence.value(position), plus, position),
            };
            let writes = &mut longer.writes;
            let position = write.position;
            match writes.binary_search_by_key(&position, |write| write.position) {
                Ok(at) => writes[at].value = value,
                Err(at) => writes.insert(at, Write { position, value }),
            }
        }
        // If the tests determine the label that a write reads, replace the read by this label. Drop
        // writes that change nothing.
        let mut writes = std::mem::take(&mut longer.writes);
        writes.retain_mut(|write| {
            write.value = self.told(&longer, write.value);
            write.value != self.told(&longer, stays(write.position))
        });
        longer.writes = writes;
        Then::Known(longer)
    }

    /// Whether `earlier` applies in every state in which `sequence` applies, and has the same
    /// effect there.
    pub(super) fn replaces(self, earlier: &Sequence, sequence: &Sequence) -> bool {
        let written = |write: &Write| {
            let told = |value| self.told(sequence, value);
            told(earlier.value(write.position)) == told(sequence.value(write.position))
        };
        self.0.rules_exclude_each_other()
            && self.follows(earlier, sequence)
            && earlier.writes.iter().all(written)
            && sequence.writes.iter().all(written)
    }

    /// Whether all tests of `one` hold in every state in which all tests of `other` hold.
    pub(super) fn follows(self, one: &Sequence, other: &Sequence) -> bool {
        one.tests.iter().all(|test| match *test {
            Test::In { position, labels } => {
                let now = self.under(other, position);
                now.both(labels) == now
            }
            Test::Same { one, other: two } => {
                other.has_same(one, two) || {
                    let now = self.under(other, one);
                    now.len() == 1 && now == self.under(other, two)
                }
            }
        })
    }

    /// The position of the selecting label before the sequence, if the tests determine it.
    fn place(self, sequence: &Sequence) -> Option<usize> {
        place_of(&sequence.tests, self.0.selecting()?, self.reduced())
    }

    /// The position of the selecting label after the sequence, if it is known.
    pub(super) fn place_after(self, sequence: &Sequence) -> Option<usize> {
        let (domain, label) = self.0.selecting()?;
        let here = |write: &&Write| {
            write.value == Value::Label(label)
                && self.reduced().ground.positions[write.position].domain == domain
        };
        let put = sequence.writes.iter().find(here);
        let stays = |&place: &usize| sequence.value(place) == stays(place);
        put.map(|write| write.position)
            .or_else(|| self.place(sequence).filter(stays))
    }

    /// The labels that `position` may have before the sequence if the tests of the sequence hold.
    fn under(self, sequence: &Sequence, position: usize) -> LabelSet {
        let reduced = self.reduced();
        let mut labels = reduced.under(&sequence.tests, position);
        if let Some((domain, label)) = self.0.selecting()
            && reduced.ground.positions[position].domain == domain
            && reduced.sets[position].len() > 1
            && self.place(sequence).is_some_and(|place| place != position)
        {
            labels.0 &= !LabelSet::of(label).0;
        }
        labels
    }

    /// The labels that `value` may have if the tests of the sequence hold.
    fn may_have(self, sequence: &Sequence, value: Value) -> LabelSet {
        match value {
            Value::Label(label) => LabelSet::of(label),
            Value::Of { position, plus } => {
                let modulus = modulus(&self.reduced().ground, position);
                shifted(self.under(sequence, position), plus, modulus)
            }
        }
    }

    /// If the tests of the sequence leave only one label possible for `value`, returns this label;
    /// otherwise returns `value` unchanged.
    fn told(self, sequence: &Sequence, value: Value) -> Value {
        let told = self.may_have(sequence, value).single();
        told.map_or(value, Value::Label)
    }

    /// Adds `more` to a value of the domain of `position`.
    fn plus(self, value: Value, more: Label, position: usize) -> Value {
        let modulus = modulus(&self.reduced().ground, position);
        match value {
            Value::Label(label) => Value::Label(added(label, more, modulus)),
            Value::Of { position, plus } => Value::Of {
                position,
                plus: added(plus, more, modulus),
            },
        }
    }

    /// Adds the test that `value` is one of `labels`. Returns false if this test can never hold
    /// together with the tests of the sequence.
    fn require(self, sequence: &mut Sequence, value: Value, labels: LabelSet) -> bool {
        match value {
            Value::Label(label) => labels.has(label),
            Value::Of { position, plus } => {
                let modulus = modulus(&self.reduced().ground, position);
                let minus = (modulus - usize::from(plus)) % modulus;
                self.narrow(sequence, position, shifted(labels, minus as Label, modulus))
            }
        }
    }

    /// Adds the test that `position` has one of `labels`. Returns false if this test can never hold
    /// together with the tests of the sequence.
    fn narrow(self, sequence: &mut Sequence, position: usize, labels: LabelSet) -> bool {
        let before = self.under(sequence, position);
        let labels = before.both(labels);
        if labels != before {
            let tests = &mut sequence.tests;
            let new = Test::In { position, labels };
            let same =
                |test: &&mut Test| matches!(test, Test::In { position: p, .. } if *p == position);
            match tests.iter_mut().find(same) {
                Some(test) => *test = new,
                None => tests.push(new),
            }
        }
        !labels.is_empty()
    }

    /// Adds the test that two values are equal. Returns whether they can be equal; `None` if no test
    /// can express this.
    fn require_same(self, sequence: &mut Sequence, one: Value, other: Value) -> Option<bool> {
        match (one, other) {
            _ if one == other => Some(true),
            (Value::Label(label), value) | (value, Value::Label(label)) => {
                Some(self.require(sequence, value, LabelSet::of(label)))
            }
            (
                Value::Of {
                    position: one,
                    plus,
                },
                Value::Of {
                    position: other,
                    plus: other_plus,
                },
            ) => match (one == other, plus == other_plus) {
                (true, _) => Some(false),
                (false, true) => {
                    if !sequence.has_same(one, other) {
                        sequence.tests.push(Test::Same { one, other });
                    }
                    Some(true)
                }
                (false, false) => None,
            },
        }
    }
}

/// The value of a position that a sequence does not write.
fn stays(position: usize) -> Value {
    Value::Of { position, plus: 0 }
}
