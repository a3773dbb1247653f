//! The layout of labels in the words of a state.
//!
//! Each changing position has a field of 1, 2, 4 or 8 bits. The widest fields come first, so that
//! no field crosses the boundary of a byte. Positions whose labels are copied to one another or
//! compared belong to the same *class* and use the same numbers for their labels. If some rule adds
//! to a label of the class, the labels keep the numbers that they have in the domain. Otherwise
//! only the labels that occur in the class get numbers.

use std::collections::BTreeMap;

use crate::error::{CompileError, WIDEST_BITS};
use crate::ground::{Label, LabelSet, Rule, Test, Value};
use crate::partition::Partition;
use crate::reduction::{ReducedTask, modulus};

/// The bits of a state that hold the label of a changing position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    /// The first bit of the field.
    pub(crate) from: u32,
    /// The width of the field in bits.
    pub(crate) width: u32,
    /// The index of the class of the position. All positions of a class use the same numbers for
    /// their labels.
    class: u32,
}

/// Positions that use the same numbers for their labels.
#[derive(Debug, Clone)]
struct CodeClass {
    /// The labels that the positions of the class may have.
    labels: LabelSet,
    /// The number of labels of the domain if all its labels have the same numbers in the class as
    /// in the domain; `None` if only the labels that occur in the class have numbers.
    cyclic: Option<u32>,
    /// For each label of the domain, its number in the class.
    codes: [u8; 64],
    width: u32,
}

/// The fields of all positions.
#[derive(Debug, Clone)]
pub(crate) struct StateLayout {
    /// For each position, its field; `None` for a constant position.
    pub(crate) fields: Vec<Option<Field>>,
    classes: Vec<CodeClass>,
    /// The number of bits of a state.
    pub(crate) bits: u32,
}

impl StateLayout {
    pub(super) fn new(reduced: &ReducedTask) -> Result<Self, CompileError> {
        let ground = &reduced.ground;
        let mut joined = Partition::new(reduced.sets.len());
        let mut cyclic = vec![false; reduced.sets.len()];
        for rule in ground.rules.iter().chain(ground.consequences.rules()) {
            join_rule(rule, &mut joined, &mut cyclic);
        }
        for test in ground.goals.iter().flatten() {
            join_test(test, &mut joined);
        }
        let mut numbers = BTreeMap::new();
        let mut classes: Vec<CodeClass> = Vec::new();
        let mut class_of = vec![0; reduced.sets.len()];
        for position in reduced.changing() {
            let number = *numbers.entry(joined.least(position)).or_insert_with(|| {
                classes.push(CodeClass {
                    labels: LabelSet::default(),
                    cyclic: None,
                    codes: [0; 64],
                    width: 0,
                });
                classes.len() - 1
            });
            class_of[position] = number;
            let class = &mut classes[number];
            class.labels.0 |= reduced.sets[position].0;
            if cyclic[position] {
                class.cyclic = Some(modulus(ground, position) as u32);
            }
        }
        for position in reduced.changing() {
            let class = &mut classes[class_of[position]];
            if class.width == 0 {
                class.number();
            }
        }
        let mut fields = vec![None; reduced.sets.len()];
        let mut bits: u32 = 0;
        for width in [8, 4, 2, 1] {
            for position in reduced.changing() {
                let class = class_of[position];
                if classes[class].width == width {
                    fields[position] = Some(Field {
                        from: bits,
                        width,
                        class: class as u32,
                    });
                    bits = bits.saturating_add(width);
                }
            }
        }
        if bits > WIDEST_BITS {
            return Err(CompileError::Bits(bits));
        }
        Ok(Self {
            fields,
            classes,
            bits,
        })
    }

    /// A field stores the label of a position as a number. Returns the number that stands for
    /// `label` in `field`.
    #[inline]
    pub(crate) fn code(&self, field: Field, label: Label) -> u64 {
        self.classes[field.class as usize].codes[usize::from(label) % 64].into()
    }

