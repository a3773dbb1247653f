//! Steps of several walks at once, for heuristics that bound many children together.
//!
//! The lookups of a heuristic that bounds many children together wait for memory. The children of a
//! single node are too few to keep the memory busy, so one node of each of several walks is
//! expanded at the same time.

use fewest_rules::{Heuristic, Parent, Puzzle};

use super::step::{Rules, StackNode, StepResult, SubtreeWalk};
use crate::pruning::{Pruning, PruningRows};

/// Takes one step in each of `walks`. If a walk has no node to expand, calls `turn` with this walk
/// and with the reason: its next node lies on the floor, or no node is left.
pub(super) fn step_together<P: Puzzle, H: Heuristic<P>, K: Pruning<P>>(
    rules: &Rules<P, H, K>,
    rows: &PruningRows<P::Move, K::History>,
    walks: &mut [SubtreeWalk<P, H, K>],
    mut turn: impl FnMut(&mut SubtreeWalk<P, H, K>, StepResult),
) {
    let mut taken = Vec::with_capacity(walks.len());
    for (number, walk) in walks.iter_mut().enumerate() {
        match walk.take() {
            Ok(node) => taken.push((number, node)),
            Err(end) => turn(walk, end),
        }
    }
    let parents = taken.iter().map(|(walk, node)| Parent {
        state: node.state,
        cache: node.cache,
        budget: walks[*walk].budget(node),
    });
    let parents: Vec<_> = parents.collect();
    let tries = || {
        let nodes = taken.iter().enumerate();
        nodes.flat_map(|(parent, (_, node))| {
            let row = rows.of(rules.pruning.row(node.history));
            row.iter().map(move |of| (parent, of))
        })
    };
    let moves = tries().map(|(parent, of)| (parent, of.m));
    let mut tries = tries();
    let heuristic = rules.heuristic;
    heuristic.children_within(rules.puzzle, &parents, moves, |child| {
        let (parent, of) = tries.next().expect("there is a child for each move");
        let (walk, node) = &taken[parent];
        let walk = &mut walks[*walk];
        let budget = parents[parent].budget;
        let bound = child.map_or_else(|bound| bound, |(_, cache)| heuristic.bound(cache));
        walk.tally.generate(bound, budget);
        if let Ok((state, cache)) = child
            && bound <= budget
        {
            walk.nodes[walk.waiting] = StackNode {
                state,
                cache,
                history: of.history,
                depth: node.depth + 1,
            };
            walk.waiting += 1;
        }
    });
}
