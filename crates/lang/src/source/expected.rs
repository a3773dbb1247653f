//! What a file expects of a board.

/// The expected result for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedOutcome {
    /// The fewest moves to a goal. If moves have costs: the least value of what is minimised first.
    Moves(u64),
    /// If moves have costs: the least value of what is minimised first, and then of the other
    /// criterion.
    Both(u64, u64),
    /// No goal can be reached.
    Unsolvable,
}
