//! The step of a depth-first search with a bound.
//!
//! # The problem
//!
//! The step from a node to its children decides the speed of IDA*, and it takes a few nanoseconds.
//! Whether a child stays within the bound is nearly random. So a branch predictor is wrong about
//! half the time, and each misprediction costs as much as the rest of the step.
//!
//! # The solution
//!
//! The waiting nodes lie on a stack, with the next node to expand on top. If a policy provides the
//! moves to try as rows of one length ([`PruningRows`](crate::PruningRows)), the step makes all
//! children of a node, from the last to the first. The step writes each child above the last child
//! that it kept, even if it then drops the new child. Only the number of children kept depends on
//! the bound, and updating that number needs no branch.
//!
//! The remaining cost is latency: each step needs the node that the previous step produced. A
//! search can therefore walk several subtrees in turn, one step in each, so that the processor
//! works on all of these steps at once (`subtrees.rs`). A [`SubtreeWalk`] walks one subtree.
//!
//! A recursive search would not generate the children that come after the child on the solution. A
//! step makes these children before the solution is found, but the search does not count them.

mod rows;

use fewest_rules::{DEAD_END, Heuristic, Meter, Puzzle, StopReason};

use crate::duplicates::{Detector, DuplicateDetector};
use crate::memory;
use crate::pruning::{FILLED, Pruning, PruningRows, Try};
use crate::tally::{Tally, beyond_by};
use rows::expand_together;
pub(crate) use rows::step_together;

/// The parts that the steps of all walks of a search share.
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
    /// Makes a child of `node` and computes its bound, which may exceed the budget. If the
    /// heuristic shows early that the bound exceeds the budget, returns such a bound as the error
    /// instead of the child.
    #[inline(always)]
    fn child(
        &self,
        node: &StackNodeOf<P, H, K>,
        Try { m, history }: Try<P::Move, K::History>,
        budget: u32,
    ) -> Result<(StackNodeOf<P, H, K>, u32), u32> {
        let (puzzle, before, heuristic) = (self.puzzle, node.state, self.heuristic);
        let ahead = heuristic.bound_ahead(node.cache, before, m);
        if ahead > budget {
            return Err(ahead);
        }
        let state = puzzle.apply(before, m);
        let cache = heuristic.step_within(puzzle, node.cache, before, m, state, budget)?;
        let child = StackNode {
            state,
            cache,
            history,
            depth: node.depth + 1,
        };
        Ok((child, heuristic.bound(cache)))
    }
}

/// The root of a walk: a state with the data kept beside it.
#[derive(Clone, Copy)]
pub(crate) struct Root<S, C, K> {
    pub(crate) state: S,
    pub(crate) cache: C,
    pub(crate) history: K,
}

pub(crate) type RootOf<P, H, K> =
    Root<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::History>;

/// A node on the stack.
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

