//! All shortest solutions.

use std::hash::Hash;
use std::ops::ControlFlow;

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::solution_graph::SolutionGraph;
use crate::breadth_first::Layers;
use crate::conclusion::{conclude, exhausted};
use crate::states::memory;

/// Finds all shortest solutions from `start`. If the report's outcome is solved, the graph of these
/// solutions is returned as well, and the moves in the report are the lexicographically first of
/// them.
///
/// A breadth-first search runs up to the layer of the nearest goals. Then a backward pass expands
/// each layer once more and keeps the states with a move to a state that was kept. At its peak, the
/// search holds all states reached and the graph.
pub fn shortest_paths<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> (Report<P::Move>, Option<SolutionGraph<P::Move>>) {
    let mut meter = Meter::new(limits);
    let mut paths = None;
    let result = all_shortest(puzzle, start, &mut meter).map(|found| match found {
        Ok(graph) => {
            let moves = graph.first();
            paths = Some(graph);
            Outcome::Solved { moves }
        }
        Err(unsolvable) => unsolvable,
    });
    (conclude(result, &meter), paths)
}

/// Finds all shortest solutions from `start` if they have at most `length` moves; `None` if there
/// is no such solution.
///
/// The search is that of [`shortest_paths`], but skips every state that `heuristic` proves to lie
/// on no solution of at most `length` moves. If the heuristic is good and `length` is the length of
/// a shortest solution, known from another search, this search skips nearly all states.
///
/// # Errors
/// Returns the limit that was reached.
pub fn shortest_paths_within<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    length: u32,
    limits: &Limits,
) -> Result<Option<SolutionGraph<P::Move>>, StopReason> {
    let mut meter = Meter::new(limits);
    let near = |depth: u32, state| {
        let bound = heuristic.bound(heuristic.start(puzzle, state));
        bound.saturating_add(depth) <= length
    };
    if !near(0, start) {
        return Ok(None);
    }
    Ok(search(puzzle, start, near, &mut meter)?.ok())
}

/// The graph of all shortest solutions from `start`, or the outcome if there is no solution.
pub(crate) fn all_shortest<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    search(puzzle, start, |_, _| true, meter)
}

/// The graph of solutions, or the outcome if there is no solution.
pub(crate) type PathsOrOutcome<M> = Result<SolutionGraph<M>, Outcome<M>>;

fn search<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    keep: impl Fn(u32, P::State) -> bool,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    let is_goal = |state| puzzle.is_goal(state);
    if is_goal(start) {
        return Ok(Ok(SolutionGraph::of_a_goal()));
    }
    let following = |depth, state, list: &mut Vec<P::State>| {
        let successors = puzzle.successors(state).map(|(_, after)| after);
        list.extend(successors.filter(|&after| keep(depth, after)));
    };
    let layers = wave(start, &following, &is_goal, meter)?;
    if layers.frontier() == 0 {
        return Ok(Err(exhausted(layers.set.len(), false)));
    }
    let graph = walk_back(puzzle, &layers, meter)?;
    layers.release(meter);
    Ok(Ok(graph))
}

/// All layers up to the layer with the nearest goals, or up to an empty layer if there is no goal.
/// `following` gets the depth of the next layer and a state, and appends the state's successors
/// that belong to the next layer. This function is compiled once for each type of states.
fn wave<S: Copy + Eq + Hash>(
    start: S,
    following: &dyn Fn(u32, S, &mut Vec<S>),
    is_goal: &dyn Fn(S) -> bool,
    meter: &mut Meter,
) -> Result<Layers<S>, StopReason> {
    let mut layers = Layers::new(false, meter)?;
    layers.seed([start], meter)?;
    let mut solved = false;
    while !solved && layers.frontier() > 0 {
        let depth = layers.depth() + 1;
        meter.prove_at_least(depth);
        layers.advance_by(
            meter,
            &|state, list| following(depth, state, list),
            &mut |_, state| {
                solved |= is_goal(state);
                ControlFlow::Continue(())
            },
        )?;
    }
    Ok(layers)
}

/// Builds the graph of all paths from layer 0 to the goals in the last layer.
fn walk_back<P: Puzzle>(
    puzzle: &P,
    layers: &Layers<P::State>,
    meter: &mut Meter,
) -> Result<SolutionGraph<P::Move>, StopReason> {
    /// The value that takes the place of a node for a state that is not in the graph.
    const NONE: u32 = u32::MAX;
    let mut graph = SolutionGraph::empty();
    let mut nodes = 0;
    // The node of each state of the next layer, in the order of the layer.
    let mut after: Vec<u32> = Vec::new();
    let mut after_layer = 0..0;
    // Invariant: `graph` contains every state of the later layers that lies on a shortest solution,
    // with all its edges. A state of this layer lies on a shortest solution exactly if some move
    // leads to a node of `graph` in the next layer, because each move of a shortest path leads to
    // the next layer.
    for depth in (0..=layers.depth()).rev() {
        memory::push(&mut graph.layers, nodes, meter)?;
        let layer = layers.layer(depth);
        let mut here = memory::with_capacity(layer.len(), meter)?;
        for index in layer.clone() {
            let state = layers.set.get(index);
            let edges = graph.edges.len();
            let is_node = if depth == layers.depth() {
                if index % 1024 == 0 {
                    meter.poll()?;
                }
                puzzle.is_goal(state)
            } else {
                meter.expand()?;
                for m in puzzle.moves(state) {
                    meter.generate(1);
                    let target = layers
                        .set
                        .find(puzzle.apply(state, m))
                        .filter(|index| after_layer.contains(index))
                        .map_or(NONE, |index| after[(index - after_layer.start) as usize]);
                    if target != NONE {
                        memory::push(&mut graph.edges, (m, target), meter)?;
                    }
                }
                graph.edges.len() > edges
            };
            if is_node {
                memory::push(&mut graph.first_edge, edges, meter)?;
                here.push(nodes);
                nodes += 1;
            } else {
                here.push(NONE);
            }
        }
        memory::release(std::mem::replace(&mut after, here), meter);
        after_layer = layer;
    }
    memory::release(after, meter);
    memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
    memory::push(&mut graph.layers, nodes, meter)?;
    Ok(graph)
}
