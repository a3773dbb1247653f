//! A*.

use fewest_rules::{Heuristic, Limits, Meter, Puzzle, Report};

use super::search::{Sum, best_first};
use crate::conclusion::conclude;

/// Which of the shortest solutions a search returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The shortest solution that the search finds first.
    #[default]
    Any,
    /// The lexicographically first of the shortest solutions. A* then also expands every state that
    /// may lie on another shortest solution.
    Lexicographic,
}

/// Finds a shortest solution from `start` by A* with an admissible `heuristic`.
///
/// A* expands states in increasing order of the sum of moves made and lower bound. Among equal sums
/// A* prefers states with more moves made. A* expands some tens of states with the same sum and the
/// same number of moves together. The heuristic need not be consistent: a state that is reached
/// again by fewer moves is expanded again. (P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis
/// for the heuristic determination of minimum cost paths", 1968.)
///
/// Takes about 20 bytes per state in addition to the state itself and the heuristic's cache. Proves
/// unsolvability by exhausting the reachable states. If a limit stops the search, the proven lower
/// bound is the least sum of an open state. Stops with
/// [`Capacity`](fewest_rules::StopReason::Capacity) beyond 2³² − 1 states.
pub fn astar<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    order: Order,
    limits: &Limits,
) -> Report<P::Move> {
    let mut meter = Meter::new(limits);
    let sum = Sum { cost: 1, bound: 1 };
    let how = (sum, order == Order::Lexicographic);
    let found = best_first(puzzle, start, heuristic, how, &mut meter);
    conclude(found.map(|(outcome, _)| outcome), &meter)
}
