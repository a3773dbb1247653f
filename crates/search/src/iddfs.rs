//! Iterative deepening depth-first search.

use fewest_rules::{Limits, Puzzle, Report, Zero};

use crate::duplicates::Duplicates;
use crate::idastar::idastar;
use crate::pruning::Pruning;

/// The lexicographically first of the shortest solutions from `start`, by
/// depth-first searches to depth 1, 2, 3, ….
///
/// This is [`idastar`] with a heuristic that knows nothing, and all that is
/// said there holds: the goals are only looked for at the full depth, for the
/// search before has shown that none lies nearer.
pub fn iddfs<P: Puzzle, K: Pruning<P>>(
    puzzle: &P,
    start: P::State,
    pruning: &K,
    duplicates: Duplicates,
    limits: &Limits,
) -> Report<P::Move> {
    idastar(puzzle, start, &Zero, pruning, duplicates, limits)
}
