//! The step of a depth-first search with a bound.
//!
//! # The problem
//!
//! The step from a node to its children decides the speed of IDA*, and one step takes a few
//! nanoseconds. Whether a child stays within the bound is nearly random. So a branch predictor is
//! wrong about half the time, and each misprediction costs as much as the rest of the step.
//!
//! # The solution
//!
//! The waiting nodes lie on a stack, with the next node to expand on top. The step writes each
//! child of that node above the last child that it kept, and then counts the child if it is within
//! the bound. So no branch depends on the bound.
//!
//! The remaining cost is latency: each step needs the node that the previous step produced. A
//! search can therefore walk several subtrees in turn, one step in each, so that the processor
//! works on all of these steps at once (`subtrees.rs`). A [`SubtreeWalk`] walks one subtree.

use std::sync::Mutex;

use fewest_rules::{Heuristic, Meter, Puzzle, StopReason};

use crate::pruning::{Pruning, PruningRows, Try};
use crate::states::memory;
use crate::threads::lock;

/// The puzzle, the heuristic and the pruning policy, which all walks of a search share.
pub(super) struct Rules<'a, P, H, K> {
    pub(super) puzzle: &'a P,
    pub(super) heuristic: &'a H,
    pub(super) pruning: &'a K,
}

/// The meter of a search, for all its threads. A limit that one thread has reached stops them all, but
/// for the limit on states, which each thread meets between its steps, so that it can pause there.
pub(super) struct SharedMeter<'m, 'l>(Mutex<Result<&'m mut Meter<'l>, StopReason>>);

impl<'m, 'l> SharedMeter<'m, 'l> {
    pub(super) fn new(meter: &'m mut Meter<'l>) -> Self {
        Self(Mutex::new(Ok(meter)))
    }

    /// Does some work with the meter, unless a limit was reached before.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Meter) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        let mut shared = lock(&self.0);
        let result = match &mut *shared {
            Ok(meter) => work(meter),
            Err(reason) => Err(*reason),
        };
        if let Err(reason) = result
            && reason != StopReason::States
        {
            *shared = Err(reason);
        }
        result
    }
}

/// A node on the stack of a [`SubtreeWalk`]: a state with the data kept beside it.
#[derive(Clone, Copy)]
pub(super) struct StackNode<S, C, K> {
    pub(super) state: S,
    pub(super) cache: C,
    pub(super) history: K,
    /// The number of moves from the start of the search.
    pub(super) depth: u32,
}

pub(super) type StackNodeOf<P, H, K> =
    StackNode<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::History>;

/// The states from the start of a search to a node, each with the pruning history there.
pub(super) type PathOf<P, K> = Vec<(<P as Puzzle>::State, <K as Pruning<P>>::History)>;

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StepResult {
    /// The step expanded a node.
    Done,
    /// The next node lies on the floor, where nodes are reported instead of expanded. The node
    /// stays the next one until [`SubtreeWalk::pass`] is called.
    Floor,
    /// No node is left.
    End,
}

/// A depth-first walk over the nodes of a subtree within a bound. The walk reports the nodes at a
/// given depth, the *floor*, instead of expanding them.
pub(super) struct SubtreeWalk<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    /// The number of the subtree.
    pub(super) number: usize,
    /// The first `waiting` nodes are the stack; the others have no meaning.
    pub(super) nodes: Vec<StackNodeOf<P, H, K>>,
    pub(super) waiting: usize,
    /// For each depth, the state and the pruning history of the node on the current path.
    path: PathOf<P, K>,
    bound: u32,
    floor: u32,
    pub(super) tally: Tally,
}

/// What walks within a bound have done.
pub(super) struct Tally {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The sum of a node is its depth plus its lower bound, and a node is cut off if its sum
    /// exceeds the bound of the walk. This number is the least amount by which such a sum exceeds
    /// the bound, minus one. The number is above [`MOST_MOVES`] if no node was cut off.
    pub(super) beyond: u32,
}

/// The greatest bound of a search. The sum of two such bounds does not overflow.
pub(super) const MOST_MOVES: u32 = u32::MAX / 2;

impl Default for Tally {
    fn default() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            beyond: u32::MAX,
        }
    }
}

