//! Builds the graph of all states that a puzzle reaches from a start.

use fewest_rules::{Limits, Meter, Notation, StopReason};
use fewest_search::StateSet;

use crate::api::{GraphEdge, GraphError, GraphState, StateGraph};

/// The graph of the states that can be reached from `start`, if there are at most `most` of them.
/// The function `cost` returns the cost of a move, if moves have costs.
///
/// # Errors
/// There are more than `most` states, or one of the `limits` was reached.
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
    let mut states = StateSet::new();
    let mut names: Vec<(P::Move, u32)> = Vec::new();
    // The bytes of `graph` that the meter counts already.
    let mut held = 0;
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
    states.reserve(1, meter)?;
    states.insert(start);
    goal_found |= add(graph, start, 0).1;
    let mut at = 0;
    while (at as usize) < states.len() {
        meter.expand()?;
        let state = states.get(at);
        let distance = graph.states[at as usize].distance + 1;
        if !goal_found {
            // All states with fewer moves than `distance` are known, and none of them is a goal.
            meter.prove_at_least(distance);
        }
        let mut text = 0;
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            let to = match states.find(after) {
                Some(known) => known,
                None => {
                    if states.len() >= most {
                        return Err(StopReason::States);
                    }
                    states.reserve(1, meter)?;
                    let (number, _) = states.insert(after);
                    let (drawn, is_goal) = add(graph, after, distance);
                    text = drawn;
                    goal_found |= is_goal;
                    number
                }
            };
            let known = names.binary_search_by_key(&m, |&(m, _)| m);
            let name = known.unwrap_or_else(|place| {
                names.insert(place, (m, names.len() as u32));
                graph.names.push(puzzle.name(m));
                place
            });
            graph.edges.push(GraphEdge {
                from: at,
                to,
                name: names[name].1,
                cost: cost(state, m),
            });
        }
        let state_bytes = states.len() * size_of::<GraphState>();
        let edge_bytes = graph.edges.capacity() * size_of::<GraphEdge>();
        if text > 0 {
            let now = (state_bytes + text + edge_bytes) as u64;
            meter.hold(meter.held() - held + now)?;
            held = now;
        }
        at += 1;
    }
    Ok(())
}
