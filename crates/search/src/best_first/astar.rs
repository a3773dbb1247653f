//! A*.

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::search::BestFirst;
use super::weights::{Moves, Weights};
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
    let first = order == Order::Lexicographic;
    let found = by_sums(puzzle, start, heuristic, (Moves::EQUAL, first), &mut meter);
    conclude(found.map(|(outcome, _)| outcome), &meter)
}

/// The outcome of a search, and a lower bound on the length of every solution through a state that
/// is still open at the end. This lower bound is 0 if a move of the heuristic's bound weighs no
/// more than a move made, or if a limit was reached while the number was computed.
type Found<M> = (Outcome<M>, u32);

/// Searches for a solution from `start`, where `weights` are those of moves made and of moves of the
/// lower bound. If `lexicographic` is set, returns the lexicographically first of the shortest
/// solutions.
pub(crate) fn by_sums<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    (weights, lexicographic): (Moves, bool),
    meter: &mut Meter,
) -> Result<Found<P::Move>, StopReason> {
    let mut search = BestFirst::new(puzzle, heuristic, weights);
    if let Some(known) = search.begin(start, meter)? {
        return Ok((known, 0));
    }
    let Some(goal) = search.next_goal(u64::MAX, meter)? else {
        return Ok((search.exhausted(), 0));
    };
    let length = search.wave.key(goal);
    if lexicographic {
        while search.next_goal(weights.last(length), meter)?.is_some() {}
        let moves = search.first_path(start, length, meter)?;
        return Ok((Outcome::Solved { moves }, 0));
    }
    let moves = search.path_to(goal)?;
    // Every solution that is shorter than the found one passes through an open state. If a limit is
    // reached while the open states are searched for the least bound, the bound known so far
    // remains.
    let least = match weights.bound > weights.made {
        true => search
            .least_open(meter)
            .map(|least| least.unwrap_or(length)),
        false => Ok(0),
    };
    Ok((Outcome::Solved { moves }, least.unwrap_or(0)))
}
