//! Finds the states near the shortest solutions by a search from both ends.

use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_rules::{Goals, Meter, Puzzle, Reverse, StopReason};

use super::near_graph::NearGraph;
use crate::best_first::Moves;
use crate::breadth_first::Layers;
use crate::states::{StateSet, memory};

impl<M: Copy + Ord + std::fmt::Debug> NearGraph<M> {
    /// The graph of the states on solutions of at most `length` moves, without costs.
    pub(super) fn from_both_ends<P: Reverse<Move = M> + Goals>(
        puzzle: &P,
        start: P::State,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let held = meter.held();
        let known = MovesLeft::new(puzzle, start, length, meter)?;
        let longest = if known.is_complete { u32::MAX } else { length };
        let mut near = Layers::new(false, meter)?;
        near.seed([start], meter)?;
        while near.frontier() > 0 {
            let depth = near.depth() + 1;
            let known = &known;
            near.advance(
                meter,
                |state| {
                    let successors = successors_in_play(puzzle, state);
                    successors.filter(move |&after| {
                        let left = known.moves_left(after);
                        left.is_some_and(|left| left.saturating_add(depth) <= longest)
                    })
                },
                |_, _| ControlFlow::Continue(()),
            )?;
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

impl<S: Copy + Eq + Hash> MovesLeft<S> {
    /// Computes the number of moves left from each state on a solution of at most `length` moves.
    ///
    /// The depths of the two waves add up to `length`, so each state on a solution of at most
    /// `length` moves lies in one of the waves. The search finds the states outside the backward
    /// wave layer by layer. The states one move beyond the backward wave are those predecessors of
    /// its last layer that the forward wave has reached. The search continues with their
    /// predecessors, and so on up to the start.
    fn new<P>(puzzle: &P, start: S, length: u32, meter: &mut Meter) -> Result<Self, StopReason>
    where
        P: Reverse<State = S> + Goals,
    {
        let mut forward = Layers::new(false, meter)?;
        let mut backward = Layers::new(false, meter)?;
        forward.seed([start], meter)?;
        backward.seed(puzzle.goals(), meter)?;
        while forward.depth() + backward.depth() < length
            && forward.frontier() > 0
            && backward.frontier() > 0
        {
            if forward.frontier() <= backward.frontier() {
                forward.advance(
                    meter,
                    |state| successors_in_play(puzzle, state),
                    |_, _| ControlFlow::Continue(()),
                )?;
            } else {
                backward.advance(
                    meter,
                    |state| puzzle.predecessors(state).map(|(_, before)| before),
                    |_, _| ControlFlow::Continue(()),
                )?;
            }
        }
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
}
