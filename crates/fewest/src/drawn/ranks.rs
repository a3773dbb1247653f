//! The space of all arrangements of the symbols of a board, enumerated by rank.

use std::sync::Arc;

use fewest_ground::analysis::{
    Analysis, Properties, RankedPredecessors, RankedPuzzle, StateRanking,
};
use fewest_tables::RankSet;

use super::file::PuzzleFile;
use crate::general::ranked_space::{RankedSpace, fingerprint_of};

/// At most this many ranks are enumerated: in memory or, if they are too many for memory, on disk.
const MOST_RANKS: u64 = 1 << 44;

/// If there are too many goals to list, at most this many states are examined to find them.
const MOST_LOOKED_AT: u64 = 1 << 26;

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

/// The space of all ranked states or, if `within` is given, of the states in that set. `None` if
/// the states have no ranks.
pub(super) fn ranked_space<const N: usize>(
    name: &str,
    analysis: Arc<Analysis<N>>,
    size: String,
    within: Option<RankSet>,
) -> Option<RankedSpace<RankedPuzzle, RankedPredecessors>> {
    let parameters = format!(" {:016x}", fingerprint(&analysis));
    let puzzle = RankedPuzzle::new(analysis, within)?;
    Some(RankedSpace {
        slow_moves: true,
        ..RankedSpace::new(puzzle, RankedPredecessors, name, &size, &parameters)
    })
}

/// A number that is part of the names of table files. Different puzzles, and different spaces of a
/// puzzle, have different numbers with very high probability.
pub(super) fn fingerprint(properties: &Properties) -> u64 {
    let reduced = properties.task().reduced();
    // Removes the start, so that all boards of a space have the same number.
    let mut ground = reduced.ground.clone();
    ground.start = None;
    let counts: Vec<_> = properties
        .task()
        .counts()
        .kept
        .iter()
        .enumerate()
        .flat_map(|(domain, kept)| {
            let here = move |&p: &usize| reduced.ground.positions[p].domain == domain;
            kept.labels().map(move |label| {
                let start = reduced.start.iter().flatten().copied();
                let with = start.enumerate().filter(|&(_, l)| l == label);
                with.filter(|(p, _)| here(p)).count()
            })
        })
        .collect();
    let mut text = format!("{ground:?} {:?} {counts:?}", reduced.sets);
    if let Some(order) = properties.ranking().and_then(StateRanking::changed_order) {
        text += &format!(" {order:?}");
    }
    fingerprint_of(&text)
}
