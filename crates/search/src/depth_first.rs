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
//! All children of a node are made at once, each written behind the last one
//! that was kept, whether it is kept or not; only the count of those kept
//! depends on its bound, and that takes no guess. The nodes that wait form a
//! linked list, in the order in which a search by recursion would come to them:
//! the children of a node, then the siblings that follow it, then those of its
//! parent, …. The children at one depth lie in one group of the arena, which
//! they share one after the other.
//!
//! What remains is waiting: each step needs the node that the last one found.
//! So a search that is worth it goes through several subtrees in turn, one
//! step in each, and the processor works at all of them at once
//! (`subtrees.rs`). A subtree is walked by a [`Walk`].
//!
//! Children that come after the one that leads to a solution have been made,
//! but a search by recursion would never have seen them; they are not counted.

use rules::{DEAD_END, Heuristic, Meter, Puzzle, StopReason};

use crate::duplicates::Detector;
use crate::memory;
use crate::pruning::{Pruning, Try};

/// In which order the children of a node are entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum NodeOrder {
    /// In the order of the moves: the solution found is the lexicographically
    /// first, and the number of nodes is that of the literature.
    #[default]
    Moves,
    /// Those with the least bound first.
    Bound,
    /// Those with the least bound among their own children first, then by
    /// their own bound: two levels are looked at. The second level is not
    /// counted as generated.
    TwoLevels,
}

/// The longest bound: a sum of two never overflows.
pub(crate) const MOST_MOVES: u32 = u32::MAX / 2;

/// The shortest group is two to this power.
const FIRST_SHIFT: u32 = 2;

/// What the steps of all walks of a search have in common.
pub(crate) struct Rules<'a, P, H, K> {
    pub(crate) puzzle: &'a P,
    pub(crate) heuristic: &'a H,
    pub(crate) pruning: &'a K,
    pub(crate) order: NodeOrder,
}

impl<P, H, K> Clone for Rules<'_, P, H, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H, K> Copy for Rules<'_, P, H, K> {}

/// Where a walk begins: a state with what is kept beside it.
#[derive(Clone, Copy)]
pub(crate) struct Root<S, C, K> {
    pub(crate) state: S,
    pub(crate) cache: C,
    pub(crate) memory: K,
}

pub(crate) type RootOf<P, H, K> =
    Root<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::Memory>;

/// A node that waits, or one on the path at hand.
#[derive(Clone, Copy)]
struct Node<S, C, K> {
    state: S,
    cache: C,
    memory: K,
    /// Where in the arena the node lies that comes after this one's subtree;
    /// [`BEHIND`] for the place behind this one.
    next: u32,
}

type NodeOf<P, H, K> =
    Node<<P as Puzzle>::State, <H as Heuristic<P>>::Cache, <K as Pruning<P>>::Memory>;

const BEHIND: u32 = 0;
/// The end of the list: nothing comes after the root.
const END: u32 = u32::MAX;

