//! The two waves of a breadth-first search from both ends.

use std::hash::Hash;

use fewest_rules::{Goals, Meter, Outcome, Reverse, StopReason};

use crate::breadth_first::Layers;
use crate::conclusion::{exhausted, exhausted_backwards};

/// All states that a search from the start and a search from all goals have reached.
#[derive(Debug)]
pub struct Waves<S> {
    pub(crate) forward: Layers<S>,
    pub(crate) backward: Layers<S>,
}

impl<S: Copy + Eq + Hash + Send + Sync> Waves<S> {
    /// The waves with their first layers: the start and all goals.
    pub(crate) fn new<P>(puzzle: &P, start: S, meter: &mut Meter) -> Result<Self, StopReason>
    where
        P: Goals<State = S>,
    {
        let mut forward = Layers::new(true, meter)?;
        let mut backward = Layers::new(false, meter)?;
        forward.seed([start], meter)?;
        backward.seed(puzzle.goals(), meter)?;
        Ok(Self { forward, backward })
    }

    /// The sum of the depths of the waves. If they have no state in common, every solution is
    /// longer.
    pub(crate) fn depth(&self) -> u32 {
        self.forward.depth() + self.backward.depth()
    }

    /// The number of states in the last layer of the wave that advances next.
    pub(crate) fn frontier(&self) -> usize {
        self.forward.frontier().min(self.backward.frontier())
    }

    /// The proof that there is no solution, if a wave has no state left to expand. The waves must
    /// not have met.
    pub(crate) fn exhausted<M>(&self) -> Option<Outcome<M>> {
        if self.forward.frontier() == 0 {
            Some(exhausted(self.forward.set.len(), false))
        } else if self.backward.frontier() == 0 {
            Some(exhausted_backwards(self.backward.set.len()))
        } else {
            None
        }
    }

    /// Advances the wave with the smaller frontier by a layer. If the layer meets the other wave,
    /// returns the index in the forward wave of the first state in both. With `whole`, the layer is
    /// completed even then.
    pub(crate) fn advance<P: Reverse<State = S>, I: Iterator<Item = S>>(
        &mut self,
        puzzle: &P,
        successors: impl Fn(S) -> I + Sync,
        whole: bool,
        meter: &mut Meter,
    ) -> Result<Option<u32>, StopReason> {
        let Self { forward, backward } = self;
        if forward.frontier() <= backward.frontier() {
            forward.advance(meter, successors, states_of(backward), !whole)?;
            Ok(forward.marked().first().copied())
        } else {
            let predecessors = |state| puzzle.predecessors(state).map(|(_, before)| before);
            backward.advance(meter, predecessors, states_of(forward), false)?;
            let met = backward.marked().iter();
            let met = met.filter_map(|&index| forward.set.find(backward.set.get(index)));
            Ok(met.min())
        }
    }
}

/// Marks the states that `wave` contains (see [`Layers::advance`]).
fn states_of<S>(wave: &Layers<S>) -> impl Fn(&[S], &mut dyn FnMut(usize)) + Sync
where
    S: Copy + Eq + Hash + Send + Sync,
{
    |states, mark| {
        wave.set.find_all(states, |at, known| {
            if known.is_some() {
                mark(at);
            }
        });
    }
}
