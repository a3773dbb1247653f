//! The positions from which the goals of a level can be reached, found backwards from the goals.

use std::cmp::Reverse as Least;
use std::collections::BinaryHeap;

use fewest_ground::analysis::Analysis;
use fewest_rules::{DEAD_END, Meter, MoveCosts, Reverse, StopReason};
use fewest_search::StateSet;

use super::super::distances::StateDistances;

/// Runs Dijkstra's algorithm backwards from all goals of the level, until it has settled `most`
/// positions or all that there are. Positions that were seen but not settled have the distance
/// [`DEAD_END`]. Distances are costs if costs are minimised first, and otherwise numbers of moves.
/// `None` if predecessors or goals are not known.
///
/// # Errors
/// The limit that was reached.
pub(super) fn backwards<const N: usize>(
    analysis: &Analysis<N>,
    most: usize,
    meter: &mut Meter,
) -> Result<Option<StateDistances<N>>, StopReason> {
    let puzzle = analysis.puzzle();
    let (Some(predecessors), Some(goals)) = (analysis.predecessors(), analysis.goals()) else {
        return Ok(None);
    };
    let view = analysis.view(predecessors);
    let in_costs = puzzle.reduced().ground.is_cost_first();
    let mut states = StateSet::new();
    let mut distances = Vec::new();
    let mut heap = BinaryHeap::new();
    for goal in goals.states() {
        states.reserve(1, meter)?;
        let (at, is_new) = states.insert(goal);
        if is_new {
            distances.push(0);
            heap.push(Least((0, at)));
        }
    }
    let mut is_settled = Vec::new();
    let mut settled = 0;
    while let Some(Least((distance, at))) = heap.pop() {
        is_settled.resize(distances.len(), false);
        if is_settled[at as usize] {
            continue;
        }
        if settled == most {
            break;
        }
        meter.expand()?;
        is_settled[at as usize] = true;
        settled += 1;
        for (m, before) in view.predecessors(states.get(at)) {
            let cost = if in_costs { puzzle.cost(before, m) } else { 1 };
            let sum: u32 = distance + u32::from(cost);
            states.reserve(1, meter)?;
            let (earlier, is_new) = states.insert(before);
            if is_new {
                distances.push(DEAD_END);
            }
            if sum < distances[earlier as usize] {
                distances[earlier as usize] = sum;
                heap.push(Least((sum, earlier)));
            }
        }
    }
    is_settled.resize(distances.len(), false);
    for (distance, is_settled) in distances.iter_mut().zip(is_settled) {
        if !is_settled {
            *distance = DEAD_END;
        }
    }
    Ok(Some(StateDistances { states, distances }))
}
