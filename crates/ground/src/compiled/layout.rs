//! The layout of labels in the words of a state.
//!
//! Each changing position has a field of 1, 2, 4 or 8 bits. The widest fields come first, so that
//! no field crosses the boundary of a byte. Positions whose labels are copied to one another or
//! compared belong to the same *class* and number their labels alike. If a copy adds to the label,
//! the class uses the numbers of the domain. Otherwise only labels that occur get a number, and the
//! label that selects the rules (see `locate`) gets a number with a bit of its own, if there is
//! room.

use std::collections::BTreeMap;

use fewest_rules::Words;

use super::{Refused, Special, WIDEST_BITS};
use crate::ground::{Label, LabelSet, Rule, Test, Value};

/// The label whose position selects the rules, as its domain and the label.
pub(super) type Sought = Option<(usize, Label)>;

/// The bits of a state that hold the label of a changing position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its first bit.
    pub(crate) from: u32,
    /// Its width in bits.
    pub(crate) width: u32,
    /// The index of its class.
    class: u32,
}

/// Positions that number their labels alike.
#[derive(Debug, Clone)]
struct Class {
    /// The labels that may occur.
    labels: LabelSet,
    /// The number of labels of the domain, if the class uses the numbers of the domain.
    cyclic: Option<u32>,
    /// By label: its number.
    codes: [u8; 64],
    width: u32,
}

/// The fields of all positions.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// By position: its field; `None` for a constant position.
    pub(crate) fields: Vec<Option<Field>>,
    classes: Vec<Class>,
    /// The number of bits of a state.
    pub(crate) bits: u32,
}

impl Layout {
    pub(super) fn new(special: &Special, sought: Sought) -> Result<Self, Refused> {
        let ground = &special.ground;
        // A union-find structure: positions with the same leader belong to the same class.
        let mut leader: Vec<usize> = (0..special.sets.len()).collect();
        let mut cyclic = vec![false; special.sets.len()];
        for rule in &ground.rules {
            join_rule(rule, &mut leader, &mut cyclic);
        }
        for test in ground.goals.iter().flatten() {
            join_test(test, &mut leader);
        }
        let mut numbers = BTreeMap::new();
        let mut classes: Vec<Class> = Vec::new();
        let mut class_of = vec![0; special.sets.len()];
        for position in special.changing() {
            let number = *numbers
                .entry(find(&mut leader, position))
                .or_insert_with(|| {
                    classes.push(Class {
                        labels: LabelSet::default(),
                        cyclic: None,
                        codes: [0; 64],
                        width: 0,
                    });
                    classes.len() - 1
                });
            class_of[position] = number;
            let class = &mut classes[number];
            class.labels.0 |= special.sets[position].0;
            if cyclic[position] {
                class.cyclic = Some(super::modulus(ground, position) as u32);
            }
        }
        for position in special.changing() {
            let class = &mut classes[class_of[position]];
            if class.width == 0 {
                let domain = ground.positions[position].domain;
                class.number(sought.filter(|s| s.0 == domain).map(|s| s.1));
            }
        }
        let mut fields = vec![None; special.sets.len()];
        let mut bits: u32 = 0;
        for width in [8, 4, 2, 1] {
            for position in special.changing() {
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
            return Err(Refused::Bits(bits));
        }
        Ok(Self {
            fields,
            classes,
            bits,
        })
    }

    /// The number of `label` in this field.
    #[inline]
    pub(crate) fn code(&self, field: Field, label: Label) -> u64 {
        self.classes[field.class as usize].codes[usize::from(label) % 64].into()
    }

    /// The label that has the number `code` in this field.
    pub(crate) fn label(&self, field: Field, code: u64) -> Label {
        let class = &self.classes[field.class as usize];
        let mut labels = class.labels.labels();
        labels
            .find(|&label| u64::from(class.codes[usize::from(label)]) == code)
            .unwrap_or(0)
    }

    /// The set of the numbers of `labels`: bit `i` is set for number `i`.
    pub(crate) fn codes(&self, field: Field, labels: LabelSet) -> u64 {
        labels
            .labels()
            .fold(0, |set, label| set | 1 << self.code(field, label))
    }

    /// The set of the numbers that occur in a field.
    pub(crate) fn used(&self, field: Field) -> u64 {
        self.codes(field, self.classes[field.class as usize].labels)
    }

    /// The modulus of additions to `field`; 1 if nothing is ever added.
    pub(super) fn modulus(&self, field: Field) -> u32 {
        self.classes[field.class as usize].cyclic.unwrap_or(1)
    }

    pub(crate) fn pack<const N: usize>(&self, labels: &[Label]) -> Words<N> {
        let fields = self.fields.iter().zip(labels);
        fields.fold(Words::default(), |state, (field, &label)| match field {
            Some(field) => state.with_field(
                field.from as usize,
                field.width as usize,
                self.code(*field, label),
            ),
            None => state,
        })
    }

    pub(crate) fn unpack<const N: usize>(
        &self,
        state: Words<N>,
        constants: &[LabelSet],
    ) -> Vec<Label> {
        let fields = self.fields.iter().zip(constants);
        let label = |(field, constant): (&Option<Field>, &LabelSet)| match field {
            Some(field) => self.label(
                *field,
                state.field(field.from as usize, field.width as usize),
            ),
            None => constant.single().unwrap_or(0),
        };
        fields.map(label).collect()
    }
}

impl Class {
    fn number(&mut self, sought: Option<Label>) {
        if let Some(modulus) = self.cyclic {
            self.labels = LabelSet(u64::MAX >> (64 - modulus));
            self.width = width_for(modulus as usize);
            self.codes = std::array::from_fn(|label| label as u8);
            return;
        }
        let many = self.labels.len();
        self.width = width_for(many);
        let sought = sought.filter(|&label| self.labels.has(label));
        // The label gets a bit of its own if the numbers of the other labels fit below that bit.
        // Otherwise it gets the number 0.
        let own = 1_usize << (usize::BITS - (many - 1).saturating_sub(1).leading_zeros());
        let own = if own < 1 << self.width && own < 64 {
            own
        } else {
            0
        };
        let mut next = u8::from(sought.is_some() && own == 0);
        for label in self.labels.labels() {
            if sought == Some(label) {
                self.codes[usize::from(label)] = own as u8;
            } else {
                self.codes[usize::from(label)] = next;
                next += 1;
            }
        }
    }
}

/// The width of a field for this many labels: a power of two.
fn width_for(labels: usize) -> u32 {
    (usize::BITS - (labels.max(2) - 1).leading_zeros()).next_power_of_two()
}

fn find(leader: &mut [usize], mut position: usize) -> usize {
    while leader[position] != position {
        leader[position] = leader[leader[position]];
        position = leader[position];
    }
    position
}

fn join(leader: &mut [usize], one: usize, other: usize) {
    let (one, other) = (find(leader, one), find(leader, other));
    leader[one.max(other)] = one.min(other);
}

fn join_test(test: &Test, leader: &mut [usize]) {
    if let Test::Same { one, other } = *test {
        join(leader, one, other);
    }
}

fn join_rule(rule: &Rule, leader: &mut [usize], cyclic: &mut [bool]) {
    for test in &rule.tests {
        join_test(test, leader);
    }
    for write in &rule.writes {
        if let Value::Of { position, plus } = write.value {
            join(leader, position, write.position);
            cyclic[position] |= plus != 0;
        }
    }
}
