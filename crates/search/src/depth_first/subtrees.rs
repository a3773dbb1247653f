//! An iteration of a depth-first search, cut into many small searches.
//!
//! The tree of the iteration is cut at a depth. A walk from the root to that depth collects the
//! *subtrees* that begin there, in the order in which a recursive search would reach them. Threads
//! walk the subtrees in this order, each thread several at a time. Once a solution is found, only
//! the subtrees before the one with the solution are completed, so the answer is that of the
//! recursive search and does not depend on the number of threads.
//!
//! When the search may expand no more nodes, the walks stay where they are, and go on in the next
//! call of [`Iteration::walk`].

use std::sync::Mutex;

use fewest_rules::{Heuristic, Meter, Puzzle, StopReason};

use super::rows::step_together;
use super::step::{
    MOST_MOVES, PathOf, Rules, SharedMeter, StackNodeOf, StepResult, SubtreeWalk, Tally,
    moves_along,
};
use crate::pruning::Pruning;
use crate::states::memory;
use crate::threads::{by_all, lock};

/// The number of subtrees that a thread walks at a time. On sliding tiles, a thread with two
/// subtrees expands 1.35 times as many nodes a second as with one; three or four are no faster.
const LANES: usize = 2;
/// The number of subtrees that a thread walks at a time if the heuristic bounds the children of
/// several nodes together (`rows.rs`).
const LANES_BY_ROWS: usize = 4;

/// The number of nodes that a thread expands between two checks of the limits, if a node has at most
/// 64 children.
const EXPANSIONS_A_BATCH: u64 = 4096;

/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 1024;

/// A subtree.
struct Subtree<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    root: StackNodeOf<P, H, K>,
    /// The path to the root.
    path: PathOf<P, K>,
    /// The numbers of nodes that the walk to the roots had expanded and generated at this root.
    before: (u64, u64),
}

/// An iteration, which may have paused.
pub(super) struct Iteration<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    bound: u32,
    subtrees: Vec<Subtree<P, H, K>>,
    /// For each thread the walks that it continues in turn; it has none at the end.
    threads: Vec<Vec<SubtreeWalk<P, H, K>>>,
    found: Found<P::Move>,
}

/// What all threads have found so far.
struct Found<M> {
    /// The number of the first subtree that no thread has begun to walk.
    next: usize,
    /// The solution in the first subtree in which one was found, if there is one.
    solution: Option<Solution<M>>,
    /// The tally of the walk to the roots and, for each subtree, that of its nodes.
    above: Tally,
    below: Vec<Tally>,
    /// The numbers of nodes expanded and generated that the meter does not have yet.
    uncounted: (u64, u64),
}

/// A solution, the number of its subtree, and the number of nodes that the walks to it have
/// generated and that a recursive search would generate only after it.
struct Solution<M> {
    subtree: usize,
    moves: Vec<M>,
    ahead: u64,
}

