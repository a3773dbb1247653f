//! IDA* on the 15-puzzle by pattern databases.

use fewest_rules::{Limits, Max, Report};
use fewest_search::{AdditivePatterns, Automaton, Duplicates, idastar};

use super::PatternView;
use crate::tiles::{BlankMove, Tiles};

/// The maximum of two sums of distances from pattern databases: the sum for a square board and the
/// sum for its reflection.
pub type ReflectedPatterns<'t, S = u64> =
    Max<AdditivePatterns<'t, PatternView<S>>, AdditivePatterns<'t, PatternView<S>>>;

/// Solves a square board of up to 16 cells by IDA*.
///
/// The function is [`idastar`] with [`ReflectedPatterns`] as the heuristic. It is compiled
/// in this crate, whose profile asks for all optimisations, because they save a tenth of the time
/// of this search. The crates that compile every search for every puzzle ask for fewer, because
/// they would take much longer to compile.
pub fn idastar_by_patterns(
    puzzle: &Tiles<u64>,
    start: u64,
    heuristic: &ReflectedPatterns<'_>,
    automaton: &Automaton<BlankMove>,
    limits: &Limits,
) -> Report<BlankMove> {
    idastar(
        puzzle,
        start,
        heuristic,
        automaton,
        Duplicates::Enter,
        limits,
    )
}
