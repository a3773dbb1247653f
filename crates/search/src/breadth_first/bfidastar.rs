//! Breadth-first iterative-deepening A*.

use std::cell::Cell;
use std::ops::ControlFlow;

use fewest_rules::{DEAD_END, Heuristic, Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::layers::Layers;
use crate::conclusion::{conclude, exhausted};

/// If an iteration reaches fewer than this many times as many states as the iteration before,
/// bounds hardly save anything, so the next iteration has no bound.
const WORTH_BOUND: usize = 2;

/// Finds the lexicographically first of the shortest solutions from `start` by breadth-first
/// searches for solutions of at most a given length. Each search leaves out the states that, by an
/// admissible `heuristic`, lie on no such solution. The given length grows from one breadth-first
/// search to the next.
///
/// (R. Zhou, E. A. Hansen, "Breadth-first heuristic search", 2004.) In comparison with
/// [`bfs`](crate::bfs), states of the last layers are mostly left out. In comparison with
/// [`astar`](crate::astar), a state takes no memory for the length of its path and its bound, and
/// states that are left out take none. Where the number of states hardly grows with the length, the
/// last search is plain breadth-first search, so that all searches together take at most about
/// three times its work.
///
/// Takes as much memory per state as [`bfs`](crate::bfs). Proves unsolvability by exhausting the
/// reachable states. Stops with [`StopReason::Capacity`] beyond 2³² − 1 states.
pub fn bfidastar<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    limits: &Limits,
) -> Report<P::Move> {
    let mut meter = Meter::new(limits);
    conclude(search(puzzle, start, heuristic, &mut meter), &meter)
}

fn search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    meter: &mut Meter,
) -> Result<Outcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Outcome::Solved { moves: Vec::new() });
    }
    let bound = |state| heuristic.bound(heuristic.start(puzzle, state));
    if bound(start) == DEAD_END {
        return Ok(exhausted(1, true));
    }
    let mut length = Some(bound(start).max(1));
    let mut before = 0;
    loop {
        let mut search = LengthBoundedSearch::new(puzzle, start, &bound, length, meter)?;
        if let Some(goal) = search.goal(meter)? {
            let moves = search.layers.path_to(puzzle, goal)?;
            return Ok(Outcome::Solved { moves });
        }
        let reached = search.layers.set.len();
        let Some(next) = search.next_length.get() else {
            return Ok(exhausted(reached, search.met_dead_ends.get()));
        };
        search.layers.release(meter);
        length = (reached / WORTH_BOUND >= before).then_some(next);
        before = reached;
    }
}

/// A breadth-first search for solutions of a bounded length.
struct LengthBoundedSearch<'a, P: Puzzle, B> {
    puzzle: &'a P,
    bound: &'a B,
    /// The greatest length of the solutions that the search looks for; `None` if every length is
    /// allowed.
    length: Option<u32>,
    layers: Layers<P::State>,
    /// The least lower bound, by the heuristic, on the length of a solution through a state that
    /// was left out. This is the greatest length for the next search.
    next_length: Cell<Option<u32>>,
    met_dead_ends: Cell<bool>,
}

impl<'a, P: Puzzle, B: Fn(P::State) -> u32> LengthBoundedSearch<'a, P, B> {
    fn new(
        puzzle: &'a P,
        start: P::State,
        bound: &'a B,
        length: Option<u32>,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut layers = Layers::new(true, meter)?;
        layers.seed([start], meter)?;
        Ok(Self {
            puzzle,
            bound,
            length,
            layers,
            next_length: Cell::new(None),
            met_dead_ends: Cell::new(false),
        })
    }

    /// The index of the first goal, if there is a solution of at most the greatest length. The
    /// caller must know that no solution is shorter than this length.
    fn goal(&mut self, meter: &mut Meter) -> Result<Option<u32>, StopReason> {
        while self.layers.frontier() > 0 {
            let depth = self.layers.depth() + 1;
            meter.prove_at_least(self.length.unwrap_or(depth));
            let may_lead_to_goal = |&after: &P::State| {
                let bound = (self.bound)(after);
                if bound == DEAD_END {
                    self.met_dead_ends.set(true);
                    return false;
                }
                let length = bound.saturating_add(depth);
                let fits = self.length.is_none_or(|most| length <= most);
                if !fits {
                    let least = self.next_length.get();
                    let least = least.map_or(length, |least| least.min(length));
                    self.next_length.set(Some(least));
                }
                fits
            };
            let goal = self.layers.advance(
                meter,
                |state| {
                    let successors = self.puzzle.successors(state).map(|(_, after)| after);
                    successors.filter(may_lead_to_goal)
                },
                |_, state| match self.puzzle.is_goal(state) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                },
            )?;
            if goal.is_some() {
                return Ok(goal);
            }
        }
        Ok(None)
    }
}
