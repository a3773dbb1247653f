//! The distance to the nearest goal of every state that can be reached from a board.

use fewest_ground::CostMeasure;
use fewest_ground::analysis::Analysis;
use fewest_rules::{DEAD_END, Meter, MoveCosts, Puzzle, StopReason, Words};
use fewest_search::StateSet;
use fewest_tables::{Explored, UnfinishedDistances};

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
        let measure = &puzzle.reduced().ground.measure;
        let by_cost = measure.as_ref().is_some_and(CostMeasure::is_cost_first);
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
        Ok(Self {
            states: explored.into_states(),
            distances,
        })
    }

    /// The number of states at each distance.
    pub(super) fn histogram(&self) -> Vec<u64> {
        histogram(&self.distances)
    }
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
