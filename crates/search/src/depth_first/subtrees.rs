//! An iteration of a depth-first search, cut into many small searches.
//!
//! The tree of the iteration is cut at a depth. A walk from the root to that depth collects the
//! *subtrees* that begin there, in the order in which a recursive search would reach them. Threads
//! walk the subtrees in the order of a recursive search, each thread several at a time. Once a
//! solution is found, only the subtrees before the one with the solution are completed, so the
//! answer is that of the recursive search. The node counts are also those of the recursive search,
//! because nodes that a recursive search would not visit are not counted. Neither the answer nor
//! the counts depend on the number of threads.

mod progress;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use fewest_rules::{Heuristic, Meter, Puzzle, StopReason};

use super::step::{RootOf, Rules, StepResult, SubtreeWalk, step_together};
use super::tally::Tally;
use crate::pruning::Pruning;
use crate::states::memory;
pub(crate) use progress::WalkProgress;

/// The number of subtrees that a thread walks at a time. On sliding tiles, a thread with two
/// subtrees expands 1.35 times as many nodes a second as with one; three or four are no faster.
const LANES: usize = 2;
/// The number of subtrees that a thread walks at a time if the heuristic bounds the children of
/// several nodes together (`step/rows.rs`).
const LANES_BY_ROWS: usize = 4;

/// One of the subtrees into which the tree of an iteration is cut.
struct Subtree<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    root: RootOf<P, H, K>,
    /// The moves from the start to the root of the subtree.
    moves: Vec<P::Move>,
    /// The work that a recursive search has done above the subtrees when it reaches this subtree:
    /// the number of nodes expanded and the number of nodes generated. Nodes within the subtrees do
    /// not count.
    above: (u64, u64),
}

/// The subtrees of an iteration and the data that all its threads share.
pub(crate) struct Iteration<'a, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    rules: Rules<'a, P, H, K>,
    bound: u32,
    subtrees: Vec<Subtree<P, H, K>>,
    /// The counts of the nodes above the roots of the subtrees, at which the tree is cut.
    above: Tally,
    progress: WalkProgress,
}

/// The result of a thread that has walked subtrees.
pub(crate) struct WalkedSubtrees<M> {
    /// For each subtree that the thread walked to its end or to a solution, its index and its
    /// counts.
    tallies: Vec<(usize, Tally)>,
    /// The solutions, each with the index of its subtree.
    solutions: Vec<(usize, Vec<M>)>,
}

impl<'a, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Iteration<'a, P, H, K> {
    /// Cuts the tree within `bound` at `depth`, which must be less than the bound.
    pub(crate) fn cut(
        rules: Rules<'a, P, H, K>,
        root: RootOf<P, H, K>,
        bound: u32,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut walk = SubtreeWalk::new();
        walk.begin(&rules, root, 0, bound, depth, meter)?;
        let mut subtrees: Vec<Subtree<P, H, K>> = Vec::new();
        loop {
            // The walk reaches the floor in the order of a recursive search. But the walk has
            // already generated the later siblings of the nodes on the path, which the recursive
            // search has not generated yet. The number of these siblings is `ahead`.
            match walk.step(&rules, meter)? {
                StepResult::Done => {}
                StepResult::Floor => {
                    let (moves, ahead) = walk.moves_to_floor(&rules);
                    memory::take(meter, memory::bytes_of::<P::Move>(moves.len()))?;
                    let subtree = Subtree {
                        root: walk.on_floor(),
                        moves,
                        above: (walk.tally.expanded, walk.tally.generated - ahead),
                    };
                    memory::push(&mut subtrees, subtree, meter)?;
                    walk.pass();
                }
                StepResult::End => break,
            }
        }
        Ok(Self {
            rules,
            bound,
            progress: WalkProgress::new(subtrees.len(), &walk.tally, meter),
            subtrees,
            above: walk.tally,
        })
    }

    /// The number of subtrees.
    pub(crate) fn subtrees(&self) -> usize {
        self.subtrees.len()
    }

    /// The progress of all threads so far.
    pub(crate) fn progress(&self) -> &WalkProgress {
        &self.progress
    }

    /// Walks subtrees until none is left. Each of several threads calls this function. If one of
    /// the threads must stop, all of them stop. Every few thousand expansions, a thread calls
    /// `settle` to learn how many steps it may take before the next call, or why it must stop.
    pub(crate) fn walk(
        &self,
        meter: &mut Meter,
        settle: impl FnMut(&mut Meter) -> Result<u64, StopReason>,
    ) -> Result<WalkedSubtrees<P::Move>, StopReason> {
        let walked = match H::BY_ROWS {
            true => self.walk_all::<LANES_BY_ROWS>(meter, settle),
            false => self.walk_all::<LANES>(meter, settle),
        };
        walked.inspect_err(|_| self.progress.stop())
    }

