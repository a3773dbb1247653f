//! Where the label of a position lies in the words of a state. Its *field* is the group of bits
//! that holds the number of the label.

use fewest_rules::Words;

use crate::compiled::PackedTask;

/// Where the *field* of a position, the bits that store the number of its label, lies in a state.
/// The default is a field without bits, in which every state has the number 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FieldPlace {
    pub(super) word: u32,
    /// The first bit of the field in the word.
    pub(super) shift: u32,
    /// As many ones as the field has bits: the mask that cuts out the field after the word is
    /// shifted by `shift`.
    pub(super) ones: u64,
}

impl FieldPlace {
    /// The field of a changing position; `None` for a constant position.
    pub(super) fn new(task: &PackedTask, position: usize) -> Option<Self> {
        let (from, width) = task.field(position)?;
        Some(Self {
            word: from / 64,
            shift: from % 64,
            ones: (1 << width) - 1,
        })
    }

    /// The number in the field, which stands for the label of the position in `state`.
    #[inline]
    pub(super) fn number<const N: usize>(self, state: Words<N>) -> u64 {
        // The remainder is the word itself, and spares a bounds check.
        state.0[self.word as usize % N] >> self.shift & self.ones
    }
}