impl Tally {
    /// Adds the counts of another walk with the same bound.
    pub(super) fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.beyond = self.beyond.min(other.beyond);
    }

    /// Counts a child with this lower bound; `budget` is the greatest one within the bound of the
    /// walk. The difference is above [`MOST_MOVES`] for a lower bound within the budget, because
    /// the subtraction wraps around, and for a dead end.
    #[inline(always)]
    pub(super) fn generate(&mut self, bound: u32, budget: u32) {
        self.generated += 1;
        self.beyond = self.beyond.min(bound.wrapping_sub(budget).wrapping_sub(1));
    }
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> SubtreeWalk<P, H, K> {
    /// A walk that has no node before [`begin`](Self::begin).
    pub(super) fn new() -> Self {
        Self {
            number: 0,
            nodes: Vec::new(),
            waiting: 0,
            path: Vec::new(),
            bound: 0,
            floor: 0,
            tally: Tally::default(),
        }
    }

    /// Begins a walk at `root`, which lies within `bound` at the end of `path`. The walk reuses its
    /// memory from one subtree to the next.
    pub(super) fn begin(
        &mut self,
        rules: &Rules<P, H, K>,
        (root, path): (StackNodeOf<P, H, K>, &PathOf<P, K>),
        bound: u32,
        floor: u32,
        meter: &SharedMeter,
    ) -> Result<(), StopReason> {
        (self.bound, self.floor) = (bound, floor);
        // If the policy gives the moves of a node as a row ([`PruningRows`]), the children of the
        // node replace it on the stack. So the stack needs room for at most one row of children per
        // depth.
        let width = rules.pruning.rows().map_or(1, PruningRows::longest);
        let below = (floor - root.depth) as usize + 1;
        meter.with(|meter| {
            let end = (root.state, root.history);
            memory::resize(&mut self.path, floor as usize + 1, end, meter)?;
            memory::resize(&mut self.nodes, below * width + 1, root, meter)
        })?;
        self.path[..path.len()].copy_from_slice(path);
        self.nodes[0] = root;
        self.waiting = 1;
        Ok(())
    }

    /// Takes the next node from the stack and expands it, unless it lies on the floor.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        rules: &Rules<P, H, K>,
        meter: &SharedMeter,
    ) -> Result<StepResult, StopReason> {
        let node = match self.take() {
            Ok(node) => node,
            Err(end) => return Ok(end),
        };
        match rules.pruning.rows() {
            Some(rows) => {
                let row = rows.of(rules.pruning.row(node.history));
                self.expand(rules, &node, row.iter().copied(), meter)?;
            }
            None => {
                let begin = self.waiting;
                let tries = rules.pruning.moves(rules.puzzle, node.state, node.history);
                self.expand(rules, &node, tries, meter)?;
                self.nodes[begin..self.waiting].reverse();
            }
        }
        Ok(StepResult::Done)
    }

    /// Takes the next node from the stack to expand it, if it does not lie on the floor.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Result<StackNodeOf<P, H, K>, StepResult> {
        let top = self.waiting.checked_sub(1).ok_or(StepResult::End)?;
        let node = self.nodes[top];
        self.path[node.depth as usize] = (node.state, node.history);
        if node.depth == self.floor {
            return Err(StepResult::Floor);
        }
        self.waiting = top;
        self.tally.expanded += 1;
        Ok(node)
    }

    /// The greatest lower bound that a child of `node` may have to stay within the bound.
    #[inline(always)]
    pub(super) fn budget(&self, node: &StackNodeOf<P, H, K>) -> u32 {
        self.bound - node.depth - 1
    }

    /// Pushes the children of `node` that are within the bound, in the order of `tries`.
    #[inline(always)]
    fn expand(
        &mut self,
        rules: &Rules<P, H, K>,
        node: &StackNodeOf<P, H, K>,
        tries: impl Iterator<Item = Try<P::Move, K::History>>,
        meter: &SharedMeter,
    ) -> Result<(), StopReason> {
        let (puzzle, heuristic) = (rules.puzzle, rules.heuristic);
        let budget = self.budget(node);
        for Try { m, history } in tries {
            let state = puzzle.apply(node.state, m);
            let cache = heuristic.step(puzzle, node.cache, node.state, m, state);
            let bound = heuristic.bound(cache);
            let child = StackNode {
                state,
                cache,
                history,
                depth: node.depth + 1,
            };
            if self.waiting == self.nodes.len() {
                self.grow(child, meter)?;
            }
            self.nodes[self.waiting] = child;
            self.waiting += usize::from(bound <= budget);
            self.tally.generate(bound, budget);
        }
        Ok(())
    }

    /// Makes room on the stack, which `node` fills.
    #[cold]
    fn grow(&mut self, node: StackNodeOf<P, H, K>, meter: &SharedMeter) -> Result<(), StopReason> {
        let longer = self.nodes.len() * 2;
        meter.with(|meter| memory::resize(&mut self.nodes, longer, node, meter))
    }

    /// The next node, which lies on the floor, and the path to it.
    pub(super) fn on_floor(&self) -> (StackNodeOf<P, H, K>, &PathOf<P, K>) {
        (self.nodes[self.waiting - 1], &self.path)
    }

    /// Removes the next node, which lies on the floor, from the stack, after its state was found
    /// not to be a goal.
    pub(super) fn pass(&mut self) {
        if self.floor == self.bound {
            // If the floor is as deep as the bound, a child of this node exceeds the bound by at
            // least one.
            self.tally.beyond = 0;
        }
        self.waiting -= 1;
    }
}

/// The moves along a path, and the number of later moves from the states before its end.
pub(super) fn moves_along<P: Puzzle, K: Pruning<P>>(
    puzzle: &P,
    pruning: &K,
    path: &PathOf<P, K>,
) -> (Vec<P::Move>, u64) {
    let mut later = 0;
    let steps = path.windows(2).map(|step| {
        let (state, history) = step[0];
        let mut tries = pruning.moves(puzzle, state, history);
        let made = tries.find(|of| (puzzle.apply(state, of.m), of.history) == step[1]);
        later += tries.count() as u64;
        made.expect("a child is made by a move").m
    });
    let moves = steps.collect();
    (moves, later)
}
