//! The effects of sequences of rules, and which sequences a search can skip.
//!
//! A sequence of rules is equivalent to a single rule: the tests and writes of the later rules are
//! expressed in terms of the state before the first rule. So two sequences can be compared for all
//! states at once. A sequence *replaces* another sequence if its tests follow from the tests of the
//! other, and if both sequences write the same labels wherever the tests of the other hold. This
//! comparison finds moves that undo each other or commute, and longer sequences that lead to the
//! same state as others.
//!
//! If several rules of a move apply, the first one is used. So a sequence may replace another only
//! if each rule of the replacing sequence is sure to be the first applicable rule of its move. For
//! the sequence that is replaced, no such condition is needed: wherever this sequence is made, its
//! tests hold.

use fewest_rules::Then;

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Test, Value, Write};
use crate::reduction::{DomainLabel, ReducedTask, added, modulus, shifted};

/// At most this many pairs of rules are compared. Rules that are not compared are assumed to apply
/// in some state together.
const MOST_PAIRS: usize = 1 << 16;

/// Joins the rules of a puzzle to sequences, and compares the effects of these sequences.
#[derive(Debug, Clone)]
pub struct Sequences {
    /// For each rule, whether no earlier rule of its move can apply in a state in which the rule
    /// applies.
    sure: Vec<bool>,
    /// The selecting label, which every state has exactly once and whose position nearly every rule
    /// tests, with its domain.
    once: Option<DomainLabel>,
}

/// A sequence of rules, expressed as one rule.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// The tests on the state before the sequence.
    tests: Vec<Test>,
    /// The writes, ordered by position.
    writes: Vec<Write>,
    /// The position of the selecting label before the sequence, if the tests determine it.
    place: Option<usize>,
    /// Whether, wherever the tests of the sequence hold, each rule of the sequence is sure to be
    /// the first applicable rule of its move.
    sure: bool,
}

impl Sequence {
    /// The bytes that the sequence has allocated.
    pub(super) fn bytes(&self) -> u64 {
        let tests = self.tests.capacity() * size_of::<Test>();
        (tests + self.writes.capacity() * size_of::<Write>()) as u64
    }
}

impl Sequences {
    /// Analyses the rules of `task`.
    pub fn new(task: &PackedTask) -> Self {
        let reduced = task.reduced();
        let rules = &reduced.ground.rules;
        let mut sequences = Self {
            sure: vec![true; rules.len()],
            once: task.selecting(),
        };
        if task.rules_overlap() {
            let mut looks = 0;
            let sure = |number: usize| {
                let before = rules[..number].iter().rev();
                let mut others = before.take_while(|other| other.of == rules[number].of);
                others.all(|other| {
                    looks += 1;
                    looks <= MOST_PAIRS && sequences.exclude(reduced, other, &rules[number])
                })
            };
            sequences.sure = (0..rules.len()).map(sure).collect();
        }
        sequences
    }

    /// Whether the tests of two rules are known never to hold in the same state.
    fn exclude(&self, reduced: &ReducedTask, one: &Rule, other: &Rule) -> bool {
        let mut both = self.nothing();
        let tests = one.tests.iter().chain(&other.tests);
        let mut possible = tests.map(|test| match *test {
            Test::In { position, labels } => {
                self.require(reduced, &mut both, stays(position), labels)
            }
            Test::Same { .. } => true,
        });
        !possible.all(|possible| possible)
    }

    /// The empty sequence.
    pub(super) fn nothing(&self) -> Sequence {
        Sequence {
            tests: Vec::new(),
            writes: Vec::new(),
            place: None,
            sure: true,
        }
    }

    /// The empty sequence, with the test that the selecting label is at the position `place`.
    pub(super) fn at(&self, reduced: &ReducedTask, place: usize) -> Sequence {
        let mut sequence = self.nothing();
        if let Some((_, label)) = self.once {
            self.narrow(reduced, &mut sequence, place, LabelSet::of(label));
        }
        sequence
    }

