//! Breadth-first search.

use fewest_rules::{Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::layers::Layers;
use crate::conclusion::{conclude, exhausted};

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
    let mut meter = Meter::new(limits);
    conclude(search(puzzle, start, &mut meter), &meter)
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

fn search<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    meter: &mut Meter,
) -> Result<Outcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Outcome::Solved { moves: Vec::new() });
    }
    let mut layers = Layers::new(true, meter)?;
    layers.seed([start], meter)?;
    while layers.frontier() > 0 {
        meter.prove_at_least(layers.depth() + 1);
        let successors = |state| puzzle.successors(state).map(|(_, after)| after);
        if layers.advance(meter, successors, goals(puzzle), true)? {
            let moves = layers.path_to(puzzle, layers.marked()[0])?;
            return Ok(Outcome::Solved { moves });
        }
    }
    Ok(exhausted(layers.set.len(), false))
}
