//! Mappings of states that map each field independently of the others.

use fewest_rules::Words;

use crate::compiled::PackedTask;
use crate::ground::Label;

/// A mapping of states that maps each *field*, the group of bits that stores the label of one
/// position, independently of the others. It is stored as a table: for each byte of a state and
/// each value of the byte, the image of a state in which all other bytes are 0. The image of a state
/// is the exclusive or of the table entries for its bytes.
#[derive(Debug, Clone)]
pub(super) struct StateImage<const N: usize>(Vec<[Words<N>; 256]>);

impl<const N: usize> StateImage<N> {
    /// The mapping of the states of `task` to states of `other`. `becomes` gives for a position of
    /// `task` and a label there the position of `other` and the label which this becomes.
    pub(super) fn new(
        task: &PackedTask,
        other: &PackedTask,
        becomes: impl Fn(usize, Label) -> (usize, Label),
    ) -> Self {
        let mut tables = vec![[Words::default(); 256]; bytes(task)];
        for position in task.reduced().changing() {
            let Some((from, width)) = task.field(position) else {
                continue;
            };
            for label in task.reduced().sets[position].labels() {
                let (to, image) = becomes(position, label);
                if let Some(code) = task.code(position, label)
                    && let (Some((to, _)), Some(image)) = (other.field(to), other.code(to, image))
                {
                    let values = (0_u64..).zip(&mut tables[from as usize / 8]);
                    for (_, entry) in
                        values.filter(|(value, _)| value >> (from % 8) & ((1 << width) - 1) == code)
                    {
                        entry.0[to as usize / 64] |= image << (to % 64);
                    }
                }
            }
        }
        Self(tables)
    }

    #[inline]
    pub(super) fn of(&self, state: Words<N>) -> Words<N> {
        let mut image = Words::default();
        for (at, table) in self.0.iter().enumerate() {
            let byte = state.0[at / 8 % N] >> (at % 8 * 8) & 255;
            image = image ^ table[byte as usize];
        }
        image
    }

    /// The size of the table in bytes.
    pub(super) fn size(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

/// The number of bytes of a state.
pub(super) fn bytes(task: &PackedTask) -> usize {
    (task.bits() as usize).div_ceil(8)
}
