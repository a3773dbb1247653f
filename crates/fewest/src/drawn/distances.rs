//! The distance to the nearest goal of every state that can be reached from a board.

use fewest_ground::analysis::Analysis;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_rules::{DEAD_END, Meter, MoveCosts, Puzzle, Reverse, StopReason, Words};
use fewest_search::threads::by_all;
use fewest_search::{ReachedStates, StateSet, reached_states};
use fewest_tables::{Explored, UnfinishedDistances};

/// The predecessors of this many states are looked up at once.
const BATCH: usize = 64;
/// A thread expands this many states at a time.
const PIECE: usize = 1 << 12;
/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 256;
/// The greatest cost for which states are counted. The counts are a list with an entry for each
/// cost, and this limit keeps the list short.
const MOST_COST: u32 = 1 << 22;

/// Some states, and the distance of each of them to the nearest goal; [`DEAD_END`] if it is not
/// known or no goal can be reached. A distance is a cost if costs are minimised first, and otherwise
/// a number of moves.
pub(super) struct StateDistances<const N: usize> {
    pub(super) states: StateSet<Words<N>>,
    pub(super) distances: Vec<u32>,
}

/// The limit that stopped a census, and the number of states at each distance that was counted
/// completely.
pub(super) struct StoppedCensus {
    pub(super) histogram: Vec<u64>,
    pub(super) reason: StopReason,
}

impl From<StopReason> for StoppedCensus {
    fn from(reason: StopReason) -> Self {
        Self {
            histogram: Vec::new(),
            reason,
        }
    }
}

impl<const N: usize> StateDistances<N> {
    /// The distances of all states that can be reached from `start`, in the order of their
    /// discovery.
    ///
    /// # Errors
    /// A limit was reached; the error contains the number of states at each distance that was
    /// counted completely. The limit is [`StopReason::Capacity`] if a cost is greater than
    /// [`MOST_COST`].
    pub(super) fn reached(
        analysis: &Analysis<N>,
        start: Words<N>,
        meter: &mut Meter,
    ) -> Result<Self, StoppedCensus> {
        let puzzle = analysis.puzzle();
        let by_cost = puzzle.reduced().ground.is_cost_first();
        if by_cost || analysis.predecessors().is_none() {
            return by_stored_moves(puzzle, start, by_cost, meter);
        }
        let ReachedStates { states, .. } = reached_states(puzzle, start, meter)?;
        let distances = by_predecessors(analysis, &states, meter)?;
        Ok(Self { states, distances })
    }

    /// The number of states at each distance.
    pub(super) fn histogram(&self) -> Vec<u64> {
        histogram(&self.distances)
    }
}

/// Finds the distances backwards over the moves, which are stored when the states are found.
fn by_stored_moves<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    start: Words<N>,
    by_cost: bool,
    meter: &mut Meter,
) -> Result<StateDistances<N>, StoppedCensus> {
    let successors = |state, list: &mut Vec<(Words<N>, u16)>| {
        let cost = |m| if by_cost { puzzle.cost(state, m) } else { 1 };
        list.extend(puzzle.successors(state).map(|(m, after)| (after, cost(m))));
    };
    let is_goal = |state| puzzle.is_goal(state);
    let explored = Explored::new(start, &successors, &is_goal, usize::MAX, meter)?;
    let explored = explored.ok_or(StopReason::Capacity)?;
    let too_far = |&distance: &u32| by_cost && distance > MOST_COST && distance != DEAD_END;
    let distances = match explored.distances(meter) {
        Ok(distances) if distances.iter().any(too_far) => Err(StopReason::Capacity)?,
        Ok(distances) => distances,
        Err(UnfinishedDistances {
            mut distances,
            complete_below,
            reason,
        }) => {
            let most = complete_below.min(MOST_COST);
            distances.retain(|&distance| distance < most);
            return Err(StoppedCensus {
                histogram: histogram(&distances),
                reason,
            });
        }
    };
    Ok(StateDistances {
        states: explored.into_states(),
        distances,
    })
}

/// The distances of `states` by breadth-first search from the goals among them. Each layer is
/// divided among the threads.
fn by_predecessors<const N: usize>(
    analysis: &Analysis<N>,
    states: &StateSet<Words<N>>,
    meter: &mut Meter,
) -> Result<Vec<u32>, StoppedCensus> {
    let puzzle = analysis.puzzle();
    let view = analysis.predecessors().map(|all| analysis.view(all));
    let view = view.ok_or(StopReason::Capacity)?;
    // Each state takes four bytes for its distance and four for its entry in the queue.
    meter.hold(meter.held() + 8 * states.len() as u64)?;
    let mut distances = vec![DEAD_END; states.len()];
    let mut queue = Vec::with_capacity(states.len());
    for state in 0..states.len() as u32 {
        if state % 1024 == 1023 {
            meter.poll()?;
        }
        if puzzle.is_goal(states.get(state)) {
            distances[state as usize] = 0;
            queue.push(state);
        }
    }
    let round = PIECE * meter.limits().threads().get().min(MOST_THREADS);
    let mut layer = 0..queue.len();
    for distance in 1.. {
        if layer.is_empty() {
            break;
        }
        for first in layer.clone().step_by(round) {
            if let Err(reason) = meter.poll() {
                // All states of the layer that is being expanded are known, but not all states of
                // the next layer.
                let mut histogram = histogram(&distances);
                histogram.truncate(distance as usize);
                return Err(StoppedCensus { histogram, reason });
            }
            let mut pieces: Vec<_> = queue[first..layer.end.min(first + round)]
                .chunks(PIECE)
                .map(|piece| (piece, Vec::new()))
                .collect();
            by_all(&mut pieces, |_, (piece, found)| {
                let mut before = Vec::new();
                for batch in piece.chunks(BATCH) {
                    before.clear();
                    for &state in batch {
                        let predecessors = view.predecessors(states.get(state));
                        before.extend(predecessors.map(|(_, before)| before));
                    }
                    states.find_all(&before, |_, index| {
                        let new = |&index: &u32| distances[index as usize] == DEAD_END;
                        found.extend(index.filter(new));
                    });
                }
                Ok::<_, StopReason>(())
            })?;
            let found: Vec<Vec<u32>> = pieces.into_iter().map(|(_, found)| found).collect();
            for state in found.into_iter().flatten() {
                let known = &mut distances[state as usize];
                if *known == DEAD_END {
                    *known = distance;
                    queue.push(state);
                }
            }
        }
        layer = layer.end..queue.len();
    }
    Ok(distances)
}

/// The number of states at each distance.
fn histogram(distances: &[u32]) -> Vec<u64> {
    let mut histogram: Vec<u64> = Vec::new();
    for &distance in distances.iter().filter(|&&d| d != DEAD_END) {
        let distance = distance as usize;
        if histogram.len() <= distance {
            histogram.resize(distance + 1, 0);
        }
        histogram[distance] += 1;
    }
    histogram
}
