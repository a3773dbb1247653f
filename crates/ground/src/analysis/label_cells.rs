//! The cells that hold a label in a state.

use fewest_rules::Words;

use crate::compiled::{FieldsWith, PackedTask, bits_of};
use crate::ground::Label;

/// The cells that may hold a label, and where they lie in the words of a state. In a set of cells
/// each is represented by the lowest bit of its field, the group of bits that stores the label of the
/// cell.
#[derive(Debug, Clone)]
pub(super) struct LabelCells<const N: usize> {
    fields: FieldsWith<N>,
    /// For the lowest bit of the field of a cell, the index of the cell.
    cell_at: Vec<u16>,
    /// For each cell, the lowest bit of its field.
    pub(super) bits: Vec<u32>,
}

impl<const N: usize> LabelCells<N> {
    /// The cells at these positions, whose labels change.
    pub(super) fn new(task: &PackedTask, label: Label, cells: &[usize]) -> Self {
        let field = |&position: &usize| task.field(position).unwrap_or_default().0;
        let mut all = Self {
            fields: FieldsWith::new(task, label, cells.iter().copied()),
            cell_at: vec![0; N * 64],
            bits: cells.iter().map(field).collect(),
        };
        for (cell, &bit) in (0..).zip(&all.bits) {
            all.cell_at[bit as usize] = cell;
        }
        all
    }

    /// The set of the cells that hold the label in `state`.
    #[inline]
    pub(super) fn with_label(&self, state: Words<N>) -> [u64; N] {
        self.fields.of(state)
    }

    /// The indices of the cells that hold the label in `state`.
    #[inline]
    pub(super) fn of(&self, state: Words<N>) -> impl Iterator<Item = usize> {
        bits_of(self.with_label(state)).map(|bit| self.cell_at(bit))
    }

    /// The index of the cell that this bit represents.
    #[inline]
    pub(super) fn cell_at(&self, bit: usize) -> usize {
        self.cell_at[bit].into()
    }
}
