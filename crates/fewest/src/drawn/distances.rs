//! The distance to the nearest goal of every state that can be reached from a board.

use fewest_ground::CostMeasure;
use fewest_ground::analysis::Analysis;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_rules::{Cost, Meter, Puzzle, Reverse, StopReason, Words};
use fewest_search::{Explored, ReachedStates, StateSet, reached_states};

use super::cost_distances::cost_distances;
use super::stopped_census::{NEVER, StoppedCensus};

/// The number of states whose predecessors are looked up at once.
const CHUNK: usize = 64;

/// All states that can be reached, in the order of their discovery, and the distance of each of
/// them to the nearest goal.
pub(super) struct ReachedDistances<const N: usize> {
    found: FoundStates<N>,
    pub(super) distances: Vec<u32>,
}

/// All states that can be reached from the start.
enum FoundStates<const N: usize> {
    /// The states alone, without the moves between them.
    Alone(StateSet<Words<N>>),
    /// The states and the moves between them.
    WithMoves(Explored<Words<N>>),
}

impl<const N: usize> FoundStates<N> {
    fn set(&self) -> &StateSet<Words<N>> {
        match self {
            Self::Alone(states) => states,
            Self::WithMoves(explored) => explored.states(),
        }
    }
}

impl<const N: usize> ReachedDistances<N> {
    /// If the objective minimises costs first, finds the least cost from each state to a goal. In
    /// all other cases, finds all states forwards from `start`, and then their distances backwards
    /// from the goals among these states.
    pub(super) fn of(
        analysis: &Analysis<N>,
        start: Words<N>,
        meter: &mut Meter,
    ) -> Result<Self, StoppedCensus> {
        let puzzle = analysis.puzzle();
        let measure = &puzzle.reduced().ground.measure;
        if measure.as_ref().is_some_and(CostMeasure::is_cost_first) {
            let (states, distances) = cost_distances(analysis, start, meter)?;
            return Ok(Self {
                found: FoundStates::Alone(states),
                distances,
            });
        }
        let Some(predecessors) = analysis.predecessors() else {
            let mut successors = |state, list: &mut Vec<(Words<N>, Cost)>| {
                let successors = puzzle.successors(state);
                list.extend(successors.map(|(_, after)| (after, Cost::One)));
            };
            let is_goal = |state| puzzle.is_goal(state);
            let explored = Explored::new(start, &mut successors, &is_goal, usize::MAX, meter)?;
            let explored = explored.ok_or(StopReason::Capacity)?;
            let earlier = |states: &[u32], earlier: &mut Vec<u32>| {
                for &state in states {
                    earlier.extend(explored.predecessors_of(state).map(|(before, _)| before));
                }
            };
            return Ok(Self {
                distances: distances(puzzle, explored.states(), earlier, meter)?,
                found: FoundStates::WithMoves(explored),
            });
        };
        let ReachedStates { states, layers } = reached_states(puzzle, start, meter)?;
        let goals = analysis.goals_at_once();
        let is_only_goal = goals.is_some_and(|goals| goals.len() == 1) && puzzle.is_goal(start);
        let distances = if is_only_goal && analysis.inverse_moves().is_some() {
            // The start is the only goal and every move can be taken back, so the distance of a
            // state to the goal is its distance from the start.
            meter.hold(meter.held() + 4 * states.len() as u64)?;
            let layers = (0..).zip(layers);
            let of_layer = |(depth, states)| std::iter::repeat_n(depth, states as usize);
            layers.flat_map(of_layer).collect()
        } else {
            let view = analysis.view(predecessors);
            let mut batch = Vec::new();
            let earlier = |chunk: &[u32], earlier: &mut Vec<u32>| {
                batch.clear();
                for &state in chunk {
                    let predecessors = view.predecessors(states.get(state));
                    batch.extend(predecessors.map(|(_, before)| before));
                }
                states.find_all(&batch, |_, before| earlier.extend(before));
            };
            distances(puzzle, &states, earlier, meter)?
        };
        Ok(Self {
            found: FoundStates::Alone(states),
            distances,
        })
    }

    /// The states, in the order in which their distances are stored.
    pub(super) fn states(&self) -> &StateSet<Words<N>> {
        self.found.set()
    }

    /// The states and their distances, without the moves.
    pub(super) fn into_parts(self) -> (StateSet<Words<N>>, Vec<u32>) {
        let states = match self.found {
            FoundStates::Alone(states) => states,
            FoundStates::WithMoves(explored) => explored.into_states(),
        };
        (states, self.distances)
    }

    /// The number of states at each distance.
    pub(super) fn histogram(&self) -> Vec<u64> {
        histogram(&self.distances)
    }
}

/// The distances of `states` to the nearest goal, by breadth-first search from the goals among
/// them. `predecessors` appends the numbers of the predecessors of some states to a list.
fn distances<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    states: &StateSet<Words<N>>,
    mut predecessors: impl FnMut(&[u32], &mut Vec<u32>),
    meter: &mut Meter,
) -> Result<Vec<u32>, StoppedCensus> {
    // Each state takes four bytes for its distance and four for its entry in the queue.
    meter.hold(meter.held() + 8 * states.len() as u64)?;
    let mut distances = vec![NEVER; states.len()];
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
    let (mut layer, mut earlier) = (0..queue.len(), Vec::new());
    for distance in 1.. {
        if layer.is_empty() {
            break;
        }
        for first in layer.clone().step_by(CHUNK) {
            if let Err(reason) = meter.poll() {
                // All states of the layer that is being expanded are known, but not all states of
                // the next layer.
                let mut histogram = histogram(&distances);
                histogram.truncate(distance as usize);
                return Err(StoppedCensus { histogram, reason });
            }
            earlier.clear();
            let end = layer.end.min(first + CHUNK);
            predecessors(&queue[first..end], &mut earlier);
            for &state in &earlier {
                let known = &mut distances[state as usize];
                if *known == NEVER {
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
    for &distance in distances.iter().filter(|&&d| d != NEVER) {
        let distance = distance as usize;
        if histogram.len() <= distance {
            histogram.resize(distance + 1, 0);
        }
        histogram[distance] += 1;
    }
    histogram
}
