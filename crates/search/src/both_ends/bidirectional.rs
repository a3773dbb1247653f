//! Bidirectional breadth-first search.

use fewest_rules::{Goals, Limits, Meter, Outcome, Puzzle, Report, Reverse, StopReason};

use super::waves::Waves;
use crate::breadth_first::{LayerSearch, Layered, Layers};

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
pub type TwoWaves<S> = LayerSearch<S, Waves<S>>;

impl<P: Reverse + Goals> Layered<P> for Waves<P::State> {
    fn new(puzzle: &P, start: P::State, meter: &mut Meter) -> Result<Self, StopReason> {
        Self::new(puzzle, start, meter)
    }

    fn depth(&self) -> u32 {
        self.depth()
    }

    fn frontier(&self) -> usize {
        self.frontier()
    }

    fn exhausted(&self) -> Option<Outcome<P::Move>> {
        self.exhausted()
    }

    fn advance(
        &mut self,
        puzzle: &P,
        meter: &mut Meter,
    ) -> Result<Option<Vec<P::Move>>, StopReason> {
        let successors = |state| puzzle.successors(state).map(|(_, after)| after);
        let Some(index) = self.advance(puzzle, successors, false, meter)? else {
            return Ok(None);
        };
        let mut moves = self.forward.path_to(puzzle, index)?;
        descend(
            puzzle,
            self.forward.set.get(index),
            &self.backward,
            &mut moves,
        )?;
        Ok(Some(moves))
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
