//! Builds the graph of all states that a puzzle reaches from a start.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use fewest_rules::{Limits, Meter, Notation, StopReason};

use crate::api::{GraphEdge, GraphError, GraphState, StateGraph};

/// The graph of the states that can be reached from `start`, if there are at most `most` of them.
/// The function `cost` returns the cost of a move, if moves have costs.
///
/// # Errors
/// There are more states, or one of the `limits` was reached.
pub(crate) fn state_graph<P: Notation>(
    puzzle: &P,
    start: P::State,
    cost: impl Fn(P::State, P::Move) -> Option<u16>,
    most: usize,
    limits: &Limits,
) -> Result<StateGraph, GraphError> {
    let mut meter = Meter::new(limits);
    let mut graph = StateGraph::new();
    let reason = match explore(puzzle, start, cost, most, &mut meter, &mut graph) {
        Ok(()) => {
            graph.measure_to_goals();
            return Ok(graph);
        }
        Err(reason) => reason,
    };
    Err(GraphError::Stopped {
        reason,
        reached: graph.states.len() as u64,
        lower_bound: meter.lower_bound(),
    })
}

/// Adds the states to `graph` in breadth-first order, each with its moves.
fn explore<P: Notation>(
    puzzle: &P,
    start: P::State,
    cost: impl Fn(P::State, P::Move) -> Option<u16>,
    most: usize,
    meter: &mut Meter<'_>,
    graph: &mut StateGraph,
) -> Result<(), StopReason> {
    let mut states = vec![start];
    let mut numbers = HashMap::from([(start, 0_u32)]);
    let mut names: BTreeMap<P::Move, u32> = BTreeMap::new();
    let mut drawn = 0;
    let mut goal_found = false;
    let mut add = |graph: &mut StateGraph, state, distance| {
        let drawing = puzzle.draw(state);
        drawn += drawing.len();
        let is_goal = puzzle.is_goal(state);
        graph.states.push(GraphState {
            distance,
            to_goal: None,
            is_goal,
            drawing,
        });
        (drawn, is_goal)
    };
    if most == 0 {
        return Err(StopReason::States);
    }
    goal_found |= add(graph, start, 0).1;
    let mut at = 0;
    while let Some(&state) = states.get(at) {
        meter.expand()?;
        let distance = graph.states[at].distance + 1;
        if !goal_found {
            // All states with fewer moves than `distance` are known, and none of them is a goal.
            meter.prove_at_least(distance);
        }
        let mut text = 0;
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            let to = match numbers.entry(after) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    if states.len() >= most.min(u32::MAX as usize) {
                        return Err(StopReason::States);
                    }
                    let number = states.len() as u32;
                    new.insert(number);
                    states.push(after);
                    let (drawn, is_goal) = add(graph, after, distance);
                    text = drawn;
                    goal_found |= is_goal;
                    number
                }
            };
            let next = names.len() as u32;
            let name = *names.entry(m).or_insert_with(|| {
                graph.names.push(puzzle.name(m));
                next
            });
            graph.edges.push(GraphEdge {
                from: at as u32,
                to,
                name,
                cost: cost(state, m),
            });
        }
        // A hash set takes about twice the memory of its entries, and `states` has another copy.
        let state_bytes = 4 * size_of::<P::State>() + 16 + size_of::<GraphState>();
        let edge_bytes = graph.edges.capacity() * size_of::<GraphEdge>();
        if text > 0 {
            meter.hold((states.len() * state_bytes + text + edge_bytes) as u64)?;
        }
        at += 1;
    }
    Ok(())
}
