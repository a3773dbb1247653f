//! The solution that stands for all solutions that differ only by free moves and by the order of
//! independent moves.

use super::near_graph::{NearGraph, way_to};
use super::order_of_moves::in_order;

impl<M: Copy + Ord + std::fmt::Debug + Send + Sync> NearGraph<M> {
    /// The normal form of the solution `moves`: see
    /// [`NearSolutions::normal_form`](super::NearSolutions::normal_form).
    pub(super) fn normal_form(&self, moves: &[M]) -> Option<Vec<M>> {
        let moves = self.listed(moves)?;
        let independent = |state, before, m| self.are_independent(state, before, m);
        let moves = in_order(self, 0, &moves, independent);
        self.is_solution(&moves).then_some(moves)
    }

    /// Replaces the free moves among `moves` by as few free moves as possible. Returns `None` if a
    /// move is not in the graph.
    fn listed(&self, moves: &[M]) -> Option<Vec<M>> {
        let mut listed = Vec::new();
        let (mut stage, mut state) = (0, 0);
        for &m in moves {
            let step = self.step(state, m)?;
            if !self.is_free(&step) {
                let reached = self.free_from(stage);
                let before = reached.iter().position(|to| to.state == state)?;
                listed.extend(way_to(&reached, before));
                listed.push(m);
                stage = step.target;
            }
            state = step.target;
        }
        let reached = self.free_from(stage);
        let last = reached.len() - 1;
        self.goals[reached[last].state as usize].then(|| {
            listed.extend(way_to(&reached, last));
            listed
        })
    }

    /// Whether `moves`, from the start, are a solution as
    /// [`NearSolutions`](super::NearSolutions) defines it: all moves are in the graph, no move that
    /// is not free leads to a state in which the solution could have been before, and the solution
    /// ends at the first goal.
    fn is_solution(&self, moves: &[M]) -> bool {
        let free = |stage| self.free_from(stage).into_iter().map(|to| to.state);
        let is_goal = |state: u32| self.goals[state as usize];
        let mut state = 0;
        let mut visited: Vec<u32> = free(0).collect();
        for &m in moves {
            let Some(step) = self.step(state, m) else {
                return false;
            };
            if is_goal(state) {
                return false;
            }
            if !self.is_free(&step) {
                if visited.contains(&step.target) || visited.iter().any(|&state| is_goal(state)) {
                    return false;
                }
                visited.extend(free(step.target));
            }
            state = step.target;
        }
        is_goal(state)
    }
}
