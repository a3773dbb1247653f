//! The graph of the states that a board can reach.

use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{Meant, raised};
use crate::limits::Limits;
use crate::watch::run;

/// The distance from the start, the distance to the goals, whether the state is a goal, and the
/// drawing.
type State = (u32, Option<u32>, bool, String);
/// The numbers of two states, the index of the move's name, and the cost of the move.
type Edge = (u32, u32, u32, Option<u16>);

/// The states, the moves between them, and the names of the moves.
#[pyfunction]
pub(crate) fn state_graph(
    py: Python<'_>,
    board: &Board,
    limits: &Limits,
    max_states: usize,
) -> PyResult<(Vec<State>, Vec<Edge>, Vec<String>)> {
    let graph = run(py, limits, |limits| board.board.graph(max_states, limits))?;
    let graph = graph.map_err(|error| raised(py, error, Meant::Board))?;
    let states = graph.states.into_iter();
    let states = states.map(|s| (s.distance, s.to_goal, s.is_goal, s.drawing));
    let edges = graph.edges.iter().map(|e| (e.from, e.to, e.name, e.cost));
    Ok((states.collect(), edges.collect(), graph.names))
}
