//! Finds, among the solutions of least cost, a solution with the fewest moves. A search over the
//! regions of an agent has found all solutions of least cost; a *region* is a set of states that
//! free moves of the agent connect, and an *exit* is a move with a cost that leads from one region
//! to another.

use std::collections::BTreeMap;

use fewest_rules::{Meter, StopReason, Words};
use fewest_search::SolutionGraph;

use super::agent_puzzle::{AgentPuzzle, RegionExit};
use crate::compiled::{CompiledMove, has_bit};

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
                let steps = self.steps_from(here, place);
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

    /// For each place, the least number of free moves that carry the agent there from `place`;
    /// `None` if free moves cannot carry it there.
    fn steps_from(&self, state: Words<N>, place: usize) -> Vec<Option<u32>> {
        let open = self.open(state);
        let mut steps = vec![None; self.bits.len()];
        steps[place] = Some(0);
        let mut queue = vec![place];
        let mut at = 0;
        while let Some(&here) = queue.get(at) {
            at += 1;
            for &(to, _) in &self.regions.steps[here] {
                let bit = self.bits[to] as usize;
                if has_bit(&open, bit) && steps[to].is_none() {
                    steps[to] = steps[here].map(|steps: u32| steps + 1);
                    queue.push(to);
                }
            }
        }
        steps
    }

    /// The least number of free moves that carry the agent from `place` to a place where `state` is
    /// a goal; `None` if free moves lead to no goal.
    fn steps_to_goal(&self, state: Words<N>, place: usize) -> Option<u32> {
        let steps = self.steps_from(state, place);
        let solves = |&(to, _): &(usize, &Option<u32>)| self.solves(state, place, to);
        let goals = steps
            .iter()
            .enumerate()
            .filter(|(_, steps)| steps.is_some());
        goals.filter(solves).filter_map(|(_, steps)| *steps).min()
    }
}
