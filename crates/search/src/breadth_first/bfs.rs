//! Breadth-first search.

use fewest_rules::{Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::layer_search::{LayerSearch, Layered};
use super::layers::Layers;
use crate::conclusion::exhausted;

/// Finds the lexicographically first of the shortest solutions from `start` by breadth-first
/// search.
///
/// The search reaches states layer by layer. The states of a layer are expanded in the order of
/// their discovery, and moves are tried in their order. By induction, each layer is sorted
/// lexicographically by the first shortest paths of its states: the first parent that generates a
/// state has the least path, and tries its least move first. So the first goal generated is the end
/// of the lexicographically first shortest solution.
///
/// Beyond half a million states the search takes at most 8 bytes per state in addition to the state
/// itself. Proves unsolvability by exhausting the reachable states. Stops with
/// [`StopReason::Capacity`] beyond 2³² − 1 states.
///
/// ```
/// # use fewest_rules::{Limits, Outcome, Puzzle};
/// # struct Count { target: u32 }
/// # impl Puzzle for Count {
/// #     type State = u32;
/// #     type Move = char;
/// #     fn moves(&self, state: u32) -> impl Iterator<Item = char> {
/// #         ['+', 'x'].into_iter().filter(move |_| state < self.target)
/// #     }
/// #     fn apply(&self, s: u32, m: char) -> u32 { if m == '+' { s + 1 } else { s * 2 } }
/// #     fn is_goal(&self, s: u32) -> bool { s == self.target }
/// # }
/// let report = fewest_search::bfs(&Count { target: 10 }, 1, &Limits::default());
/// // x x + x is as short, but comes later.
/// assert_eq!(report.outcome, Outcome::Solved { moves: vec!['+', 'x', '+', 'x'] });
/// ```
pub fn bfs<P: Puzzle>(puzzle: &P, start: P::State, limits: &Limits) -> Report<P::Move> {
    let wave = OneWave::new(start);
    wave.advance(puzzle, u64::MAX, limits).report()
}

/// A breadth-first search that can pause between two layers. The search finds the same solution as
/// [`bfs`].
pub type OneWave<S> = LayerSearch<S, Layers<S>>;

impl<P: Puzzle> Layered<P> for Layers<P::State> {
    fn new(_: &P, start: P::State, meter: &mut Meter) -> Result<Self, StopReason> {
        let mut layers = Self::new(true, meter)?;
        layers.seed([start], meter)?;
        Ok(layers)
    }

    fn depth(&self) -> u32 {
        self.depth()
    }

    fn frontier(&self) -> usize {
        self.frontier()
    }

    fn exhausted(&self) -> Option<Outcome<P::Move>> {
        (self.frontier() == 0).then(|| exhausted(self.set.len(), false))
    }

    fn advance(
        &mut self,
        puzzle: &P,
        meter: &mut Meter,
    ) -> Result<Option<Vec<P::Move>>, StopReason> {
        let successors = |state| puzzle.successors(state).map(|(_, after)| after);
        match self.advance(meter, successors, goals(puzzle), true)? {
            true => self.path_to(puzzle, self.marked()[0]).map(Some),
            false => Ok(None),
        }
    }
}

/// Marks the goals among the new states of a layer (see [`Layers::advance`]).
pub(crate) fn goals<P: Puzzle>(puzzle: &P) -> impl Fn(&[P::State], &mut dyn FnMut(usize)) + Sync {
    move |states, mark| {
        for (at, &state) in states.iter().enumerate() {
            if puzzle.is_goal(state) {
                mark(at);
            }
        }
    }
}

/// Marks no state.
pub(crate) fn nothing<S>(_: &[S], _: &mut dyn FnMut(usize)) {}
