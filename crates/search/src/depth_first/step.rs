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
//! The waiting nodes lie on a stack, with the next node to expand on top. Where it can, the step
//! pushes the children of that node without a branch on their bounds (`step/children.rs`).
//!
//! The remaining cost is latency: each step needs the node that the previous step produced. A
//! search can therefore walk several subtrees in turn, one step in each, so that the processor
//! works on all of these steps at once (`subtrees.rs`). A [`SubtreeWalk`] walks one subtree.
//!
//! A recursive search would not generate the children that come after the child on the solution. A
//! step makes these children before the solution is found, but the search does not count them.

mod children;
mod rows;

use fewest_rules::{Heuristic, Meter, Puzzle, StopReason};

use super::tally::Tally;
use crate::pruning::{Pruning, PruningRows};
use crate::states::memory;
use rows::expand_together;
pub(crate) use rows::step_together;

/// The puzzle, the heuristic and the pruning policy, which all walks of a search share.
pub(crate) struct Rules<'a, P, H, K> {
    pub(crate) puzzle: &'a P,
    pub(crate) heuristic: &'a H,
    pub(crate) pruning: &'a K,
}

impl<P, H, K> Clone for Rules<'_, P, H, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H, K> Copy for Rules<'_, P, H, K> {}

/// The root of a walk: a state with the data kept beside it.
#[derive(Clone, Copy)]
pub(crate) struct Root<S, C, K> {
    pub(crate) state: S,
    pub(crate) cache: C,
    pub(crate) history: K,
}

pub(crate) type RootOf<P, H, K> =
    Root<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::History>;

/// A node on the stack of a [`SubtreeWalk`].
#[derive(Clone, Copy)]
pub(crate) struct StackNode<S, C, K> {
    state: S,
    cache: C,
    history: K,
    /// The number of moves from the root of the walk.
    depth: u32,
}

pub(crate) type StackNodeOf<P, H, K> =
    StackNode<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::History>;

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepResult {
    /// The step expanded a node, or skipped one.
    Done,
    /// The next node lies on the floor, where nodes are reported instead of expanded. The node
    /// stays the next one until [`SubtreeWalk::pass`] is called.
    Floor,
    /// No node is left.
    End,
}

/// A depth-first walk over the nodes of a subtree within a bound. The walk reports the nodes at a
/// given depth, the *floor*, instead of expanding them.
pub(crate) struct SubtreeWalk<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    /// The first `waiting` nodes are the stack; the others have no meaning.
    nodes: Vec<StackNodeOf<P, H, K>>,
    waiting: usize,
    /// For each depth, the state and the pruning history of the node on the current path.
    path: Vec<(P::State, K::History)>,
    /// The bound of the search, and the depth of the *floor*, at which nodes are reported instead
    /// of expanded. Both count moves from the root of the walk.
    bound: u32,
    floor: u32,
    pub(crate) tally: Tally,
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> SubtreeWalk<P, H, K> {
    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            waiting: 0,
            path: Vec::new(),
            bound: 0,
            floor: 0,
            tally: Tally::default(),
        }
    }

    /// Begins a walk at `root`, which was reached by `made` moves and lies within `bound`. When the
    /// walk comes to a node at the depth `floor`, [`step`](Self::step) reports the node instead of
    /// expanding it. Both `bound` and `floor` count moves from the start of the search. The walk
    /// reuses its memory from one subtree to the next.
    pub(crate) fn begin(
        &mut self,
        rules: &Rules<P, H, K>,
        root: RootOf<P, H, K>,
        made: u32,
        bound: u32,
        floor: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let node = StackNode {
            state: root.state,
            cache: root.cache,
            history: root.history,
            depth: 0,
        };
        (self.bound, self.floor) = (bound - made, floor - made);
        self.tally = Tally::default();
        let depths = self.floor as usize + 1;
        memory::resize(&mut self.path, depths, (root.state, root.history), meter)?;
        // If the policy gives the moves of a node as a row ([`PruningRows`]), the children of the
        // node replace it on the stack. So the stack needs room for at most one row of children per
        // depth.
        let width = rules.pruning.rows().map_or(1, PruningRows::stride);
        memory::resize(&mut self.nodes, depths * width + 1, node, meter)?;
        self.nodes[0] = node;
        self.waiting = 1;
        Ok(())
    }

    /// Drops the nodes on the stack and resets the counts.
    pub(crate) fn leave(&mut self) {
        self.waiting = 0;
        self.tally = Tally::default();
    }

    /// Takes the next node from the stack and expands it, unless it lies on the floor.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        rules: &Rules<P, H, K>,
        meter: &mut Meter,
    ) -> Result<StepResult, StopReason> {
        let node = match self.take() {
            Ok(node) => node,
            Err(end) => return Ok(end),
        };
        self.tally.expanded += 1;
        match rules.pruning.rows() {
            Some(rows) if H::BY_ROWS => expand_together(rules, rows, &mut [self], &[(0, node)]),
            Some(rows) => self.expand_row(rules, rows, &node),
            None => self.expand(rules, &node, meter)?,
        }
        Ok(StepResult::Done)
    }

    /// Takes the next node from the stack, if it does not lie on the floor.
    #[inline(always)]
    fn take(&mut self) -> Result<StackNodeOf<P, H, K>, StepResult> {
        let top = self.waiting.checked_sub(1).ok_or(StepResult::End)?;
        let node = self.nodes[top];
        self.path[node.depth as usize] = (node.state, node.history);
        if node.depth == self.floor {
            return Err(StepResult::Floor);
        }
        self.waiting = top;
        Ok(node)
    }

    /// The state, the heuristic's cache and the pruning history of the next node. The node must lie
    /// on the floor, which is the depth at which the walk reports nodes instead of expanding them.
    pub(crate) fn on_floor(&self) -> RootOf<P, H, K> {
        let StackNode {
            state,
            cache,
            history,
            ..
        } = self.nodes[self.waiting - 1];
        Root {
            state,
            cache,
            history,
        }
    }

    /// Removes the next node, which lies on the floor, from the stack, after its state was found
    /// not to be a goal.
    pub(crate) fn pass(&mut self) {
        if self.floor == self.bound {
            // If the floor is as deep as the bound, a child of this node exceeds the bound by at
            // least one.
            self.tally.beyond = 0;
        }
        self.waiting -= 1;
    }

    /// The moves from the root of the walk to the next node, which lies on the floor. Also returns
    /// how many nodes the walk has generated that a recursive search would generate only after this
    /// node.
    pub(crate) fn moves_to_floor(&self, rules: &Rules<P, H, K>) -> (Vec<P::Move>, u64) {
        let Rules {
            puzzle, pruning, ..
        } = *rules;
        let mut ahead = 0;
        let mut moves = Vec::with_capacity(self.floor as usize);
        for depth in 0..self.floor as usize {
            let ((state, history), to) = (self.path[depth], self.path[depth + 1]);
            let mut tries = pruning.moves(puzzle, state, history);
            let made = tries
                .find(|of| (puzzle.apply(state, of.m), of.history) == to)
                .expect("a child is made by a move");
            ahead += tries.count() as u64;
            moves.push(made.m);
        }
        (moves, ahead)
    }
}
