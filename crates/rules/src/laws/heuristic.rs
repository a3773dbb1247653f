//! Tests of the claims about lower bounds on the number of moves.

use std::collections::VecDeque;

use super::{Edge, Laws, Violation};
use crate::{DEAD_END, Heuristic, Parent, Puzzle};

impl<P: Puzzle> Laws<'_, P> {
    /// Tests that `heuristic` is 0 at goals, that it never exceeds the distance to the nearest goal
    /// within the walk, and that the updated cache agrees with the bound from scratch.
    ///
    /// The test is exact if the walk is [`complete`](Self::complete).
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn admissible<H: Heuristic<P>>(&self, heuristic: &H) -> Result<&Self, Violation> {
        let distances = self.distances();
        for (&state, distance) in self.states.iter().zip(distances) {
            let bound = self.bound(heuristic, state);
            if let Some(distance) = distance {
                ensure!(
                    bound <= distance,
                    "the heuristic says {bound} for {state:?}, which is {distance} moves from a goal"
                );
            }
        }
        self.cache_updates(heuristic)
    }

    /// Tests on each move of the walk that the cache that the heuristic updates gives the same
    /// bound as a cache that it computes from scratch, for one move and for several at once.
    pub(super) fn cache_updates<H: Heuristic<P>>(&self, heuristic: &H) -> Result<&Self, Violation> {
        for &Edge { from, m, after, .. } in &self.edges {
            let cache = heuristic.start(self.puzzle, self.states[from]);
            let before = self.states[from];
            let stepped = heuristic.bound(heuristic.step(self.puzzle, cache, before, m, after));
            let scratch = self.bound(heuristic, after);
            ensure!(
                stepped == scratch,
                "after {m:?} the heuristic says {stepped} for {after:?}, from scratch {scratch}"
            );
        }
        for edges in self.edges.chunk_by(|one, other| one.from == other.from) {
            let first = self.bound(heuristic, edges[0].after);
            for budget in [0, first.saturating_sub(1), first.min(DEAD_END - 2)] {
                self.children_within(heuristic, edges, budget)?;
            }
        }
        Ok(self)
    }

    /// Tests that the heuristic bounds the children of two parents at once. Both are the state from
    /// which `edges` lead; the second one has the greater budget.
    fn children_within<H: Heuristic<P>>(
        &self,
        heuristic: &H,
        edges: &[Edge<P>],
        budget: u32,
    ) -> Result<(), Violation> {
        let state = self.states[edges[0].from];
        let cache = heuristic.start(self.puzzle, state);
        let parents = [budget, budget + 1].map(|budget| Parent {
            state,
            cache,
            budget,
        });
        let each = || edges.iter().flat_map(|edge| [(0, edge), (1, edge)]);
        let mut found = Vec::new();
        let moves = each().map(|(parent, edge)| (parent, edge.m));
        heuristic.children_within(self.puzzle, &parents, moves, |child| {
            found.push(child.map(|(after, cache)| (after, heuristic.bound(cache))));
        });
        ensure!(
            found.len() == each().count(),
            "for {} moves of {state:?} the heuristic gives {} children",
            each().count(),
            found.len()
        );
        for ((parent, &Edge { m, after, .. }), found) in each().zip(found) {
            let (scratch, budget) = (self.bound(heuristic, after), parents[parent].budget);
            let kept = match found {
                Ok((child, bound)) => child == after && bound == scratch,
                Err(bound) => budget < bound && bound <= scratch,
            };
            ensure!(
                kept,
                "after {m:?} the heuristic says {scratch} for {after:?}, within {budget} something else"
            );
        }
        Ok(())
    }

    /// Tests that no move lowers the bound by more than one.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn consistent<H: Heuristic<P>>(&self, heuristic: &H) -> Result<&Self, Violation> {
        for &Edge { from, m, after, .. } in &self.edges {
            let before = self.bound(heuristic, self.states[from]);
            let next = self.bound(heuristic, after);
            ensure!(
                if before == DEAD_END {
                    next == DEAD_END
                } else {
                    before <= next.saturating_add(1)
                },
                "the bound falls from {before} at {:?} to {next} after {m:?}",
                self.states[from]
            );
        }
        Ok(self)
    }

    fn bound<H: Heuristic<P>>(&self, heuristic: &H, state: P::State) -> u32 {
        heuristic.bound(heuristic.start(self.puzzle, state))
    }

    /// The number of moves from each state to the nearest goal within the walk. The result is never
    /// less than the true distance.
    fn distances(&self) -> Vec<Option<u32>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for &Edge { from, to, .. } in &self.edges {
            if let Some(to) = to {
                before[to].push(from);
            }
        }
        let mut distances = vec![None; self.states.len()];
        let mut queue = VecDeque::new();
        for (at, &state) in self.states.iter().enumerate() {
            if self.puzzle.is_goal(state) {
                distances[at] = Some(0);
                queue.push_back((at, 0));
            }
        }
        while let Some((at, distance)) = queue.pop_front() {
            for &b in &before[at] {
                if distances[b].is_none() {
                    distances[b] = Some(distance + 1);
                    queue.push_back((b, distance + 1));
                }
            }
        }
        distances
    }
}
