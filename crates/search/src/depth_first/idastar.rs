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
//! states were skipped. If every move counts as one and no bound exceeds K, the first solution that
//! a search finds is as long as π and does not come after it. It is π itself.
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

use std::ops::ControlFlow;

use fewest_rules::{
    CostReport, DEAD_END, Heuristic, Limits, Meter, MoveCosts, Objective, Outcome, Puzzle, Report,
    StopReason,
};

use super::deepening::{Deepening, no_path};
use super::duplicates::{Duplicates, EnteredStates};
use super::step::{MOST_MOVES, Rules, StackNode};
use super::subtrees::Iteration;
use crate::best_first::{CostKeys, Moves, Weights, cost_of};
use crate::conclusion::{conclude_costs, conclude_turn, dead_start};
use crate::paused::SearchTurn;
use crate::pruning::{CostPruning, Pruning};

/// Finds the lexicographically first of the shortest solutions from `start`, by IDA* with an
/// admissible `heuristic`, which need not be consistent.
///
/// `pruning` selects the moves to try after the moves made, and `duplicates` selects the states to
/// recognize. [`Duplicates`] determines the memory, and whether unsolvability can be proven in a
/// puzzle with cycles.
///
/// With [`Duplicates::Enter`] all threads that the limits allow search, and the answer does not
/// depend on their number.
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
    let search = IdaStar::new(start, duplicates, 0);
    search.advance(puzzle, heuristic, pruning, limits).report()
}

/// A search by IDA* that can pause. The search finds the same solution as [`idastar`].
pub struct IdaStar<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    start: P::State,
    duplicates: Duplicates,
    /// The bound that was proven before the iteration in progress.
    bound: u32,
    /// The iteration in progress, if it can be continued.
    iteration: Option<Iteration<P, H, K>>,
    /// The depth at which the last iteration was cut into subtrees.
    depth: u32,
    /// The number of nodes that the last iteration has expanded.
    expanded: u64,
    /// The bytes that the search holds.
    held: u64,
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> IdaStar<P, H, K> {
    /// Prepares a search from `start`, whose solutions are known to have at least `least` moves. See
    /// [`idastar`] for `duplicates`.
    pub fn new(start: P::State, duplicates: Duplicates, least: u32) -> Self {
        Self {
            start,
            duplicates,
            bound: least,
            iteration: None,
            depth: 0,
            expanded: 0,
            held: 0,
        }
    }

    /// The bytes that the search holds during a pause.
    pub fn bytes(&self) -> u64 {
        self.held
    }

    /// Continues the search. The search pauses when it has expanded as many nodes as `limits`
    /// allow. With [`Duplicates::Enter`] it goes on where it paused. With [`Duplicates::LeaveAll`]
    /// it holds nothing during a pause, and begins the iteration again.
    ///
    /// The puzzle, the heuristic and the pruning policy must be the same in each call. The
    /// statistics count only the work of this call.
    pub fn advance(
        mut self,
        puzzle: &P,
        heuristic: &H,
        pruning: &K,
        limits: &Limits,
    ) -> SearchTurn<Self, P::Move> {
        let mut meter = Meter::new(limits);
        let rules = Rules {
            puzzle,
            heuristic,
            pruning,
        };
        let result = match self.search(&rules, &mut meter) {
            Err(StopReason::States) => Ok(None),
            result => result.map(Some),
        };
        self.held = self.iteration.as_ref().map_or(0, |_| meter.held());
        conclude_turn(self, result, &meter)
    }

    /// Increases the bound until there is an answer.
    fn search(
        &mut self,
        rules: &Rules<P, H, K>,
        meter: &mut Meter,
    ) -> Result<Outcome<P::Move>, StopReason> {
        let (start, duplicates, least) = (self.start, self.duplicates, self.bound.max(1));
        let &Rules {
            puzzle,
            heuristic,
            pruning,
        } = rules;
        meter.hold(self.held)?;
        let mut with_table = (duplicates == Duplicates::LeaveAll).then(|| Deepening {
            puzzle,
            heuristic,
            pruning,
            weights: Moves::EQUAL,
            start,
            prefers_fewer: false,
            table: Some(EnteredStates::new()),
        });
        let iterate = |bound, meter: &mut Meter| {
            self.bound = meter.lower_bound();
            match &mut with_table {
                Some(search) => search.iterate(bound, meter),
                None => self.iterate(rules, bound, meter),
            }
        };
        deepen((puzzle, heuristic), start, least, meter, iterate)
    }

    /// Continues the iteration in progress, or begins one, and remembers no states. Walks the tree
    /// in subtrees: at first in one, the whole tree, and in many once iterations are large.
    fn iterate(
        &mut self,
        rules: &Rules<P, H, K>,
        bound: u32,
        meter: &mut Meter,
    ) -> Result<ControlFlow<Outcome<P::Move>, u32>, StopReason> {
        if bound > MOST_MOVES {
            return Err(StopReason::Capacity);
        }
        let iteration = match &mut self.iteration {
            Some(iteration) => iteration,
            none => {
                let root = StackNode {
                    state: self.start,
                    cache: rules.heuristic.start(rules.puzzle, self.start),
                    history: rules.pruning.start(rules.puzzle, self.start),
                    depth: 0,
                };
                let mut cut = Iteration::cut(rules, root, bound, self.depth, meter)?;
                while self.expanded > SMALL && cut.subtrees() < SUBTREES && self.depth + 1 < bound {
                    self.depth += 1;
                    meter.hold(0)?;
                    meter.poll()?;
                    cut = Iteration::cut(rules, root, bound, self.depth, meter)?;
                }
                none.insert(cut)
            }
        };
        iteration.walk(rules, meter)?;
        let ended = self.iteration.take().map(|ended| ended.result(meter));
        let (solution, next, expanded) = ended.unwrap_or_default();
        self.expanded = expanded;
        meter.hold(0)?;
        if let Some(moves) = solution {
            return Ok(ControlFlow::Break(Outcome::Solved { moves }));
        }
        let Some(next) = next else {
            return Ok(ControlFlow::Break(Outcome::Unsolvable(no_path())));
        };
        meter.prove_at_least(next);
        Ok(ControlFlow::Continue(next))
    }
}

