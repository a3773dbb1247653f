//! The states of a board by their ranks: all arrangements of its symbols, or those that can be reached.

use std::sync::Arc;

use fewest_ground::analysis::{Analysis, Properties, RankedPredecessors, RankedPuzzle};
use fewest_ground::{Compiled, Label};
use num_bigint::BigUint;

use super::file::PuzzleFile;
use crate::general::ranked_space::{RankedSpace, fingerprint_of};
use crate::space::Space;

/// At most this many ranks are enumerated: in memory or, if they are too many for memory, on disk.
const MOST_RANKS: u64 = 1 << 44;

/// If there are too many goals to list, at most this many states are examined to find them.
const MOST_LOOKED_AT: u64 = 1 << 26;

/// Up to this many ranks are enumerated even if only few of them may belong to states that can be
/// reached.
const MOST_SPARSE_RANKS: u64 = 1 << 32;
/// More than [`MOST_SPARSE_RANKS`] ranks are enumerated only if at least one in this many belongs
/// to a state that can be reached.
const SPARSE: u64 = 16;

/// The space of all ranked states of a board, and of those that can be reached from its start.
pub(super) struct DrawnRanks {
    /// The space of all states or, if `all` is not set, of those that can be reached.
    pub(super) space: Box<dyn Space>,
    /// The number of ranks.
    pub(super) size: u64,
    /// Whether every rank belongs to a state of the space.
    pub(super) all: bool,
}

/// The ranks of all states if `all` is set, and otherwise those of the states that can be reached from
/// `start`. `None` if the states have no ranks that can be enumerated backwards from the goals, if
/// costs are minimised first, which an enumeration cannot do, or if too few of the ranks may belong to
/// states that can be reached.
pub(super) fn of_compiled(
    file: &PuzzleFile,
    compiled: &Compiled,
    start: &[Label],
    size: &str,
    all: bool,
) -> Option<DrawnRanks> {
    match compiled {
        Compiled::One(analysis) => of_analysis(file, analysis, start, size, all),
        Compiled::Four(analysis) => of_analysis(file, analysis, start, size, all),
        // Such states usually have too many ranks.
        _ => None,
    }
}

fn of_analysis<const N: usize>(
    file: &PuzzleFile,
    analysis: &Arc<Analysis<N>>,
    start: &[Label],
    size: &str,
    all: bool,
) -> Option<DrawnRanks> {
    // The cells of a piece have their own symbols, and most arrangements of these symbols are
    // invalid because they separate the cells of a piece.
    let in_costs = analysis.puzzle().reduced().ground.is_cost_first();
    if file.has_pieces() || analysis.inverse_rules().is_none() || in_costs {
        return None;
    }
    let ranks = analysis.ranking()?.size();
    if ranks > MOST_RANKS || ranks > MOST_LOOKED_AT && analysis.goals().is_none() {
        return None;
    }
    let mut reachable_from = None;
    if !all {
        let positions = positions(analysis, start);
        let dense = |positions: &BigUint| positions * SPARSE >= ranks.into();
        if ranks > MOST_SPARSE_RANKS && !positions.as_ref().is_some_and(dense) {
            return None;
        }
        if positions != Some(ranks.into()) {
            reachable_from = Some(analysis.puzzle().state(start)?);
        }
    }
    let parameters = format!(" {:016x}", fingerprint(analysis));
    let puzzle = RankedPuzzle::new(Arc::clone(analysis))?;
    let space = RankedSpace {
        slow_moves: true,
        reachable_from,
        ..RankedSpace::new(puzzle, RankedPredecessors, file.name(), size, &parameters)
    };
    Some(DrawnRanks {
        all: reachable_from.is_none(),
        space: Box::new(space),
        size: ranks,
    })
}

/// The number of the states that can be reached from `start`, if it follows from the group that the
/// moves generate.
pub(super) fn positions(properties: &Properties, start: &[Label]) -> Option<BigUint> {
    let count = properties.pieces()?.positions(start)?;
    let product = |numbers: &[u64]| {
        numbers
            .iter()
            .map(|&n| BigUint::from(n))
            .product::<BigUint>()
    };
    Some(product(&count.factors) / product(&count.divisors))
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
