//! Where the labels lie in the words of a state.
//!
//! A position that changes has a field of 1, 2, 4 or 8 bits, so that none lies
//! across two bytes' border; wide fields come first. Positions whose labels are
//! copied to one another or compared are of one *class*: they number their labels
//! alike. Where a copy adds to the label, the class keeps the numbers of the
//! domain; else only labels that occur are numbered, and the label by which
//! rules are looked up (see `locate`) gets a number with a bit of its own, if there
//! is room.

use std::collections::BTreeMap;

use fewest_rules::Words;

use super::{Refused, Special, WIDEST_BITS};
use crate::ground::{Label, LabelSet, Rule, Test, Value};

/// Where a label is to be found quickly: of which domain which label.
pub(super) type Sought = Option<(usize, Label)>;

/// A changing position's place in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its first bit.
    pub(crate) from: u32,
    /// How many bits it has.
    pub(crate) width: u32,
    /// Its place among the classes.
    class: u32,
}

/// Positions that number their labels alike.
#[derive(Debug, Clone)]
struct Class {
    /// The labels that may occur.
    labels: LabelSet,
    /// Whether the numbers are those of the domain, with this modulus.
    cyclic: Option<u32>,
    /// By label.
    codes: [u8; 64],
    width: u32,
}

/// The places of all positions.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// By position; a constant has none.
    pub(crate) fields: Vec<Option<Field>>,
    classes: Vec<Class>,
    /// How many bits a state has.
    pub(crate) bits: u32,
}

impl Layout {
    pub(super) fn new(special: &Special, sought: Sought) -> Result<Self, Refused> {
        let ground = &special.ground;
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

    /// The number of `label` at a position with that field.
    #[inline]
    pub(crate) fn code(&self, field: Field, label: Label) -> u64 {
        self.classes[field.class as usize].codes[usize::from(label) % 64].into()
    }

    /// The label with number `code`.
    pub(crate) fn label(&self, field: Field, code: u64) -> Label {
        let class = &self.classes[field.class as usize];
        let mut labels = class.labels.labels();
        labels
            .find(|&label| u64::from(class.codes[usize::from(label)]) == code)
            .unwrap_or(0)
    }

    /// The numbers of `labels`: bit `i` for number `i`.
    pub(crate) fn codes(&self, field: Field, labels: LabelSet) -> u64 {
        labels
            .labels()
            .fold(0, |set, label| set | 1 << self.code(field, label))
    }

    /// The numbers in use at a field.
    pub(crate) fn used(&self, field: Field) -> u64 {
        self.codes(field, self.classes[field.class as usize].labels)
    }

    /// The number of labels modulo which a copy to `field` adds.
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
        // With a bit of its own if the others fit below that bit; else 0.
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

/// The bits of a field for so many labels, a power of two.
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