impl<M> Found<M> {
    /// Takes over the tally of a walk.
    fn count<P: Puzzle, H: Heuristic<P>, K: Pruning<P>>(
        &mut self,
        walk: &mut SubtreeWalk<P, H, K>,
    ) {
        let tally = std::mem::take(&mut walk.tally);
        self.uncounted.0 += tally.expanded;
        self.uncounted.1 += tally.generated;
        if let Some(below) = self.below.get_mut(walk.number) {
            below.add(&tally);
        }
    }
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Iteration<P, H, K> {
    /// Cuts the tree within `bound` at `depth`, which must be less than the bound.
    pub(super) fn cut(
        rules: &Rules<P, H, K>,
        root: StackNodeOf<P, H, K>,
        bound: u32,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut walk = SubtreeWalk::new();
        let mut subtrees = Vec::new();
        let shared = SharedMeter::new(meter);
        walk.begin(rules, (root, &Vec::new()), bound, depth, &shared)?;
        loop {
            match walk.step(rules, &shared)? {
                StepResult::Done => {}
                StepResult::Floor => {
                    let (root, path) = walk.on_floor();
                    shared.with(|meter| {
                        let bytes = memory::bytes_of::<(P::State, K::History)>(path.len());
                        memory::take(meter, bytes)?;
                        let subtree = Subtree {
                            root,
                            path: path.clone(),
                            before: (walk.tally.expanded, walk.tally.generated),
                        };
                        memory::push(&mut subtrees, subtree, meter)
                    })?;
                    walk.pass();
                }
                StepResult::End => break,
            }
        }
        let lanes = if H::BY_ROWS { LANES_BY_ROWS } else { LANES };
        let most = MOST_THREADS.min(subtrees.len()).max(1);
        let threads = meter.limits().threads().get().min(most);
        let lanes = |_| (0..lanes).map(|_| SubtreeWalk::new()).collect();
        Ok(Self {
            bound,
            threads: (0..threads).map(lanes).collect(),
            found: Found {
                next: 0,
                solution: None,
                uncounted: (walk.tally.expanded, walk.tally.generated),
                above: walk.tally,
                below: subtrees.iter().map(|_| Tally::default()).collect(),
            },
            subtrees,
        })
    }

    /// The number of subtrees.
    pub(super) fn subtrees(&self) -> usize {
        self.subtrees.len()
    }

    /// Walks the subtrees until none is left, by several threads.
    ///
    /// # Errors
    /// The limit that was reached. After [`StopReason::States`] the walks can go on.
    pub(super) fn walk(
        &mut self,
        rules: &Rules<P, H, K>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let work = Work {
            rules,
            bound: self.bound,
            subtrees: &self.subtrees,
            found: Mutex::new(&mut self.found),
            meter: SharedMeter::new(meter),
        };
        let ended = by_all(&mut self.threads, |_, walks| work.walk(walks));
        // A thread that was stopped in the middle of a step cannot go on, whatever others tell.
        work.meter.with(|_| Ok(()))?;
        ended
    }

    /// The result of an iteration that has ended: the solution, or the next bound, or neither if no
    /// node was cut off. The next bound is the least sum of depth and lower bound among the nodes
    /// that were cut off. Also returns the number of nodes expanded. If there is a solution and the
    /// iteration did not pause, the counts of the meter become those of a recursive search, which
    /// ends at the solution.
    pub(super) fn result(self, meter: &mut Meter) -> (Option<Vec<P::Move>>, Option<u32>, u64) {
        let Found {
            solution,
            mut above,
            below,
            ..
        } = self.found;
        let end = solution
            .as_ref()
            .map_or(below.len(), |first| first.subtree + 1);
        let mut later = Tally::default();
        below[end..].iter().for_each(|tally| later.add(tally));
        if let Some(first) = &solution {
            let (expanded, generated) = self.subtrees[first.subtree].before;
            later.expanded += above.expanded - expanded;
            later.generated += above.generated - generated + first.ahead;
        }
        let (expanded, generated) = meter.counts();
        meter.recount(
            expanded.saturating_sub(later.expanded),
            generated.saturating_sub(later.generated),
        );
        below.iter().for_each(|tally| above.add(tally));
        let next = (above.beyond <= MOST_MOVES).then(|| self.bound + above.beyond + 1);
        (solution.map(|first| first.moves), next, above.expanded)
    }
}

/// The work on an iteration that all threads share.
struct Work<'a, 'm, 'l, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    rules: &'a Rules<'a, P, H, K>,
    bound: u32,
    subtrees: &'a [Subtree<P, H, K>],
    found: Mutex<&'a mut Found<P::Move>>,
    meter: SharedMeter<'m, 'l>,
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Work<'_, '_, '_, P, H, K> {
    /// Takes a step in each of `walks` in turn, until none of them finds another subtree.
    fn walk(&self, walks: &mut Vec<SubtreeWalk<P, H, K>>) -> Result<(), StopReason> {
        let rows = self.rules.pruning.rows().filter(|_| H::BY_ROWS);
        loop {
            let mut left = self.settle(walks)?;
            if walks.is_empty() {
                return Ok(());
            }
            let mut ends = false;
            while left > 0 && !ends {
                let few = walks.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                left -= few as u64;
                let mut stopped = Ok(());
                let mut turn = |walk: &mut SubtreeWalk<P, H, K>, step| match step {
                    StepResult::Done => {}
                    StepResult::Floor if !self.is_goal(walk) => walk.pass(),
                    step => match self.turn(walk, step) {
                        Ok(goes_on) => ends |= !goes_on,
                        Err(reason) => stopped = Err(reason),
                    },
                };
                match rows {
                    Some(rows) => step_together(self.rules, rows, &mut walks[..few], turn),
                    None => {
                        for walk in &mut walks[..few] {
                            let step = walk.step(self.rules, &self.meter)?;
                            turn(walk, step);
                        }
                    }
                }
                stopped?;
            }
        }
    }

    fn is_goal(&self, walk: &SubtreeWalk<P, H, K>) -> bool {
        self.rules.puzzle.is_goal(walk.on_floor().0.state)
    }

