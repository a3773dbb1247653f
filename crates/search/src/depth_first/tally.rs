//! The counts of a depth-first search with a bound.

/// The greatest bound of a search. The sum of two such bounds does not overflow.
pub(crate) const MOST_MOVES: u32 = u32::MAX / 2;

/// The counts of the nodes that a depth-first walk within a bound has expanded and generated, and
/// two facts that decide how the search continues: by how much the nodes that were cut off exceeded
/// the bound, and whether dead ends were met.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The sum of a node is its depth plus its lower bound, and a node is cut off if its sum
    /// exceeds the bound of the walk. This number is the least amount by which such a sum exceeds
    /// the bound, minus one. The number is above [`MOST_MOVES`] if no node was cut off.
    pub(crate) beyond: u32,
    pub(crate) dead_ends: bool,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            beyond: u32::MAX,
            dead_ends: false,
        }
    }
}

impl Tally {
    /// Adds the counts of another walk with the same bound.
    pub(crate) fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.beyond = self.beyond.min(other.beyond);
        self.dead_ends |= other.dead_ends;
    }

    /// The bound of the next iteration: the least sum of depth and lower bound among the nodes that
    /// were cut off. `None` if no node was cut off.
    pub(crate) fn next_bound(&self, bound: u32) -> Option<u32> {
        (self.beyond <= MOST_MOVES).then(|| bound + self.beyond + 1)
    }
}

/// The amount by which the lower bound of a node exceeds the greatest allowed one (`budget`), minus
/// one. The result is above [`MOST_MOVES`] for a bound within the budget, because the subtraction
/// wraps around, and for a dead end.
#[inline]
pub(crate) fn beyond_by(bound: u32, budget: u32) -> u32 {
    bound.wrapping_sub(budget).wrapping_sub(1)
}
