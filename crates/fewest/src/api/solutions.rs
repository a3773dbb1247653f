//! Solutions beside the shortest.

use fewest_rules::StopReason;
pub use fewest_search::SolutionRange;
use num_bigint::BigUint;

/// Which solutions of a board are wanted.
///
/// A solution visits no position twice and ends at the first goal that it reaches. In the Flip Game
/// a solution is a set of presses, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolutionOptions {
    /// Their lengths, or how many.
    pub range: SolutionRange,
    /// Whether solutions are left out that differ from others only by the order of independent
    /// moves, or by a symmetry of the puzzle that leaves the start as it is.
    ///
    /// Two moves are independent in a position if each is legal there and after the other, and both
    /// orders lead to the same position. A solution is left out if some of its moves can be
    /// brought forward, past moves that are independent of it where they are made, to a place
    /// before a greater move; and if a symmetry maps it to a solution that is smaller once its
    /// moves are in order. So of each class the lexicographically first solution stays. Where it
    /// depends on the position whether moves are independent, further ones may stay.
    pub distinct: bool,
}

/// How many solutions there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionCounts {
    /// The lengths of which there are solutions, each with their number, from the shortest on.
    pub by_length: Vec<(u32, BigUint)>,
    /// All solutions with fewer moves than this are counted.
    pub complete_below: u32,
    /// Whether it is proven that there are no others.
    pub is_all: bool,
    /// The limit that ended the search, if one was reached.
    pub stopped: Option<StopReason>,
}

impl SolutionCounts {
    /// The counts if the start is a goal, or if there is no solution.
    pub(crate) fn proven(solutions: u8) -> Self {
        let one = (solutions > 0).then(|| (0, solutions.into()));
        Self {
            by_length: one.into_iter().collect(),
            complete_below: u32::MAX,
            is_all: true,
            stopped: None,
        }
    }

    /// The counts if a limit was reached before anything was found but that there are no solutions
    /// with fewer moves than `complete_below`.
    pub(crate) fn stopped(complete_below: u32, reason: StopReason) -> Self {
        Self {
            by_length: Vec::new(),
            complete_below,
            is_all: false,
            stopped: Some(reason),
        }
    }

    /// The number of all solutions counted.
    pub fn total(&self) -> BigUint {
        self.by_length.iter().map(|(_, count)| count).sum()
    }
}

/// Solutions of a board.
pub struct FoundSolutions<'a> {
    /// How many there are.
    pub counts: SolutionCounts,
    /// The solutions by length, and those of a length in lexicographic order; moves by name. With
    /// [`SolutionRange::Best`] no more than were wanted. The last item is an error if a limit was
    /// reached.
    pub solutions: Box<dyn Iterator<Item = Result<Vec<String>, StopReason>> + 'a>,
}
