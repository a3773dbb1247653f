//! Iterative deepening A*.
//!
//! Iterative deepening A* is a series of depth-first searches, each with a bound. A search cuts off
//! a state if the sum of the moves made and the heuristic's lower bound exceeds the bound. The next
//! bound is the least sum that was cut off. (R. E. Korf, "Depth-first iterative-deepening: an
//! optimal admissible tree search", 1985.)
//!
//! # Why nothing is lost
//!
//! Let the bound be the length L of the shortest solutions, and let π be the lexicographically
//! first of them. Each part of π is the lexicographically first shortest path between its ends;
//! otherwise π could be improved. Whatever a search prunes, it follows π to its end unless it finds
//! another solution first. If it found another solution first, that solution would be as long as π
//! and would come before π in the lexicographic order, because the search tries moves in their
//! order. This contradicts the choice of π. So the search finds no other solution first. It remains
//! to show that nothing on π is pruned:
//!
//! * the *bound* cuts nothing off, because the heuristic is admissible;
//! * a *pruning policy* refuses nothing, because its contract protects lexicographically first
//!   shortest paths;
//! * no state occurs twice on the *path*; otherwise π could be shortened;
//! * the *table* holds no state of π with fewer moves, because π reaches each of its states by the
//!   fewest moves. The table holds a state of π with equally many moves only if an earlier path
//!   reached that state, and that path with the rest of π would be an earlier solution.
//!
//! So it does not matter whether the search below some other state was complete, or which other
//! states were skipped. The argument uses only that nothing on π was skipped.
//!
//! # Why "unsolvable" is true
//!
//! Bounds never exceed L, so a solution is exactly as long as the bound, and the search looks for
//! goals at that depth only. If an iteration cuts nothing off, it has entered every reachable state
//! (except dead ends of the heuristic), and there is no solution. In a puzzle with cycles, an
//! iteration that cuts nothing off comes late or never. But if all successors of the states entered
//! are themselves among the states entered, no other state is reachable. After each iteration the
//! search tests whether all successors of the states in the table are in the table or dead ends,
//! and stops the test at the first state for which this is false.

use fewest_rules::{
    DEAD_END, Heuristic, Limits, Meter, Outcome, Proof, Puzzle, Report, StopReason,
};

use super::closed_set::dead_ends_around;
use super::duplicates::{DuplicateDetector, Duplicates};
use super::step::{Root, RootOf, Rules, StepResult, SubtreeWalk};
use super::subtrees::{EXPANSIONS_A_BATCH, Iteration};
use super::tally::{MOST_MOVES, Tally};
use super::together::walk_together;
use crate::conclusion::{conclude, exhausted};
use crate::pruning::Pruning;

/// Finds the lexicographically first of the shortest solutions from `start`, by IDA* with an
/// admissible `heuristic`, which need not be consistent.
///
/// `pruning` selects the moves to try after the moves made, and `duplicates` selects the states to
/// recognize. [`Duplicates`] determines the memory, and whether unsolvability can be proven in a
/// puzzle with cycles.
///
/// With [`Duplicates::Enter`] all threads that the limits allow search. Nodes are counted as in a
/// recursive search that stops at the solution, so neither the answer nor the counts depend on the
/// number of threads. The limit on expanded states is then checked only every few thousand nodes.
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
    let rules = Rules {
        puzzle,
        heuristic,
        pruning,
    };
    conclude(
        IdaStar::new(rules, start, duplicates).run(&mut meter),
        &meter,
    )
}

/// If an iteration expanded fewer nodes than this, the next one is not cut into subtrees.
const SMALL: u64 = 20_000;

/// The least number of subtrees into which an iteration is cut.
const SUBTREES: usize = 1_000;

/// An IDA* search.
struct IdaStar<'a, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    rules: Rules<'a, P, H, K>,
    root: RootOf<P, H, K>,
    /// Whether an iteration may be cut into subtrees. With duplicate detection it is not, because
    /// the detector needs the order of a single walk.
    cuts: bool,
    detector: DuplicateDetector<P::State>,
    walk: SubtreeWalk<P, H, K>,
}

/// The first solution in a tree, if there is one, and the counts of its walk.
type Walked<M> = Result<(Option<Vec<M>>, Tally), StopReason>;

