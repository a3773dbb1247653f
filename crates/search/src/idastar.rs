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
//! first of them. Each part of π is the lexicographically first shortest path between its ends, or
//! π could be improved. Whatever a search prunes, it follows π to its end unless it finds another
//! solution first. Such a solution would be as long as π, and because the search tries moves in
//! their order, it would come earlier in the lexicographic order. So there is no such solution. It
//! remains to show that nothing on π is pruned:
//!
//! * the *bound* cuts nothing off, because the heuristic is admissible;
//! * a *pruning policy* refuses nothing, because its contract protects such paths;
//! * no state occurs twice on the *path*, or π could be shortened;
//! * the *table* holds no state of π with fewer moves, because π reaches each by the fewest. The
//!   table holds a state of π with equally many moves only if an earlier path reached that state,
//!   and that path with the rest of π would be an earlier solution.
//!
//! The argument does not need any sub-search to have been complete. The argument never uses what
//! lies below a state that was skipped, only that π was not skipped.
//!
//! # Why "unsolvable" is true
//!
//! Bounds never exceed L, so a solution is exactly as long as the bound, and the search looks for
//! goals at that depth only. If an iteration cuts nothing off, it has entered every reachable state
//! (except dead ends of the heuristic), and there is no solution. In a puzzle with cycles such an
//! iteration comes late or never. But if all successors of the states entered are themselves among
//! the states entered, no other state is reachable. After each iteration the search tests the table
//! for this property, and stops the test at the first state that violates it.

use fewest_rules::{
    DEAD_END, Heuristic, Limits, Meter, Outcome, Proof, Puzzle, Report, StopReason,
};

use crate::closed_set::dead_ends_around;
use crate::conclusion::{conclude, exhausted};
use crate::depth_first::{Root, Rules, StepResult, SubtreeWalk};
use crate::duplicates::{DuplicateDetector, Duplicates};
use crate::pruning::Pruning;
use crate::subtrees::{EXPANSIONS_A_BATCH, Iteration, WalkedSubtrees};
use crate::tally::{MOST_MOVES, Tally};

/// Finds the lexicographically first of the shortest solutions from `start`, by IDA* with an
/// admissible `heuristic`, which need not be consistent.
///
/// `pruning` selects the moves to try after the moves made, and `duplicates` selects the states to
/// recognize. [`Duplicates`] determines the memory, and whether unsolvability can be proven in a
/// puzzle with cycles.
///
/// The numbers of nodes are those of a recursive search that stops at the solution; they are the
/// same in every run. With [`Duplicates::Enter`] the limit on expanded states is checked only every
/// few thousand nodes.
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
    let search = IdaStar { rules, start };
    let result = search.run(duplicates, &mut meter, &|iteration, meter| {
        let before = meter.counts();
        let settle = &mut |meter: &mut Meter| iteration.settle(before, meter);
        Ok(vec![iteration.walk(meter, settle)?])
    });
    conclude(result, &meter)
}

/// If an iteration expanded fewer nodes than this, the next one is not cut into subtrees.
const SMALL: u64 = 20_000;

/// The least number of subtrees into which an iteration is cut.
const SUBTREES: usize = 1_000;

/// An IDA* search, independent of who walks its trees.
pub(crate) struct IdaStar<'a, P: Puzzle, H, K> {
    pub(crate) rules: Rules<'a, P, H, K>,
    pub(crate) start: P::State,
}

/// A function that walks the subtrees of an iteration.
type WalkSubtrees<'w, P, H, K> =
    dyn Fn(&Iteration<P, H, K>, &mut Meter) -> AllSubtrees<<P as Puzzle>::Move> + 'w;

