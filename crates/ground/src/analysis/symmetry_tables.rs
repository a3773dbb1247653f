//! The images of states under the symmetries of a puzzle.

use fewest_rules::Words;

use super::field_image::{FieldImage, array_table, bytes, empty_table};
use super::symmetry::{Symmetries, Symmetry};
use crate::compiled::PackedTask;

/// The symmetries of a puzzle as tables that map states to their images.
#[derive(Debug, Clone)]
pub struct SymmetryTables<const N: usize> {
    /// For each symmetry and each byte of a state, the bits that each value of the byte contributes
    /// to the image of the state.
    tables: Vec<[Words<N>; 256]>,
    /// The number of bytes of a state.
    bytes: usize,
}

impl<const N: usize> SymmetryTables<N> {
    /// Makes the tables of `symmetries`, which must be the symmetries of `task`. The states of
    /// `task` must have `N` words.
    pub fn new(task: &PackedTask, symmetries: &Symmetries) -> Self {
        let bytes = bytes(task);
        let mut tables = Vec::with_capacity(symmetries.all().len() * bytes);
        for symmetry in symmetries.all() {
            tables.extend(array_table(&images(task, symmetry)));
        }
        Self { tables, bytes }
    }

    /// The number of symmetries, with the identity.
    pub fn count(&self) -> usize {
        self.tables.chunks(self.bytes.max(1)).len() + 1
    }

    /// The minimum of `state` and its images under the symmetries.
    #[inline]
    pub(super) fn canonical(&self, state: Words<N>) -> Words<N> {
        self.images(state).fold(state, Ord::min)
    }

    /// The images of `state`, one for each symmetry except the identity.
    #[inline]
    pub(super) fn images(&self, state: Words<N>) -> impl Iterator<Item = Words<N>> {
        self.tables.chunks(self.bytes).map(move |tables| {
            let mut image = Words::default();
            for (at, table) in tables.iter().enumerate() {
                let byte = state.0[at / 8 % N] >> (at % 8 * 8) & 255;
                image = image ^ table[byte as usize];
            }
            image
        })
    }
}

/// For each byte of a state and each value of the byte, the words of its image under `symmetry`.
fn images(task: &PackedTask, symmetry: &Symmetry) -> Vec<u64> {
    let (reduced, words) = (task.reduced(), task.words());
    let mut images = empty_table(task, words);
    for position in reduced.changing() {
        let domain = reduced.ground.positions[position].domain;
        let image_position = symmetry.positions[position];
        for label in reduced.sets[position].labels() {
            let image = symmetry.labels[domain][usize::from(label)];
            let label_image =
                FieldImage::new(task, (position, label), task, (image_position, image));
            if let Some(label_image) = label_image {
                label_image.add_to(&mut images, words);
            }
        }
    }
    images
}
