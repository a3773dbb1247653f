//! A breadth-first search, from the start or from both ends, that can pause between two layers.

use std::hash::Hash;

use fewest_rules::{Limits, Meter, Outcome, Puzzle, StopReason};

use crate::conclusion::conclude_turn;
use crate::paused::SearchTurn;

/// What a breadth-first search of `P` has reached, layer by layer: one wave, or two that may meet.
pub trait Layered<P: Puzzle>: Sized {
    /// The waves with their first layers. `start` is no goal.
    ///
    /// # Errors
    /// The limit that was reached.
    fn new(puzzle: &P, start: P::State, meter: &mut Meter) -> Result<Self, StopReason>;

    /// The number of layers after the first ones. Every solution is longer.
    fn depth(&self) -> u32;

    /// The number of states that [`advance`](Self::advance) expands next.
    fn frontier(&self) -> usize;

    /// The proof that there is no solution, if a wave has no state left to expand.
    fn exhausted(&self) -> Option<Outcome<P::Move>>;

    /// Expands a layer. Returns the solution if there is one of the next length.
    ///
    /// # Errors
    /// The limit that was reached.
    fn advance(
        &mut self,
        puzzle: &P,
        meter: &mut Meter,
    ) -> Result<Option<Vec<P::Move>>, StopReason>;
}

/// A breadth-first search that can pause between two layers, with the waves `W`.
#[derive(Debug)]
pub struct LayerSearch<S, W> {
    start: S,
    /// `None` before the first layer.
    waves: Option<W>,
    /// The bytes that the waves hold.
    held: u64,
}

impl<S: Copy + Eq + Hash, W> LayerSearch<S, W> {
    /// Prepares a search from `start`. The search holds no states before the first call of
    /// [`advance`](Self::advance).
    pub fn new(start: S) -> Self {
        Self {
            start,
            waves: None,
            held: 0,
        }
    }

    /// The bytes that the waves hold during a pause.
    pub fn bytes(&self) -> u64 {
        self.held
    }

    /// Continues the search. The search pauses before it expands a layer if this call has expanded
    /// `states` states, or if the layer has more than twice that number of states.
    ///
    /// `puzzle` must be the same in each call. The statistics count only the work of this call.
    pub fn advance<P>(
        mut self,
        puzzle: &P,
        states: u64,
        limits: &Limits,
    ) -> SearchTurn<Self, P::Move>
    where
        P: Puzzle<State = S>,
        W: Layered<P>,
    {
        let mut meter = Meter::new(limits);
        let result = self.search(puzzle, states, &mut meter);
        self.held = meter.held();
        conclude_turn(self, result, &meter)
    }

    /// The outcome; `None` if the search pauses.
    fn search<P>(
        &mut self,
        puzzle: &P,
        states: u64,
        meter: &mut Meter,
    ) -> Result<Option<Outcome<P::Move>>, StopReason>
    where
        P: Puzzle<State = S>,
        W: Layered<P>,
    {
        if puzzle.is_goal(self.start) {
            return Ok(Some(Outcome::Solved { moves: Vec::new() }));
        }
        meter.hold(self.held)?;
        let waves = match &mut self.waves {
            Some(waves) => waves,
            none => {
                meter.prove_at_least(1);
                none.insert(W::new(puzzle, self.start, meter)?)
            }
        };
        loop {
            if let Some(unsolvable) = waves.exhausted() {
                return Ok(Some(unsolvable));
            }
            meter.prove_at_least(waves.depth() + 1);
            let next = waves.frontier() as u64;
            if meter.counts().0 >= states || next / 2 > states {
                return Ok(None);
            }
            if let Some(moves) = waves.advance(puzzle, meter)? {
                return Ok(Some(Outcome::Solved { moves }));
            }
        }
    }
}
