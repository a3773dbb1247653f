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

use rules::{DEAD_END, Heuristic, Limits, Meter, Outcome, Proof, Puzzle, Report, StopReason};

use crate::conclusion::{conclude, exhausted};
use crate::duplicates::{Detector, Duplicates, Nothing, Path, Table};
use crate::memory;
use crate::pruning::Pruning;
use crate::state_set::StateSet;

/// The lexicographically first of the shortest solutions from `start`, by
/// IDA* with an admissible `heuristic`, which need not be consistent.
///
/// `pruning` says which moves need not be tried after which, and `duplicates`
/// which states are known again: the memory taken, and whether unsolvability
/// can be proven where there are cycles, depends on [`Duplicates`].
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
    let search = Search {
        puzzle,
        start,
        heuristic,
        pruning,
    };
    let result = match duplicates {
        Duplicates::Enter => search.run(&mut Nothing, &mut meter),
        Duplicates::LeavePath => search.run(&mut Path::new(), &mut meter),
        Duplicates::LeaveAll => search.run(&mut Table::new(), &mut meter),
    };
    conclude(result, &meter)
}

struct Search<'a, P: Puzzle, H, K> {
    puzzle: &'a P,
    start: P::State,
    heuristic: &'a H,
    pruning: &'a K,
}

/// A state on the path at hand.
struct Frame<S, C, K, I> {
    state: S,
    cache: C,
    memory: K,
    /// The moves not yet tried.
    moves: I,
}

/// How an iteration ended.
enum Iteration<M> {
    Solved(Vec<M>),
    /// Nothing was found. `next` is the least sum above the bound, if a state
    /// was cut off.
    Failed {
        next: Option<u64>,
        dead_ends: bool,
    },
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Search<'_, P, H, K> {
    fn run(
        &self,
        detector: &mut impl Detector<P::State>,
        meter: &mut Meter,
    ) -> Result<Outcome<P::Move>, StopReason> {
        if self.puzzle.is_goal(self.start) {
            return Ok(Outcome::Solved { moves: Vec::new() });
        }
        let mut bound = match self.bound_of(self.start) {
            DEAD_END => return Ok(Outcome::Unsolvable(self.dead_start())),
            bound => u64::from(bound.max(1)),
        };
        loop {
            meter.prove_at_least(u32::try_from(bound).unwrap_or(u32::MAX));
            detector.begin();
            let (next, dead_ends) = match self.iterate(bound, detector, meter)? {
                Iteration::Solved(moves) => return Ok(Outcome::Solved { moves }),
                Iteration::Failed { next, dead_ends } => (next, dead_ends),
            };
            match (next, detector.entered()) {
                (None, None) => {
                    return Ok(Outcome::Unsolvable(Proof::Invariant(
                        "none of the sequences of moves that repeat no board reaches a goal".into(),
                    )));
                }
                (None, Some(entered)) => return Ok(exhausted(entered.len(), dead_ends)),
                (Some(next), entered) => {
                    if let Some(entered) = entered
                        && let Some(dead_ends) = self.closed(entered, meter)?
                    {
                        return Ok(exhausted(entered.len(), dead_ends));
                    }
                    bound = next;
                }
            }
        }
    }

    /// Searches all paths whose sums stay within `bound`.
    fn iterate(
        &self,
        bound: u64,
        detector: &mut impl Detector<P::State>,
        meter: &mut Meter,
    ) -> Result<Iteration<P::Move>, StopReason> {
        let mut next = None;
        let mut dead_ends = false;
        let mut path = Vec::new();
        let mut stack = Vec::new();
        detector.enter(self.start, 0, meter)?;
        meter.expand()?;
        let root = Frame {
            state: self.start,
            cache: self.heuristic.start(self.puzzle, self.start),
            memory: self.pruning.start(),
            moves: self.puzzle.moves(self.start),
        };
        memory::push(&mut stack, root, meter)?;
        loop {
            let depth = stack.len() as u64;
            let Some(top) = stack.last_mut() else { break };
            let Some(m) = top.moves.next() else {
                stack.pop();
                path.pop();
                continue;
            };
            let Some(memory) = self.pruning.step(self.puzzle, top.memory, m) else {
                continue;
            };
            let state = self.puzzle.apply(top.state, m);
            meter.generate(1);
            let cache = self.heuristic.step(self.puzzle, top.cache, m, state);
            let remaining = self.heuristic.bound(cache);
            let sum = depth + u64::from(remaining);
            if sum > bound {
                if remaining == DEAD_END {
                    dead_ends = true;
                } else {
                    cut_off(&mut next, sum);
                }
                continue;
            }
            if depth == bound {
                if self.puzzle.is_goal(state) {
                    path.push(m);
                    return Ok(Iteration::Solved(path));
                }
                // What it leads to is one move too far.
                cut_off(&mut next, bound + 1);
                continue;
            }
            if !detector.enter(state, depth as u32, meter)? {
                continue;
            }
            meter.expand()?;
            let frame = Frame {
                state,
                cache,
                memory,
                moves: self.puzzle.moves(state),
            };
            memory::push(&mut stack, frame, meter)?;
            memory::push(&mut path, m, meter)?;
        }
        memory::release(stack, meter);
        memory::release(path, meter);
        Ok(Iteration::Failed { next, dead_ends })
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
            for m in self.puzzle.moves(state) {
                let after = self.puzzle.apply(state, m);
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
        self.heuristic
            .bound(self.heuristic.start(self.puzzle, state))
    }

    fn dead_start(&self) -> Proof {
        Proof::Invariant("the start is a dead end by its lower bound".into())
    }
}

fn cut_off(next: &mut Option<u64>, sum: u64) {
    *next = Some(next.map_or(sum, |least| least.min(sum)));
}
