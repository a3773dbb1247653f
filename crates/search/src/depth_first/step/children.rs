//! The children of one node, which a step pushes onto the stack of a walk.
//!
//! A policy may provide the moves to try as rows ([`PruningRows`]), in which short rows are padded
//! to the same length. Then the step makes all children of a node, from the last to the first. The
//! step writes each child above the last child that it kept, even if it then drops the new child.
//! Only the number of children kept depends on the bound, and updating that number needs no branch.

use fewest_rules::{DEAD_END, Heuristic, Meter, Puzzle, StopReason};

use super::{Rules, StackNode, StackNodeOf, SubtreeWalk};
use crate::depth_first::tally::beyond_by;
use crate::pruning::{FILLED, Pruning, PruningRows, Try};
use crate::states::memory;

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Rules<'_, P, H, K> {
    /// Makes a child of `node` and computes its bound.
    #[inline(always)]
    fn child(
        &self,
        node: &StackNodeOf<P, H, K>,
        Try { m, history }: Try<P::Move, K::History>,
    ) -> (StackNodeOf<P, H, K>, u32) {
        let (puzzle, before, heuristic) = (self.puzzle, node.state, self.heuristic);
        let state = puzzle.apply(before, m);
        let cache = heuristic.step(puzzle, node.cache, before, m, state);
        let child = StackNode {
            state,
            cache,
            history,
            depth: node.depth + 1,
        };
        (child, heuristic.bound(cache))
    }
}

/// The counts of the children that a step has made from one node.
struct Children {
    /// The number of children within the *budget*, the greatest lower bound that a child may have
    /// to stay within the bound of the search.
    kept: usize,
    /// 1 if the last child that was added is within the budget, and 0 otherwise.
    last_kept: usize,
    beyond: u32,
    dead_ends: bool,
}

impl Default for Children {
    fn default() -> Self {
        Self {
            kept: 0,
            last_kept: 0,
            beyond: u32::MAX,
            dead_ends: false,
        }
    }
}

impl Children {
    /// Adds the next child, whose bound is `bound`.
    ///
    /// Invariant: `room[..kept]` are the children within the budget so far, and `last_kept` is 1 if
    /// the last child added is one of them. The next child is always written to `room[kept]`, so it
    /// overwrites a child that exceeds the budget.
    #[inline(always)]
    fn keep<N>(&mut self, child: N, bound: u32, budget: u32, room: &mut [N]) {
        self.beyond = self.beyond.min(beyond_by(bound, budget));
        self.dead_ends |= bound == DEAD_END;
        room[self.kept] = child;
        self.last_kept = usize::from(bound <= budget);
        self.kept += self.last_kept;
    }
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> SubtreeWalk<P, H, K> {
    /// Pushes the children of `node`.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        rules: &Rules<P, H, K>,
        node: &StackNodeOf<P, H, K>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let begin = self.waiting;
        let budget = self.bound - node.depth - 1;
        for of in rules.pruning.moves(rules.puzzle, node.state, node.history) {
            self.tally.generated += 1;
            let (child, bound) = rules.child(node, of);
            self.tally.beyond = self.tally.beyond.min(beyond_by(bound, budget));
            self.tally.dead_ends |= bound == DEAD_END;
            if bound <= budget {
                if self.waiting == self.nodes.len() {
                    let length = self.nodes.len() * 2;
                    memory::resize(&mut self.nodes, length, child, meter)?;
                }
                self.nodes[self.waiting] = child;
                self.waiting += 1;
            }
        }
        self.nodes[begin..self.waiting].reverse();
        Ok(())
    }

    /// Pushes the children of `node` without branching on their bounds.
    #[inline(always)]
    pub(super) fn expand_row(
        &mut self,
        rules: &Rules<P, H, K>,
        rows: &PruningRows<P::Move, K::History>,
        node: &StackNodeOf<P, H, K>,
    ) {
        let (row, moves) = rows.of(rules.pruning.row(node.history));
        let room = &mut self.nodes[self.waiting..][..row.len()];
        // If nodes are small, rows of the length `FILLED` have code of their own. The compiler
        // knows the length of these rows, so it leaves out the loop and the bounds checks. On
        // sliding tiles this saves a tenth of the time. If nodes are larger, the heuristic takes
        // most of the time, and several copies of the heuristic's code are slower than a loop.
        let few = match (
            row.first_chunk::<FILLED>(),
            room.first_chunk_mut::<FILLED>(),
        ) {
            (Some(few), Some(few_room)) if Self::SMALL_NODES && row.len() == FILLED => {
                Some((few, few_room))
            }
            _ => None,
        };
        let children = match few {
            Some((few, few_room)) => Self::keep_children(rules, few, node, self.bound, few_room),
            None => Self::keep_children(rules, row, node, self.bound, room),
        };
        // A short row is padded with copies of its last entry. If the child of this entry is kept,
        // the children of its copies are kept as well, and these children have to be removed.
        self.waiting += children.kept - children.last_kept * (row.len() - moves);
        self.tally.generated += moves as u64;
        self.tally.beyond = self.tally.beyond.min(children.beyond);
        self.tally.dead_ends |= children.dead_ends;
    }

    /// Whether a node is so small (at most three words) that a row of known length is worth code of
    /// its own; see `expand_row`.
    const SMALL_NODES: bool = size_of::<StackNodeOf<P, H, K>>() <= 24;

    /// Makes the children of `node`, and writes those that are within the bound to `room`.
    #[inline(always)]
    fn keep_children(
        rules: &Rules<P, H, K>,
        row: &[Try<P::Move, K::History>],
        node: &StackNodeOf<P, H, K>,
        bound: u32,
        room: &mut [StackNodeOf<P, H, K>],
    ) -> Children {
        let budget = bound - node.depth - 1;
        let mut children = Children::default();
        for &of in row {
            let (child, bound) = rules.child(node, of);
            children.keep(child, bound, budget, room);
        }
        children
    }
}
