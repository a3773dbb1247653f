//! The space of all arrangements of the symbols of a board, by rank.

use std::sync::Arc;

use fewest_ground::analysis::{Analysis, Properties, RankedPredecessors, RankedPuzzle};
use fewest_rules::Ranked;
use fewest_search::{RankSet, TableKey};

use super::file::PuzzleFile;
use crate::builtin::ranked_space::RankedSpace;

/// The most ranks that are enumerated, with two bits for each.
const MOST_RANKS: u64 = 1 << 32;

/// The most states among which goals are searched if there are too many goals to list.
const MOST_LOOKED_AT: u64 = 1 << 26;

/// Whether all arrangements of the symbols have ranks that can be enumerated from the goals
/// backwards.
pub(super) fn is_enumerable(file: &PuzzleFile, properties: &Properties) -> bool {
    // The cells of a piece have symbols of their own. Most arrangements tear the pieces apart.
    if file.has_pieces() || properties.inverse_rules().is_none() {
        return false;
    }
    properties.ranking().is_some_and(|ranking| {
        let size = ranking.size();
        size <= MOST_RANKS && (size <= MOST_LOOKED_AT || properties.goals().is_some())
    })
}

/// The space of all states with a rank, or of those `within` a set of ranks; `None` if the states
/// have no ranks.
pub(super) fn ranked_space<const N: usize>(
    name: &str,
    analysis: Arc<Analysis<N>>,
    size: String,
    within: Option<RankSet>,
) -> Option<RankedSpace<RankedPuzzle, RankedPredecessors>> {
    let parameters = format!("{size} {:016x}", fingerprint(&analysis));
    let puzzle = RankedPuzzle::new(analysis, within)?;
    Some(RankedSpace {
        counted: 0..puzzle.size(),
        unranked: 0_u8.into(),
        direction: RankedPredecessors,
        key: TableKey {
            puzzle: name.to_owned(),
            parameters,
        },
        size,
        puzzle,
    })
}

/// A number that is part of the names of tables. Another puzzle, or another space of the same
/// puzzle, most probably has another one.
fn fingerprint(properties: &Properties) -> u64 {
    let reduced = properties.task().reduced();
    // The number is the same for all boards of a space.
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
    let text = format!("{ground:?} {:?} {counts:?}", reduced.sets);
    // FNV-1a, whose values never change.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
