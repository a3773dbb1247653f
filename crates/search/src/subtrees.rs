//! An iteration of a depth-first search as many small ones.
//!
//! The tree is cut at a depth: a walk from the root down to it leaves the
//! *subtrees* that begin there, in the order in which a search by recursion
//! would come to them. They are walked in that order, several at a time by one
//! thread and by several threads. Once a solution is found, only the subtrees
//! before its own are walked to their ends, so that the answer is that of the
//! search by recursion; and its nodes are counted, not those that were looked
//! at ahead of it. Neither depends on the number of threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use fewest_rules::{Heuristic, Meter, Puzzle, StopReason};

use crate::depth_first::{RootOf, Rules, Step, Tally, Walk};
use crate::duplicates::Nothing;
use crate::memory;
use crate::pruning::Pruning;

/// How many subtrees a thread walks at a time. On sliding tiles two are walked
/// with 1.35 times the nodes a second of one, and three or four no faster.
const LANES: usize = 2;

/// How many nodes a thread expands from one look at the limits to the next.
pub(crate) const EXPANSIONS_A_BATCH: u64 = 4096;

/// A subtree.
struct Subtree<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    root: RootOf<P, H, K>,
    /// The moves that lead to its root.
    moves: Vec<P::Move>,
    /// What a search by recursion has expanded and generated above all
    /// subtrees when it comes to this one.
    above: (u64, u64),
}

/// The subtrees of an iteration and what all its threads share.
pub(crate) struct Iteration<'a, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    rules: Rules<'a, P, H, K>,
    bound: u32,
    subtrees: Vec<Subtree<P, H, K>>,
    /// What was seen above the subtrees.
    above: Tally,
    /// The first subtree that nobody has taken.
    next: AtomicUsize,
    /// The first subtree in which a solution was found; their number if none.
    solved: AtomicUsize,
    /// Whether a thread has ended before the subtrees did.
    stop: AtomicBool,
    /// How many nodes may be expanded in it.
    most: u64,
    expanded: AtomicU64,
    generated: AtomicU64,
}

/// Says how many steps a thread may take from now on, or why it may not.
type Settle<'s> = dyn FnMut(&mut Meter) -> Result<u64, StopReason> + 's;

/// What a thread brings back.
pub(crate) struct Walked<M> {
    /// What was seen in each subtree that was walked to its end, or to a solution.
    tallies: Vec<(usize, Tally)>,
    /// The solutions found, by subtree.
    solutions: Vec<(usize, Vec<M>)>,
}

