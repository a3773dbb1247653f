//! The step of a depth-first search with a bound.
//!
//! # The problem
//!
//! The step from a node to its children decides the speed of IDA*, and it takes
//! a few nanoseconds. Whether a child stays within the bound is as good as
//! random, so a processor that has to guess it is wrong every other time, and
//! a wrong guess costs as much as the rest of the step.
//!
//! # The solution
//!
//! The nodes that wait lie on a stack, the next one on top. Where a policy knows
//! the moves to try as rows of one length ([`Rows`](crate::Rows)), all children of
//! a node are made, from the last to the first, and each is written above the last one that
//! was kept, whether it is kept or not; only the number of those kept depends on its bound, and
//! that takes no guess.
//!
//! What remains is waiting: each step needs the node that the last one found.
//! So a search that is worth it goes through several subtrees in turn, one
//! step in each, and the processor works at all of them at once
//! (`subtrees.rs`). A subtree is walked by a [`Walk`].
//!
//! Children that come after the one that leads to a solution have been made,
//! but a search by recursion would never have seen them; they are not counted.

use fewest_rules::{DEAD_END, Heuristic, Meter, Puzzle, StopReason};

use crate::duplicates::Detector;
use crate::memory;
use crate::pruning::{Pruning, Rows, Try};

/// The longest bound: a sum of two never overflows.
pub(crate) const MOST_MOVES: u32 = u32::MAX / 2;

/// What the steps of all walks of a search have in common.
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

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Rules<'_, P, H, K> {
    /// A child and its bound, which may be beyond the budget; or only the bound, which then is.
    #[inline(always)]
    fn child(
        &self,
        node: &NodeOf<P, H, K>,
        Try { m, memory }: Try<P::Move, K::Memory>,
        budget: u32,
    ) -> Result<(NodeOf<P, H, K>, u32), u32> {
        let (puzzle, before) = (self.puzzle, node.state);
        let state = puzzle.apply(before, m);
        let heuristic = self.heuristic;
        let cache = heuristic.step_within(puzzle, node.cache, before, m, state, budget)?;
        let child = Node {
            state,
            cache,
            memory,
            depth: node.depth + 1,
        };
        Ok((child, heuristic.bound(cache)))
    }
}

/// Where a walk begins: a state with what is kept beside it.
#[derive(Clone, Copy)]
pub(crate) struct Root<S, C, K> {
    pub(crate) state: S,
    pub(crate) cache: C,
    pub(crate) memory: K,
}

pub(crate) type RootOf<P, H, K> =
    Root<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::Memory>;

/// A node that waits.
#[derive(Clone, Copy)]
struct Node<S, C, K> {
    state: S,
    cache: C,
    memory: K,
    /// The moves that lead to it from the root of the walk.
    depth: u32,
}

type NodeOf<P, H, K> =
    Node<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::Memory>;

/// What a walk has seen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The least by which a sum was beyond the bound, less one; a number above
    /// [`MOST_MOVES`] if none was.
    beyond: u32,
    pub(crate) dead_ends: bool,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            expanded: 0,
            generated: 0,
            beyond: u32::MAX,
            dead_ends: false,
        }
    }
}

impl Tally {
    /// Adds what another walk with the same bound has seen.
    pub(crate) fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.beyond = self.beyond.min(other.beyond);
        self.dead_ends |= other.dead_ends;
    }

    /// The least sum above `bound` at which something was cut off.
    pub(crate) fn next_bound(&self, bound: u32) -> Option<u32> {
        (self.beyond <= MOST_MOVES).then(|| bound + self.beyond + 1)
    }
}

/// By how much a bound is beyond a budget, less one; a number above
/// [`MOST_MOVES`] for one within it and for a dead end.
#[inline]
fn beyond_by(bound: u32, budget: u32) -> u32 {
    bound.wrapping_sub(budget).wrapping_sub(1)
}

/// What a step came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A node was expanded, or not entered.
    Done,
    /// The next node lies on the floor. It stays the next until
    /// [`Walk::pass`] is called.
    Floor,
    /// Nothing is left.
    End,
}