    /// The label for which the number `code` stands in `field`.
    pub(crate) fn label(&self, field: Field, code: u64) -> Label {
        let class = &self.classes[field.class as usize];
        let mut labels = class.labels.labels();
        labels
            .find(|&label| u64::from(class.codes[usize::from(label)]) == code)
            .unwrap_or(0)
    }

    /// The set of the numbers that stand for `labels` in `field`. Bit `i` is set if the number `i`
    /// is in the set.
    #[inline]
    pub(crate) fn codes(&self, field: Field, labels: LabelSet) -> u64 {
        labels
            .labels()
            .fold(0, |set, label| set | 1 << self.code(field, label))
    }

    /// The set of all numbers that `field` may hold. Bit `i` is set if the number `i` is in the
    /// set.
    pub(crate) fn used(&self, field: Field) -> u64 {
        self.codes(field, self.classes[field.class as usize].labels)
    }

    /// The modulus of additions to `field`; 1 if nothing is ever added.
    pub(super) fn modulus(&self, field: Field) -> u32 {
        self.classes[field.class as usize].cyclic.unwrap_or(1)
    }

    /// Writes the labels of all positions into `state`, whose words must be 0 before.
    pub(crate) fn pack(&self, labels: &[Label], state: &mut [u64]) {
        for (field, &label) in self.fields.iter().zip(labels) {
            if let Some(field) = field {
                let word = &mut state[(field.from / 64) as usize];
                *word |= self.code(*field, label) << (field.from % 64);
            }
        }
    }

    /// The labels of a state. `constants` holds the label of each constant position.
    pub(crate) fn unpack(&self, state: &[u64], constants: &[LabelSet]) -> Vec<Label> {
        let positions = 0..self.fields.len();
        positions
            .map(|position| self.label_at(state, position, constants))
            .collect()
    }

    /// The label of one position of a state, with the same arguments as [`unpack`](Self::unpack).
    pub(crate) fn label_at(&self, state: &[u64], position: usize, constants: &[LabelSet]) -> Label {
        match self.fields[position] {
            Some(field) => {
                let word = state[(field.from / 64) as usize];
                let ones = (1 << field.width) - 1;
                self.label(field, word >> (field.from % 64) & ones)
            }
            None => constants[position].single().unwrap_or(0),
        }
    }
}

impl CodeClass {
    fn number(&mut self) {
        if let Some(modulus) = self.cyclic {
            self.labels = LabelSet(u64::MAX >> (64 - modulus));
            self.width = width_for(modulus as usize);
            self.codes = std::array::from_fn(|label| label as u8);
            return;
        }
        self.width = width_for(self.labels.len());
        for (code, label) in (0..).zip(self.labels.labels()) {
            self.codes[usize::from(label)] = code;
        }
    }
}

/// The width in bits of a field that holds this many labels: a power of two.
fn width_for(labels: usize) -> u32 {
    (usize::BITS - (labels.max(2) - 1).leading_zeros()).next_power_of_two()
}

fn join_test(test: &Test, joined: &mut Partition) {
    if let Test::Same { one, other } = *test {
        joined.join(one, other);
    }
}

fn join_rule(rule: &Rule, joined: &mut Partition, cyclic: &mut [bool]) {
    for test in &rule.tests {
        join_test(test, joined);
    }
    for write in &rule.writes {
        if let Value::Of { position, plus } = write.value {
            joined.join(position, write.position);
            cyclic[position] |= plus != 0;
        }
    }
}

/// The index of the word in which a field lies, and the first bit of the field in that word.
pub(super) fn place(field: Field) -> (usize, u32) {
    ((field.from / 64) as usize, field.from % 64)
}

/// A mask of the bits of a field in the word where the field lies.
pub(super) fn mask(field: Field) -> u64 {
    ((1 << field.width) - 1) << (field.from % 64)
}
