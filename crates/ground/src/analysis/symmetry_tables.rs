//! The images of states under the symmetries of a puzzle.

use fewest_rules::Words;

use super::state_image::StateImage;
use super::symmetry::Symmetries;
use crate::compiled::PackedTask;

/// The symmetries of a puzzle as tables that map states to their images.
#[derive(Debug, Clone)]
pub struct SymmetryTables<const N: usize> {
    images: Vec<StateImage<N>>,
}

impl<const N: usize> SymmetryTables<N> {
    /// Makes the tables of `symmetries`, which must be the symmetries of `task`. The states of
    /// `task` must have `N` words.
    pub fn new(task: &PackedTask, symmetries: &Symmetries) -> Self {
        let positions = &task.reduced().ground.positions;
        let images = symmetries.all().iter().map(|symmetry| {
            StateImage::new(task, task, |position, label| {
                let image = symmetry.of(position, (positions[position].domain, label));
                image.unwrap_or((position, label))
            })
        });
        Self {
            images: images.collect(),
        }
    }

    /// The number of symmetries, with the identity.
    pub fn count(&self) -> usize {
        self.images.len() + 1
    }

    /// The minimum of `state` and its images under the symmetries.
    #[inline]
    pub(super) fn canonical(&self, state: Words<N>) -> Words<N> {
        self.images(state).fold(state, Ord::min)
    }

    /// The images of `state`, one for each symmetry except the identity.
    #[inline]
    pub(super) fn images(&self, state: Words<N>) -> impl Iterator<Item = Words<N>> {
        self.images.iter().map(move |image| image.of(state))
    }
}