impl<S, C, K> Node<S, C, K> {
    /// Where the search goes on after the subtree of this node, which lies at `at`.
    #[inline]
    fn after(&self, at: usize) -> usize {
        if self.next == BEHIND {
            at + 1
        } else {
            self.next as usize
        }
    }
}

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
    /// The children at depth `d` lie from `d << shift` on.
    nodes: Vec<NodeOf<P, H, K>>,
    shift: u32,
    /// By depth, where the node on the path at hand lies.
    path: Vec<u32>,
    at: usize,
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
            shift: FIRST_SHIFT,
            path: Vec::new(),
            at: END as usize,
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
        root: RootOf<P, H, K>,
        made: u32,
        bound: u32,
        floor: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let root = Node {
            state: root.state,
            cache: root.cache,
            memory: root.memory,
            next: END,
        };
        (self.made, self.bound, self.floor) = (made, bound - made, floor - made);
        self.tally = Tally::default();
        let depths = self.floor as usize + 1;
        if depths > u32::MAX as usize >> (self.shift + 1) {
            return Err(StopReason::Capacity);
        }
        memory::resize(&mut self.nodes, depths << self.shift, root, meter)?;
        memory::resize(&mut self.path, depths, 0, meter)?;
        self.nodes[0] = root;
        self.at = 0;
        Ok(())
    }

    /// Goes to the next node and expands it, unless it lies on the floor or
    /// `detector` says that it is known.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        rules: Rules<P, H, K>,
        detector: &mut impl Detector<P::State>,
        meter: &mut Meter,
    ) -> Result<Step, StopReason> {
        let mut at = self.at;
        if at == END as usize {
            return Ok(Step::End);
        }
        let mut node = self.nodes[at];
        let depth = at >> self.shift;
        self.path[depth] = at as u32;
        if depth as u32 == self.floor {
            return Ok(Step::Floor);
        }
        if !detector.enter(node.state, self.made + depth as u32, meter)? {
            self.at = node.after(at);
            return Ok(Step::Done);
        }
        self.tally.expanded += 1;
        let budget = self.bound - depth as u32 - 1;
        let kept = loop {
            if let Some(kept) = self.make_children(rules, depth, &node, budget) {
                break kept;
            }
            at = self.widen(at, meter)?;
            node = self.nodes[at];
        };
        let first = (depth + 1) << self.shift;
        if rules.order != NodeOrder::Moves {
            sort(rules, &mut self.nodes[first..first + kept]);
        }
        let after = node.after(at);
        // If none was kept, this is written where nothing waits.
        self.nodes[first + kept.saturating_sub(1)].next = after as u32;
        self.at = if kept > 0 { first } else { after };
        Ok(Step::Done)
    }

    /// Writes the children of `node` into the group below it and returns how
    /// many were kept, or `None` if they do not fit.
    #[inline(always)]
    fn make_children(
        &mut self,
        rules: Rules<P, H, K>,
        depth: usize,
        node: &NodeOf<P, H, K>,
        budget: u32,
    ) -> Option<usize> {
        let Rules {
            puzzle,
            heuristic,
            pruning,
            ..
        } = rules;
        let first = (depth + 1) << self.shift;
        let group = &mut self.nodes[first..first + (1 << self.shift)];
        let mut kept = 0;
        let mut made = 0;
        let Tally {
            mut beyond,
            mut dead_ends,
            ..
        } = self.tally;
        for Try { m, memory, counts } in pruning.moves(puzzle, node.state, node.memory) {
            let state = puzzle.apply(node.state, m);
            let cache = heuristic.step_within(puzzle, node.cache, node.state, m, state, budget);
            let bound = heuristic.bound(cache);
            *group.get_mut(kept)? = Node {
                state,
                cache,
                memory,
                next: BEHIND,
            };
            made += u64::from(counts);
            kept += usize::from(counts & (bound <= budget));
            // Below 0, and so a large number, for those within the bound.
            beyond = beyond.min(bound.wrapping_sub(budget).wrapping_sub(1));
            dead_ends |= bound == DEAD_END;
        }
        self.tally.generated += made;
        (self.tally.beyond, self.tally.dead_ends) = (beyond, dead_ends);
        Some(kept)
    }

    /// Whether the next step expands nothing: there is none, or its node lies on
    /// the floor.
    pub(crate) fn expands_nothing(&self) -> bool {
        self.at == END as usize || (self.at >> self.shift) as u32 == self.floor
    }

    /// The node on the floor that comes next.
    pub(crate) fn on_floor(&self) -> RootOf<P, H, K> {
        let Node {
            state,
            cache,
            memory,
            ..
        } = self.nodes[self.at];
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
        self.at = self.nodes[self.at].after(self.at);
    }

    /// Gives up what is left.
    pub(crate) fn leave(&mut self) {
        self.at = END as usize;
        self.tally = Tally::default();
    }

    /// The moves to the node on the floor, and how many of the nodes generated
    /// a search by recursion would not have generated before it came there.
    pub(crate) fn moves_to_floor(&self, rules: Rules<P, H, K>) -> (Vec<P::Move>, u64) {
        let on_path = |depth: u32| &self.nodes[self.path[depth as usize] as usize];
        let mut ahead = 0;
        let moves = (0..self.floor).map(|depth| {
            let (node, child) = (on_path(depth), on_path(depth + 1).state);
            let mut tries = rules
                .pruning
                .moves(rules.puzzle, node.state, node.memory)
                .filter(|of| of.counts);
            let made = tries
                .find(|of| rules.puzzle.apply(node.state, of.m) == child)
                .expect("a child is made by a move");
            if rules.order == NodeOrder::Moves {
                ahead += tries.count() as u64;
            }
            made.m
        });
        (moves.collect(), ahead)
    }

    /// Makes the groups twice as long and returns where `at` has come to.
    #[cold]
    fn widen(&mut self, at: usize, meter: &mut Meter) -> Result<usize, StopReason> {
        let (old, new) = (self.shift, self.shift + 1);
        let moved = |at: usize| at >> old << new | at & ((1 << old) - 1);
        let length = self.nodes.len();
        if length > u32::MAX as usize / 4 {
            return Err(StopReason::Capacity);
        }
        let some = self.nodes[0];
        memory::resize(&mut self.nodes, length * 2, some, meter)?;
        for from in (0..length).rev() {
            let mut node = self.nodes[from];
            if node.next != BEHIND && node.next != END {
                node.next = moved(node.next as usize) as u32;
            }
            self.nodes[moved(from)] = node;
        }
        for at in &mut self.path {
            *at = moved(*at as usize) as u32;
        }
        self.shift = new;
        Ok(moved(at))
    }
}

/// Puts siblings into the order asked for.
#[cold]
fn sort<P: Puzzle, H: Heuristic<P>, K: Pruning<P>>(
    rules: Rules<P, H, K>,
    siblings: &mut [NodeOf<P, H, K>],
) {
    let Rules {
        puzzle,
        heuristic,
        pruning,
        ..
    } = rules;
    siblings.sort_by_cached_key(|node| {
        let bound_after = |m| {
            let after = puzzle.apply(node.state, m);
            heuristic.bound(heuristic.step(puzzle, node.cache, node.state, m, after))
        };
        let below = (rules.order == NodeOrder::TwoLevels).then(|| {
            let tries = pruning.moves(puzzle, node.state, node.memory);
            tries.map(|of| bound_after(of.m)).min().unwrap_or(DEAD_END)
        });
        (below, heuristic.bound(node.cache))
    });
}
