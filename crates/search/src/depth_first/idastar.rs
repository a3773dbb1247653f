//! Iterative deepening A*.
//!
//! Iterative deepening A* is a series of depth-first searches, each with a bound. A search cuts off
//! a state if the sum of the moves made and the heuristic's lower bound exceeds the bound. The next
//! bound is the least sum that was cut off. (R. E. Korf, "Depth-first iterative-deepening: an
//! optimal admissible tree search", 1985.)
//!
//! # Why nothing is lost
//!
//! The *key* of a path is its number of moves, its cost, or both. Of the best solutions, take those
//! with the fewest moves, and of these the lexicographically first: the *canonical* solution π. Let
//! K be its key. Each part of π is the canonical path between its ends; otherwise π could be
//! improved. The *sum* of a node is the key of the path to it plus its lower bound. While no
//! solution with the key K is known, a search that follows π is not cut off:
//!
//! * by the *bound*, unless some node on π has a sum above the bound of the iteration. Then K
//!   exceeds the bound too, so the iteration finds no solution at all, and an iteration with a
//!   greater bound follows;
//! * by the *best solution so far*, because the sums on π are at most K, and the key of that
//!   solution is greater;
//! * by a *pruning policy*, because its contract protects canonical paths;
//! * by the rule that a path enters *no state twice*: π enters none twice, because it could be
//!   shortened otherwise;
//! * by the *table*. It cuts off a path to a state if an earlier path reached the state with a
//!   smaller key, or with the same key and at most as many moves. If the state lies on π, the
//!   earlier path has the same key and equally many moves, because the part of π up to the state is
//!   canonical. Moves are tried in their order, so the earlier path is lexicographically smaller.
//!   But then this path, followed by the rest of π, would be a solution that precedes π.
//!
//! So it does not matter whether the search below some other state was complete, or which other
//! states were skipped. If every move counts as one, a bound never exceeds K, so the first solution
//! that a search finds is as long as π and does not come after it. It is π itself.
//!
//! With costs and without a pruning policy, fewer moves need not be preferred, so the table compares
//! only keys. Suppose that a state on π has been entered with its true key. Then all moves of this
//! state have been tried, so the next state on π has been entered with its true key as well. By
//! induction all states of π are entered.
//!
//! # Why "unsolvable" is true
//!
//! If an iteration cuts nothing off, it has entered every reachable state (except dead ends of the
//! heuristic), and there is no solution. In a puzzle with cycles, an iteration that cuts nothing off
//! comes late or never. But if all successors of the states entered are themselves among the states
//! entered, no other state is reachable. After each iteration the search tests whether all
//! successors of the states in the table are in the table or dead ends, and stops the test at the
//! first state for which this is false.

use fewest_rules::{
    CostReport, DEAD_END, Heuristic, Limits, Meter, MoveCosts, Objective, Outcome, Puzzle, Report,
    StopReason,
};

use super::deepening::{Deepening, Growth, no_path};
use super::duplicates::{Duplicates, EnteredStates};
use super::step::{Root, Rules};
use super::subtrees::Iteration;
use super::tally::MOST_MOVES;
use super::together::walk_together;
use crate::best_first::{CostKeys, Moves, cost_of};
use crate::conclusion::{conclude, conclude_costs, dead_start};
use crate::pruning::{CostPruning, Pruning};

/// Finds the lexicographically first of the shortest solutions from `start`, by IDA* with an
/// admissible `heuristic`, which need not be consistent.
///
/// `pruning` selects the moves to try after the moves made, and `duplicates` selects the states to
/// recognize. [`Duplicates`] determines the memory, and whether unsolvability can be proven in a
/// puzzle with cycles.
///
/// With [`Duplicates::Enter`] all threads that the limits allow search. Nodes are counted as in a
/// recursive search that stops at the solution, so neither the answer nor the counts depend on the
/// number of threads. Several threads check the limit on expanded states only every few thousand
/// nodes.
pub fn idastar<P, H, K>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    pruning: &K,
    duplicates: Duplicates,
    limits: &Limits,
) -> Report<P::Move>
where
    P: Puzzle,
    H: Heuristic<P>,
    K: Pruning<P>,
{
    let mut meter = Meter::new(limits);
    let result = match duplicates {
        Duplicates::Enter => {
            let rules = Rules {
                puzzle,
                heuristic,
                pruning,
            };
            in_subtrees(rules, start, &mut meter)
        }
        Duplicates::LeaveAll => Deepening {
            puzzle,
            heuristic,
            pruning,
            weights: Moves::EQUAL,
            start,
            growth: Growth::Least,
            prefers_fewer: false,
            table: Some(EnteredStates::new()),
        }
        .run(&mut meter),
    };
    conclude(result, &meter)
}

