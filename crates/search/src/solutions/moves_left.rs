//! Computes how many moves the states near the shortest solutions have left to a goal, by a search
//! from the start.

use std::cell::Cell;
use std::hash::Hash;

use fewest_rules::{Cost, DEAD_END, Heuristic, Meter, Puzzle, StopReason};

use crate::breadth_first::{Following, Layers};
use crate::patterns::Explored;
use crate::states::memory;

/// For each state that may lie on a solution of at most a given length, the least number of moves
/// to a goal.
pub(crate) trait MovesLeft<S> {
    /// The least number of moves from `state` to a goal. `None` if no goal can be reached, or if
    /// every solution through the state is too long.
    fn moves_left(&self, state: S) -> Option<u32>;

    /// Whether [`moves_left`](Self::moves_left) returns `None` only for states from which no goal
    /// can be reached. Otherwise `None` may also mean that every solution through the state is too
    /// long.
    fn is_complete(&self) -> bool;

    /// Drops the computed numbers and reports their memory as free.
    fn release(self, meter: &mut Meter);
}

/// The value of a state whose number of moves left is not known.
const UNKNOWN: u32 = u32::MAX;

/// The number of moves left to a goal from each state that a search from the start reaches.
pub(crate) enum FromTheStart<S> {
    /// The search from the start ended before it had reached all states.
    Near {
        layers: Layers<S>,
        /// For each state of `layers`, in the order of the indices there, the number of moves left
        /// to a goal, or [`UNKNOWN`].
        left: Vec<u32>,
    },
    /// All states were reached.
    All {
        explored: Explored<S>,
        left: Vec<Option<u32>>,
        bytes: u64,
    },
}

