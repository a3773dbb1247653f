//! In which states a move costs something.

use fewest_rules::Cost;

use crate::ground::{Label, LabelSet};

/// All labels of a domain.
pub(super) const ALL: LabelSet = LabelSet(u64::MAX);

/// The states in which a move costs 1: those in which `position` has one of `labels`. In all other
/// states it is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Charge {
    pub(super) position: usize,
    pub(super) labels: LabelSet,
}

impl Charge {
    pub(super) const NEVER: Self = Self {
        position: 0,
        labels: LabelSet(0),
    };

    /// The cost of a move from a state in which a position has the label `label_at`.
    pub(super) fn cost(self, label_at: impl FnOnce(usize) -> Label) -> Cost {
        match self.labels.has(label_at(self.position)) {
            true => Cost::One,
            false => Cost::Free,
        }
    }
}
