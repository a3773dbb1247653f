//! Mappings of states that map each field independently of the others.

use fewest_rules::Words;

use super::by_byte::ByByte;
use crate::compiled::PackedTask;
use crate::ground::Label;

/// A mapping of states that maps the label of each position independently of the others. The image
/// of a state is the exclusive or of the images of its bytes, for each of which all other bytes
/// are 0.
#[derive(Debug, Clone)]
pub(super) struct StateImage<const N: usize>(ByByte<Words<N>>);

impl<const N: usize> StateImage<N> {
    /// The mapping of the states of `task` to states of `other`. `becomes` gives for a position of
    /// `task` and a label there the position of `other` and the label which this becomes.
    pub(super) fn new(
        task: &PackedTask,
        other: &PackedTask,
        becomes: impl Fn(usize, Label) -> (usize, Label),
    ) -> Self {
        Self(ByByte::new(
            task,
            |image: &mut Words<N>, position, label| {
                let (to, label) = becomes(position, label);
                if let (Some((from, _)), Some(code)) = (other.field(to), other.code(to, label)) {
                    image.0[from as usize / 64] |= code << (from % 64);
                }
            },
        ))
    }

    #[inline]
    pub(super) fn of(&self, state: Words<N>) -> Words<N> {
        self.0.of(state, |image, other| image ^ other)
    }

    /// The size of the mapping in bytes.
    pub(super) fn size(&self) -> usize {
        self.0.size()
    }
}