impl<S: Copy + Eq + Hash> FromTheStart<S> {
    /// Computes the number of moves left from each state on a solution of at most `length` moves. A
    /// solution ends at its first goal, so no moves are followed from a goal.
    ///
    /// States that `heuristic` excludes are skipped. If the search reaches all states, it keeps the
    /// moves between them, and a backward search over these moves computes the numbers. Otherwise
    /// no moves are kept, and several passes compute the numbers. Let the *excess* of a state be
    /// the length of the shortest solution through it, minus the length of the shortest solution of
    /// all. Each pass finds the states with one excess, beginning with 0, from the last layer to
    /// the first. Consider the next state on the shortest solution through a state. If the next
    /// state lies in the next layer, it has the same excess, and the same pass has already found
    /// it. Otherwise the next state lies in the same layer as the state or in an earlier layer.
    /// Then the shortest solution through the next state is shorter, and an earlier pass has found
    /// it.
    pub(crate) fn new<P, H>(
        puzzle: &P,
        start: S,
        heuristic: &H,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason>
    where
        P: Puzzle<State = S>,
        H: Heuristic<P>,
    {
        Self::search(
            start,
            &|state, list| list.extend(puzzle.successors(state).map(|(_, after)| after)),
            &|state| puzzle.is_goal(state),
            &|state| heuristic.bound(heuristic.start(puzzle, state)),
            length,
            meter,
        )
    }

    /// The part of [`new`](Self::new) that does not depend on the puzzle, so that it is compiled
    /// only once for each type of states.
    fn search(
        start: S,
        following: &Following<'_, S>,
        is_goal: &dyn Fn(S) -> bool,
        bound: &dyn Fn(S) -> u32,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut layers = Layers::new(false, meter)?;
        layers.seed([start], meter)?;
        let mut nearest = is_goal(start).then_some(0);
        // Whether the search has skipped a state through which a longer solution may pass.
        let cut = Cell::new(bound(start) > length && bound(start) != DEAD_END);
        while layers.frontier() > 0 && layers.depth() < length && !cut_at_once(&layers, &cut) {
            let depth = layers.depth() + 1;
            layers.advance_by(
                meter,
                &|state, list| {
                    if is_goal(state) {
                        return;
                    }
                    following(state, list);
                    list.retain(|&after| {
                        let bound = bound(after);
                        let near = bound.saturating_add(depth) <= length;
                        cut.set(cut.get() || !near && bound != DEAD_END);
                        near
                    });
                },
                &mut |_, state| {
                    if nearest.is_none() && is_goal(state) {
                        nearest = Some(depth);
                    }
                    std::ops::ControlFlow::Continue(())
                },
            )?;
        }
        if layers.frontier() == 0 && !cut.get() {
            layers.release(meter);
            return Self::all(start, following, is_goal, meter);
        }
        let states = layers.set.len();
        memory::take(meter, memory::bytes_of::<u32>(states))?;
        let mut left = vec![UNKNOWN; states];
        let Some(nearest) = nearest else {
            return Ok(Self::Near { layers, left });
        };
        let mut list = Vec::new();
        for most in nearest..=length {
            for depth in (0..=layers.depth().min(most)).rev() {
                for index in layers.layer(depth) {
                    if left[index as usize] != UNKNOWN {
                        continue;
                    }
                    if index % 1024 == 1023 {
                        meter.poll()?;
                    }
                    let state = layers.set.get(index);
                    if is_goal(state) {
                        if depth == most {
                            left[index as usize] = 0;
                        }
                        continue;
                    }
                    if depth == most || bound(state).saturating_add(depth) > most {
                        continue;
                    }
                    meter.expand()?;
                    list.clear();
                    following(state, &mut list);
                    let on_the_way = list.iter().any(|&after| {
                        meter.generate(1);
                        let after = layers.set.find(after);
                        let after = after.map_or(UNKNOWN, |after| left[after as usize]);
                        after != UNKNOWN && depth + 1 + after <= most
                    });
                    if on_the_way {
                        left[index as usize] = most - depth;
                    }
                }
            }
        }
        Ok(Self::Near { layers, left })
    }

    /// Explores all states that can be reached, and computes the number of moves left from each
    /// state.
    fn all(
        start: S,
        following: &Following<'_, S>,
        is_goal: &dyn Fn(S) -> bool,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let held = meter.held();
        let mut after = Vec::new();
        let mut successors = |state, list: &mut Vec<(S, Cost)>| {
            if !is_goal(state) {
                following(state, &mut after);
                list.extend(after.drain(..).map(|after| (after, Cost::One)));
            }
        };
        let explored = Explored::new(start, &mut successors, is_goal, usize::MAX, meter)?;
        let explored = explored.ok_or(StopReason::Capacity)?;
        // The queue holds a state at most as many times as moves lead from it.
        let states = explored.states().len();
        memory::take(meter, memory::bytes_of::<Option<u32>>(2 * states))?;
        let left = explored.distances(meter)?;
        Ok(Self::All {
            explored,
            left,
            bytes: meter.held() - held,
        })
    }
}

/// Whether the search skipped even the start, because its bound exceeds the length.
fn cut_at_once<S: Copy + Eq + Hash>(layers: &Layers<S>, cut: &Cell<bool>) -> bool {
    layers.depth() == 0 && cut.get()
}

impl<S: Copy + Eq + Hash> MovesLeft<S> for FromTheStart<S> {
    fn moves_left(&self, state: S) -> Option<u32> {
        match self {
            Self::Near { layers, left } => {
                let left = left[layers.set.find(state)? as usize];
                (left != UNKNOWN).then_some(left)
            }
            Self::All { explored, left, .. } => left[explored.states().find(state)? as usize],
        }
    }

    fn is_complete(&self) -> bool {
        matches!(self, Self::All { .. })
    }

    fn release(self, meter: &mut Meter) {
        match self {
            Self::Near { layers, left } => {
                memory::release(left, meter);
                layers.release(meter);
            }
            Self::All { bytes, .. } => memory::give_back(meter, bytes),
        }
    }
}
