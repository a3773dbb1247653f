//! Sets of labels.

use std::iter;

use crate::ground::{Label, LabelSet};

impl LabelSet {
    /// The set that contains only `label`.
    #[inline]
    pub fn of(label: Label) -> Self {
        Self(1 << label)
    }

    /// Whether `label` is in the set.
    #[inline]
    pub fn has(self, label: Label) -> bool {
        label < 64 && self.0 >> label & 1 == 1
    }

    /// The number of labels in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The intersection of two sets.
    #[must_use]
    pub fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The only label of the set, if it has exactly one.
    #[inline]
    pub fn single(self) -> Option<Label> {
        (self.len() == 1).then(|| self.0.trailing_zeros() as Label)
    }

    /// The labels in increasing order.
    #[inline]
    pub fn labels(self) -> impl Iterator<Item = Label> {
        let mut left = self.0;
        iter::from_fn(move || {
            let label = left.trailing_zeros() as Label;
            left &= left.checked_sub(1)?;
            Some(label)
        })
    }
}
