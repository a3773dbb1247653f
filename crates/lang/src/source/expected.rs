//! What a file expects of a board.

/// The expected result for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedOutcome {
    /// The fewest moves to a goal. If moves have costs, this is the least value of the first
    /// criterion.
    Moves(u64),
    /// If moves have costs, the least value of the first criterion, and among the solutions with
    /// this value the least value of the second criterion.
    Both(u64, u64),
    /// No goal can be reached.
    Unsolvable,
}
