//! Weighted A*.

use fewest_rules::{Heuristic, Limits, Meter, Puzzle, StopReason};

use crate::approximation::{Approximate, ApproximateReport, Approximation, Weight};
use crate::best_first::{BestFirst, Sum};

/// A solution from `start` that is at most `weight` times as long as a shortest one, by
/// A* with an admissible `heuristic` whose bounds weigh more than moves made.
///
/// The search hurries to the goal, and expands far fewer states than
/// [`astar`](crate::astar) where the weight is well above 1. As some state on a
/// shortest solution, reached by the fewest moves, is always open, the least
/// weighted sum of an open state is at most `weight` times the length of that
/// solution; and so is the length of the first one found. (I. Pohl, "First results on
/// the effect of error in heuristic search", 1970.) States reached by fewer moves than
/// before are expanded again, so that this holds for heuristics that are not consistent too.
///
/// In the end the open states are looked at once more for the least *unweighted* sum: no
/// solution is shorter. Where that is the length of the one found, it is proven
/// shortest after all.
///
/// Memory and limits are as for [`astar`](crate::astar). Unsolvable is proven by exhausting
/// what can be reached.
pub fn weighted_astar<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    weight: Weight,
    limits: &Limits,
) -> ApproximateReport<P::Move> {
    let mut meter = Meter::new(limits);
    let result = search(puzzle, start, heuristic, weight, &mut meter);
    ApproximateReport::conclude(result, &meter)
}

fn search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    weight: Weight,
    meter: &mut Meter,
) -> Result<Approximate<P::Move>, StopReason> {
    let within = Some(weight);
    let sum = Sum {
        cost: Weight::ONE.hundredths().into(),
        bound: weight.hundredths().into(),
    };
    let mut search = match BestFirst::new(puzzle, start, heuristic, sum, meter)? {
        Ok(search) => search,
        Err(known) => return Ok(Approximate::of(known, within)),
    };
    let Some((goal, length)) = search.next_goal(u64::MAX, meter)? else {
        return Ok(Approximate::of(search.exhausted(), within));
    };
    let moves = search.path_to(goal);
    // Solutions not found yet pass through open states, and the others are no shorter. A limit
    // that is reached meanwhile leaves the bound that is known already.
    let least = match search.least_open(meter) {
        Ok(least) => least.unwrap_or(length),
        Err(_) => 0,
    };
    let lower_bound = least.max(meter.lower_bound());
    let found = Approximation::new(moves, lower_bound, within);
    Ok(Approximate::Found(found))
}