    fn walk_all<const LANES: usize>(
        &self,
        meter: &mut Meter,
        mut settle: impl FnMut(&mut Meter) -> Result<u64, StopReason>,
    ) -> Result<WalkedSubtrees<P::Move>, StopReason> {
        let mut walked = WalkedSubtrees {
            tallies: Vec::new(),
            solutions: Vec::new(),
        };
        let mut lanes: [Lane<P, H, K>; LANES] = std::array::from_fn(|_| Lane::idle());
        let mut batch = settle(meter)?;
        loop {
            if self
                .step_all(&mut lanes, batch, &mut walked, meter)?
                .is_break()
            {
                return Ok(walked);
            }
            for lane in &mut lanes {
                self.tell(lane);
                if lane.subtree > self.progress.solved.load(Ordering::Relaxed) {
                    // An earlier subtree has a solution, so this subtree no longer matters.
                    lane.rest();
                }
            }
            batch = settle(meter)?;
        }
    }

    /// Takes `batch` steps, one in each lane in turn; a *lane* is a walk in a subtree. Ends early,
    /// and returns [`ControlFlow::Break`], if no lane has a subtree left.
    #[inline(never)]
    fn step_all<const LANES: usize>(
        &self,
        lanes: &mut [Lane<P, H, K>; LANES],
        batch: u64,
        walked: &mut WalkedSubtrees<P::Move>,
        meter: &mut Meter,
    ) -> Result<ControlFlow<()>, StopReason> {
        let rows = self.rules.pruning.rows().filter(|_| H::BY_ROWS);
        for _ in 0..batch / LANES as u64 {
            let mut idle = 0;
            if let Some(rows) = rows {
                let mut stopped = Ok(());
                step_together(&self.rules, rows, lanes, |lane, step| match step {
                    StepResult::Floor if !self.is_goal(lane) => lane.walk.pass(),
                    step => match self.turn(lane, step, walked, meter) {
                        Ok(turn) => idle += usize::from(turn.is_break()),
                        Err(reason) => stopped = Err(reason),
                    },
                });
                stopped?;
                if idle == LANES {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            for lane in &mut *lanes {
                match lane.walk.step(&self.rules, meter)? {
                    StepResult::Done => {}
                    StepResult::Floor if !self.is_goal(lane) => lane.walk.pass(),
                    step => idle += usize::from(self.turn(lane, step, walked, meter)?.is_break()),
                }
            }
            if idle == LANES {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.step_some(lanes, batch % LANES as u64, walked, meter)
    }

    /// Takes a step in one lane after the other until `most` nodes are expanded, which are fewer than
    /// there are lanes. Ends like [`step_all`](Self::step_all).
    fn step_some<const LANES: usize>(
        &self,
        lanes: &mut [Lane<P, H, K>; LANES],
        most: u64,
        walked: &mut WalkedSubtrees<P::Move>,
        meter: &mut Meter,
    ) -> Result<ControlFlow<()>, StopReason> {
        let (mut left, mut idle) = (most, 0);
        for lane in lanes {
            if left == 0 {
                break;
            }
            let before = lane.walk.tally.expanded;
            let step = lane.walk.step(&self.rules, meter)?;
            left -= lane.walk.tally.expanded - before;
            match step {
                StepResult::Done => {}
                StepResult::Floor if !self.is_goal(lane) => lane.walk.pass(),
                step => idle += usize::from(self.turn(lane, step, walked, meter)?.is_break()),
            }
        }
        Ok(match idle == LANES {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    fn is_goal(&self, lane: &Lane<P, H, K>) -> bool {
        self.rules.puzzle.is_goal(lane.walk.on_floor().state)
    }

    /// Handles a lane that has reached a solution or the end of its subtree, or that is idle:
    /// records the result and begins the next subtree. Returns [`ControlFlow::Break`] if no subtree
    /// is left to walk.
    #[cold]
    fn turn(
        &self,
        lane: &mut Lane<P, H, K>,
        step: StepResult,
        walked: &mut WalkedSubtrees<P::Move>,
        meter: &mut Meter,
    ) -> Result<ControlFlow<()>, StopReason> {
        if lane.subtree < self.subtrees.len() {
            self.tell(lane);
        }
        if step == StepResult::Floor {
            let (moves, ahead) = lane.walk.moves_to_floor(&self.rules);
            let mut all = self.subtrees[lane.subtree].moves.clone();
            all.extend(moves);
            lane.walk.tally.generated -= ahead;
            walked.solutions.push((lane.subtree, all));
            self.progress
                .solved
                .fetch_min(lane.subtree, Ordering::Relaxed);
        }
        if lane.subtree < self.subtrees.len() {
            walked.tallies.push((lane.subtree, lane.walk.tally));
            lane.rest();
        }
        let left = self.progress.next.load(Ordering::Relaxed)
            < self.progress.solved.load(Ordering::Relaxed);
        if !left {
            return Ok(ControlFlow::Break(()));
        }
        lane.subtree = self.progress.next.fetch_add(1, Ordering::Relaxed);
        if lane.subtree >= self.progress.solved.load(Ordering::Relaxed) {
            lane.rest();
            return Ok(ControlFlow::Break(()));
        }
        let Subtree { root, moves, .. } = &self.subtrees[lane.subtree];
        let made = moves.len() as u32;
        lane.walk
            .begin(&self.rules, *root, made, self.bound, self.bound, meter)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Adds the nodes that a lane has expanded and generated since the last call to the counts that
    /// all threads share.
    fn tell(&self, lane: &mut Lane<P, H, K>) {
        let Tally {
            expanded,
            generated,
            ..
        } = lane.walk.tally;
        let told = std::mem::replace(&mut lane.told, (expanded, generated));
        self.progress.add(expanded - told.0, generated - told.1);
    }

    /// The result of the iteration: the solution, if there is one, and the counts of a recursive
    /// search.
    pub(crate) fn conclude(
        self,
        all: Vec<WalkedSubtrees<P::Move>>,
    ) -> (Option<Vec<P::Move>>, Tally) {
        let solved = self.progress.solved.into_inner();
        let mut above = self.above;
        if let Some(subtree) = self.subtrees.get(solved) {
            (above.expanded, above.generated) = subtree.above;
        }
        sum(above, solved, all)
    }
}

/// Adds up the counts of the nodes above the subtrees and of the subtrees up to the one with the
/// index `solved`. Returns the solution of that subtree, if it has one, and the sum.
fn sum<M>(above: Tally, solved: usize, all: Vec<WalkedSubtrees<M>>) -> (Option<Vec<M>>, Tally) {
    let mut tally = above;
    let mut solution = None;
    for walked in all {
        for (subtree, seen) in walked.tallies {
            if subtree <= solved {
                tally.add(&seen);
            }
        }
        for (subtree, moves) in walked.solutions {
            if subtree == solved {
                solution = Some(moves);
            }
        }
    }
    (solution, tally)
}

/// A lane: one of the walks that a thread continues in turn, each in a subtree of its own.
struct Lane<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    walk: SubtreeWalk<P, H, K>,
    /// The index of the subtree that the lane walks; `usize::MAX` if the lane is idle.
    subtree: usize,
    /// How many nodes that this lane has expanded, and how many that it has generated, are already
    /// in the counts that all threads share.
    told: (u64, u64),
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> AsMut<SubtreeWalk<P, H, K>> for Lane<P, H, K> {
    fn as_mut(&mut self) -> &mut SubtreeWalk<P, H, K> {
        &mut self.walk
    }
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Lane<P, H, K> {
    fn idle() -> Self {
        Self {
            walk: SubtreeWalk::new(),
            subtree: usize::MAX,
            told: (0, 0),
        }
    }

    /// Makes the lane idle, but keeps its memory for the next subtree.
    fn rest(&mut self) {
        self.walk.leave();
        self.subtree = usize::MAX;
        self.told = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use fewest_rules::{Limits, Meter, Puzzle, StopReason, Zero};

    use super::Iteration;
    use crate::depth_first::step::{Root, Rules};
    use crate::pruning::NoPruning;

    /// A puzzle whose tree is an infinite binary tree without a goal.
    struct Tree;

    impl Puzzle for Tree {
        type State = u32;
        type Move = u32;

        fn moves(&self, _: u32) -> impl Iterator<Item = u32> {
            0..2
        }

        fn apply(&self, state: u32, m: u32) -> u32 {
            2 * state + m
        }

        fn is_goal(&self, _: u32) -> bool {
            false
        }
    }

    /// The tree to depth 12, cut at `depth`.
    fn cut<'a>(depth: u32, meter: &mut Meter) -> Iteration<'a, Tree, Zero, NoPruning> {
        let rules = Rules {
            puzzle: &Tree,
            heuristic: &Zero,
            pruning: &NoPruning,
        };
        let root = Root {
            state: 1,
            cache: (),
            history: (),
        };
        Iteration::cut(rules, root, 12, depth, meter).unwrap()
    }

    #[test]
    fn a_thread_that_ends_early_stops_the_others() {
        let (free, poor) = (
            Limits::default(),
            Limits {
                memory: Some(0),
                ..Limits::default()
            },
        );
        let mut meter = Meter::new(&free);
        let iteration = cut(3, &mut meter);
        let walked = iteration.walk(&mut Meter::new(&poor), |_| iteration.progress.carry_on());
        assert_eq!(walked.err(), Some(StopReason::Memory));
        assert_eq!(iteration.progress.carry_on(), Err(StopReason::Cancelled));
        let settled = iteration.progress.settle((0, 0), &mut meter);
        assert_eq!(settled, Err(StopReason::Cancelled));
    }

    #[test]
    fn memory_is_used_again_from_subtree_to_subtree() {
        let free = Limits::default();
        let walked = |depth| {
            let mut meter = Meter::new(&free);
            let iteration = cut(depth, &mut meter);
            let before = meter.held();
            iteration
                .walk(&mut meter, |meter| iteration.progress.settle((0, 0), meter))
                .unwrap();
            meter.held() - before
        };
        // If the tree is cut into more subtrees, each of them is smaller.
        assert!(walked(10) < walked(3));
    }
}
