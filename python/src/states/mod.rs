//! Puzzles written in Python, solved by the algorithms of the engine.
//!
//! [`graph::StateGraph`] numbers the states, so that a puzzle with arbitrary Python objects becomes a
//! puzzle of numbers. The callbacks are called only once for each state, however often a search
//! visits it.

mod calls;
mod graph;
mod intern;
mod plain;

use std::time::Instant;

use fewest::rules::{Ceiling, Outcome, Report};
use fewest::search::{
    Duplicates, NoPruning, Order, SolutionGraph, astar, bfs, bidirectional, idastar,
    shortest_paths, shortest_paths_from_both_ends,
};
use fewest::{Algorithm, Method, StopReason};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answer::{Answer, int};
use crate::limits::Limits;
use crate::watch::Watch;
use calls::Calls;
use graph::StateGraph;

/// The answer, the states of the first solution, the number of shortest solutions, and the first
/// few of them.
type Found<'py> = (
    Answer,
    Option<Bound<'py, PyTuple>>,
    Option<Bound<'py, PyAny>>,
    Vec<Bound<'py, PyTuple>>,
);

/// Solves a puzzle that is given by its callbacks. If `most` is set, all shortest solutions are
/// counted and the first `most` of them are returned.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn search_states<'py>(
    py: Python<'py>,
    limits: &Limits,
    start: Bound<'py, PyAny>,
    moves: Bound<'py, PyAny>,
    apply: Bound<'py, PyAny>,
    is_goal: Option<Bound<'py, PyAny>>,
    goals: Option<Vec<Bound<'py, PyAny>>>,
    reversible: bool,
    heuristic: Option<Bound<'py, PyAny>>,
    encode: Option<Bound<'py, PyAny>>,
    algorithm: Option<&str>,
    most: Option<usize>,
) -> PyResult<Found<'py>> {
    let both_ends = reversible && goals.is_some();
    let algorithm = match algorithm {
        Some(name) => name
            .parse()
            .map_err(|error: fewest::algorithm::UnknownAlgorithm| {
                PyValueError::new_err(error.to_string())
            })?,
        None if heuristic.is_some() => Algorithm::AStar,
        None if both_ends => Algorithm::Bidirectional,
        None => Algorithm::Bfs,
    };
    let missing = match algorithm {
        Algorithm::Bfs => None,
        Algorithm::Bidirectional => (!both_ends).then_some("goals and an inverse"),
        Algorithm::AStar | Algorithm::IdaStar => heuristic.is_none().then_some("a heuristic"),
        _ => Some("a built-in puzzle"),
    };
    if let Some(missing) = missing {
        return Err(PyValueError::new_err(format!(
            "{algorithm} needs {missing}"
        )));
    }
    let goals = goals.unwrap_or_default();
    let calls = Calls {
        moves,
        apply,
        is_goal,
        heuristic,
        encode,
    };
    // If a state without a code is found, the search starts again without codes.
    for coded in [true, false] {
        let found = search(py, limits, &calls, &start, &goals, algorithm, most, coded)?;
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(PyRuntimeError::new_err("states cannot be told apart"))
}

/// The answer; `None` if the search needs the states themselves but keeps only their codes
/// (`coded`).
#[allow(clippy::too_many_arguments)]
fn search<'py>(
    py: Python<'py>,
    limits: &Limits,
    calls: &Calls<'py>,
    start: &Bound<'py, PyAny>,
    goals: &[Bound<'py, PyAny>],
    algorithm: Algorithm,
    most: Option<usize>,
    coded: bool,
) -> PyResult<Option<Found<'py>>> {
    let watch = Watch::default();
    let mut within = watch.limits(py, limits);
    within.ceiling = within.memory.map(|bytes| Ceiling {
        bytes,
        in_use: graph::bytes_of_this_thread,
    });
    let within = within.from_now();
    let started = Instant::now();
    let calls = calls.clone();
    let deadline = within.deadline;
    let (graph, first) = StateGraph::new(calls, start.clone(), goals, coded, &watch, deadline)?;
    if graph.is_mixed() {
        return Ok(None);
    }
    let (mut report, paths): (Report<u32>, Option<SolutionGraph<u32>>) = match (most, algorithm) {
        (Some(_), Algorithm::Bidirectional) => {
            shortest_paths_from_both_ends(&graph, first, &within)
        }
        (Some(_), _) => shortest_paths(&graph, first, &within),
        (None, Algorithm::Bidirectional) => (bidirectional(&graph, first, &within), None),
        (None, Algorithm::AStar) => {
            let bound = |state| graph.bound(state);
            let report = astar(&graph, first, &bound, Order::Lexicographic, &within);
            (report, None)
        }
        (None, Algorithm::IdaStar) => {
            let bound = |state| graph.bound(state);
            let every = Duplicates::default();
            (
                idastar(&graph, first, &bound, &NoPruning, every, &within),
                None,
            )
        }
        (None, _) => (bfs(&graph, first, &within), None),
    };
    watch.result()?;
    if graph.is_mixed() {
        return Ok(None);
    }
    report.statistics.elapsed = started.elapsed();
    report.statistics.peak_bytes += graph.bytes();
    let method = Method::Search(algorithm).to_string();
    if graph.is_late() {
        // After the time ran out, the search continued without the moves of some states, so its
        // outcome is not used.
        let bound = graph.least_bound(first);
        let answer = Answer::new(None, &report.outcome, report.statistics)
            .by(&method)
            .stopped(StopReason::Time.word(), bound);
        return Ok(Some((answer, None, None, Vec::new())));
    }
    let mut solved = (None, None);
    if let Outcome::Solved { moves } = &report.outcome {
        let (steps, states) = graph.play(start, moves)?;
        solved = (Some(steps), Some(states));
    }
    let answer = Answer::new(solved.0, &report.outcome, report.statistics).by(&method);
    let mut count = None;
    let mut all = Vec::new();
    if let Some(most) = most {
        count = Some(int(
            py,
            &paths
                .as_ref()
                .map_or_else(Default::default, SolutionGraph::count),
        )?);
        for moves in paths.iter().flat_map(SolutionGraph::iter).take(most) {
            py.check_signals()?;
            all.push(graph.play(start, &moves)?.0);
        }
    }
    Ok(Some((answer, solved.1, count, all)))
}
