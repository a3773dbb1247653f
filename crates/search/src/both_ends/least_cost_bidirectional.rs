//! Search for a solution of least cost from both ends.

use std::ops::ControlFlow;

use fewest_rules::{
    CostReport, Goals, Limits, Meter, MoveCosts, Objective, Outcome, Reverse, StopReason,
};

use crate::best_first::{CostKeys, MoveWeights, Wave, Weights, cost_of};
use crate::conclusion::{conclude_costs, exhausted, exhausted_backwards};

/// Finds a best solution from `start` for `objective` by searching from both ends.
///
/// Two instances of Dijkstra's algorithm run, one forward from the start and one backward from all
/// goals. A predecessor `(m, before)` costs what `m` costs in `before`, so moves and their inverses
/// may have different costs. Each round expands states of the wave with the shorter queue.
///
/// # When it stops
///
/// Let *f* be the least key in the forward queue, *b* the least key in the backward queue, and
/// *best* the least key of a path that was found where the waves met. The search stops when *best*
/// ≤ *f* + *b*. Suppose that some solution had a smaller key than *best*. Let *t* be the first
/// state on this solution whose distance from the start is at least *f*. The forward wave has
/// expanded all states before *t*, because they are nearer than *f*, so it has reached *t*. The
/// rest of the solution after *t* has a key less than *b*, so the backward wave has expanded *t*.
/// So the waves have met at *t*, and *best* is no greater than the key of this solution: a
/// contradiction. (If there is no such *t*, the forward wave has reached the goal, from which the
/// backward wave started.) The argument does not need positive costs. (I. Pohl, "Bi-directional
/// search", 1971; T. A. J. Nicholson, "Finding the shortest route between two points in a network",
/// 1966.)
///
/// Takes about 22 bytes per state in addition to the state itself. Proves unsolvability by
/// exhausting either wave. Of several best solutions, every run returns the same one.
pub fn least_cost_bidirectional<P: MoveCosts + Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    objective: Objective,
    limits: &Limits,
) -> CostReport<P::Move> {
    let mut meter = Meter::new(limits);
    let found = search(puzzle, start, objective, &mut meter)
        .and_then(|outcome| outcome.with_cost(|moves| cost_of(puzzle, start, moves)));
    conclude_costs(found, &meter)
}

/// The best path known, which passes through a state that both waves have reached: the key of the
/// path, and the indices of this state in both waves.
#[derive(Debug, Clone, Copy)]
struct MeetingPoint {
    key: u64,
    forward: u32,
    backward: u32,
}

impl MeetingPoint {
    /// Replaces `best` if the new path has a smaller key.
    fn improve(best: &mut Option<Self>, key: u64, forward: u32, backward: u32) {
        if best.is_none_or(|best| key < best.key) {
            *best = Some(Self {
                key,
                forward,
                backward,
            });
        }
    }
}

fn search<P: MoveCosts + Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    objective: Objective,
    meter: &mut Meter,
) -> Result<Outcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Outcome::Solved { moves: Vec::new() });
    }
    let keys = CostKeys::new(objective);
    let mut forward: Wave<P::State, (), CostKeys, ()> = Wave::new(keys);
    let mut backward: Wave<P::State, (), CostKeys, ()> = Wave::new(keys);
    forward.add_root(start, (), 0, meter)?;
    for (i, goal) in puzzle.goals().enumerate() {
        if i % 1024 == 1023 {
            meter.poll()?;
        }
        backward.add_root(goal, (), 0, meter)?;
    }
    let mut best: Option<MeetingPoint> = None;
    while let (Some(near), Some(far)) = (forward.first(), backward.first()) {
        let least = keys.add(near, far)?;
        if best.is_some_and(|best| best.key <= least) {
            break;
        }
        meter.prove_at_least(keys.first(least));
        if forward.open.len() <= backward.open.len() {
            forward.take(meter, |taken, batch, meter| {
                meter.expand()?;
                for (m, after) in puzzle.successors(taken.state) {
                    let step = keys.step(puzzle, taken.state, m);
                    batch.push(taken.index, step, after, (), meter)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
            forward.relax_by_key(meter, &mut |index, state, key| {
                if let Some(other) = backward.set.find(state) {
                    let key = keys.add(key, backward.key(other))?;
                    MeetingPoint::improve(&mut best, key, index, other);
                }
                Ok(())
            })?;
        } else {
            backward.take(meter, |taken, batch, meter| {
                meter.expand()?;
                for (m, before) in puzzle.predecessors(taken.state) {
                    let step = keys.step(puzzle, before, m);
                    batch.push(taken.index, step, before, (), meter)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
            backward.relax_by_key(meter, &mut |index, state, key| {
                if let Some(other) = forward.set.find(state) {
                    let key = keys.add(key, forward.key(other))?;
                    MeetingPoint::improve(&mut best, key, other, index);
                }
                Ok(())
            })?;
        }
    }
    let Some(MeetingPoint {
        forward: first,
        backward: second,
        ..
    }) = best
    else {
        // One of the waves has no state left to expand, and the waves have not met.
        return Ok(match forward.first() {
            None => exhausted(forward.set.len(), false),
            Some(_) => exhausted_backwards(backward.set.len()),
        });
    };
    let mut moves = Vec::new();
    let mut index = first;
    while forward.parent(index) != index {
        let parent = forward.parent(index);
        let (before, after) = (forward.set.get(parent), forward.set.get(index));
        moves.push(keys.best_move(puzzle, before, after)?);
        index = parent;
    }
    moves.reverse();
    let mut index = second;
    while backward.parent(index) != index {
        let next = backward.parent(index);
        let (before, after) = (backward.set.get(index), backward.set.get(next));
        moves.push(keys.best_move(puzzle, before, after)?);
        index = next;
    }
    Ok(Outcome::Solved { moves })
}
