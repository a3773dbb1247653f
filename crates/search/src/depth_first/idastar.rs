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
use super::subtrees::{EXPANSIONS_A_BATCH, Iteration, Subtrees, WalkedSubtrees};
use super::tally::{MOST_MOVES, Tally};
use crate::conclusion::{conclude, exhausted};
use crate::pruning::Pruning;
use crate::states::StateSet;

/// Finds the lexicographically first of the shortest solutions from `start`, by IDA* with an
/// admissible `heuristic`, which need not be consistent.
///
/// `pruning` selects the moves to try after the moves made, and `duplicates` selects the states to
/// recognize. [`Duplicates`] determines the memory, and whether unsolvability can be proven in a
/// puzzle with cycles.
///
/// Nodes are counted as in a recursive search that stops at the solution, so the counts are the
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
        walk_in_this_thread(iteration, meter)
    });
    conclude(result, &meter)
}

/// Walks the subtrees of an iteration in the calling thread.
fn walk_in_this_thread<M>(subtrees: &dyn Subtrees<M>, meter: &mut Meter) -> AllSubtrees<M> {
    let before = meter.counts();
    let settle = &mut |meter: &mut Meter| subtrees.progress().settle(before, meter);
    Ok(vec![subtrees.walk(meter, settle)?])
}

/// If an iteration expanded fewer nodes than this, the next one is not cut into subtrees.
const SMALL: u64 = 20_000;

/// The least number of subtrees into which an iteration is cut.
const SUBTREES: usize = 1_000;

/// An IDA* search, independent of the threads that walk its trees.
pub(crate) struct IdaStar<'a, P: Puzzle, H, K> {
    pub(crate) rules: Rules<'a, P, H, K>,
    pub(crate) start: P::State,
}

/// A function that walks the subtrees of an iteration.
type WalkSubtrees<'w, P, H, K> =
    dyn Fn(&Iteration<P, H, K>, &mut Meter) -> AllSubtrees<<P as Puzzle>::Move> + 'w;

/// The results of all threads that have walked subtrees, or the reason why the threads were
/// stopped.
type AllSubtrees<M> = Result<Vec<WalkedSubtrees<M>>, StopReason>;

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> IdaStar<'_, P, H, K> {
    /// Increases the bound until there is an answer. Without duplicate detection an iteration may
    /// be cut into subtrees.
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
        } = self.rules;
        if puzzle.is_goal(self.start) {
            return Ok(Outcome::Solved { moves: Vec::new() });
        }
        let bound = match self.bound_of(self.start) {
            DEAD_END => return Ok(Outcome::Unsolvable(dead_start())),
            bound => bound.max(1),
        };
        let mut trees = RootedTrees {
            search: self,
            root: Root {
                state: self.start,
                cache: heuristic.start(puzzle, self.start),
                history: pruning.start(puzzle, self.start),
            },
            detector: DuplicateDetector::new(duplicates),
            walk: SubtreeWalk::new(),
            cut: None,
            walk_subtrees,
        };
        let cuts = duplicates == Duplicates::Enter;
        deepen(&mut trees, bound, cuts, meter)
    }

    fn bound_of(&self, state: P::State) -> u32 {
        let Rules {
            puzzle, heuristic, ..
        } = self.rules;
        heuristic.bound(heuristic.start(puzzle, state))
    }
}

/// The trees of a search, without the types of its puzzle, its heuristic and its pruning policy. So
/// the loop over the bounds is compiled once for each type of moves.
trait Trees<M> {
    /// Cuts the tree of all nodes within `bound` into subtrees whose roots lie at `depth`. Returns
    /// whether there are enough subtrees to walk them separately.
    fn cut(&mut self, bound: u32, depth: u32, meter: &mut Meter) -> Result<bool, StopReason>;

    /// Walks the subtrees into which the last call of [`cut`](Self::cut) has cut the tree.
    fn walk_subtrees(&mut self, meter: &mut Meter) -> Walked<M>;

    /// Starts a walk of the whole tree within `bound`.
    fn begin(&mut self, bound: u32, meter: &mut Meter) -> Result<(), StopReason>;

    /// Continues the walk that [`begin`](Self::begin) has started until `until` nodes are expanded,
    /// a goal is reached or no node is left.
    fn steps(&mut self, until: u64, meter: &mut Meter) -> Result<StepResult, StopReason>;

    /// Whether the next step of the walk expands nothing.
    fn expands_nothing(&self) -> bool;

    /// The [`Tally`] of the walk that [`begin`](Self::begin) has started.
    fn tally(&self) -> Tally;

    /// The moves to the goal that was reached, and the number of generated nodes that a recursive
    /// search would not have generated before reaching it.
    fn moves_to_goal(&self) -> (Vec<M>, u64);

    /// The number of states entered in the last iteration, if the duplicate detector has recorded
    /// all of them.
    fn entered(&self) -> Option<usize>;

    /// The result of [`dead_ends_around`] for the states entered in the last iteration. `None` if
    /// the states have successors that are neither among them nor dead ends, or if the detector has
    /// not recorded all of them.
    fn dead_ends(&self, meter: &mut Meter) -> Result<Option<bool>, StopReason>;
}

/// The first solution in a tree, if there is one, and the counts of its walk.
type Walked<M> = Result<(Option<Vec<M>>, Tally), StopReason>;

