//! The layout of labels in the words of a state.
//!
//! Each changing position has a field of 1, 2, 4 or 8 bits. The widest fields come first, so that
//! no field crosses the boundary of a byte. Positions whose labels are copied to one another or
//! compared use the same numbers for their labels. If some rule adds to one of these labels, the
//! labels keep the numbers that they have in the domain. Otherwise only the labels that occur at
//! these positions get numbers.

use crate::error::{CompileError, WIDEST_BITS};
use crate::ground::{Label, LabelSet, Test, Value};
use crate::partition::Partition;
use crate::reduction::{ReducedTask, all_labels};

/// The bits of a state that hold the label of a changing position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    /// The first bit of the field.
    pub(crate) from: u32,
    /// The width of the field in bits.
    pub(crate) width: u32,
    /// The labels that have numbers in the field: the first one has the number 0, the next one 1.
    labels: LabelSet,
}

/// The fields of all positions.
#[derive(Debug, Clone)]
pub(crate) struct StateLayout {
    /// For each position, its field; `None` for a constant position.
    pub(crate) fields: Vec<Option<Field>>,
    /// The number of bits of a state.
    pub(crate) bits: u32,
}

/// A group of at most 8 bits of a word of a state, read as a number.
/// The default has no bits, in which every state has the number 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Window {
    word: u16,
    shift: u8,
    ones: u8,
}

impl StateLayout {
    pub(super) fn new(reduced: &ReducedTask) -> Result<Self, CompileError> {
        let mut joined = Partition::new(reduced.sets.len());
        let mut sets = reduced.sets.clone();
        let goals = reduced.ground.goals.iter();
        let tests = reduced.rules().map(|rule| &rule.tests).chain(goals);
        for test in tests.flatten() {
            if let Test::Same { one, other } = *test {
                joined.join(one, other);
            }
        }
        for write in reduced.rules().flat_map(|rule| &rule.writes) {
            if let Value::Of { position, plus } = write.value {
                joined.join(position, write.position);
                if plus != 0 {
                    sets[position] = all_labels(&reduced.ground, position);
                }
            }
        }
        let class_of = joined.all_least();
        let mut numbered = vec![LabelSet::default(); sets.len()];
        for position in reduced.changing() {
            numbered[class_of[position]].0 |= sets[position].0;
        }
        let mut fields = vec![None; sets.len()];
        let mut bits: u32 = 0;
        for width in [8, 4, 2, 1] {
            for position in reduced.changing() {
                let labels = numbered[class_of[position]];
                if width_for(labels.len()) == width {
                    fields[position] = Some(Field {
                        from: bits,
                        width,
                        labels,
                    });
                    bits = bits.saturating_add(width);
                }
            }
        }
        if bits > WIDEST_BITS {
            return Err(CompileError::Bits(bits));
        }
        Ok(Self { fields, bits })
    }

    /// Writes the labels of all positions into `state`, whose words must be 0 before.
    pub(crate) fn pack(&self, labels: &[Label], state: &mut [u64]) {
        for (field, &label) in self.fields.iter().zip(labels) {
            if let Some(field) = field {
                state[field.word()] |= field.code(label) << field.shift();
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
        let label = match self.fields[position] {
            Some(field) => {
                let code = (state[field.word()] & field.mask()) >> field.shift();
                field.labels.labels().nth(code as usize)
            }
            None => constants[position].single(),
        };
        label.unwrap_or(0)
    }
}

/// The width in bits of a field that holds this many labels: a power of two.
fn width_for(labels: usize) -> u32 {
    (usize::BITS - (labels.max(2) - 1).leading_zeros()).next_power_of_two()
}

impl Field {
    /// The index of the word in which the field lies.
    pub(super) fn word(self) -> usize {
        (self.from / 64) as usize
    }

    /// The first bit of the field in its word.
    pub(super) fn shift(self) -> u32 {
        self.from % 64
    }

    /// A mask of the bits of the field in its word.
    pub(super) fn mask(self) -> u64 {
        ((1 << self.width) - 1) << self.shift()
    }

    /// The number that stands for `label` in the field.
    pub(super) fn code(self, label: Label) -> u64 {
        let before = self.labels.0 & ((1 << label) - 1);
        before.count_ones().into()
    }

    /// The set of the numbers that stand for `labels` in the field. Bit `i` is set if the number `i`
    /// is in the set.
    pub(super) fn codes(self, labels: LabelSet) -> u64 {
        let labels = labels.both(self.labels).labels();
        labels.fold(0, |set, label| set | 1 << self.code(label))
    }

    /// The modulus of additions to the field.
    pub(super) fn modulus(self) -> u64 {
        self.labels.len() as u64
    }

    /// The bits of the field. No number in a field is above 63, so 6 bits suffice.
    pub(super) fn window(self) -> Window {
        Window {
            word: self.word() as u16,
            shift: self.shift() as u8,
            ones: u8::MAX >> (8 - self.width.min(6)),
        }
    }

    /// The byte in which the field lies.
    pub(super) fn byte(self) -> Window {
        Window {
            word: self.word() as u16,
            shift: (self.shift() / 8 * 8) as u8,
            ones: u8::MAX,
        }
    }
}

impl Window {
    /// The number of numbers that the bits can hold.
    pub(crate) fn numbers(self) -> usize {
        usize::from(self.ones) + 1
    }

    /// The number in these bits of a state.
    #[inline]
    pub(crate) fn number<const N: usize>(self, state: &[u64; N]) -> u64 {
        state[usize::from(self.word) % N] >> self.shift & u64::from(self.ones)
    }

    /// The number in `inner`, which lies within these bits, if they hold `number`.
    pub(super) fn number_in(self, inner: Self, number: u64) -> u64 {
        number >> (inner.shift - self.shift) & u64::from(inner.ones)
    }

    /// Flips the bits of `number` in these bits of a state.
    #[inline]
    pub(crate) fn flip<const N: usize>(self, state: &mut [u64; N], number: u64) {
        state[usize::from(self.word) % N] ^= number << self.shift;
    }
}
