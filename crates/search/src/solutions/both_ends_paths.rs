//! All shortest solutions, by searching from both ends.

use std::ops::ControlFlow;

use fewest_rules::{Goals, Limits, Meter, Report, Reverse, StopReason};

use super::shortest_paths::{PathsOrOutcome, report};
use super::solution_graph::SolutionGraph;
use crate::breadth_first::Layers;
use crate::conclusion::{exhausted, exhausted_backwards};
use crate::states::memory;

/// Finds all shortest solutions from `start`, like [`shortest_paths`](crate::shortest_paths), with
/// about the work of [`bidirectional`](crate::bidirectional). If the report's outcome is solved,
/// the graph of these solutions is returned as well, and the moves in the report are the
/// lexicographically first of them.
///
/// The waves advance until the first layer that meets the other wave is complete. Every shortest
/// solution then passes through exactly one of the states in both frontiers. From the states in
/// both frontiers the search descends the backward layers to the goals and the forward layers to
/// the start. The states on the way form the graph of all shortest solutions; no other state is
/// expanded again.
///
/// At its peak, the search holds the states of both waves and the graph.
pub fn shortest_paths_from_both_ends<P: Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> (Report<P::Move>, Option<SolutionGraph<P::Move>>) {
    let mut meter = Meter::new(limits);
    report(search(puzzle, start, &mut meter), &meter)
}

/// The forward and the backward wave of a search from both ends. The waves meet in the last layer
/// of each.
struct PathWaves<S> {
    forward: Layers<S>,
    backward: Layers<S>,
}

fn search<P: Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Ok(SolutionGraph::of_a_goal()));
    }
    let mut forward = Layers::new(false, meter)?;
    let mut backward = Layers::new(false, meter)?;
    forward.seed([start], meter)?;
    meter.prove_at_least(1);
    backward.seed(puzzle.goals(), meter)?;
    let mut met = false;
    while !met {
        meter.prove_at_least(forward.depth() + backward.depth() + 1);
        if forward.frontier() == 0 {
            return Ok(Err(exhausted(forward.set.len(), false)));
        }
        if backward.frontier() == 0 {
            return Ok(Err(exhausted_backwards(backward.set.len())));
        }
        if forward.frontier() <= backward.frontier() {
            forward.advance(
                meter,
                |state| puzzle.successors(state).map(|(_, after)| after),
                |_, state| {
                    met |= backward.set.find(state).is_some();
                    ControlFlow::Continue(())
                },
            )?;
        } else {
            backward.advance(
                meter,
                |state| puzzle.predecessors(state).map(|(_, before)| before),
                |_, state| {
                    met |= forward.set.find(state).is_some();
                    ControlFlow::Continue(())
                },
            )?;
        }
    }
    let waves = PathWaves { forward, backward };
    let graph = waves.graph(puzzle, meter)?;
    waves.forward.release(meter);
    waves.backward.release(meter);
    Ok(Ok(graph))
}

impl<S: Copy + Eq + std::hash::Hash> PathWaves<S> {
    /// Builds the graph of all paths from the start to the goals through the states in both
    /// frontiers.
    fn graph<P: Reverse<State = S>>(
        &self,
        puzzle: &P,
        meter: &mut Meter,
    ) -> Result<SolutionGraph<P::Move>, StopReason> {
        let nodes = self.nodes(puzzle, meter)?;
        let mut graph = SolutionGraph::empty();
        // The layers of nodes from the start to the goals. All goals are the same node.
        let mut first = 0_u32;
        for (height, layer) in nodes.iter().enumerate().skip(1).rev() {
            let next = &nodes[height - 1];
            // Each node is a state of one of the waves. The number of states of each wave fits into
            // a `u32`, but the sum of both numbers may not.
            first = first
                .checked_add(layer.len() as u32)
                .ok_or(StopReason::Capacity)?;
            for &index in layer {
                let state = self.state(height, index);
                graph.add_node(meter)?;
                meter.expand()?;
                for m in puzzle.moves(state) {
                    meter.generate(1);
                    let target = self
                        .find(height - 1, puzzle.apply(state, m))
                        .and_then(|index| next.binary_search(&index).ok());
                    if let Some(target) = target {
                        let target = if height == 1 { 0 } else { target as u32 };
                        let target = first.checked_add(target).ok_or(StopReason::Capacity)?;
                        graph.add_edge(target, [m], meter)?;
                    }
                }
            }
        }
        graph.finish(meter)?;
        for layer in nodes {
            memory::release(layer, meter);
        }
        Ok(graph)
    }

    /// The states on shortest solutions, by their distance from the goals. Each list holds the
    /// indices of states in increasing order. [`state`](Self::state) says to which wave the indices
    /// of a list belong.
    fn nodes<P: Reverse<State = S>>(
        &self,
        puzzle: &P,
        meter: &mut Meter,
    ) -> Result<Vec<Vec<u32>>, StopReason> {
        let (near, far) = (self.backward.depth(), self.forward.depth());
        let mut nodes = Vec::with_capacity((near + far) as usize + 1);
        let mut layer = self.meeting(meter)?;
        for height in (0..near).rev() {
            let mut lower = Vec::new();
            for &index in &layer {
                let state = self.backward.set.get(index);
                meter.expand()?;
                for m in puzzle.moves(state) {
                    meter.generate(1);
                    if let Some(index) = self.find(height as usize, puzzle.apply(state, m)) {
                        memory::push(&mut lower, index, meter)?;
                    }
                }
            }
            lower.sort_unstable();
            lower.dedup();
            nodes.push(std::mem::replace(&mut layer, lower));
        }
        nodes.push(layer);
        nodes.reverse();
        for height in near as usize..(near + far) as usize {
            let mut upper = Vec::new();
            for &index in &nodes[height] {
                let state = self.state(height, index);
                meter.expand()?;
                for (_, before) in puzzle.predecessors(state) {
                    meter.generate(1);
                    if let Some(index) = self.find(height + 1, before) {
                        memory::push(&mut upper, index, meter)?;
                    }
                }
            }
            upper.sort_unstable();
            upper.dedup();
            nodes.push(upper);
        }
        Ok(nodes)
    }

    /// The states in both frontiers, as indices in the backward wave.
    fn meeting(&self, meter: &mut Meter) -> Result<Vec<u32>, StopReason> {
        let mut meeting = Vec::new();
        let near = self.backward.depth() as usize;
        for (count, index) in self.forward.layer(self.forward.depth()).enumerate() {
            if count % 1024 == 1023 {
                meter.poll()?;
            }
            if let Some(index) = self.find(near, self.forward.set.get(index)) {
                memory::push(&mut meeting, index, meter)?;
            }
        }
        meeting.sort_unstable();
        Ok(meeting)
    }

    /// The state with index `index` at distance `height` from the goals. The index belongs to the
    /// backward wave if `height` is at most the depth of this wave, and otherwise to the forward
    /// wave.
    fn state(&self, height: usize, index: u32) -> S {
        if height <= self.backward.depth() as usize {
            self.backward.set.get(index)
        } else {
            self.forward.set.get(index)
        }
    }

    /// The index of a state if it lies in the layer at distance `height` from the goals.
    fn find(&self, height: usize, state: S) -> Option<u32> {
        let height = height as u32;
        let (wave, depth) = if height <= self.backward.depth() {
            (&self.backward, height)
        } else {
            let all = self.backward.depth() + self.forward.depth();
            (&self.forward, all - height)
        };
        let index = wave.set.find(state)?;
        wave.layer(depth).contains(&index).then_some(index)
    }
}