    /// Extends the sequence by a rule. Returns `Then::Never` if the rule can never follow the
    /// sequence, and `Then::Unknown` if no tests can express when it can.
    pub(super) fn then(
        &self,
        reduced: &ReducedTask,
        sequence: &Sequence,
        rule: usize,
    ) -> Then<Sequence> {
        if !reduced.ground.consequences.is_empty() {
            return Then::Unknown;
        }
        let sure = sequence.sure && self.sure[rule];
        let rule = &reduced.ground.rules[rule];
        // Most rules can never follow most sequences. This quick check finds most rules that cannot
        // follow before the sequence is copied.
        let allowed = |test: &Test| match *test {
            Test::In { position, labels } => {
                let now = self.may_have(reduced, sequence, sequence.value(position));
                !now.both(labels).is_empty()
            }
            Test::Same { .. } => true,
        };
        if !rule.tests.iter().all(allowed) {
            return Then::Never;
        }
        let mut longer = sequence.clone();
        longer.sure = sure;
        for test in &rule.tests {
            let possible = match *test {
                Test::In { position, labels } => {
                    self.require(reduced, &mut longer, sequence.value(position), labels)
                }
                Test::Same { one, other } => {
                    let (one, other) = (sequence.value(one), sequence.value(other));
                    match self.require_same(reduced, &mut longer, one, other) {
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
                Value::Of { position, plus } => {
                    plus_label(reduced, position, sequence.value(position), plus)
                }
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
            write.value = self.told(reduced, &longer, write.value);
            write.value != self.told(reduced, &longer, stays(write.position))
        });
        longer.writes = writes;
        Then::Known(longer)
    }

    /// A hash of the writes: sequences with equal writes have equal marks.
    pub(super) fn mark(&self, sequence: &Sequence) -> u64 {
        sequence.writes.iter().fold(0, |mark: u64, write| {
            let value = match write.value {
                Value::Label(label) => u64::from(label),
                Value::Of { position, plus } => (position as u64 + 1) << 8 | u64::from(plus),
            };
            (mark.rotate_left(5) ^ (write.position as u64) << 32 ^ value)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Whether `earlier` applies in every state in which `sequence` applies, and has the same
    /// effect there.
    pub(super) fn replaces(
        &self,
        reduced: &ReducedTask,
        earlier: &Sequence,
        sequence: &Sequence,
    ) -> bool {
        let written = |write: &Write| {
            let told = |value| self.told(reduced, sequence, value);
            told(earlier.value(write.position)) == told(sequence.value(write.position))
        };
        earlier.sure
            && self.follows(reduced, earlier, sequence)
            && earlier.writes.iter().all(written)
            && sequence.writes.iter().all(written)
    }

    /// Whether all tests of `one` hold in every state in which all tests of `other` hold.
    pub(super) fn follows(&self, reduced: &ReducedTask, one: &Sequence, other: &Sequence) -> bool {
        one.tests.iter().all(|test| match *test {
            Test::In { position, labels } => {
                let now = self.under(reduced, other, position);
                now.both(labels) == now
            }
            Test::Same { one, other: two } => {
                other.has_same(one, two) || {
                    let now = self.under(reduced, other, one);
                    now.len() == 1 && now == self.under(reduced, other, two)
                }
            }
        })
    }

    /// The position of the selecting label after the sequence, if it is known.
    pub(super) fn place_after(&self, reduced: &ReducedTask, sequence: &Sequence) -> Option<usize> {
        let (domain, label) = self.once?;
        let here = |write: &&Write| {
            write.value == Value::Label(label)
                && reduced.ground.positions[write.position].domain == domain
        };
        let put = sequence.writes.iter().find(here);
        let stays = |&place: &usize| sequence.value(place) == stays(place);
        put.map(|write| write.position)
            .or_else(|| sequence.place.filter(stays))
    }

    /// The labels that `position` may have before the sequence if the tests of the sequence hold.
    fn under(&self, reduced: &ReducedTask, sequence: &Sequence, position: usize) -> LabelSet {
        let mut labels = reduced.under(&sequence.tests, position);
        if let Some((domain, label)) = self.once
            && sequence.place.is_some_and(|place| place != position)
            && reduced.ground.positions[position].domain == domain
            && reduced.sets[position].len() > 1
        {
            labels.0 &= !LabelSet::of(label).0;
        }
        labels
    }

    /// The labels that `value` may have if the tests of the sequence hold.
    fn may_have(&self, reduced: &ReducedTask, sequence: &Sequence, value: Value) -> LabelSet {
        match value {
            Value::Label(label) => LabelSet::of(label),
            Value::Of { position, plus } => shifted(
                self.under(reduced, sequence, position),
                plus,
                modulus(&reduced.ground, position),
            ),
        }
    }

    /// If the tests of the sequence leave only one label possible for `value`, returns this label;
    /// otherwise returns `value` unchanged.
    fn told(&self, reduced: &ReducedTask, sequence: &Sequence, value: Value) -> Value {
        let told = self.may_have(reduced, sequence, value).single();
        told.map_or(value, Value::Label)
    }

    /// Adds the test that `value` is one of `labels`. Returns false if this test can never hold
    /// together with the tests of the sequence.
    fn require(
        &self,
        reduced: &ReducedTask,
        sequence: &mut Sequence,
        value: Value,
        labels: LabelSet,
    ) -> bool {
        match value {
            Value::Label(label) => labels.has(label),
            Value::Of { position, plus } => {
                let modulus = modulus(&reduced.ground, position);
                let minus = (modulus - usize::from(plus)) % modulus;
                let labels = shifted(labels, minus as Label, modulus);
                self.narrow(reduced, sequence, position, labels)
            }
        }
    }

    /// Adds the test that `position` has one of `labels`. Returns false if this test can never hold
    /// together with the tests of the sequence.
    fn narrow(
        &self,
        reduced: &ReducedTask,
        sequence: &mut Sequence,
        position: usize,
        labels: LabelSet,
    ) -> bool {
        let before = self.under(reduced, sequence, position);
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
        if let Some((domain, label)) = self.once
            && labels == LabelSet::of(label)
            && reduced.ground.positions[position].domain == domain
            && reduced.sets[position].len() > 1
        {
            sequence.place = Some(position);
        }
        !labels.is_empty()
    }

    /// Adds the test that two values are equal. Returns whether they can be equal; `None` if no test
    /// can express this.
    fn require_same(
        &self,
        reduced: &ReducedTask,
        sequence: &mut Sequence,
        one: Value,
        other: Value,
    ) -> Option<bool> {
        match (one, other) {
            _ if one == other => Some(true),
            (Value::Label(label), value) | (value, Value::Label(label)) => {
                Some(self.require(reduced, sequence, value, LabelSet::of(label)))
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

impl Sequence {
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
}

/// The value of a position that a sequence does not write.
fn stays(position: usize) -> Value {
    Value::Of { position, plus: 0 }
}

/// Adds `plus` to a value of the domain of `position`.
fn plus_label(reduced: &ReducedTask, position: usize, value: Value, plus: Label) -> Value {
    let modulus = modulus(&reduced.ground, position);
    match value {
        Value::Label(label) => Value::Label(added(label, plus, modulus)),
        Value::Of {
            position,
            plus: before,
        } => Value::Of {
            position,
            plus: added(before, plus, modulus),
        },
    }
}
