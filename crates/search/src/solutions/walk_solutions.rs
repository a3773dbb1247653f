//! Builds the graphs of the solutions that walks become, one graph for each key.

use fewest_rules::{Meter, StopReason};

use super::near_graph::way_to;
use super::solution_graph::SolutionGraph;
use super::walks::{WalkEdge, Walks};
use crate::best_first::Weights;
use crate::states::memory;

impl<M: Copy + Ord + std::fmt::Debug + Send + Sync> Walks<'_, M> {
    /// For each key that solutions have, in increasing order, the first criterion and the graph of
    /// the solutions with this key.
    pub(super) fn solutions(
        &self,
        meter: &mut Meter,
    ) -> Result<Vec<(u32, SolutionGraph<M>)>, StopReason> {
        let mut graphs = Vec::new();
        for (&key, ends) in &self.ends {
            let graph = self.solutions_of(ends, meter)?;
            memory::push(&mut graphs, (self.graph.keys.first(key), graph), meter)?;
        }
        Ok(graphs)
    }

    /// The graph of the solutions that the groups of walks `ends` become. All of them have the same
    /// key.
    fn solutions_of(
        &self,
        ends: &[u32],
        meter: &mut Meter,
    ) -> Result<SolutionGraph<M>, StopReason> {
        /// The value in `number_of` of a group of merged walks that leads to no solution with this
        /// key.
        const NONE: u32 = u32::MAX;
        let numbers = memory::bytes_of::<u32>(self.groups.len());
        memory::take(meter, numbers)?;
        let mut number_of = vec![NONE; self.groups.len()];
        for &end in ends {
            number_of[end as usize] = 0;
        }
        let mut nodes = 0;
        for at in (0..self.order.len()).rev() {
            if at % 1024 == 1023 {
                meter.poll()?;
            }
            let walk = self.order[at].0 as usize;
            let mut targets = self.edges_at(at).iter().map(|edge| edge.target);
            if number_of[walk] == 0 || targets.any(|target| number_of[target as usize] != NONE) {
                number_of[walk] = 0;
                nodes += 1;
            }
        }
        let mut graph = SolutionGraph::empty();
        let mut next = 0;
        for &(walk, _) in &self.order {
            if number_of[walk as usize] != NONE {
                number_of[walk as usize] = next;
                next += 1;
            }
        }
        for (at, &(walk, _)) in self.order.iter().enumerate() {
            if at % 1024 == 1023 {
                meter.poll()?;
            }
            if number_of[walk as usize] == NONE {
                continue;
            }
            graph.add_node(meter)?;
            let reached = self.graph.free_from(self.groups.get(walk).1);
            if ends.binary_search(&walk).is_ok() {
                let last = way_to(&reached, reached.len() - 1);
                graph.add_edge(nodes, last, meter)?;
                continue;
            }
            let mut labelled = Vec::new();
            for edge in self.edges_at(at) {
                let target = number_of[edge.target as usize];
                let place = reached.iter().position(|to| to.state == edge.before);
                if let (true, Some(place)) = (target != NONE, place) {
                    let mut moves = way_to(&reached, place);
                    moves.push(edge.m);
                    labelled.push((moves, target));
                }
            }
            labelled.sort();
            for (moves, target) in labelled {
                graph.add_edge(target, moves, meter)?;
            }
        }
        graph.finish(meter)?;
        drop(number_of);
        memory::give_back(meter, numbers);
        Ok(graph)
    }

    /// The edges that lead on from the group of merged walks at index `at` of `order`.
    fn edges_at(&self, at: usize) -> &[WalkEdge<M>] {
        let end = self
            .order
            .get(at + 1)
            .map_or(self.edges.len(), |&(_, first)| first);
        &self.edges[self.order[at].1..end]
    }
}
