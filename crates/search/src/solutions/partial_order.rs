//! Breadth-first search with partial order reduction.

use fewest_rules::{Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::shortest_paths::all_shortest;
use super::solution_graph::SolutionGraph;
use crate::conclusion::conclude;
use crate::states::memory;

/// Finds the lexicographically first of the shortest solutions from `start` by breadth-first
/// searches that try only some of the moves.
///
/// `reduced` is the puzzle with the same states and goals and with some of the moves of each state.
/// A move that `reduced` leaves out in a state must commute with all moves that `reduced` keeps
/// there: both orders are legal and have the same result. Every solution of the puzzle from a state
/// must contain a move that `reduced` keeps in this state and that commutes with all moves before
/// it in the solution. `commute` gets a state, a move of the state, and a move that is legal after
/// it. `commute` must return whether the second move is also legal in the state and commutes with
/// the first.
///
/// From every state, the shortest solution has the same length with `reduced` as in the puzzle. So
/// the search finds all shortest solutions of `reduced`, as a graph. From this graph, `first_moves`
/// derives all moves with which a shortest solution of the puzzle begins, including moves that
/// `reduced` leaves out. The search makes the least of these moves. If this move leads out of the
/// graph, the search begins again from the state after the move. The search begins again at most as
/// often as the solution has moves.
///
/// Takes memory for all states that one breadth-first search reaches, and for the graph. Proves
/// unsolvability by exhausting the states that the moves of `reduced` reach. Stops with
/// [`StopReason::Contradiction`] if a later search finds another length than the first one.
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
    let mut length = None;
    // Invariant: `moves` leads to `state`, and the lexicographically first solution begins with
    // `moves`. All moves made later lead to states that have a solution.
    loop {
        let graph = match all_shortest(reduced, state, meter)? {
            Ok(graph) => graph,
            Err(_) if length.is_some() => return Err(StopReason::Contradiction),
            Err(unsolvable) => return Ok(unsolvable),
        };
        // A wrong `reduced` or `commute` would make moves that lead no nearer to a goal.
        let whole = moves.len() + graph.first().len();
        if *length.get_or_insert(whole) != whole {
            return Err(StopReason::Contradiction);
        }
        let first = first_moves(puzzle, &graph, state, commute, meter)?;
        let mut node = Some(0);
        while let Some(here) = node {
            let Some(&m) = first[here].first() else {
                return match puzzle.is_goal(state) {
                    true => Ok(Outcome::Solved { moves }),
                    false => Err(StopReason::Contradiction),
                };
            };
            moves.push(m);
            state = puzzle.apply(state, m);
            let mut edges = graph.edges(here);
            node = edges.find(|edge| edge.1 == [m]).map(|edge| edge.0);
        }
        for moves in first {
            memory::release(moves, meter);
        }
        memory::give_back(meter, graph.bytes());
    }
}

/// For each node of the graph of the shortest solutions of the reduced puzzle, all moves with which
/// the shortest solutions of the whole puzzle from the state of this node begin, in increasing
/// order.
///
/// The moves of a node are the moves of its edges and, among the moves of the node at the end of
/// each edge, those that commute with the move of the edge. These moves include the first move of
/// every shortest solution. Suppose that a solution begins with a move that the reduced puzzle
/// leaves out. The solution contains the move of an edge that commutes with all moves before it. If
/// that move is made first, it leads to the node at the end of the edge, and the rest of the
/// solution begins with the move that is left out.
fn first_moves<P: Puzzle>(
    puzzle: &P,
    graph: &SolutionGraph<P::Move>,
    start: P::State,
    commute: &impl Fn(P::State, P::Move, P::Move) -> bool,
    meter: &mut Meter,
) -> Result<Vec<Vec<P::Move>>, StopReason> {
    let nodes = graph.nodes();
    // Edges lead to nodes with greater indices, so the first loop knows the state of a node before
    // it follows the edges of the node, and the second loop comes to a node after all nodes to
    // which its edges lead.
    let mut states = memory::with_capacity(nodes, meter)?;
    states.resize(nodes, start);
    for node in 0..nodes {
        for (target, moves) in graph.edges(node) {
            let after = moves
                .iter()
                .fold(states[node], |state, &m| puzzle.apply(state, m));
            states[target] = after;
        }
    }
    let mut first: Vec<Vec<P::Move>> = memory::with_capacity(nodes, meter)?;
    first.resize(nodes, Vec::new());
    for (node, &state) in states.iter().enumerate().rev() {
        meter.poll()?;
        let mut all = Vec::new();
        for (target, moves) in graph.edges(node) {
            for &m in moves {
                memory::push(&mut all, m, meter)?;
                for &later in &first[target] {
                    if commute(state, m, later) {
                        memory::push(&mut all, later, meter)?;
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        first[node] = all;
    }
    memory::release(states, meter);
    Ok(first)
}
