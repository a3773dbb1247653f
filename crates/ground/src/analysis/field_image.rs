//! Tables for mappings of states that map each field independently of the others.

use fewest_rules::Words;

use crate::compiled::PackedTask;
use crate::ground::Label;

/// The code of a label in the field of a position, and the code of its image in another field. A
/// *field* is the group of bits of a state that stores the label of one position, and the *code* of
/// a label is the number that stands for it in a field.
///
/// A mapping of states that maps each field independently is stored as a table: for each byte of a
/// state and each value of the byte, it has the words of the image of a state in which all other
/// bytes are 0. The image of a state is the exclusive or of the table entries for its bytes.
pub(super) struct FieldImage {
    from: usize,
    width: u32,
    code: u64,
    to: usize,
    image: u64,
}

impl FieldImage {
    /// The codes of the label of a position of `task` and of its image in a position of `other`.
    /// `None` if one of the positions is constant.
    pub(super) fn new(
        task: &PackedTask,
        (position, label): (usize, Label),
        other: &PackedTask,
        (image_position, image): (usize, Label),
    ) -> Option<Self> {
        let (from, width) = task.field(position)?;
        let (to, _) = other.field(image_position)?;
        Some(Self {
            from: from as usize,
            width,
            code: task.code(position, label)?,
            to: to as usize,
            image: other.code(image_position, image)?,
        })
    }

    /// Adds the code of the image to the table entries of all byte values that have the code of the
    /// label in the field. `table` has `words` words for each value.
    pub(super) fn add_to(&self, table: &mut [u64], words: usize) {
        let byte = self.from / 8 * 256;
        for value in 0..256 {
            if value >> (self.from % 8) & ((1 << self.width) - 1) == self.code {
                let entry = (byte + value as usize) * words + self.to / 64;
                table[entry] |= self.image << (self.to % 64);
            }
        }
    }
}

/// A table ([`FieldImage`]) for the states of `task` whose entries are all 0. It has `words` words
/// for each value of each byte of a state.
pub(super) fn empty_table(task: &PackedTask, words: usize) -> Vec<u64> {
    vec![0; bytes(task) * 256 * words]
}

/// The number of bytes of a state.
pub(super) fn bytes(task: &PackedTask) -> usize {
    (task.bits() as usize).div_ceil(8)
}

/// Splits a table into one array for each byte, with `N` words for each value of the byte.
pub(super) fn array_table<const N: usize>(table: &[u64]) -> impl Iterator<Item = [Words<N>; 256]> {
    table.chunks(256 * N).map(|values| {
        let mut images = [Words::default(); 256];
        for (image, words) in images.iter_mut().zip(values.chunks(N)) {
            image.0.copy_from_slice(words);
        }
        images
    })
}
