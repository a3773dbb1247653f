//! What sequences of rules do, and which of them need not be made.
//!
//! A sequence of rules is a rule again: what the later ones test and write is traced
//! back to what there was before the first. So two sequences can be compared
//! for all states at once. One *replaces* the other if its tests follow from
//! those of the other, and where these hold, both write the same. That is
//! how moves that undo each other or commute are found, and longer sequences
//! that lead where others do.
//!
//! Of a move whose rules overlap the first that holds is made. So a sequence
//! replaces another only if none of its rules can come second to another one of
//! its move. Sequences that are replaced need no such care: where one is
//! made, its tests hold.

use fewest_rules::Then;

use crate::compiled::{Packed, Special, added, modulus, shifted};
use crate::ground::{Label, LabelSet, Rule, Test, Value, Write};

/// Pairs of rules that are compared; beyond, a rule is taken to overlap with others.
const MOST_PAIRS: usize = 1 << 16;

/// What the rules of a puzzle do one after the other.
#[derive(Debug, Clone)]
pub struct Sequences {
    /// By rule: whether no rule of its move that comes before it holds where it does.
    sure: Vec<bool>,
    /// The label that exactly one position has in every state, with its domain.
    once: Option<(usize, Label)>,
}

/// A sequence of rules as one rule.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// What must hold before.
    tests: Vec<Test>,
    /// What changes, in the order of the positions.
    writes: Vec<Write>,
    /// Where the label is that every state has once, if the tests tell.
    place: Option<usize>,
    /// Whether its rules are made wherever the tests hold.
    sure: bool,
}

impl Sequence {
    /// What it holds outside itself.
    pub(super) fn bytes(&self) -> u64 {
        let tests = self.tests.capacity() * size_of::<Test>();
        (tests + self.writes.capacity() * size_of::<Write>()) as u64
    }
}

impl Sequences {
    /// Those of `puzzle`.
    pub fn new<const N: usize>(puzzle: &Packed<N>) -> Self {
        let special = puzzle.special();
        let rules = &special.ground.rules;
        let mut sequences = Self {
            sure: vec![true; rules.len()],
            once: puzzle.sought(),
        };
        if puzzle.rules_overlap() {
            let mut looks = 0;
            let sure = |number: usize| {
                let before = rules[..number].iter().rev();
                let mut others = before.take_while(|other| other.of == rules[number].of);
                others.all(|other| {
                    looks += 1;
                    looks <= MOST_PAIRS && sequences.exclude(special, other, &rules[number])
                })
            };
            sequences.sure = (0..rules.len()).map(sure).collect();
        }
        sequences
    }

    /// Whether the tests of two rules surely never hold in one state.
    fn exclude(&self, special: &Special, one: &Rule, other: &Rule) -> bool {
        let mut both = self.nothing();
        let tests = one.tests.iter().chain(&other.tests);
        let mut possible = tests.map(|test| match *test {
            Test::In { position, labels } => {
                self.require(special, &mut both, stays(position), labels)
            }
            Test::Same { .. } => true,
        });
        !possible.all(|possible| possible)
    }

    /// The sequence of no rules.
    pub(super) fn nothing(&self) -> Sequence {
        Sequence {
            tests: Vec::new(),
            writes: Vec::new(),
            place: None,
            sure: true,
        }
    }

    /// What is known where the label that every state has once is at `place`: a
    /// sequence that only tests that.
    pub(super) fn at(&self, special: &Special, place: usize) -> Sequence {
        let mut sequence = self.nothing();
        if let Some((_, label)) = self.once {
            self.narrow(special, &mut sequence, place, LabelSet::of(label));
        }
        sequence
    }

    /// The sequence with a rule behind.
    pub(super) fn then(
        &self,
        special: &Special,
        sequence: &Sequence,
        rule: usize,
    ) -> Then<Sequence> {
        let sure = sequence.sure && self.sure[rule];
        let rule = &special.ground.rules[rule];
        // Most rules cannot come behind most sequences; that is quickly seen.
        let allowed = |test: &Test| match *test {
            Test::In { position, labels } => {
                let now = self.may_have(special, sequence, sequence.value(position));
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
                    self.require(special, &mut longer, sequence.value(position), labels)
                }
                Test::Same { one, other } => {
                    let (one, other) = (sequence.value(one), sequence.value(other));
                    match self.require_same(special, &mut longer, one, other) {
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
                    plus_label(special, position, sequence.value(position), plus)
                }
            };
            let writes = &mut longer.writes;
            let position = write.position;
            match writes.binary_search_by_key(&position, |write| write.position) {
                Ok(at) => writes[at].value = value,
                Err(at) => writes.insert(at, Write { position, value }),
            }
        }
        // What the tests tell need not be read, and what stays not be written.
        let mut writes = std::mem::take(&mut longer.writes);
        writes.retain_mut(|write| {
            write.value = self.told(special, &longer, write.value);
            write.value != self.told(special, &longer, stays(write.position))
        });
        longer.writes = writes;
        Then::Known(longer)
    }