/// Finds a best solution from `start` for `objective` by IDA*.
///
/// `heuristic` must be admissible for the first criterion of the objective. `pruning` selects the
/// moves to try after the moves made. A state on the current path is never entered again, so free
/// cycles do no harm. With [`Duplicates::LeaveAll`], a table holds every state that the iteration
/// has entered.
///
/// Takes memory linear in the depth, and for the table. Unsolvability is proven when an iteration
/// cuts off nothing but dead ends, or when every move from a state in the table leads to a state in
/// the table or to a dead end.
pub fn least_cost_idastar<P, H, K>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    pruning: &K,
    duplicates: Duplicates,
    objective: Objective,
    limits: &Limits,
) -> CostReport<P::Move>
where
    P: MoveCosts,
    H: Heuristic<P>,
    K: CostPruning<P>,
{
    let mut meter = Meter::new(limits);
    let search = Deepening {
        puzzle,
        heuristic,
        pruning,
        weights: CostKeys::new(objective),
        start,
        growth: Growth::Twice,
        prefers_fewer: K::REFUSES,
        table: (duplicates == Duplicates::LeaveAll).then(EnteredStates::new),
    };
    let result = search
        .run(&mut meter)
        .and_then(|outcome| outcome.with_cost(|moves| cost_of(puzzle, start, moves)));
    conclude_costs(result, &meter)
}

/// If an iteration expanded at most this many nodes, the next one is not cut any deeper.
const SMALL: u64 = 20_000;

/// An iteration that may be cut deeper is cut into at least this many subtrees, if it has them.
const SUBTREES: usize = 1_000;

/// Increases the bound until there is an answer, and remembers no states. Walks each iteration in
/// subtrees: at first in one, the whole tree, and in many once iterations are large.
fn in_subtrees<P: Puzzle, H: Heuristic<P>, K: Pruning<P>>(
    rules: Rules<P, H, K>,
    start: P::State,
    meter: &mut Meter,
) -> Result<Outcome<P::Move>, StopReason> {
    let Rules {
        puzzle,
        heuristic,
        pruning,
    } = rules;
    if puzzle.is_goal(start) {
        return Ok(Outcome::Solved { moves: Vec::new() });
    }
    let root = Root {
        state: start,
        cache: heuristic.start(puzzle, start),
        history: pruning.start(puzzle, start),
    };
    let mut bound = match heuristic.bound(root.cache) {
        DEAD_END => return Ok(Outcome::Unsolvable(dead_start())),
        bound => bound.max(1),
    };
    let (mut depth, mut expanded) = (0, 0);
    loop {
        meter.prove_at_least(bound);
        if bound > MOST_MOVES {
            return Err(StopReason::Capacity);
        }
        let held = meter.held();
        let mut iteration = Iteration::cut(rules, root, bound, depth, meter)?;
        while expanded > SMALL && iteration.subtrees() < SUBTREES && depth + 1 < bound {
            depth += 1;
            meter.hold(held)?;
            iteration = Iteration::cut(rules, root, bound, depth, meter)?;
        }
        let before = meter.counts();
        let all = walk_together(&iteration, meter)?;
        let (solution, tally) = iteration.conclude(all);
        meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
        meter.hold(held)?;
        if let Some(moves) = solution {
            return Ok(Outcome::Solved { moves });
        }
        let Some(next) = tally.next_bound(bound) else {
            return Ok(Outcome::Unsolvable(no_path()));
        };
        (bound, expanded) = (next, tally.expanded);
    }
}
