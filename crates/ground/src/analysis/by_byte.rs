//! Functions of states that add up something for each position, looked up byte by byte.

use fewest_rules::Words;

use crate::compiled::PackedTask;
use crate::ground::Label;

/// Something for each label of each position, added up over the positions of a state. A *field*, the
/// group of bits that stores the label of one position, lies within a byte. So the sum for all fields
/// of a byte is stored for each value of the byte.
#[derive(Debug, Clone)]
pub(super) struct ByByte<T>(Vec<[T; 256]>);

impl<T: Copy + Default> ByByte<T> {
    /// The function of the states of `task` for which `add` adds what belongs to a position and a
    /// label there.
    pub(super) fn new(task: &PackedTask, add: impl Fn(&mut T, usize, Label)) -> Self {
        let mut tables = vec![[T::default(); 256]; bytes(task)];
        for position in task.reduced().changing() {
            let Some((from, width)) = task.field(position) else {
                continue;
            };
            for label in task.reduced().sets[position].labels() {
                let values = (0_u64..).zip(&mut tables[from as usize / 8]);
                for (value, sum) in values {
                    let code = value >> (from % 8) & ((1 << width) - 1);
                    if task.code(position, label) == Some(code) {
                        add(sum, position, label);
                    }
                }
            }
        }
        Self(tables)
    }

    /// What is stored for the bytes of `state`, combined by `add`.
    #[inline]
    pub(super) fn of<const N: usize>(&self, state: Words<N>, add: impl Fn(T, T) -> T) -> T {
        let mut sum = T::default();
        for (word, tables) in state.0.iter().zip(self.0.chunks(8)) {
            for (&byte, table) in word.to_le_bytes().iter().zip(tables) {
                sum = add(sum, table[usize::from(byte)]);
            }
        }
        sum
    }

    /// The size of the tables in bytes.
    pub(super) fn size(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

/// The number of bytes of a state.
pub(super) fn bytes(task: &PackedTask) -> usize {
    (task.bits() as usize).div_ceil(8)
}
