//! Finds, among the solutions of least cost, a solution with the fewest moves. A search over the
//! regions of an agent has found all solutions of least cost; a *region* is a set of states that
//! free moves of the agent connect, and an *exit* is a move with a cost that leads from one region
//! to another.

use std::collections::BTreeMap;

use fewest_rules::{Meter, StopReason, Words};
use fewest_search::SolutionGraph;

use super::agent_puzzle::{AgentPuzzle, RegionExit};
use crate::compiled::CompiledMove;

/// The least number of moves after which the agent arrives at a place of a region, and the last
/// step of a path with so few moves.
#[derive(Debug, Clone, Copy)]
struct FewestWay {
    moves: u32,
    /// The previous node (region) of the path, the place at which the agent arrived in that node's
    /// region, and the exit that led from that region to this place. `None` at the start.
    from: Option<(usize, usize, RegionExit)>,
}

impl<const N: usize> AgentPuzzle<'_, N> {
    /// Finds a solution with the fewest moves, free moves included, among the solutions in `paths`,
    /// which begin in the region of `start`.
    ///
    /// Uses dynamic programming over the graph of solutions, whose nodes are regions: the number of
    /// moves still needed after a node depends only on the place at which the agent has arrived in
    /// the region. For each pair of a node and such a place, one breadth-first search goes through
    /// the region.
    ///
    /// # Errors
    /// Returns the limit of `meter` that was reached, or [`StopReason::Contradiction`] if no moves
    /// correspond to the paths.
    pub fn fewest_steps(
        &self,
        start: Words<N>,
        paths: &SolutionGraph<RegionExit>,
        meter: &mut Meter,
    ) -> Result<Vec<CompiledMove>, StopReason> {
        let end = paths.nodes() - 1;
        let mut states = vec![None; paths.nodes()];
        let mut arrivals: Vec<BTreeMap<usize, FewestWay>> = vec![BTreeMap::new(); paths.nodes()];
        states[0] = Some(start);
        let first = FewestWay {
            moves: 0,
            from: None,
        };
        arrivals[0].insert(self.place(start), first);
        for node in 0..end {
            let Some(state) = states[node] else { continue };
            for (place, arrival) in arrivals[node].clone() {
                meter.expand()?;
                let here = self.with_agent_at(state, place);
                let steps = self.walks(here, place).steps;
                for (target, exits) in paths.edges(node) {
                    // All moves between regions have costs, so each edge of the graph is a single
                    // move.
                    let &[exit] = exits else { continue };
                    let Some(walked) = steps[self.place_of(exit)] else {
                        continue;
                    };
                    let after = self.after(here, place, exit);
                    let there = self.place(after);
                    let last = if target == end {
                        self.steps_to_goal(after, there)
                    } else {
                        Some(0)
                    };
                    let Some(last) = last else { continue };
                    let moves = arrival.moves + walked + 1 + last;
                    states[target] = Some(after);
                    let known = arrivals[target].entry(there).or_insert(FewestWay {
                        moves: u32::MAX,
                        from: None,
                    });
                    if moves < known.moves {
                        *known = FewestWay {
                            moves,
                            from: Some((node, place, exit)),
                        };
                    }
                }
            }
            // Each entry of the tree map `arrivals` takes about a hundred bytes.
            let held = arrivals[node].len() as u64 * 128;
            meter.hold(meter.held() + held)?;
        }
        let mut path = Vec::new();
        let best = arrivals[end].values().min_by_key(|arrival| arrival.moves);
        let mut from = best.ok_or(StopReason::Contradiction)?.from;
        while let Some((node, place, exit)) = from {
            path.push(exit);
            from = arrivals[node].get(&place).and_then(|arrival| arrival.from);
        }
        path.reverse();
        Ok(self.moves_of(start, &path))
    }

    /// The least number of free moves that carry the agent from `place` to a place where `state` is
    /// a goal; `None` if free moves lead to no goal.
    fn steps_to_goal(&self, state: Words<N>, place: usize) -> Option<u32> {
        let walks = self.walks(state, place);
        let mut reached = walks.reached.into_iter();
        let goal = reached.find(|&to| self.solves(state, place, to))?;
        walks.steps[goal]
    }
}