impl<'a, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> IdaStar<'a, P, H, K> {
    fn new(rules: Rules<'a, P, H, K>, start: P::State, duplicates: Duplicates) -> Self {
        Self {
            rules,
            root: Root {
                state: start,
                cache: rules.heuristic.start(rules.puzzle, start),
                history: rules.pruning.start(rules.puzzle, start),
            },
            cuts: duplicates == Duplicates::Enter,
            detector: DuplicateDetector::new(duplicates),
            walk: SubtreeWalk::new(),
        }
    }

    /// Increases the bound until there is an answer.
    fn run(mut self, meter: &mut Meter) -> Result<Outcome<P::Move>, StopReason> {
        let Rules {
            puzzle, heuristic, ..
        } = self.rules;
        if puzzle.is_goal(self.root.state) {
            return Ok(Outcome::Solved { moves: Vec::new() });
        }
        let mut bound = match heuristic.bound(self.root.cache) {
            DEAD_END => return Ok(Outcome::Unsolvable(dead_start())),
            bound => bound.max(1),
        };
        let (mut depth, mut expanded) = (1, 0);
        loop {
            meter.prove_at_least(bound);
            if bound > MOST_MOVES {
                return Err(StopReason::Capacity);
            }
            let held = meter.held();
            let mut subtrees = None;
            while self.cuts && expanded > SMALL && subtrees.is_none() && depth < bound {
                let iteration = Iteration::cut(self.rules, self.root, bound, depth, meter)?;
                subtrees = Some(iteration).filter(|iteration| iteration.subtrees() >= SUBTREES);
                if subtrees.is_none() {
                    depth += 1;
                    meter.hold(held)?;
                }
            }
            let (solution, tally) = match subtrees {
                Some(iteration) => {
                    let before = meter.counts();
                    let all = walk_together(&iteration, meter)?;
                    let (solution, tally) = iteration.conclude(all);
                    meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
                    meter.hold(held)?;
                    (solution, tally)
                }
                None => self.walk_alone(bound, meter)?,
            };
            if let Some(moves) = solution {
                return Ok(Outcome::Solved { moves });
            }
            let entered = self.detector.entered();
            let Some(next) = tally.next_bound(bound) else {
                return Ok(match entered {
                    None => Outcome::Unsolvable(Proof::Invariant(
                        "none of the sequences of moves that repeat no board reaches a goal".into(),
                    )),
                    Some(entered) => exhausted(entered.len(), tally.dead_ends),
                });
            };
            if let Some(entered) = entered {
                let bound_of = |state| heuristic.bound(heuristic.start(puzzle, state));
                let is_dead_end = |state| bound_of(state) == DEAD_END;
                if let Some(dead_ends) = dead_ends_around(puzzle, entered, &is_dead_end, meter)? {
                    return Ok(exhausted(entered.len(), dead_ends));
                }
            }
            bound = next;
            expanded = tally.expanded;
        }
    }

    /// Walks the whole tree within `bound` and reports to the meter.
    fn walk_alone(&mut self, bound: u32, meter: &mut Meter) -> Walked<P::Move> {
        let Self {
            rules,
            root,
            detector,
            walk,
            ..
        } = self;
        detector.begin();
        walk.begin(rules, *root, 0, bound, bound, meter)?;
        let before = meter.counts();
        let recount = |tally: &Tally, meter: &mut Meter| {
            meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
        };
        loop {
            // If nodes have hundreds of moves, the limits are checked more often.
            let width = walk.tally.generated / walk.tally.expanded.max(1) / 64 + 1;
            recount(&walk.tally, meter);
            meter.poll()?;
            let room = meter.room().min((EXPANSIONS_A_BATCH / width).max(1));
            if room == 0 && !walk.expands_nothing() {
                return Err(StopReason::States);
            }
            let until = walk.tally.expanded + room;
            let step = walk.steps(rules, detector, (until, false), meter)?;
            if step == StepResult::Done {
                continue;
            }
            let mut tally = walk.tally;
            let solution = (step == StepResult::Floor).then(|| {
                let (moves, ahead) = walk.moves_to_floor(rules);
                tally.generated -= ahead;
                moves
            });
            recount(&tally, meter);
            return Ok((solution, tally));
        }
    }
}

fn dead_start() -> Proof {
    Proof::Invariant("the start is a dead end by its lower bound".into())
}