/// Summary of the children that a step has made from a node.
struct Children {
    /// The number of children within the budget.
    kept: usize,
    /// 1 if the child of the last move is within the budget, and 0 otherwise.
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
    /// Adds the next child, whose bound is `bound`. `child` is `None` if the bound was found to
    /// exceed the budget before the child was complete.
    ///
    /// Invariant: `room[..kept]` are the children within the budget so far, and `last_kept` is 1 if
    /// the child of the last move is one of them. The next child is always written to `room[kept]`,
    /// so it overwrites a child that exceeds the budget.
    #[inline(always)]
    fn keep<N>(&mut self, child: Option<N>, bound: u32, budget: u32, room: &mut [N]) {
        self.beyond = self.beyond.min(beyond_by(bound, budget));
        self.dead_ends |= bound == DEAD_END;
        let Some(child) = child else {
            self.last_kept = 0;
            return;
        };
        room[self.kept] = child;
        self.last_kept = usize::from(bound <= budget);
        self.kept += self.last_kept;
    }
}

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
    /// The moves that may lower the bound of the node that is expanded.
    lowering: Vec<P::Move>,
    /// For each depth, the node on the current path.
    path: Vec<(P::State, K::History)>,
    /// The number of moves from the start to the root.
    made: u32,
    /// The bound and the floor, as numbers of moves from the root.
    bound: u32,
    floor: u32,
    pub(crate) tally: Tally,
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> SubtreeWalk<P, H, K> {
    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            waiting: 0,
            lowering: Vec::new(),
            path: Vec::new(),
            made: 0,
            bound: 0,
            floor: 0,
            tally: Tally::default(),
        }
    }

    /// Starts at `root`, which was reached by `made` moves and lies within `bound`. The floor is
    /// the depth `floor`: nodes there are reported by [`step`](Self::step) instead of expanded.
    /// Bound and floor count moves from the start. The walk reuses its memory from one subtree to
    /// the next.
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
        (self.made, self.bound, self.floor) = (made, bound - made, floor - made);
        self.tally = Tally::default();
        let depths = self.floor as usize + 1;
        memory::resize(&mut self.path, depths, (root.state, root.history), meter)?;
        // The children of a row replace their parent, so a path needs at most one row per depth.
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

    /// Takes the next node from the stack and expands it, unless it lies on the floor or `detector`
    /// recognizes its state as a duplicate.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        rules: &Rules<P, H, K>,
        detector: &mut impl Detector<P::State>,
        meter: &mut Meter,
    ) -> Result<StepResult, StopReason> {
        let node = match self.take() {
            Ok(node) => node,
            Err(end) => return Ok(end),
        };
        if !detector.enter(node.state, self.made + node.depth, meter)? {
            return Ok(StepResult::Done);
        }
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

    /// Takes steps until `until` nodes are expanded, no node is left, or a node on the floor is
    /// reached. If `stops` is not set, passes over nodes on the floor that are not goals. All
    /// searches that walk one subtree at a time share this function, because the code of a step is
    /// large.
    #[inline(never)]
    pub(crate) fn steps(
        &mut self,
        rules: &Rules<P, H, K>,
        detector: &mut DuplicateDetector<P::State>,
        (until, stops): (u64, bool),
        meter: &mut Meter,
    ) -> Result<StepResult, StopReason> {
        loop {
            match self.step(rules, detector, meter)? {
                StepResult::Done => {}
                StepResult::Floor if !stops && !rules.puzzle.is_goal(self.on_floor().state) => {
                    self.pass();
                }
                end => return Ok(end),
            }
            if self.tally.expanded == until {
                return Ok(StepResult::Done);
            }
        }
    }

    /// Pushes the children of `node`.
    #[inline(always)]
    fn expand(
        &mut self,
        rules: &Rules<P, H, K>,
        node: &StackNodeOf<P, H, K>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let begin = self.waiting;
        let budget = self.bound - node.depth - 1;
        for of in rules.pruning.moves(rules.puzzle, node.state, node.history) {
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

    /// Pushes the children of `node` without branching on their bounds.
    #[inline(always)]
    fn expand_row(
        &mut self,
        rules: &Rules<P, H, K>,
        rows: &PruningRows<P::Move, K::History>,
        node: &StackNodeOf<P, H, K>,
    ) {
        let (row, moves) = rows.of(rules.pruning.row(node.history));
        if self.bound - node.depth == rules.heuristic.bound(node.cache)
            && self.expand_lowering(rules, row, moves, node)
        {
            return;
        }
        let room = &mut self.nodes[self.waiting..][..row.len()];
        // If the compiler knows the length of a row, it leaves out the loop and the tests of
        // indices, which saves a tenth of the time on sliding tiles. With larger nodes the
        // heuristic takes most of the time, and several copies of the heuristic's code are slower
        // than a loop.
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
        // A short row is padded with copies of its last move. If the child of the last move is
        // kept, so are the children of the copies, and these children have to be removed.
        self.waiting += children.kept - children.last_kept * (row.len() - moves);
        self.tally.generated += moves as u64;
        self.tally.beyond = self.tally.beyond.min(children.beyond);
        self.tally.dead_ends |= children.dead_ends;
    }

    /// Whether a node takes at most two words.
    const SMALL_NODES: bool = size_of::<StackNodeOf<P, H, K>>() <= 16;

    /// Writes the children of `node` that are within the bound to `room`.
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
            let child = rules.child(node, of, budget);
            let (Ok((_, bound)) | Err(bound)) = child;
            children.keep(child.ok().map(|(child, _)| child), bound, budget, room);
        }
        children
    }

    /// Pushes the children of a `node` for which only children with a lower bound than its own are
    /// within the budget. If the heuristic does not list the moves that may lower the bound, does
    /// nothing and returns false.
    #[inline(always)]
    fn expand_lowering(
        &mut self,
        rules: &Rules<P, H, K>,
        row: &[Try<P::Move, K::History>],
        moves: usize,
        node: &StackNodeOf<P, H, K>,
    ) -> bool {
        // `lowering` is empty here and need not be cleared. So the compiler removes this function
        // for a heuristic that never lists such moves.
        if !rules
            .heuristic
            .lowering_moves(node.state, &mut self.lowering)
        {
            return false;
        }
        let row = &row[..moves];
        let budget = self.bound - node.depth - 1;
        let before = self.waiting;
        for m in self.lowering.iter().rev() {
            // A row is ordered from its last move to its first.
            let Ok(at) = row.binary_search_by(|of| m.cmp(&of.m)) else {
                continue;
            };
            if let Ok((child, bound)) = rules.child(node, row[at], budget)
                && bound <= budget
            {
                self.nodes[self.waiting] = child;
                self.waiting += 1;
            }
        }
        self.lowering.clear();
        if self.waiting - before < row.len() {
            // A child that was left out exceeds the bound, perhaps by only one. So the next bound
            // may exceed this bound by only one.
            self.tally.beyond = 0;
        }
        self.tally.generated += row.len() as u64;
        true
    }

    /// Whether the next step expands nothing, because no node is left or the next one lies on the
    /// floor.
    pub(crate) fn expands_nothing(&self) -> bool {
        let top = self.waiting.checked_sub(1);
        top.is_none_or(|top| self.nodes[top].depth == self.floor)
    }

    /// The next node, which must lie on the floor.
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

    /// Removes the node on the floor from the stack, after its state was found not to be a goal.
    pub(crate) fn pass(&mut self) {
        if self.floor == self.bound {
            // The floor lies at the bound, so the children of this node exceed the bound by one.
            self.tally.beyond = 0;
        }
        self.waiting -= 1;
    }

    /// The moves to the node on the floor, and the number of generated nodes that a recursive
    /// search would not have generated before reaching it.
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
