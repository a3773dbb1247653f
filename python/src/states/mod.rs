//! Puzzles written in Python, solved by the algorithms of the engine.
//!
//! [`graph::StateGraph`] does for Python objects what [`Interned`](fewest_search::Interned) does for
//! values of Rust: a puzzle with arbitrary states becomes a puzzle of numbers, and the callbacks are
//! called only once for each state, however often a search visits it. Callbacks may raise
//! exceptions, and plain states are kept as short codes. Breadth-first search for one solution ([`breadth`]) needs no such graph, and takes
//! less time and memory.

mod breadth;
mod calls;
mod codes;
mod graph;
mod intern;
mod plain;

use std::time::Instant;

use fewest::api::RefutedAnswer;
use fewest::{Algorithm, InternalError, Method, StopReason};
use fewest_rules::{Meter, Objective, Outcome, Report};
use fewest_search::{
    Duplicates, NoPruning, Order, SolutionGraph, astar, bidirectional, idastar, least_cost_astar,
    least_cost_paths, shortest_paths, shortest_paths_from_both_ends,
};
use num_bigint::BigUint;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answer::{Answer, int};
use crate::limits::Limits;
use crate::watch::Watch;
use breadth::BreadthFirst;
use calls::Calls;
use graph::{InThread, Refuted, Replayed, StateGraph};

/// The answer, the states of the first solution, the number of shortest solutions, and the first
/// few shortest solutions.
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
    cost: Option<Bound<'py, PyAny>>,
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
        None if cost.is_some() => Algorithm::Dijkstra,
        None if both_ends => Algorithm::Bidirectional,
        None => Algorithm::Bfs,
    };
    let has_costs = cost.is_some();
    let missing = match algorithm {
        Algorithm::Dijkstra => (!has_costs).then_some("costs"),
        Algorithm::AStar if heuristic.is_some() => None,
        Algorithm::Bfs | Algorithm::Bidirectional | Algorithm::IdaStar if has_costs => {
            Some("moves without costs")
        }
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
    let encode = match encode {
        Some(encode) if plain::is_as_short(&start, &encode)? => None,
        encode => encode,
    };
    let calls = Calls {
        moves,
        apply,
        is_goal,
        heuristic,
        encode,
        cost,
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
    if (algorithm, most) == (Algorithm::Bfs, None) {
        let found = breadth_first(calls, start, goals, coded, &within)?;
        watch.result()?;
        return Ok(found);
    }
    within = within.from_now();
    let started = Instant::now();
    let calls = calls.clone();
    let deadline = within.deadline;
    let has_costs = calls.cost.is_some();
    let (graph, first) = StateGraph::new(calls, start.clone(), goals, coded, &watch, deadline)?;
    if graph.is_mixed() {
        return Ok(None);
    }
    within.held_elsewhere = Some(graph.held().clone());
    within.threads = None;
    let puzzle = InThread::new(&graph);
    let bound = |state| puzzle.bound(state);
    let mut cost = None;
    let (mut report, paths): (Report<u32>, Option<SolutionGraph<u32>>) = match (most, algorithm) {
        (_, _) if has_costs => {
            let (report, paths) = match most {
                Some(_) => least_cost_paths(&puzzle, first, &bound, OBJECTIVE, &within),
                None => {
                    let report = least_cost_astar(&puzzle, first, &bound, OBJECTIVE, &within);
                    (report, None)
                }
            };
            cost = report.outcome.cost();
            (report.without_cost(), paths)
        }
        (Some(_), Algorithm::Bidirectional) => {
            shortest_paths_from_both_ends(&puzzle, first, &within)
        }
        (Some(_), _) => shortest_paths(&puzzle, first, &within),
        (None, Algorithm::Bidirectional) => (bidirectional(&puzzle, first, &within), None),
        (None, Algorithm::AStar) => {
            let report = astar(&puzzle, first, &bound, Order::Lexicographic, &within);
            (report, None)
        }
        (None, _) => {
            let every = Duplicates::default();
            let report = idastar(&puzzle, first, &bound, &NoPruning, every, &within);
            (report, None)
        }
    };
    watch.result()?;
    if graph.is_mixed() {
        return Ok(None);
    }
    report.statistics.elapsed = started.elapsed();
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
    if let Outcome::Stopped {
        reason: StopReason::Contradiction,
        ..
    } = report.outcome
    {
        return Err(PyRuntimeError::new_err(
            "the search contradicts itself: the goals, the inverse or the heuristic do not fit the moves",
        ));
    }
    let replay = |moves: &[u32]| -> PyResult<Replayed<'py>> {
        let refuted = |problem| refuted(py, problem, &method, start, moves);
        match graph.replay(start, first, moves) {
            Ok(replayed) if cost.is_some_and(|cost| cost != replayed.cost) => {
                Err(refuted(format!(
                    "the cost {} is told for a solution of cost {}",
                    cost.unwrap_or_default(),
                    replayed.cost
                )))
            }
            Ok(replayed) => Ok(replayed),
            Err(Refuted::Answer(problem)) => Err(refuted(problem)),
            Err(Refuted::Callback(error)) => Err(error),
        }
    };
    let mut solved = None;
    if let Outcome::Solved { moves } = &report.outcome {
        solved = Some(replay(moves)?);
    }
    let mut count = None;
    let mut all = Vec::new();
    if let Some(most) = most {
        let counted = paths.as_ref().map_or(BigUint::ZERO, SolutionGraph::count);
        if (counted > BigUint::ZERO) != solved.is_some() {
            let found = if solved.is_some() {
                "a solution"
            } else {
                "none"
            };
            let problem = format!("{counted} solutions are counted, and the search found {found}");
            return Err(refuted(py, problem, &method, start, &[]));
        }
        count = Some(int(py, &counted)?);
        for moves in paths.iter().flat_map(SolutionGraph::iter).take(most) {
            py.check_signals()?;
            let replayed = replay(&moves)?;
            if let Some(best) = &solved
                && !has_costs
                && best.cost != replayed.cost
            {
                let problem = format!(
                    "a solution of {} moves is listed among those of {}",
                    replayed.cost, best.cost
                );
                return Err(refuted(py, problem, &method, start, &moves));
            }
            all.push(replayed.moves);
        }
    }
    let (moves, states) = solved.map(|solved| (solved.moves, solved.states)).unzip();
    let answer = Answer::new(moves, &report.outcome, report.statistics).by(&method);
    Ok(Some((answer.of_cost(cost), states, count, all)))
}

