//! All shortest solutions, and all states near them, by a search from both ends.

use std::hash::Hash;

use fewest_rules::{Goals, Limits, Meter, Puzzle, Report, Reverse, StopReason};

use super::near_graph::NearGraph;
use super::shortest_paths::{PathsOrOutcome, report, search};
use super::solution_graph::SolutionGraph;
use crate::best_first::Moves;
use crate::both_ends::Waves;
use crate::breadth_first::{Layers, nothing};
use crate::states::{StateSet, memory};

/// Finds all shortest solutions from `start`, like [`shortest_paths`](crate::shortest_paths), with
/// about the work of [`bidirectional`](crate::bidirectional). If the report's outcome is solved,
/// the graph of these solutions is returned as well, and the moves in the report are the
/// lexicographically first of them.
///
/// The waves advance until the first layer that meets the other wave is complete. Then the numbers
/// of moves left are known for all states on shortest solutions, and a search from the start enters
/// only these states. At its peak, the search holds the states of both waves and the graph.
pub fn shortest_paths_from_both_ends<P: Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> (Report<P::Move>, Option<SolutionGraph<P::Move>>) {
    let mut meter = Meter::new(limits);
    report(all_shortest(puzzle, start, &mut meter), &meter)
}

fn all_shortest<P: Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Ok(SolutionGraph::of_a_goal()));
    }
    meter.prove_at_least(1);
    let mut waves = Waves::new(puzzle, start, meter)?;
    let mut met = false;
    while !met {
        meter.prove_at_least(waves.depth() + 1);
        if let Some(unsolvable) = waves.exhausted() {
            return Ok(Err(unsolvable));
        }
        let successors = |state| puzzle.successors(state).map(|(_, after)| after);
        met = waves.advance(puzzle, successors, true, meter)?.is_some();
    }
    let length = waves.depth();
    let known = MovesLeft::new(puzzle, waves, length, meter)?;
    let on_solution = |depth: u32, state| {
        let left = known.moves_left(state);
        left.is_some_and(|left| left.saturating_add(depth) <= length)
    };
    let found = search(puzzle, start, on_solution, meter)?;
    known.release(meter);
    Ok(found)
}

impl<M: Copy + Ord + std::fmt::Debug + Send + Sync> NearGraph<M> {
    /// The graph of the states on solutions of at most `length` moves, without costs.
    pub(super) fn from_both_ends<P: Reverse<Move = M> + Goals>(
        puzzle: &P,
        start: P::State,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let held = meter.held();
        let mut waves = Waves::new(puzzle, start, meter)?;
        while waves.depth() < length && waves.frontier() > 0 {
            waves.advance(
                puzzle,
                |state| successors_in_play(puzzle, state),
                true,
                meter,
            )?;
        }
        let known = MovesLeft::new(puzzle, waves, length, meter)?;
        let longest = if known.is_complete { u32::MAX } else { length };
        let mut near = Layers::new(false, meter)?;
        near.seed([start], meter)?;
        while near.frontier() > 0 {
            let depth = near.depth() + 1;
            let known = &known;
            let successors = |state| {
                successors_in_play(puzzle, state).filter(move |&after| {
                    let left = known.moves_left(after);
                    left.is_some_and(|left| left.saturating_add(depth) <= longest)
                })
            };
            near.advance(meter, successors, nothing, false)?;
        }
        let beyond = (!known.is_complete).then_some(length.saturating_add(1));
        drop(known);
        let all = 0..near.set.len() as u32;
        let graph = Self::of(puzzle, Moves::EQUAL, &near.set, all, beyond, meter)?;
        drop(near);
        graph.with_left(held, meter)
    }
}

/// The successors of a state; none if the state is a goal, because a solution ends there.
fn successors_in_play<P: Puzzle>(puzzle: &P, state: P::State) -> impl Iterator<Item = P::State> {
    let in_play = !puzzle.is_goal(state);
    let successors = puzzle.successors(state).map(|(_, after)| after);
    successors.take_while(move |_| in_play)
}

/// The number of moves left to the nearest goal, for each state of the backward wave, and for each
/// state of the forward wave that lies on a solution of at most the wanted length. A wave is the
/// search from one end.
struct MovesLeft<S> {
    backward: Layers<S>,
    /// The states on solutions of at most the wanted length that the backward wave does not
    /// contain.
    upper: StateSet<S>,
    /// The number of moves left from each state of `upper`.
    left: Vec<u32>,
    /// Whether the number is known for all states from which a goal can be reached.
    is_complete: bool,
}

impl<S: Copy + Eq + Hash + Send + Sync> MovesLeft<S> {
    /// Computes the number of moves left from each state on a solution of at most `length` moves,
    /// from waves whose depths add up to `length`, unless one of them is exhausted.
    ///
    /// Each state on a solution of at most `length` moves lies in one of the waves. The search
    /// finds the states outside the backward wave layer by layer. The states one move beyond the
    /// backward wave are those predecessors of its last layer that the forward wave has reached.
    /// The search continues with their predecessors, and so on up to the start.
    fn new<P>(
        puzzle: &P,
        waves: Waves<S>,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason>
    where
        P: Reverse<State = S>,
    {
        let Waves { forward, backward } = waves;
        let all_forward = forward.frontier() == 0;
        let mut found = Self {
            is_complete: all_forward || backward.frontier() == 0,
            upper: StateSet::new(),
            left: Vec::new(),
            backward,
        };
        let longest = if all_forward { u32::MAX } else { length };
        found.ascend(puzzle, &forward, longest, meter)?;
        forward.release(meter);
        Ok(found)
    }

    /// Finds the states of the forward wave that lie on solutions of at most `length` moves but not
    /// in the backward wave.
    fn ascend<P: Reverse<State = S>>(
        &mut self,
        puzzle: &P,
        forward: &Layers<S>,
        length: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let mut left = self.backward.depth();
        let mut layer: Vec<S> = Vec::new();
        for index in self.backward.layer(left) {
            if index % 1024 == 1023 {
                meter.poll()?;
            }
            let state = self.backward.set.get(index);
            if forward.set.find(state).is_some() {
                memory::push(&mut layer, state, meter)?;
            }
        }
        while !layer.is_empty() && left < length {
            left += 1;
            let mut beyond = Vec::new();
            for &state in &layer {
                meter.expand()?;
                for (_, before) in puzzle.predecessors(state) {
                    meter.generate(1);
                    let near = forward
                        .set
                        .find(before)
                        .is_some_and(|index| forward.depth_of(index) <= length - left);
                    if !near || self.backward.set.find(before).is_some() {
                        continue;
                    }
                    self.upper.reserve(1, meter)?;
                    if self.upper.insert(before).1 {
                        memory::push(&mut self.left, left, meter)?;
                        memory::push(&mut beyond, before, meter)?;
                    }
                }
            }
            memory::release(std::mem::replace(&mut layer, beyond), meter);
        }
        memory::release(layer, meter);
        Ok(())
    }

    /// The least number of moves from `state` to a goal. `None` if no goal can be reached, or if
    /// every solution through the state is too long.
    fn moves_left(&self, state: S) -> Option<u32> {
        if let Some(index) = self.backward.set.find(state) {
            return Some(self.backward.depth_of(index));
        }
        let index = self.upper.find(state)?;
        Some(self.left[index as usize])
    }

    fn release(self, meter: &mut Meter) {
        self.backward.release(meter);
        self.upper.release(meter);
        memory::release(self.left, meter);
    }
}