impl<'a, P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Iteration<'a, P, H, K> {
    /// Cuts the tree within `bound` at `depth`, which is less than the bound.
    pub(crate) fn cut(
        rules: Rules<'a, P, H, K>,
        root: RootOf<P, H, K>,
        bound: u32,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let mut walk = Walk::new();
        walk.begin(&rules, root, 0, bound, depth, meter)?;
        let mut subtrees: Vec<Subtree<P, H, K>> = Vec::new();
        loop {
            match walk.step(&rules, &mut Nothing, meter)? {
                Step::Done => {}
                Step::Floor => {
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
                Step::End => break,
            }
        }
        Ok(Self {
            rules,
            bound,
            solved: AtomicUsize::new(subtrees.len()),
            subtrees,
            above: walk.tally,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            most: meter.room(),
            expanded: AtomicU64::new(walk.tally.expanded),
            generated: AtomicU64::new(walk.tally.generated),
        })
    }

    /// How many subtrees there are.
    pub(crate) fn subtrees(&self) -> usize {
        self.subtrees.len()
    }

    /// Walks subtrees until there is none left. Of several threads each calls
    /// this, and where one cannot go on, none does; `settle` is called every few
    /// thousand expansions.
    pub(crate) fn walk(
        &self,
        meter: &mut Meter,
        settle: &mut Settle,
    ) -> Result<Walked<P::Move>, StopReason> {
        let result = self.walk_all(meter, settle);
        if result.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        result
    }

    fn walk_all(
        &self,
        meter: &mut Meter,
        settle: &mut Settle,
    ) -> Result<Walked<P::Move>, StopReason> {
        let mut walked = Walked {
            tallies: Vec::new(),
            solutions: Vec::new(),
        };
        let mut lanes: [Lane<P, H, K>; LANES] = [Lane::idle(), Lane::idle()];
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
                if lane.subtree > self.solved.load(Ordering::Relaxed) {
                    // What is found there does not matter any more.
                    lane.rest();
                }
            }
            batch = settle(meter)?;
        }
    }

    /// Takes `batch` steps, one lane after the other, or fewer if nothing is left.
    #[inline(never)]
    fn step_all(
        &self,
        lanes: &mut [Lane<P, H, K>; LANES],
        batch: u64,
        walked: &mut Walked<P::Move>,
        meter: &mut Meter,
    ) -> Result<ControlFlow<()>, StopReason> {
        for _ in 0..batch.div_ceil(LANES as u64) {
            let mut idle = 0;
            for lane in &mut *lanes {
                match lane.walk.step(&self.rules, &mut Nothing, meter)? {
                    Step::Done => {}
                    Step::Floor if !self.is_goal(lane) => lane.walk.pass(),
                    step => idle += usize::from(self.turn(lane, step, walked, meter)?.is_break()),
                }
            }
            if idle == LANES {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn is_goal(&self, lane: &Lane<P, H, K>) -> bool {
        self.rules.puzzle.is_goal(lane.walk.on_floor().state)
    }

    /// What to do where a lane has come to a solution, or cannot step on.
    #[cold]
    fn turn(
        &self,
        lane: &mut Lane<P, H, K>,
        step: Step,
        walked: &mut Walked<P::Move>,
        meter: &mut Meter,
    ) -> Result<ControlFlow<()>, StopReason> {
        if lane.subtree < self.subtrees.len() {
            self.tell(lane);
        }
        if step == Step::Floor {
            let (moves, ahead) = lane.walk.moves_to_floor(&self.rules);
            let mut all = self.subtrees[lane.subtree].moves.clone();
            all.extend(moves);
            lane.walk.tally.generated -= ahead;
            walked.solutions.push((lane.subtree, all));
            self.solved.fetch_min(lane.subtree, Ordering::Relaxed);
        }
        if lane.subtree < self.subtrees.len() {
            walked.tallies.push((lane.subtree, lane.walk.tally));
            lane.rest();
        }
        let left = self.next.load(Ordering::Relaxed) < self.solved.load(Ordering::Relaxed);
        if !left {
            return Ok(ControlFlow::Break(()));
        }
        lane.subtree = self.next.fetch_add(1, Ordering::Relaxed);
        if lane.subtree >= self.solved.load(Ordering::Relaxed) {
            lane.rest();
            return Ok(ControlFlow::Break(()));
        }
        let Subtree { root, moves, .. } = &self.subtrees[lane.subtree];
        let made = moves.len() as u32;
        lane.walk
            .begin(&self.rules, *root, made, self.bound, self.bound, meter)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Adds what a lane has done to what all have.
    fn tell(&self, lane: &mut Lane<P, H, K>) {
        let Tally {
            expanded,
            generated,
            ..
        } = lane.walk.tally;
        let told = std::mem::replace(&mut lane.told, (expanded, generated));
        self.expanded
            .fetch_add(expanded - told.0, Ordering::Relaxed);
        self.generated
            .fetch_add(generated - told.1, Ordering::Relaxed);
    }

    /// Tells the meter how much was done in all, and how many steps the calling
    /// thread may take before it tells it again. [`StopReason::Cancelled`] if
    /// another thread has ended and knows why.
    pub(crate) fn settle(&self, before: (u64, u64), meter: &mut Meter) -> Result<u64, StopReason> {
        let expanded = before.0 + self.expanded.load(Ordering::Relaxed);
        let generated = before.1 + self.generated.load(Ordering::Relaxed);
        meter.recount(expanded, generated);
        self.poll(meter)
            .inspect_err(|_| self.stop.store(true, Ordering::Relaxed))
    }

    fn poll(&self, meter: &mut Meter) -> Result<u64, StopReason> {
        meter.poll()?;
        match meter.room() {
            0 => Err(StopReason::States),
            _ if self.stop.load(Ordering::Relaxed) => Err(StopReason::Cancelled),
            room => Ok(room.min(EXPANSIONS_A_BATCH)),
        }
    }

    /// As [`settle`](Self::settle), for a thread without a meter of its own.
    /// [`StopReason::Cancelled`] if another thread knows why.
    pub(crate) fn carry_on(&self) -> Result<u64, StopReason> {
        let expanded = self.expanded.load(Ordering::Relaxed);
        match self.most.saturating_sub(expanded) {
            _ if self.stop.load(Ordering::Relaxed) => Err(StopReason::Cancelled),
            0 => Err(StopReason::States),
            room => Ok(room.min(EXPANSIONS_A_BATCH)),
        }
    }

    /// What the iteration came to: the solution, if there is one, and what a
    /// search by recursion would have seen.
    pub(crate) fn conclude(self, all: Vec<Walked<P::Move>>) -> (Option<Vec<P::Move>>, Tally) {
        let solved = self.solved.into_inner();
        let mut above = self.above;
        if let Some(subtree) = self.subtrees.get(solved) {
            (above.expanded, above.generated) = subtree.above;
        }
        sum(above, solved, all)
    }
}

/// What was seen above the subtrees and in those up to `solved`, and its solution.
fn sum<M>(above: Tally, solved: usize, all: Vec<Walked<M>>) -> (Option<Vec<M>>, Tally) {
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

/// One of the subtrees that a thread walks at a time.
struct Lane<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    walk: Walk<P, H, K>,
    /// Its place, or a number beyond all if the lane is idle.
    subtree: usize,
    /// What was said of it so far: expanded and generated.
    told: (u64, u64),
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Lane<P, H, K> {
    fn idle() -> Self {
        Self {
            walk: Walk::new(),
            subtree: usize::MAX,
            told: (0, 0),
        }
    }

    /// Leaves the subtree and keeps the memory for the next one.
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
    use crate::depth_first::{Root, Rules};
    use crate::pruning::NoPruning;

    /// A binary tree without an end and without a goal.
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

    /// The tree down to 12 moves, cut at `depth`.
    fn cut<'a>(depth: u32, meter: &mut Meter) -> Iteration<'a, Tree, Zero, NoPruning> {
        let rules = Rules {
            puzzle: &Tree,
            heuristic: &Zero,
            pruning: &NoPruning,
        };
        let root = Root {
            state: 1,
            cache: (),
            memory: (),
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
        let walked = iteration.walk(&mut Meter::new(&poor), &mut |_| iteration.carry_on());
        assert_eq!(walked.err(), Some(StopReason::Memory));
        assert_eq!(iteration.carry_on(), Err(StopReason::Cancelled));
        let settled = iteration.settle((0, 0), &mut meter);
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
                .walk(&mut meter, &mut |meter| iteration.settle((0, 0), meter))
                .unwrap();
            meter.held() - before
        };
        // The more subtrees, the smaller they are.
        assert!(walked(10) < walked(3));
    }
}
