//! Iterative deepening A*.
//!
//! Depth-first searches, each bounded: a state is cut off when the moves made
//! and the heuristic's lower bound together exceed the bound. The next bound
//! is the least sum that was cut off. (R. E. Korf, "Depth-first
//! iterative-deepening: an optimal admissible tree search", 1985.)
//!
//! # Why nothing is lost
//!
//! Let the bound be the length L of the shortest solutions, and π the
//! lexicographically first of them. Each part of π is the lexicographically
//! first shortest path between its ends, or π could be improved. Whatever a
//! search leaves out, it follows π to its end unless it finds a solution
//! before; and since it tries moves in their order, a solution found before
//! would be as long and come earlier: there is none. Indeed, along π
//!
//! * the *bound* cuts nothing off, as the heuristic is admissible;
//! * a *pruning policy* refuses nothing, as its contract is about such paths;
//! * no state lies twice on the *path*, or π could be shortened;
//! * the *table* holds no state of π by fewer moves, as π reaches each by the
//!   fewest; and by equally many only if an earlier path reached it, which
//!   with the rest of π would be an earlier solution.
//!
//! The argument needs no sub-search to have been complete: it is never asked
//! what was below a state that was left, only whether π was.
//!
//! # Why "unsolvable" is true
//!
//! Bounds never exceed L, so a solution is exactly as long as the bound, and
//! a goal is looked for at that depth alone. If an iteration cuts nothing off,
//! every state that can be reached was entered (apart from those that the
//! heuristic knows to be dead ends), and there is no L. In a puzzle with
//! cycles something is always cut off; but if all successors of the states
//! entered are themselves among those entered, nothing else can be reached
//! either. After each iteration the table is tested for that, up to the first
//! state that leads out.

use fewest_rules::{
    DEAD_END, Heuristic, Limits, Meter, Outcome, Proof, Puzzle, Report, StopReason,
};

use crate::conclusion::{conclude, exhausted};
use crate::depth_first::{MOST_MOVES, Root, Rules, Step, Tally, Walk};
use crate::duplicates::{Duplicates, Known};
use crate::pruning::Pruning;
use crate::state_set::StateSet;
use crate::subtrees::{EXPANSIONS_A_BATCH, Iteration, Walked};

/// The lexicographically first of the shortest solutions from `start`, by
/// IDA* with an admissible `heuristic`, which need not be consistent.
///
/// `pruning` says which moves need not be tried after which, and `duplicates`
/// which states are known again: the memory taken, and whether unsolvability
/// can be proven where there are cycles, depends on [`Duplicates`].
///
/// The numbers of nodes are those of a search by recursion that stops at the
/// solution, and the same in every run. With [`Duplicates::Enter`] the limit of
/// states is looked at every few thousand nodes only.
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
    let search = Search { rules, start };
    let result = search.run(duplicates, &mut meter, &|iteration, meter| {
        let before = meter.counts();
        let settle = &mut |meter: &mut Meter| iteration.settle(before, meter);
        Ok(vec![iteration.walk(meter, settle)?])
    });
    conclude(result, &meter)
}

/// An iteration that expanded fewer nodes is not worth cutting the next into
/// subtrees.
const SMALL: u64 = 20_000;

/// An iteration is cut into so many subtrees at the least.
const SUBTREES: usize = 1_000;

/// An IDA* search, whoever walks its trees.
pub(crate) struct Search<'a, P: Puzzle, H, K> {
    pub(crate) rules: Rules<'a, P, H, K>,
    pub(crate) start: P::State,
}

/// Says how the subtrees of an iteration are walked.
type WalkSubtrees<'w, P, H, K> =
    dyn Fn(&Iteration<P, H, K>, &mut Meter) -> AllWalked<<P as Puzzle>::Move> + 'w;

/// What all threads bring back, or why they were stopped.
type AllWalked<M> = Result<Vec<Walked<M>>, StopReason>;

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Search<'_, P, H, K> {
    /// Deepens the bound until there is an answer. Where no duplicates are looked
    /// for, an iteration may be cut into subtrees.
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
            memory: pruning.start(puzzle, self.start),
        };
        let mut detector = Known::new(duplicates);
        let cuts = duplicates == Duplicates::Enter;
        let mut walk = Walk::new();
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
                        && let Some(dead_ends) = self.closed(entered, meter)?
                    {
                        return Ok(exhausted(entered.len(), dead_ends));
                    }
                    bound = next;
                    expanded = tally.expanded;
                }
            }
        }
    }

    /// Walks the whole tree, telling the meter.
    #[inline(never)]
    fn walk_alone(
        &self,
        walk: &mut Walk<P, H, K>,
        detector: &mut Known<P::State>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<P::Move>>, StopReason> {
        let before = meter.counts();
        let settle = |tally: &Tally, meter: &mut Meter| {
            // Where a node has hundreds of moves, the limits are looked at more often.
            let width = tally.generated / tally.expanded.max(1) / 64 + 1;
            meter.recount(before.0 + tally.expanded, before.1 + tally.generated);
            meter.poll()?;
            Ok(meter.room().min((EXPANSIONS_A_BATCH / width).max(1)))
        };
        let mut room = settle(&walk.tally, meter)?;
        let mut settled = 0;
        loop {
            if walk.tally.expanded - settled == room {
                room = settle(&walk.tally, meter)?;
                settled = walk.tally.expanded;
                if room == 0 && !walk.expands_nothing() {
                    return Err(StopReason::States);
                }
            }
            match walk.step(&self.rules, detector, meter)? {
                Step::Done => {}
                Step::Floor if self.rules.puzzle.is_goal(walk.on_floor().state) => {
                    let (moves, ahead) = walk.moves_to_floor(&self.rules);
                    walk.tally.generated -= ahead;
                    let Tally {
                        expanded,
                        generated,
                        ..
                    } = walk.tally;
                    meter.recount(before.0 + expanded, before.1 + generated);
                    return Ok(Some(moves));
                }
                Step::Floor => walk.pass(),
                Step::End => {
                    let Tally {
                        expanded,
                        generated,
                        ..
                    } = walk.tally;
                    meter.recount(before.0 + expanded, before.1 + generated);
                    return Ok(None);
                }
            }
        }
    }

    /// Whether every move from a state of `entered` leads to one or to a dead
    /// end; and if so, whether there are dead ends.
    fn closed(
        &self,
        entered: &StateSet<P::State>,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        let mut dead_ends = false;
        for index in 0..entered.len() as u32 {
            meter.expand()?;
            let state = entered.get(index);
            for m in self.rules.puzzle.moves(state) {
                let after = self.rules.puzzle.apply(state, m);
                meter.generate(1);
                if entered.find(after).is_none() {
                    if self.bound_of(after) != DEAD_END {
                        return Ok(None);
                    }
                    dead_ends = true;
                }
            }
        }
        Ok(Some(dead_ends))
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
