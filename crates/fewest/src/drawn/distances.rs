//! The distance to the nearest goal of every state that can be reached from a board.

use fewest_ground::CostMeasure;
use fewest_ground::analysis::Analysis;
use fewest_rules::{Cost, Meter, Puzzle, Reverse, StopReason, Words};
use fewest_search::{Explored, StateSet};

use super::cost_distances::cost_distances;
use super::stopped_census::{NEVER, StoppedCensus};

/// All states that can be reached, in the order of their discovery, and the distance of each of
/// them to the nearest goal.
pub(super) struct ReachedDistances<const N: usize> {
    found: FoundStates<N>,
    pub(super) distances: Vec<u32>,
}

/// All states that can be reached from the start.
enum FoundStates<const N: usize> {
    /// Only the states. The moves need not be stored, because the puzzle can generate predecessors.
    Alone(StateSet<Words<N>>),
    /// The states and the moves between them.
    WithMoves(Explored<Words<N>>),
}

impl<const N: usize> FoundStates<N> {
    /// Finds all states that can be reached from `start`. Stores the moves between them only if
    /// predecessors cannot be generated.
    fn new(analysis: &Analysis<N>, start: Words<N>, meter: &mut Meter) -> Result<Self, StopReason> {
        let puzzle = analysis.puzzle();
        let after = |state| puzzle.moves(state).map(move |m| puzzle.apply(state, m));
        if analysis.predecessors().is_none() {
            let successors = |state, list: &mut Vec<(Words<N>, Cost)>| {
                list.extend(after(state).map(|after| (after, Cost::One)));
            };
            let is_goal = |state| puzzle.is_goal(state);
            let explored = Explored::new(start, successors, is_goal, usize::MAX, meter)?;
            return explored.map(Self::WithMoves).ok_or(StopReason::Capacity);
        }
        let mut states = StateSet::new();
        states.reserve(1, meter)?;
        states.insert(start);
        let mut at = 0;
        while at < states.len() {
            meter.expand()?;
            for after in after(states.get(at as u32)) {
                meter.generate(1);
                states.reserve(1, meter)?;
                states.insert(after);
            }
            at += 1;
        }
        Ok(Self::Alone(states))
    }

    fn set(&self) -> &StateSet<Words<N>> {
        match self {
            Self::Alone(states) => states,
            Self::WithMoves(explored) => explored.states(),
        }
    }
}

impl<const N: usize> ReachedDistances<N> {
    /// If the objective minimises costs first, finds the least cost from each state to a goal.
    /// Otherwise finds all states forwards from `start`, and then their distances backwards from
    /// the goals among them.
    pub(super) fn of(
        analysis: &Analysis<N>,
        start: Words<N>,
        meter: &mut Meter,
    ) -> Result<Self, StoppedCensus> {
        let measure = &analysis.puzzle().reduced().ground.measure;
        if measure.as_ref().is_some_and(CostMeasure::is_cost_first) {
            let (states, distances) = cost_distances(analysis, start, meter)?;
            return Ok(Self {
                found: FoundStates::Alone(states),
                distances,
            });
        }
        let found = FoundStates::new(analysis, start, meter)?;
        let states = found.set().len();
        // Each state takes four bytes for its distance and four for its entry in the queue.
        meter.hold(meter.held() + 8 * states as u64)?;
        let mut all = Self {
            distances: vec![NEVER; states],
            found,
        };
        all.propagate(analysis, meter)?;
        Ok(all)
    }

    /// The states, in the order in which their distances are stored.
    pub(super) fn states(&self) -> &StateSet<Words<N>> {
        self.found.set()
    }

    /// Computes the distances by breadth-first search from the goals.
    fn propagate(
        &mut self,
        analysis: &Analysis<N>,
        meter: &mut Meter,
    ) -> Result<(), StoppedCensus> {
        let states = self.found.set();
        let mut queue = Vec::with_capacity(states.len());
        for state in 0..states.len() as u32 {
            if state % 1024 == 1023 {
                meter.poll()?;
            }
            if analysis.puzzle().is_goal(states.get(state)) {
                self.distances[state as usize] = 0;
                queue.push(state);
            }
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            let distance = self.distances[state as usize];
            if at % 1024 == 1023
                && let Err(reason) = meter.poll()
            {
                // All states at the current distance are already in the queue, so the counts
                // include all of them.
                let mut histogram = self.histogram();
                histogram.truncate(distance as usize + 1);
                return Err(StoppedCensus { histogram, reason });
            }
            let mut reach = |earlier: u32| {
                let known = &mut self.distances[earlier as usize];
                if *known == NEVER {
                    *known = distance + 1;
                    queue.push(earlier);
                }
            };
            match &self.found {
                FoundStates::WithMoves(explored) => {
                    let predecessors = explored.predecessors_of(state);
                    predecessors.for_each(|(earlier, _)| reach(earlier));
                }
                FoundStates::Alone(states) => {
                    let Some(predecessors) = analysis.predecessors() else {
                        continue;
                    };
                    let view = analysis.view(predecessors);
                    for (_, before) in view.predecessors(states.get(state)) {
                        if let Some(earlier) = states.find(before) {
                            reach(earlier);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The number of states at each distance.
    pub(super) fn histogram(&self) -> Vec<u64> {
        let mut histogram: Vec<u64> = Vec::new();
        for &distance in self.distances.iter().filter(|&&d| d != NEVER) {
            let distance = distance as usize;
            if histogram.len() <= distance {
                histogram.resize(distance + 1, 0);
            }
            histogram[distance] += 1;
        }
        histogram
    }
}
