//! Bidirectional breadth-first search.

use std::hash::Hash;

use fewest_rules::{Goals, Limits, Meter, Outcome, Puzzle, Report, Reverse, StopReason};

use super::waves::Waves;
use crate::breadth_first::Layers;
use crate::conclusion::conclude_turn;
use crate::paused::SearchTurn;

/// Finds the lexicographically first of the shortest solutions from `start` by searching from both
/// ends. If there are few goals, the search reaches about the square root of the number of states
/// that [`bfs`](crate::bfs) reaches.
///
/// One wave advances forward from the start, another backward from all goals. In each round the
/// wave with the smaller frontier advances by a whole layer. As long as the waves have no state in
/// common, every solution is longer than the sum of their depths. As soon as a new layer of one
/// wave meets the other wave, the shortest solutions are exactly as long as the sum of the depths.
///
/// Every shortest solution then passes through exactly one state of both frontiers. The forward
/// frontier is sorted lexicographically by its paths, so the first of the states where the waves
/// meet has the least first half. From this state on the solution takes the least move that
/// descends one backward layer at each step.
///
/// All threads that the limits allow expand the layers, and the solution does not depend on their
/// number. Proves unsolvability by exhausting either wave.
pub fn bidirectional<P: Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Report<P::Move> {
    let waves = TwoWaves::new(start);
    waves.advance(puzzle, u64::MAX, limits).report()
}

/// A bidirectional search that can pause between two layers. The search finds the same solution as
/// [`bidirectional`].
#[derive(Debug)]
pub struct TwoWaves<S> {
    start: S,
    /// `None` before the first layer.
    waves: Option<Waves<S>>,
    /// The bytes that the waves hold.
    held: u64,
}

impl<S: Copy + Eq + Hash + Send + Sync> TwoWaves<S> {
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
        P: Reverse + Goals + Puzzle<State = S>,
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
        P: Reverse + Goals + Puzzle<State = S>,
    {
        if puzzle.is_goal(self.start) {
            return Ok(Some(Outcome::Solved { moves: Vec::new() }));
        }
        meter.hold(self.held)?;
        let waves = match &mut self.waves {
            Some(waves) => waves,
            none => {
                meter.prove_at_least(1);
                none.insert(Waves::new(puzzle, self.start, meter)?)
            }
        };
        loop {
            meter.prove_at_least(waves.depth() + 1);
            if let Some(unsolvable) = waves.exhausted() {
                return Ok(Some(unsolvable));
            }
            let next = waves.frontier() as u64;
            if meter.counts().0 >= states || next / 2 > states {
                return Ok(None);
            }
            let successors = |state| puzzle.successors(state).map(|(_, after)| after);
            if let Some(index) = waves.advance(puzzle, successors, false, meter)? {
                let Waves { forward, backward } = waves;
                let mut moves = forward.path_to(puzzle, index)?;
                descend(puzzle, forward.set.get(index), backward, &mut moves)?;
                return Ok(Some(Outcome::Solved { moves }));
            }
        }
    }
}

/// Appends to `moves` the least moves from `state` down to layer 0 of the backward wave. `state`
/// lies in the last or the next to last layer of that wave.
///
/// # Errors
/// [`StopReason::Contradiction`] if no move leads to the next layer.
fn descend<P: Puzzle>(
    puzzle: &P,
    mut state: P::State,
    backward: &Layers<P::State>,
    moves: &mut Vec<P::Move>,
) -> Result<(), StopReason> {
    for depth in (0..backward.depth()).rev() {
        let layer = backward.layer(depth);
        let step = puzzle
            .moves(state)
            .map(|m| (m, puzzle.apply(state, m)))
            .find(|&(_, after)| {
                backward
                    .set
                    .find(after)
                    .is_some_and(|index| layer.contains(&index))
            });
        let (m, after) = step.ok_or(StopReason::Contradiction)?;
        moves.push(m);
        state = after;
    }
    Ok(())
}