/// The results of all threads, or the reason why they were stopped.
type AllSubtrees<M> = Result<Vec<WalkedSubtrees<M>>, StopReason>;

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> IdaStar<'_, P, H, K> {
    /// Increases the bound until there is an answer. Without duplicate detection an iteration may
    /// be cut into subtrees.
    #[inline(never)]
    pub(crate) fn run(
        &self,
        duplicates: Duplicates,
        meter: &mut Meter,
        walk_subtrees: &WalkSubtrees<P, H, K>,
    ) -> Result<Outcome<P::Move>, StopReason> {
        let Rules {
            puzzle,
            heuristic,
            pruning,
            ..
        } = self.rules;
        if puzzle.is_goal(self.start) {
            return Ok(Outcome::Solved { moves: Vec::new() });
        }
        let mut bound = match self.bound_of(self.start) {
            DEAD_END => return Ok(Outcome::Unsolvable(self.dead_start())),
            bound => bound.max(1),
        };
        let root = Root {
            state: self.start,
            cache: heuristic.start(puzzle, self.start),
            history: pruning.start(puzzle, self.start),
        };
        let mut detector = DuplicateDetector::new(duplicates);
        let cuts = duplicates == Duplicates::Enter;
        let mut walk = SubtreeWalk::new();
        let mut depth = 1;
        let mut expanded = 0;
        loop {
            meter.prove_at_least(bound);
            if bound > MOST_MOVES {
                return Err(StopReason::Capacity);
            }
            let mut cut = None;
            let held = meter.held();
            while cuts && expanded > SMALL && cut.is_none() && depth < bound {
                let iteration = Iteration::cut(self.rules, root, bound, depth, meter)?;
                if iteration.subtrees() >= SUBTREES {
                    cut = Some(iteration);
                } else {
                    depth += 1;
                    meter.hold(held)?;
                }
            }
            let (solution, tally) = match cut {
                Some(iteration) => {
                    let before = meter.counts();
                    let all = walk_subtrees(&iteration, meter)?;
                    let (solution, tally) = iteration.conclude(all);
                    meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
                    meter.hold(held)?;
                    (solution, tally)
                }
                None => {
                    detector.begin();
                    walk.begin(&self.rules, root, 0, bound, bound, meter)?;
                    (
                        self.walk_alone(&mut walk, &mut detector, meter)?,
                        walk.tally,
                    )
                }
            };
            if let Some(moves) = solution {
                return Ok(Outcome::Solved { moves });
            }
            match (tally.next_bound(bound), detector.entered()) {
                (None, None) => {
                    return Ok(Outcome::Unsolvable(Proof::Invariant(
                        "none of the sequences of moves that repeat no board reaches a goal".into(),
                    )));
                }
                (None, Some(entered)) => return Ok(exhausted(entered.len(), tally.dead_ends)),
                (Some(next), entered) => {
                    if let Some(entered) = entered
                        && let Some(dead_ends) = dead_ends_around(
                            self.rules.puzzle,
                            entered,
                            &|state| self.bound_of(state) == DEAD_END,
                            meter,
                        )?
                    {
                        return Ok(exhausted(entered.len(), dead_ends));
                    }
                    bound = next;
                    expanded = tally.expanded;
                }
            }
        }
    }

    /// Walks the whole tree and reports to the meter.
    fn walk_alone(
        &self,
        walk: &mut SubtreeWalk<P, H, K>,
        detector: &mut DuplicateDetector<P::State>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<P::Move>>, StopReason> {
        let before = meter.counts();
        let recount = |tally: &Tally, meter: &mut Meter| {
            meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
        };
        loop {
            let Tally {
                expanded,
                generated,
                ..
            } = walk.tally;
            // If nodes have hundreds of moves, the limits are checked more often.
            let width = generated / expanded.max(1) / 64 + 1;
            recount(&walk.tally, meter);
            meter.poll()?;
            let room = meter.room().min((EXPANSIONS_A_BATCH / width).max(1));
            if room == 0 && !walk.expands_nothing() {
                return Err(StopReason::States);
            }
            let until = (expanded + room, false);
            let solution = match walk.steps(&self.rules, detector, until, meter)? {
                StepResult::Done => continue,
                StepResult::Floor => {
                    let (moves, ahead) = walk.moves_to_floor(&self.rules);
                    walk.tally.generated -= ahead;
                    Some(moves)
                }
                StepResult::End => None,
            };
            recount(&walk.tally, meter);
            return Ok(solution);
        }
    }

    fn bound_of(&self, state: P::State) -> u32 {
        let Rules {
            puzzle, heuristic, ..
        } = self.rules;
        heuristic.bound(heuristic.start(puzzle, state))
    }

    fn dead_start(&self) -> Proof {
        Proof::Invariant("the start is a dead end by its lower bound".into())
    }
}
