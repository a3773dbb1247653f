//! Sets of labels.

use crate::ground::{Label, LabelSet};

impl LabelSet {
    /// The set that contains only `label`.
    pub fn of(label: Label) -> Self {
        Self(1 << label)
    }

    /// Whether `label` is in the set.
    pub fn has(self, label: Label) -> bool {
        label < 64 && self.0 >> label & 1 == 1
    }

    /// The number of labels in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The intersection of two sets.
    #[must_use]
    pub fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The only label of the set, if it has exactly one.
    pub fn single(self) -> Option<Label> {
        (self.len() == 1).then(|| self.0.trailing_zeros() as Label)
    }

    /// The labels in increasing order.
    pub fn labels(self) -> impl Iterator<Item = Label> {
        (0..64).filter(move |&label| self.has(label))
    }
}
