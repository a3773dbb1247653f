//! Breadth-first search with partial order reduction.

use fewest_rules::{Limits, Meter, Outcome, Puzzle, Report, StopReason};

use crate::conclusion::conclude;
use crate::memory;
use crate::shortest_paths::all_shortest;
use crate::solution_graph::SolutionGraph;

/// Finds the lexicographically first of the shortest solutions from `start` by breadth-first
/// searches that try only some of the moves.
///
/// `reduced` is the puzzle with the same states and goals and with some of the moves of each state.
/// A move that it leaves out in a state must commute with all moves that it keeps there: both orders
/// are legal and have the same result. And every solution of the puzzle from a state must contain a
/// move that `reduced` keeps there, such that the moves before it commute with it. `commute` gets a
/// state, a move of the state, and a move that is legal after it. It must return whether the second
/// move is legal in the state, too, and commutes with the first.
///
/// From every state, the shortest solution has the same length with `reduced` as in the puzzle. So
/// the search finds all shortest solutions of `reduced`, as a graph. From it, the moves with which
/// any shortest solution begins are derived, also those that `reduced` leaves out; see
/// `first_moves`. The least of them is made. If it leads out of the graph, the search begins again
/// from there; this happens at most as often as the solution has moves.
///
/// Takes memory for all states that one of the searches reaches, and for the graph. Proves
/// unsolvability by exhausting the states that the moves of `reduced` reach.
pub fn partial_order_bfs<P, R>(
    puzzle: &P,
    reduced: &R,
    commute: impl Fn(P::State, P::Move, P::Move) -> bool,
    start: P::State,
    limits: &Limits,
) -> Report<P::Move>
where
    P: Puzzle,
    R: Puzzle<State = P::State, Move = P::Move>,
{
    let mut meter = Meter::new(limits);
    let result = search(puzzle, reduced, &commute, start, &mut meter);
    conclude(result, &meter)
}

fn search<P, R>(
    puzzle: &P,
    reduced: &R,
    commute: &impl Fn(P::State, P::Move, P::Move) -> bool,
    start: P::State,
    meter: &mut Meter,
) -> Result<Outcome<P::Move>, StopReason>
where
    P: Puzzle,
    R: Puzzle<State = P::State, Move = P::Move>,
{
    let mut moves = Vec::new();
    let mut state = start;
    // Invariant: `moves` leads to `state`, and the lexicographically first solution begins with it.
    // All moves made later lead to states that have a solution.
    loop {
        let graph = match all_shortest(reduced, state, meter)? {
            Ok(graph) => graph,
            Err(unsolvable) => return Ok(unsolvable),
        };
        let first = first_moves(puzzle, &graph, state, commute, meter)?;
        let mut node = Some(graph.root());
        while let Some(here) = node {
            let Some(&m) = first[here as usize].first() else {
                return Ok(Outcome::Solved { moves });
            };
            moves.push(m);
            state = puzzle.apply(state, m);
            let mut edges = graph.edges_of(here).iter();
            node = edges.find(|edge| edge.0 == m).map(|edge| edge.1);
        }
        for moves in first {
            memory::release(moves, meter);
        }
        graph.release(meter);
    }
}

/// For each node of the graph of the shortest solutions of the reduced puzzle, the moves with which
/// any shortest solution of the puzzle begins, in their order.
///
/// These are the moves of the edges, and of the first moves after each edge those that commute with
/// its move. No move is missing: if a solution begins with a move that is left out, it contains
/// an edge's move that commutes with all moves before it. Made first, this leads to the node after the
/// edge, and the solution that continues there begins with the move that is left out.
fn first_moves<P: Puzzle>(
    puzzle: &P,
    graph: &SolutionGraph<P::Move>,
    start: P::State,
    commute: &impl Fn(P::State, P::Move, P::Move) -> bool,
    meter: &mut Meter,
) -> Result<Vec<Vec<P::Move>>, StopReason> {
    let nodes = graph.root() as usize + 1;
    // Edges lead to smaller numbers, so the state of a node is known before its edges are followed,
    // and its first moves after those of all nodes that follow it.
    let mut states = memory::with_capacity(nodes, meter)?;
    states.resize(nodes, start);
    for node in (0..nodes).rev() {
        for &(m, target) in graph.edges_of(node as u32) {
            states[target as usize] = puzzle.apply(states[node], m);
        }
    }
    let mut first: Vec<Vec<P::Move>> = memory::with_capacity(nodes, meter)?;
    for (node, &state) in states.iter().enumerate() {
        meter.poll()?;
        let mut moves = Vec::new();
        for &(m, target) in graph.edges_of(node as u32) {
            memory::push(&mut moves, m, meter)?;
            for &later in &first[target as usize] {
                if commute(state, m, later) {
                    memory::push(&mut moves, later, meter)?;
                }
            }
        }
        moves.sort_unstable();
        moves.dedup();
        first.push(moves);
    }
    memory::release(states, meter);
    Ok(first)
}
