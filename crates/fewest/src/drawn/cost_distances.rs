//! Computes, for every state that can be reached from a board, the least cost of a path to a goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fewest_ground::analysis::Analysis;
use fewest_rules::{Meter, MoveCosts, Puzzle, StopReason, Words};
use fewest_search::StateSet;

use super::stopped_census::{NEVER, StoppedCensus};

/// A move between two states: the number of the state where the move ends, the number of the state
/// where it begins, and its cost.
type CostEdge = (u32, u32, u16);

/// Finds all states that can be reached from `start`, in the order of their discovery, and the
/// least cost from each to a goal. The cost is [`NEVER`] for a state from which no goal can be
/// reached.
///
/// Takes 12 bytes for each move. Each state takes 20 bytes in addition to the state itself.
///
/// # Errors
/// A limit was reached; the error contains the number of states at each cost that was counted
/// completely. The limit is [`StopReason::Capacity`] if a cost is greater than [`MOST_COST`].
pub(super) fn cost_distances<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
    meter: &mut Meter,
) -> Result<(StateSet<Words<N>>, Vec<u32>), StoppedCensus> {
    let puzzle = analysis.puzzle();
    let mut states = StateSet::new();
    states.reserve(1, meter)?;
    states.insert(start);
    let mut edges: Vec<CostEdge> = Vec::new();
    let mut at = 0;
    while at < states.len() as u32 {
        meter.expand()?;
        let state = states.get(at);
        for m in puzzle.moves(state) {
            meter.generate(1);
            states.reserve(1, meter)?;
            let (after, _) = states.insert(puzzle.apply(state, m));
            if edges.len() == edges.capacity() {
                let more = edges.len().max(1024);
                meter.hold(meter.held() + (more * size_of::<CostEdge>()) as u64)?;
                edges.reserve_exact(more);
            }
            edges.push((after, at, puzzle.cost(state, m)));
        }
        at += 1;
    }
    meter.hold(meter.held() + 20 * states.len() as u64)?;
    edges.sort_unstable();
    let distances = distances(&states, &edges, |state| puzzle.is_goal(state), meter)?;
    histogram(&distances)?;
    Ok((states, distances))
}

/// Runs Dijkstra's algorithm backwards from the goals over `edges`, which are sorted by the states
/// where they end.
fn distances<const N: usize>(
    states: &StateSet<Words<N>>,
    edges: &[CostEdge],
    is_goal: impl Fn(Words<N>) -> bool,
    meter: &mut Meter,
) -> Result<Vec<u32>, StoppedCensus> {
    let mut distances = vec![NEVER; states.len()];
    let mut heap = BinaryHeap::new();
    for state in 0..states.len() as u32 {
        if state % 1024 == 1023 {
            meter.poll()?;
        }
        if is_goal(states.get(state)) {
            distances[state as usize] = 0;
            heap.push(Reverse((0_u32, state)));
        }
    }
    let mut settled = 0_u32;
    while let Some(Reverse((distance, state))) = heap.pop() {
        if distance > distances[state as usize] {
            continue;
        }
        settled += 1;
        if settled % 1024 == 1023
            && let Err(reason) = meter.poll()
        {
            let mut histogram = histogram(&distances)?;
            // The algorithm may still lower the costs of states at this cost and above, so these
            // are not counted.
            histogram.truncate(distance as usize);
            return Err(StoppedCensus { histogram, reason });
        }
        let first = edges.partition_point(|&(end, ..)| end < state);
        for &(_, before, cost) in edges[first..].iter().take_while(|&&(end, ..)| end == state) {
            let sum = distance.saturating_add(cost.into()).min(NEVER - 1);
            if sum < distances[before as usize] {
                distances[before as usize] = sum;
                heap.push(Reverse((sum, before)));
            }
        }
    }
    Ok(distances)
}

/// The greatest cost for which states are counted. The counts are a list with an entry for each
/// cost, and this limit keeps the list short.
const MOST_COST: u32 = 1 << 22;

/// Counts the states at each cost.
///
/// # Errors
/// [`StopReason::Capacity`] if a cost is greater than [`MOST_COST`].
fn histogram(distances: &[u32]) -> Result<Vec<u64>, StopReason> {
    let reached = || distances.iter().filter(|&&distance| distance != NEVER);
    let most = reached().max().copied();
    if most.is_some_and(|most| most > MOST_COST) {
        return Err(StopReason::Capacity);
    }
    let mut histogram = vec![0; most.map_or(0, |most| most as usize + 1)];
    for &distance in reached() {
        histogram[distance as usize] += 1;
    }
    Ok(histogram)
}
