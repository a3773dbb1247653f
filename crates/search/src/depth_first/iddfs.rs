//! Iterative deepening depth-first search.

use fewest_rules::{Limits, Puzzle, Report, Zero};

use super::duplicates::Duplicates;
use super::idastar::idastar;
use crate::pruning::Pruning;

/// Finds the lexicographically first of the shortest solutions from `start` by depth-first searches
/// to depth 1, 2, 3, ….
///
/// This function is [`idastar`] with a heuristic that is always 0, and the documentation of
/// [`idastar`] applies. Each search looks for goals at its full depth only, because the search
/// before has shown that no goal is nearer.
pub fn iddfs<P: Puzzle, K: Pruning<P>>(
    puzzle: &P,
    start: P::State,
    pruning: &K,
    duplicates: Duplicates,
    limits: &Limits,
) -> Report<P::Move> {
    idastar(puzzle, start, &Zero, pruning, duplicates, limits)
}
