//! Tests of the claims about the costs of moves, and of lower bounds on costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Edge, Laws, Violation};
use crate::{DEAD_END, Heuristic, Invertible, MoveCosts, Objective, OperatorCosts};

impl<P: MoveCosts> Laws<'_, P> {
    /// Tests that asking for the cost of a move twice gives the same cost.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn costs(&self) -> Result<&Self, Violation> {
        for &Edge { from, m, .. } in &self.edges {
            let state = self.states[from];
            let (first, second) = (self.puzzle.cost(state, m), self.puzzle.cost(state, m));
            ensure!(
                first == second,
                "{m:?} in {state:?} costs {first} and then {second}"
            );
        }
        Ok(self)
    }

    /// Tests that a move and its inverse have the same cost. The searches from both ends do not
    /// require that this claim holds.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn inverse_costs(&self) -> Result<&Self, Violation>
    where
        P: Invertible,
    {
        for &Edge { from, m, after, .. } in &self.edges {
            let cost = self.puzzle.cost(self.states[from], m);
            let back = self.puzzle.cost(after, self.puzzle.inverse(m));
            ensure!(
                cost == back,
                "{m:?} in {:?} costs {cost}, but {back} to take back",
                self.states[from]
            );
        }
        Ok(self)
    }

    /// Tests [`OperatorCosts`]: a move costs what its operator costs.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn operator_costs(&self) -> Result<&Self, Violation>
    where
        P: OperatorCosts,
    {
        for &Edge { from, m, .. } in &self.edges {
            let cost = self.puzzle.cost(self.states[from], m);
            let claimed = self.puzzle.operator_cost(self.puzzle.number(m));
            ensure!(
                claimed.is_none_or(|claimed| claimed == cost),
                "{m:?} in {:?} costs {cost}, but its operator {claimed:?}",
                self.states[from]
            );
        }
        Ok(self)
    }

    /// Tests that `heuristic` never exceeds the first criterion of `objective` on the best path to
    /// a goal within the walk. Also tests the updates of the cache, like
    /// [`admissible`](Self::admissible).
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn admissible_in_costs<H: Heuristic<P>>(
        &self,
        heuristic: &H,
        objective: Objective,
    ) -> Result<&Self, Violation> {
        if objective == Objective::MovesThenCost {
            return self.admissible(heuristic);
        }
        for (&state, distance) in self.states.iter().zip(self.least_costs()) {
            let bound = heuristic.bound(heuristic.start(self.puzzle, state));
            ensure!(
                distance.is_none_or(|distance| u64::from(bound) <= distance),
                "the heuristic says {bound} for {state:?}, from which a goal costs {distance:?}"
            );
        }
        self.cache_updates(heuristic)
    }

    /// Tests that no move lowers the bound by more than its cost.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn consistent_in_costs<H: Heuristic<P>>(&self, heuristic: &H) -> Result<&Self, Violation> {
        for &Edge { from, m, after, .. } in &self.edges {
            let state = self.states[from];
            let before = heuristic.bound(heuristic.start(self.puzzle, state));
            let next = heuristic.bound(heuristic.start(self.puzzle, after));
            let cost = self.puzzle.cost(state, m);
            ensure!(
                if before == DEAD_END {
                    next == DEAD_END
                } else {
                    before <= next.saturating_add(cost.into())
                },
                "the bound falls from {before} at {state:?} to {next} after {m:?}, which costs {cost}"
            );
        }
        Ok(self)
    }

    /// The least cost from each state to a goal within the walk, by Dijkstra's algorithm. The
    /// result is never less than the true least cost.
    fn least_costs(&self) -> Vec<Option<u64>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for &Edge { from, m, to, .. } in &self.edges {
            if let Some(to) = to {
                before[to].push((from, self.puzzle.cost(self.states[from], m)));
            }
        }
        let mut distances: Vec<Option<u64>> = vec![None; self.states.len()];
        let mut queue: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        for (at, &state) in self.states.iter().enumerate() {
            if self.puzzle.is_goal(state) {
                queue.push(Reverse((0, at)));
            }
        }
        while let Some(Reverse((distance, at))) = queue.pop() {
            if distances[at].is_some() {
                continue;
            }
            distances[at] = Some(distance);
            for &(from, cost) in &before[at] {
                queue.push(Reverse((distance + u64::from(cost), from)));
            }
        }
        distances
    }
}
