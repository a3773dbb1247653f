//! Steps of several walks at once, for heuristics that bound many children together.
//!
//! The lookups of a heuristic that bounds many children together wait for memory. The children of a
//! single node are too few to keep the memory busy, so one node of each of several walks is
//! expanded at the same time.

use fewest_rules::{DEAD_END, Heuristic, Parent, Puzzle};

use super::{Rules, StackNode, StackNodeOf, StepResult, SubtreeWalk};
use crate::depth_first::tally::beyond_by;
use crate::pruning::{Pruning, PruningRows, Try};

/// Takes one step in each of `walks`. If a walk has no node to expand, calls `turn` with this walk
/// and with the reason: its next node lies on the floor, or no node is left.
pub(crate) fn step_together<P, H, K, W>(
    rules: &Rules<P, H, K>,
    rows: &PruningRows<P::Move, K::History>,
    walks: &mut [W],
    mut turn: impl FnMut(&mut W, StepResult),
) where
    P: Puzzle,
    H: Heuristic<P>,
    K: Pruning<P>,
    W: AsMut<SubtreeWalk<P, H, K>>,
{
    let mut taken = Vec::with_capacity(walks.len());
    for (number, walk) in walks.iter_mut().enumerate() {
        let own = walk.as_mut();
        match own.take() {
            Ok(node) => {
                own.tally.expanded += 1;
                taken.push((number, node));
            }
            Err(end) => turn(walk, end),
        }
    }
    expand_together(rules, rows, walks, &taken);
}

/// Pushes the children of the nodes in `taken`. Each of these nodes was taken from the stack of a
/// walk and comes with the index of this walk, onto whose stack its children go.
pub(super) fn expand_together<P, H, K, W>(
    rules: &Rules<P, H, K>,
    rows: &PruningRows<P::Move, K::History>,
    walks: &mut [W],
    taken: &[(usize, StackNodeOf<P, H, K>)],
) where
    P: Puzzle,
    H: Heuristic<P>,
    K: Pruning<P>,
    W: AsMut<SubtreeWalk<P, H, K>>,
{
    let parents = taken.iter().map(|(walk, node)| Parent {
        state: node.state,
        cache: node.cache,
        budget: walks[*walk].as_mut().budget(node),
    });
    let parents: Vec<_> = parents.collect();
    let tries = || {
        let nodes = taken.iter().enumerate();
        nodes.flat_map(|(parent, (_, node))| {
            let (row, moves) = rows.of(rules.pruning.row(node.history));
            row[..moves].iter().map(move |of| (parent, of))
        })
    };
    let moves = tries().map(|(parent, of)| (parent, of.m));
    let mut tries = tries();
    let heuristic = rules.heuristic;
    heuristic.children_within(rules.puzzle, &parents, moves, |child| {
        let (parent, of) = tries.next().expect("there is a child for each move");
        let (walk, node) = &taken[parent];
        walks[*walk].as_mut().push(heuristic, node, of, child);
    });
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> SubtreeWalk<P, H, K> {
    /// The *budget*: the greatest lower bound that a child of `node` may have to stay within the
    /// bound of the search.
    fn budget(&self, node: &StackNodeOf<P, H, K>) -> u32 {
        self.bound - node.depth - 1
    }

    /// Pushes a child of `node`, if the child is within the bound of the search.
    #[inline]
    fn push(
        &mut self,
        heuristic: &H,
        node: &StackNodeOf<P, H, K>,
        of: &Try<P::Move, K::History>,
        child: Result<(P::State, H::Cache), u32>,
    ) {
        let budget = self.budget(node);
        let bound = child.map_or_else(|bound| bound, |(_, cache)| heuristic.bound(cache));
        self.tally.generated += 1;
        self.tally.beyond = self.tally.beyond.min(beyond_by(bound, budget));
        self.tally.dead_ends |= bound == DEAD_END;
        if let Ok((state, cache)) = child
            && bound <= budget
        {
            self.nodes[self.waiting] = StackNode {
                state,
                cache,
                history: of.history,
                depth: node.depth + 1,
            };
            self.waiting += 1;
        }
    }
}

impl<P: Puzzle, H: Heuristic<P>, K: Pruning<P>> AsMut<Self> for SubtreeWalk<P, H, K> {
    fn as_mut(&mut self) -> &mut Self {
        self
    }
}