    /// Handles a walk that has reached a solution or the end of its subtree, or that has not begun:
    /// notes the solution and begins the next subtree. Returns whether there is one.
    #[cold]
    fn turn(&self, walk: &mut SubtreeWalk<P, H, K>, step: StepResult) -> Result<bool, StopReason> {
        let found = &mut *lock(&self.found);
        found.count(walk);
        let is_first = |first: &Solution<_>| walk.number < first.subtree;
        if step == StepResult::Floor && found.solution.as_ref().is_none_or(is_first) {
            let (_, path) = walk.on_floor();
            let (moves, ahead) = moves_along(self.rules.puzzle, self.rules.pruning, path);
            found.solution = Some(Solution {
                subtree: walk.number,
                moves,
                ahead,
            });
        }
        let next = self.subtrees.get(found.next);
        let Some(subtree) = next.filter(|_| found.solution.is_none()) else {
            (walk.waiting, walk.number) = (0, usize::MAX);
            return Ok(false);
        };
        walk.number = found.next;
        found.next += 1;
        walk.begin(
            self.rules,
            (subtree.root, &subtree.path),
            self.bound,
            self.bound,
            &self.meter,
        )?;
        Ok(true)
    }

    /// Counts what the walks have done since the last call, and drops those that have ended or no
    /// longer matter, because an earlier subtree has a solution. Returns the number of steps until
    /// the next call. If nodes have hundreds of children, there are fewer of them.
    ///
    /// # Errors
    /// The limit that was reached, if walks are left.
    fn settle(&self, walks: &mut Vec<SubtreeWalk<P, H, K>>) -> Result<u64, StopReason> {
        let found = &mut *lock(&self.found);
        let solution = found.solution.as_ref();
        let solved = solution.map_or(usize::MAX, |first| first.subtree);
        self.meter.with(|meter| {
            walks.iter_mut().for_each(|walk| found.count(walk));
            let (new, made) = std::mem::take(&mut found.uncounted);
            let (expanded, generated) = meter.counts();
            let (expanded, generated) = (expanded + new, generated + made);
            meter.recount(expanded, generated);
            walks.retain(|walk| walk.number < solved);
            if walks.is_empty() {
                return Ok(0);
            }
            meter.poll()?;
            let width = generated / expanded.max(1) / 64 + 1;
            match meter.room() {
                0 => Err(StopReason::States),
                room => Ok(room.min((EXPANSIONS_A_BATCH / width).max(1))),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use fewest_rules::{Limits, Meter, StopReason, Zero};

    use super::super::step::{Rules, StackNode};
    use super::Iteration;
    use crate::pruning::NoPruning;

    /// The numbers below 2¹⁹: a binary tree of depth 18, whose root is 1.
    struct Tree {
        goal: u32,
    }

    impl fewest_rules::Puzzle for Tree {
        type State = u32;
        type Move = u32;

        fn moves(&self, _: u32) -> impl Iterator<Item = u32> {
            0..2
        }

        fn apply(&self, state: u32, m: u32) -> u32 {
            2 * state + m
        }

        fn is_goal(&self, state: u32) -> bool {
            state == self.goal
        }
    }

    /// However often several threads pause, each node is expanded exactly once.
    #[test]
    fn pauses_lose_no_subtree() {
        for round in 0..40 {
            let goal = if round % 2 == 0 { 0 } else { (1 << 19) - 1 };
            let rules = Rules {
                puzzle: &Tree { goal },
                heuristic: &Zero,
                pruning: &NoPruning,
            };
            let limits = Limits {
                states: Some(10_000 + 100 * round),
                threads: std::num::NonZeroUsize::new(2),
                ..Limits::default()
            };
            let root = StackNode {
                state: 1,
                cache: (),
                history: (),
                depth: 0,
            };
            let first = &mut Meter::new(&limits);
            let mut all = Iteration::cut(&rules, root, 18, 12, first).unwrap();
            let mut pauses = 0;
            while let Err(reason) = all.walk(&rules, &mut Meter::new(&limits)) {
                assert_eq!(reason, StopReason::States);
                pauses += 1;
            }
            assert!(pauses > 10);
            let (solution, _, expanded) = all.result(&mut Meter::new(&limits));
            match goal {
                0 => assert_eq!((solution, expanded), (None, (1 << 18) - 1)),
                _ => assert_eq!(solution, Some(vec![1; 18])),
            }
        }
    }
}