    /// A mark that sequences share which write the same.
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

    /// Whether `earlier` may be made wherever `sequence` may, and does the same there.
    pub(super) fn replaces(
        &self,
        special: &Special,
        earlier: &Sequence,
        sequence: &Sequence,
    ) -> bool {
        let written = |write: &Write| {
            let told = |value| self.told(special, sequence, value);
            told(earlier.value(write.position)) == told(sequence.value(write.position))
        };
        earlier.sure
            && self.follows(special, earlier, sequence)
            && earlier.writes.iter().all(written)
            && sequence.writes.iter().all(written)
    }

    /// Whether all tests of `one` hold where those of `other` do.
    pub(super) fn follows(&self, special: &Special, one: &Sequence, other: &Sequence) -> bool {
        one.tests.iter().all(|test| match *test {
            Test::In { position, labels } => {
                let now = self.under(special, other, position);
                now.both(labels) == now
            }
            Test::Same { one, other: two } => {
                other.has_same(one, two) || {
                    let now = self.under(special, other, one);
                    now.len() == 1 && now == self.under(special, other, two)
                }
            }
        })
    }

    /// The position that surely has the label which every state has once, after the sequence.
    pub(super) fn place_after(&self, special: &Special, sequence: &Sequence) -> Option<usize> {
        let (domain, label) = self.once?;
        let here = |write: &&Write| {
            write.value == Value::Label(label)
                && special.ground.positions[write.position].domain == domain
        };
        let put = sequence.writes.iter().find(here);
        let stays = |&place: &usize| sequence.value(place) == stays(place);
        put.map(|write| write.position)
            .or_else(|| sequence.place.filter(stays))
    }

    /// The labels that `position` may have where the tests hold.
    fn under(&self, special: &Special, sequence: &Sequence, position: usize) -> LabelSet {
        let mut labels = special.under(&sequence.tests, position);
        if let Some((domain, label)) = self.once
            && sequence.place.is_some_and(|place| place != position)
            && special.ground.positions[position].domain == domain
            && special.sets[position].len() > 1
        {
            labels.0 &= !LabelSet::of(label).0;
        }
        labels
    }

    /// The labels that a value may be where the tests hold.
    fn may_have(&self, special: &Special, sequence: &Sequence, value: Value) -> LabelSet {
        match value {
            Value::Label(label) => LabelSet::of(label),
            Value::Of { position, plus } => shifted(
                self.under(special, sequence, position),
                plus,
                modulus(&special.ground, position),
            ),
        }
    }

    /// The value where the tests hold: the label, if they tell it.
    fn told(&self, special: &Special, sequence: &Sequence, value: Value) -> Value {
        let told = self.may_have(special, sequence, value).single();
        told.map_or(value, Value::Label)
    }

    /// Adds the test that a value is one of `labels`; false if it never is.
    fn require(
        &self,
        special: &Special,
        sequence: &mut Sequence,
        value: Value,
        labels: LabelSet,
    ) -> bool {
        match value {
            Value::Label(label) => labels.has(label),
            Value::Of { position, plus } => {
                let modulus = modulus(&special.ground, position);
                let minus = (modulus - usize::from(plus)) % modulus;
                let labels = shifted(labels, minus as Label, modulus);
                self.narrow(special, sequence, position, labels)
            }
        }
    }

    /// Adds the test that `position` has one of `labels`; false if it never has.
    fn narrow(
        &self,
        special: &Special,
        sequence: &mut Sequence,
        position: usize,
        labels: LabelSet,
    ) -> bool {
        let before = self.under(special, sequence, position);
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
            && special.ground.positions[position].domain == domain
            && special.sets[position].len() > 1
        {
            sequence.place = Some(position);
        }
        !labels.is_empty()
    }

    /// Adds the test that two values are the same: whether they ever are; `None` if
    /// no test says that.
    fn require_same(
        &self,
        special: &Special,
        sequence: &mut Sequence,
        one: Value,
        other: Value,
    ) -> Option<bool> {
        match (one, other) {
            _ if one == other => Some(true),
            (Value::Label(label), value) | (value, Value::Label(label)) => {
                Some(self.require(special, sequence, value, LabelSet::of(label)))
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
    /// What `position` has afterwards.
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

/// What a position has that is not written.
fn stays(position: usize) -> Value {
    Value::Of { position, plus: 0 }
}

/// A value of the domain of `position` with `plus` added.
fn plus_label(special: &Special, position: usize, value: Value, plus: Label) -> Value {
    let modulus = modulus(&special.ground, position);
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