/// The exception for an answer that the moves of the puzzle refute.
fn refuted(
    py: Python<'_>,
    problem: String,
    method: &str,
    start: &Bound<'_, PyAny>,
    moves: &[u32],
) -> PyErr {
    let indices: Vec<String> = moves.iter().map(u32::to_string).collect();
    let board = start.repr().map(|text| text.to_string());
    let error = InternalError::new(RefutedAnswer {
        problem,
        request: "search_states",
        method,
        answer: &format!("the moves with the indices {}", indices.join(" ")),
        puzzle: "a puzzle written in Python",
        board: &board.unwrap_or_else(|error| error.to_string()),
    });
    crate::errors::internal(py, &error)
}

/// What a search minimises if moves have costs: of the solutions of least cost, the solutions with
/// the fewest moves are the best.
const OBJECTIVE: Objective = Objective::CostThenMoves;

/// The answer of breadth-first search; `None` if a state has no code.
fn breadth_first<'py>(
    calls: &Calls<'py>,
    start: &Bound<'py, PyAny>,
    goals: &[Bound<'py, PyAny>],
    coded: bool,
    limits: &fewest::Limits,
) -> PyResult<Option<Found<'py>>> {
    let state_bytes = graph::bytes_of(start);
    let Some(search) = BreadthFirst::new(calls, start, goals, coded, state_bytes)? else {
        return Ok(None);
    };
    let Some(found) = search.run(&mut Meter::new(limits))? else {
        return Ok(None);
    };
    let method = Method::Search(Algorithm::Bfs).to_string();
    let (moves, states) = found.solution.unzip();
    let answer = Answer::new(moves, &found.outcome, found.statistics).by(&method);
    Ok(Some((answer, states, None, Vec::new())))
}