/// Increases the bound until there is an answer. If `cuts` is set, a tree may be cut into subtrees.
fn deepen<M>(
    trees: &mut dyn Trees<M>,
    mut bound: u32,
    cuts: bool,
    meter: &mut Meter,
) -> Result<Outcome<M>, StopReason> {
    let mut depth = 1;
    let mut expanded = 0;
    loop {
        meter.prove_at_least(bound);
        if bound > MOST_MOVES {
            return Err(StopReason::Capacity);
        }
        let held = meter.held();
        let mut is_cut = false;
        while cuts && expanded > SMALL && !is_cut && depth < bound {
            is_cut = trees.cut(bound, depth, meter)?;
            if !is_cut {
                depth += 1;
                meter.hold(held)?;
            }
        }
        let (solution, tally) = if is_cut {
            let before = meter.counts();
            let (solution, tally) = trees.walk_subtrees(meter)?;
            meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
            meter.hold(held)?;
            (solution, tally)
        } else {
            walk_alone(trees, bound, meter)?
        };
        if let Some(moves) = solution {
            return Ok(Outcome::Solved { moves });
        }
        let entered = trees.entered();
        let Some(next) = tally.next_bound(bound) else {
            return Ok(match entered {
                None => Outcome::Unsolvable(Proof::Invariant(
                    "none of the sequences of moves that repeat no board reaches a goal".into(),
                )),
                Some(entered) => exhausted(entered, tally.dead_ends),
            });
        };
        if let Some(entered) = entered
            && let Some(dead_ends) = trees.dead_ends(meter)?
        {
            return Ok(exhausted(entered, dead_ends));
        }
        bound = next;
        expanded = tally.expanded;
    }
}

/// Walks the whole tree within `bound` and reports to the meter.
fn walk_alone<M>(trees: &mut dyn Trees<M>, bound: u32, meter: &mut Meter) -> Walked<M> {
    trees.begin(bound, meter)?;
    let before = meter.counts();
    let recount = |tally: &Tally, meter: &mut Meter| {
        meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
    };
    loop {
        let mut tally = trees.tally();
        // If nodes have hundreds of moves, the limits are checked more often.
        let width = tally.generated / tally.expanded.max(1) / 64 + 1;
        recount(&tally, meter);
        meter.poll()?;
        let room = meter.room().min((EXPANSIONS_A_BATCH / width).max(1));
        if room == 0 && !trees.expands_nothing() {
            return Err(StopReason::States);
        }
        let step = trees.steps(tally.expanded + room, meter)?;
        if step == StepResult::Done {
            continue;
        }
        tally = trees.tally();
        let solution = (step == StepResult::Floor).then(|| {
            let (moves, ahead) = trees.moves_to_goal();
            tally.generated -= ahead;
            moves
        });
        recount(&tally, meter);
        return Ok((solution, tally));
    }
}

fn dead_start() -> Proof {
    Proof::Invariant("the start is a dead end by its lower bound".into())
}

/// The trees of an IDA* search, all rooted at the start. All code that needs the types of the
/// puzzle, the heuristic and the pruning policy is here; the loop over the bounds sees only
/// [`Trees`].
struct RootedTrees<'a, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    search: &'a IdaStar<'a, P, H, K>,
    root: RootOf<P, H, K>,
    detector: DuplicateDetector<P::State>,
    walk: SubtreeWalk<P, H, K>,
    /// The subtrees of the last cut, if there are enough of them and they are not walked yet;
    /// otherwise `None`.
    cut: Option<Iteration<'a, P, H, K>>,
    walk_subtrees: &'a WalkSubtrees<'a, P, H, K>,
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Trees<P::Move> for RootedTrees<'_, P, H, K> {
    fn cut(&mut self, bound: u32, depth: u32, meter: &mut Meter) -> Result<bool, StopReason> {
        let iteration = Iteration::cut(self.search.rules, self.root, bound, depth, meter)?;
        self.cut = Some(iteration).filter(|iteration| iteration.subtrees() >= SUBTREES);
        Ok(self.cut.is_some())
    }

    fn walk_subtrees(&mut self, meter: &mut Meter) -> Walked<P::Move> {
        let iteration = self.cut.take().expect("the tree was cut");
        let all = (self.walk_subtrees)(&iteration, meter)?;
        Ok(iteration.conclude(all))
    }

    fn begin(&mut self, bound: u32, meter: &mut Meter) -> Result<(), StopReason> {
        self.detector.begin();
        self.walk
            .begin(&self.search.rules, self.root, 0, bound, bound, meter)
    }

    fn steps(&mut self, until: u64, meter: &mut Meter) -> Result<StepResult, StopReason> {
        let (rules, detector) = (&self.search.rules, &mut self.detector);
        self.walk.steps(rules, detector, (until, false), meter)
    }

    fn expands_nothing(&self) -> bool {
        self.walk.expands_nothing()
    }

    fn tally(&self) -> Tally {
        self.walk.tally
    }

    fn moves_to_goal(&self) -> (Vec<P::Move>, u64) {
        self.walk.moves_to_floor(&self.search.rules)
    }

    fn entered(&self) -> Option<usize> {
        self.detector.entered().map(StateSet::len)
    }

    fn dead_ends(&self, meter: &mut Meter) -> Result<Option<bool>, StopReason> {
        let is_dead_end = |state| self.search.bound_of(state) == DEAD_END;
        self.detector.entered().map_or(Ok(None), |entered| {
            dead_ends_around(self.search.rules.puzzle, entered, &is_dead_end, meter)
        })
    }
}
