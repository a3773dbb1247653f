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
    /// If several searches take turns, the breadth-first search expands about this many states in
    /// its first turn.
    pub first_breadth: u64,
    /// The depth-first search may expand at most this many states in its first turn.
    pub first_depth: u64,
    /// If the breadth-first search may expand more states than this in a turn, preparations that
    /// take some time pay off.
    pub many: u64,
    /// A short depth-first search may expand at most this many states.
    pub short_depth: u64,
    /// The search that is behind gets one part in this many of the time.
    pub share: u64,
    /// The number of regions of an agent that A* expands before a search from both ends begins.
    pub alone: u64,
    /// The search from both ends may expand at most this many regions in its first turn.
    pub first_regions: u64,
    /// The first search for all solutions may expand at least this many states.
    pub first_solutions: u64,
    /// If the goals can be completed in at most this many ways, listing the goal states takes less
    /// time than solving a small board.
    pub few_goals: usize,
}

impl Effort {
    /// Goes on after a handful of states.
    pub const SMALL: Self = Self {
        first: 2,
        first_breadth: 4,
        first_depth: 4,
        many: 16,
        short_depth: 16,
        share: 1,
        alone: 2,
        first_regions: 2,
        first_solutions: 4,
        few_goals: 1,
    };
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            first: 1 << 13,
            first_breadth: 1 << 16,
            first_depth: 1 << 15,
            many: 1 << 18,
            // A state takes a tenth of the time that a breadth-first search needs for a state.
            short_depth: 10 << 18,
            share: 16,
            alone: 1 << 17,
            first_regions: 1 << 12,
            first_solutions: 1 << 16,
            few_goals: 1 << 12,
        }
    }
}