/// If an iteration expanded at most this many nodes, the next one is not cut any deeper.
const SMALL: u64 = 20_000;

/// An iteration that may be cut deeper is cut into at least this many subtrees, if it has them.
const SUBTREES: usize = 1_000;

/// Increases the bound from iteration to iteration until there is an answer, which `iterate`
/// returns instead of the next bound. The first bound is that of the start, but at least `least`.
fn deepen<P: Puzzle, H: Heuristic<P>>(
    (puzzle, heuristic): (&P, &H),
    start: P::State,
    least: u32,
    meter: &mut Meter,
    mut iterate: impl FnMut(u32, &mut Meter) -> Result<ControlFlow<Outcome<P::Move>, u32>, StopReason>,
) -> Result<Outcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Outcome::Solved { moves: Vec::new() });
    }
    let mut bound = match heuristic.bound(heuristic.start(puzzle, start)) {
        DEAD_END => return Ok(Outcome::Unsolvable(dead_start())),
        bound => bound.max(least),
    };
    meter.prove_at_least(bound);
    loop {
        match iterate(bound, meter)? {
            ControlFlow::Continue(next) => bound = next,
            ControlFlow::Break(outcome) => return Ok(outcome),
        }
    }
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
    let mut search = Deepening {
        puzzle,
        heuristic,
        pruning,
        weights: CostKeys::new(objective),
        start,
        prefers_fewer: K::REFUSES,
        table: (duplicates == Duplicates::LeaveAll).then(EnteredStates::new),
    };
    let least = CostKeys::LEAST;
    let iterate = |bound, meter: &mut Meter| search.iterate(bound, meter);
    let result = deepen((puzzle, heuristic), start, least, &mut meter, iterate)
        .and_then(|outcome| outcome.with_cost(|moves| cost_of(puzzle, start, moves)));
    conclude_costs(result, &meter)
}
