//! Describes which solutions of a board are wanted, besides the shortest ones, and which were
//! found.

use fewest_rules::StopReason;
pub use fewest_search::SolutionRange;
use num_bigint::BigUint;

/// Which solutions of a board are wanted.
///
/// A solution visits no position twice and ends at the first goal that it reaches. In the Flip Game
/// a solution is a set of presses, in any order.
///
/// If moves have costs, the length of a solution means the number that the puzzle minimises first:
/// the cost or the number of moves. [`NearSolutions`](fewest_search::NearSolutions) says which
/// solutions then count as different.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolutionOptions {
    /// The wanted lengths, or the wanted number of solutions.
    pub range: SolutionRange,
    /// Whether to leave out solutions that differ from others only by the order of independent
    /// moves, or by a symmetry of the puzzle that keeps the start.
    ///
    /// Two moves are independent in a position if each is legal there and after the other, and both
    /// orders lead to the same position. With this option, a solution is left out in two cases. In
    /// the first case, a move of the solution can be made earlier, before a greater move, because
    /// the move is independent of every move that it passes. In the second case, a symmetry maps
    /// the solution to one that is smaller after its moves have been put in order. So the
    /// lexicographically first solution of each class of equivalent solutions remains. If two moves
    /// are independent only in some positions, more than one solution of a class may remain.
    pub distinct: bool,
}

/// The number of solutions of each length, and how complete these numbers are. If moves have costs
/// and the cost is minimised first, a length is a cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionCounts {
    /// Pairs of a length and the number of solutions of that length, the shortest length first.
    /// Lengths without solutions are left out.
    pub by_length: Vec<(u32, BigUint)>,
    /// All solutions whose length is less than this are counted. Of longer solutions, some may be
    /// missing.
    pub complete_below: u32,
    /// Whether it is proven that the board has no other solutions.
    pub is_all: bool,
    /// The limit that ended the search, if one was reached.
    pub stopped: Option<StopReason>,
}

impl SolutionOptions {
    /// All shortest solutions. If moves have costs, all best solutions, counted as
    /// [`least_cost_paths`](fewest_search::least_cost_paths) does.
    pub const SHORTEST: Self = Self {
        range: SolutionRange::Optimal,
        distinct: false,
    };
}

impl SolutionCounts {
    /// The counts if the start is a goal, or if there is no solution.
    pub fn proven(solutions: u8) -> Self {
        let one = (solutions > 0).then(|| (0, solutions.into()));
        Self {
            by_length: one.into_iter().collect(),
            complete_below: u32::MAX,
            is_all: true,
            stopped: None,
        }
    }

    /// The counts if a limit was reached before any solution was found. There are no solutions
    /// whose length is less than `complete_below`.
    pub fn stopped(complete_below: u32, reason: StopReason) -> Self {
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

/// The solutions that a search found, and their counts.
pub struct FoundSolutions<'a, E = StopReason> {
    /// The numbers of solutions.
    pub counts: SolutionCounts,
    /// The solutions as names of moves. The solutions are ordered by length, and lexicographically
    /// within each length. If moves have costs, both criteria of the objective take the place of
    /// the length. For [`SolutionRange::Best`] the list contains at most the wanted number of
    /// solutions. If a limit was reached, the last item is an error.
    pub solutions: Box<dyn Iterator<Item = Result<Vec<String>, E>> + 'a>,
}

impl<'a> FoundSolutions<'a> {
    /// All shortest solutions, in lexicographic order, of which there are `count`. A shortest solution
    /// has `length` moves.
    pub(crate) fn shortest(
        length: u32,
        count: BigUint,
        solutions: impl Iterator<Item = Vec<String>> + 'a,
    ) -> Self {
        let some = count > BigUint::ZERO;
        Self {
            counts: SolutionCounts {
                by_length: some.then_some((length, count)).into_iter().collect(),
                complete_below: length.saturating_add(1),
                is_all: false,
                stopped: None,
            },
            solutions: Box::new(solutions.map(Ok)),
        }
    }
}
