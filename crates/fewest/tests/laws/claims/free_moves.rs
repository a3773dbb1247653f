//! Solutions of puzzles in which some moves are *free*: they add nothing to what is minimised first.
//! The other moves are *paid*. Two solutions count as one if they make the same paid moves from the
//! same states. Where walking is free and pushing is not, this means: the same pushes, whichever way
//! the agent walks in between.

use std::collections::BTreeSet;

use fewest_rules::Objective;

use super::Case;
use crate::space::{Edge, Space, weight};

/// A puzzle with more solutions is left out.
const MOST_SOLUTIONS: usize = 1_000;
/// A puzzle is left out if the listing enters states more often than this.
const MOST_VISITS: usize = 200_000;

/// The paid moves of a solution, each with the state in which the solution makes it.
pub(super) type Paid = Vec<(usize, usize)>;

pub(super) fn is_free(objective: Option<Objective>, edge: &Edge) -> bool {
    weight(objective, edge).0 == 0
}

/// The paid moves among `moves`; `None` if `moves` is no solution.
pub(super) fn paid(case: &Case, moves: &[String]) -> Option<Paid> {
    let space = &case.space;
    let mut state = 0;
    let mut paid = Vec::new();
    for name in moves {
        let edge = space.edges[state]
            .iter()
            .find(|edge| case.instance.ground.moves[edge.of] == *name)?;
        if !is_free(case.objective(), edge) {
            paid.push((state, edge.of));
        }
        state = edge.to;
    }
    space.is_goal[state].then_some(paid)
}

/// All solutions whose first criterion is at most `more` worse than the best; `None` if there are
/// too many.
///
/// A solution ends as soon as free moves can reach a goal. No paid move leads to a state that free
/// moves could have reached earlier: a box that is pushed there and back makes no other solution.
pub(super) fn listed(case: &Case, more: u32) -> Option<BTreeSet<Paid>> {
    let best = case.space.criteria[0]?.0;
    let mut walk = Walk {
        space: &case.space,
        objective: case.objective(),
        most: best + u64::from(more),
        been: vec![0; case.space.size()],
        visits: 0,
        paid: Vec::new(),
        found: BTreeSet::new(),
    };
    walk.from(0, 0).then_some(walk.found)
}

struct Walk<'a> {
    space: &'a Space,
    objective: Option<Objective>,
    most: u64,
    /// For each state, the number of paid moves on the walk after which free moves could reach it.
    been: Vec<u32>,
    visits: usize,
    paid: Paid,
    found: BTreeSet<Paid>,
}

impl Walk<'_> {
    /// Continues the walk from `state` in every possible way. Returns false if there is too much to
    /// list.
    fn from(&mut self, state: usize, spent: u64) -> bool {
        let mut reached = vec![state];
        let mut at = 0;
        while let Some(&here) = reached.get(at) {
            at += 1;
            for edge in &self.space.edges[here] {
                if is_free(self.objective, edge) && !reached.contains(&edge.to) {
                    reached.push(edge.to);
                }
            }
        }
        self.visits += reached.len();
        if self.visits > MOST_VISITS || self.found.len() > MOST_SOLUTIONS {
            return false;
        }
        if reached.iter().any(|&state| self.space.is_goal[state]) {
            self.found.insert(self.paid.clone());
            return true;
        }
        reached.iter().for_each(|&state| self.been[state] += 1);
        let mut complete = true;
        for &here in &reached {
            for edge in &self.space.edges[here] {
                let spent = spent + weight(self.objective, edge).0;
                let left = self.space.criteria[edge.to];
                if is_free(self.objective, edge)
                    || self.been[edge.to] > 0
                    || left.is_none_or(|left| spent + left.0 > self.most)
                {
                    continue;
                }
                self.paid.push((here, edge.of));
                complete &= self.from(edge.to, spent);
                self.paid.pop();
                if !complete {
                    return false;
                }
            }
        }
        reached.iter().for_each(|&state| self.been[state] -= 1);
        true
    }
}