/// A depth-first walk through the nodes of a subtree within a bound, down to a
/// floor.
pub(crate) struct Walk<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> {
    /// The nodes that wait are the first `waiting`; the others mean nothing.
    nodes: Vec<NodeOf<P, H, K>>,
    waiting: usize,
    /// By depth, the node on the path at hand.
    path: Vec<(P::State, K::Memory)>,
    /// The moves that led to the root.
    made: u32,
    /// The bound and the floor, counted from the root.
    bound: u32,
    floor: u32,
    pub(crate) tally: Tally,
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> Walk<P, H, K> {
    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            waiting: 0,
            path: Vec::new(),
            made: 0,
            bound: 0,
            floor: 0,
            tally: Tally::default(),
        }
    }

    /// Begins at `root`, which `made` moves reached and which is within `bound`.
    /// Nodes that `floor` moves reached are not expanded. The memory is used
    /// again from one subtree to the next.
    pub(crate) fn begin(
        &mut self,
        rules: &Rules<P, H, K>,
        root: RootOf<P, H, K>,
        made: u32,
        bound: u32,
        floor: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let node = Node {
            state: root.state,
            cache: root.cache,
            memory: root.memory,
            depth: 0,
        };
        (self.made, self.bound, self.floor) = (made, bound - made, floor - made);
        self.tally = Tally::default();
        let depths = self.floor as usize + 1;
        memory::resize(&mut self.path, depths, (root.state, root.memory), meter)?;
        // A row's children take the place of their parent.
        let width = rules.pruning.rows().map_or(1, Rows::stride);
        memory::resize(&mut self.nodes, depths * width + 1, node, meter)?;
        self.nodes[0] = node;
        self.waiting = 1;
        Ok(())
    }

    /// Leaves what waits.
    pub(crate) fn leave(&mut self) {
        self.waiting = 0;
        self.tally = Tally::default();
    }

    /// Takes the next node and expands it, unless it lies on the floor or
    /// `detector` says that it is known.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        rules: &Rules<P, H, K>,
        detector: &mut impl Detector<P::State>,
        meter: &mut Meter,
    ) -> Result<Step, StopReason> {
        let Some(top) = self.waiting.checked_sub(1) else {
            return Ok(Step::End);
        };
        let node = self.nodes[top];
        self.path[node.depth as usize] = (node.state, node.memory);
        if node.depth == self.floor {
            return Ok(Step::Floor);
        }
        self.waiting = top;
        if !detector.enter(node.state, self.made + node.depth, meter)? {
            return Ok(Step::Done);
        }
        self.tally.expanded += 1;
        match rules.pruning.rows() {
            Some(rows) => self.expand_row(rules, rows, &node),
            None => self.expand(rules, &node, meter)?,
        }
        Ok(Step::Done)
    }

    /// Puts the children of `node` on the stack.
    #[inline(always)]
    fn expand(
        &mut self,
        rules: &Rules<P, H, K>,
        node: &NodeOf<P, H, K>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let begin = self.waiting;
        let budget = self.bound - node.depth - 1;
        for of in rules.pruning.moves(rules.puzzle, node.state, node.memory) {
            self.tally.generated += 1;
            let child = rules.child(node, of, budget);
            let (Ok((_, bound)) | Err(bound)) = child;
            self.tally.beyond = self.tally.beyond.min(beyond_by(bound, budget));
            self.tally.dead_ends |= bound == DEAD_END;
            if let Ok((child, bound)) = child
                && bound <= budget
            {
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

    /// The same without guesses.
    #[inline(always)]
    fn expand_row(
        &mut self,
        rules: &Rules<P, H, K>,
        rows: &Rows<P::Move, K::Memory>,
        node: &NodeOf<P, H, K>,
    ) {
        let (row, moves) = rows.of(rules.pruning.row(node.memory));
        let room = &mut self.nodes[self.waiting..][..row.len()];
        let budget = self.bound - node.depth - 1;
        let mut beyond = self.tally.beyond;
        let mut dead_ends = self.tally.dead_ends;
        let mut kept = 0;
        let mut last_kept = 0;
        for &of in row {
            let child = rules.child(node, of, budget);
            let (Ok((_, bound)) | Err(bound)) = child;
            beyond = beyond.min(beyond_by(bound, budget));
            dead_ends |= bound == DEAD_END;
            let Ok((child, _)) = child else {
                last_kept = 0;
                continue;
            };
            room[kept] = child;
            last_kept = usize::from(bound <= budget);
            kept += last_kept;
        }
        // What fills up the row is its last move again, so all of it was kept if
        // that was.
        self.waiting += kept - last_kept * (row.len() - moves);
        self.tally.generated += moves as u64;
        (self.tally.beyond, self.tally.dead_ends) = (beyond, dead_ends);
    }

    /// Whether the next step expands nothing: there is none, or its node lies on
    /// the floor.
    pub(crate) fn expands_nothing(&self) -> bool {
        let top = self.waiting.checked_sub(1);
        top.is_none_or(|top| self.nodes[top].depth == self.floor)
    }

    /// The node on the floor that comes next.
    pub(crate) fn on_floor(&self) -> RootOf<P, H, K> {
        let Node {
            state,
            cache,
            memory,
            ..
        } = self.nodes[self.waiting - 1];
        Root {
            state,
            cache,
            memory,
        }
    }

    /// Leaves the node on the floor, which was no goal.
    pub(crate) fn pass(&mut self) {
        if self.floor == self.bound {
            // What it leads to is one move too far.
            self.tally.beyond = 0;
        }
        self.waiting -= 1;
    }

    /// The moves to the node on the floor, and how many of the nodes generated
    /// a search by recursion would not have generated before it came there.
    pub(crate) fn moves_to_floor(&self, rules: &Rules<P, H, K>) -> (Vec<P::Move>, u64) {
        let Rules {
            puzzle, pruning, ..
        } = *rules;
        let mut ahead = 0;
        let mut moves = Vec::with_capacity(self.floor as usize);
        for depth in 0..self.floor as usize {
            let ((state, memory), to) = (self.path[depth], self.path[depth + 1]);
            let mut tries = pruning.moves(puzzle, state, memory);
            let made = tries
                .find(|of| (puzzle.apply(state, of.m), of.memory) == to)
                .expect("a child is made by a move");
            ahead += tries.count() as u64;
            moves.push(made.m);
        }
        (moves, ahead)
    }
}
