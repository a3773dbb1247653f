//! The space of all arrangements of the symbols of a board, enumerated by rank.

use std::sync::Arc;

use fewest_ground::analysis::{Analysis, Properties, RankedPredecessors, RankedPuzzle};
use fewest_rules::Words;

use super::file::PuzzleFile;
use crate::general::ranked_space::{RankedSpace, fingerprint_of};

/// At most this many ranks are enumerated: in memory or, if they are too many for memory, on disk.
const MOST_RANKS: u64 = 1 << 44;

/// If there are too many goals to list, at most this many states are examined to find them.
const MOST_LOOKED_AT: u64 = 1 << 26;

/// The space of ranked states of a drawn puzzle.
pub(super) type DrawnRanks<const N: usize> = RankedSpace<RankedPuzzle<N>, RankedPredecessors>;

/// Whether all arrangements of the symbols have ranks and can be enumerated backwards from the
/// goals.
pub(super) fn is_enumerable(file: &PuzzleFile, properties: &Properties) -> bool {
    // The cells of a piece have their own symbols, and most arrangements of these symbols are
    // invalid because they separate the cells of a piece.
    if file.has_pieces() || properties.inverse_rules().is_none() {
        return false;
    }
    properties.ranking().is_some_and(|ranking| {
        let size = ranking.size();
        size <= MOST_RANKS && (size <= MOST_LOOKED_AT || properties.goals().is_some())
    })
}

/// The space of all ranked states or, if a start is given, of those that can be reached from it.
/// `None` if the states have no ranks.
pub(super) fn ranked_space<const N: usize>(
    name: &str,
    analysis: Arc<Analysis<N>>,
    size: &str,
    reachable_from: Option<Words<N>>,
) -> Option<DrawnRanks<N>> {
    let parameters = format!(" {:016x}", fingerprint(&analysis));
    let puzzle = RankedPuzzle::new(analysis)?;
    Some(RankedSpace {
        slow_moves: true,
        reachable_from,
        ..RankedSpace::new(puzzle, RankedPredecessors, name, size, &parameters)
    })
}

/// A number that is part of the names of table files. Different puzzles, and different spaces of a
/// puzzle, have different numbers with very high probability.
pub(super) fn fingerprint(properties: &Properties) -> u64 {
    let task = properties.task();
    let reduced = task.reduced();
    // Removes the start, so that all boards of a space have the same number.
    let mut ground = reduced.ground.clone();
    ground.start = None;
    let counts = task.counts().numbers(reduced);
    fingerprint_of(&format!("{ground:?} {:?} {counts:?}", reduced.sets))
}
