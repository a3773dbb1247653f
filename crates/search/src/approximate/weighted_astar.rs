//! Weighted A*.

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle};

use super::approximation::{Approximate, ApproximateReport, Approximation, Weight};
use crate::best_first::{Moves, by_sums};

/// Finds a solution from `start` that is at most `weight` times as long as a shortest one, by A*
/// with an admissible `heuristic` whose bounds weigh more than the moves made.
///
/// If the weight is well above 1, the search expands far fewer states than [`astar`](crate::astar).
/// Some state on a shortest solution is always open and was reached by the fewest moves. So the
/// least weighted sum of an open state is at most `weight` times the length of that solution, and
/// so is the length of the first solution found. (I. Pohl, "First results on the effect of error in
/// heuristic search", 1970.) States reached by fewer moves than before are expanded again, so the
/// argument also holds for inconsistent heuristics.
///
/// At the end the search computes the least *unweighted* sum of an open state. No solution is
/// shorter than this sum. If the solution found is no longer than this sum, it is proven shortest
/// after all.
///
/// Memory and limits are the same as for [`astar`](crate::astar). Proves unsolvability by
/// exhausting the reachable states.
pub fn weighted_astar<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    weight: Weight,
    limits: &Limits,
) -> ApproximateReport<P::Move> {
    let mut meter = Meter::new(limits);
    let within = Some(weight);
    let weights = Moves {
        made: Weight::ONE.hundredths().into(),
        bound: weight.hundredths().into(),
    };
    let found = by_sums(puzzle, start, heuristic, (weights, false), &mut meter);
    let result = found.map(|(outcome, least)| match outcome {
        Outcome::Solved { moves } => {
            let lower_bound = least.max(meter.lower_bound());
            Approximate::Found(Approximation::new(moves, lower_bound, within))
        }
        unsolved => Approximate::of(unsolved, within),
    });
    ApproximateReport::conclude(result, &meter)
}
