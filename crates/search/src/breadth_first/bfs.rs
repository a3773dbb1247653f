//! Breadth-first search.

use std::hash::Hash;

use fewest_rules::{Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::layers::Layers;
use crate::conclusion::{conclude_turn, exhausted};
use crate::paused::SearchTurn;

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
#[derive(Debug)]
pub struct OneWave<S> {
    start: S,
    /// `None` before the first layer.
    layers: Option<Layers<S>>,
    /// The bytes that the layers hold.
    held: u64,
}

impl<S: Copy + Eq + Hash + Send + Sync> OneWave<S> {
    /// Prepares a search from `start`. The search holds no states before the first call of
    /// [`advance`](Self::advance).
    pub fn new(start: S) -> Self {
        Self {
            start,
            layers: None,
            held: 0,
        }
    }

    /// The bytes that the layers hold during a pause.
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
    {
        if puzzle.is_goal(self.start) {
            return Ok(Some(Outcome::Solved { moves: Vec::new() }));
        }
        meter.hold(self.held)?;
        let layers = match &mut self.layers {
            Some(layers) => layers,
            none => {
                let layers = none.insert(Layers::new(true, meter)?);
                layers.seed([self.start], meter)?;
                layers
            }
        };
        loop {
            let next = layers.frontier() as u64;
            if next == 0 {
                return Ok(Some(exhausted(layers.set.len(), false)));
            }
            meter.prove_at_least(layers.depth() + 1);
            if meter.counts().0 >= states || next / 2 > states {
                return Ok(None);
            }
            let successors = |state| puzzle.successors(state).map(|(_, after)| after);
            if layers.advance(meter, successors, goals(puzzle), true)? {
                let moves = layers.path_to(puzzle, layers.marked()[0])?;
                return Ok(Some(Outcome::Solved { moves }));
            }
        }
    }
}

/// Marks the goals among the new states of a layer (see [`Layers::advance`]).
pub(crate) fn goals<P: Puzzle>(puzzle: &P) -> impl Fn(&[P::State], &mut dyn FnMut(usize)) {
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
