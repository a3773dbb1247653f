//! Computes how many moves the states near the shortest solutions have left to a goal, by a search
//! from both ends.

use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_rules::{Goals, Meter, Reverse, StopReason};

use super::moves_left::MovesLeft;
use crate::breadth_first::Layers;
use crate::states::{StateSet, memory};

/// The number of moves left to the nearest goal, for each state of the backward wave, and for each
/// state of the forward wave that lies on a solution of at most the wanted length. A wave is the
/// search from one end.
pub(crate) struct FromBothEnds<S> {
    backward: Layers<S>,
    /// The states on solutions of at most the wanted length that the backward wave does not
    /// contain.
    upper: StateSet<S>,
    /// The number of moves left from each state of `upper`.
    left: Vec<u32>,
    is_complete: bool,
}

impl<S: Copy + Eq + Hash> FromBothEnds<S> {
    /// Computes the number of moves left from each state on a solution of at most `length` moves.
    ///
    /// The depths of the two waves add up to `length`, so each state on a solution of at most
    /// `length` moves lies in one of the waves. The search finds the states outside the backward
    /// wave layer by layer. The states one move beyond the backward wave are those predecessors of
    /// its last layer that the forward wave has reached. The search continues with their
    /// predecessors, and so on up to the start.
    pub(crate) fn new<P>(
        puzzle: &P,
        start: S,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason>
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
                forward.advance_by(
                    meter,
                    &|state, list| {
                        if !puzzle.is_goal(state) {
                            list.extend(puzzle.successors(state).map(|(_, after)| after));
                        }
                    },
                    &mut |_, _| ControlFlow::Continue(()),
                )?;
            } else {
                backward.advance_by(
                    meter,
                    &|state, list| {
                        list.extend(puzzle.predecessors(state).map(|(_, before)| before))
                    },
                    &mut |_, _| ControlFlow::Continue(()),
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
}

impl<S: Copy + Eq + Hash> MovesLeft<S> for FromBothEnds<S> {
    fn moves_left(&self, state: S) -> Option<u32> {
        if let Some(index) = self.backward.set.find(state) {
            return Some(self.backward.depth_of(index));
        }
        self.upper
            .find(state)
            .map(|index| self.left[index as usize])
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn release(self, meter: &mut Meter) {
        memory::release(self.left, meter);
        self.upper.release(meter);
        self.backward.release(meter);
    }
}
