//! How much the default method tries before it goes on to the next search.

/// The numbers of states, or of goals, at which the default method of puzzle files goes on to
/// something that takes longer to prepare. The default numbers suit real boards. With
/// [`Effort::SMALL`] boards of a few states go through all searches, so that they can be tested on
/// boards whose distances are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// After about this many states the breadth-first search pauses for the first time. It begins
    /// before the puzzle is analysed.
    pub first: u64,
    /// If several searches take turns, each of them may expand about this many states in its first
    /// turn.
    pub early: u64,
    /// If the breadth-first search may expand more states than this in a turn, preparations that
    /// take some time pay off.
    pub many: u64,
    /// The search that is behind gets one part in this many of the time.
    pub share: u64,
    /// If the goals can be completed in at most this many ways, listing the goal states takes less
    /// time than solving a small board.
    pub few_goals: usize,
}

impl Effort {
    /// Goes on after a handful of states.
    pub const SMALL: Self = Self {
        first: 2,
        early: 4,
        many: 16,
        share: 1,
        few_goals: 1,
    };
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            first: 1 << 13,
            early: 1 << 16,
            many: 1 << 18,
            share: 16,
            few_goals: 1 << 12,
        }
    }
}
