//! The graph of the states found so far, as a puzzle for the engine.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fewest_rules::{Goals, MoveCosts, Puzzle, Reverse};
use fewest_search::Edges;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use send_wrapper::SendWrapper;

use super::calls::Calls;
use super::intern::InternedStates;
use crate::watch::Watch;

/// The number of new states after which the memory is counted again.
const COUNT_EVERY: usize = 256;
/// The engine checks the clock every thousand states. If callbacks are slow, the graph itself stops
/// the search when the time limit is exceeded by this much.
const GRACE: Duration = Duration::from_millis(100);

/// The bytes that a state like `state` takes.
pub(super) fn bytes_of(state: &Bound<'_, PyAny>) -> usize {
    match state.call_method0("__sizeof__") {
        Ok(size) => size.extract::<usize>().unwrap_or(0).saturating_add(16),
        Err(_) => 64,
    }
}

/// The graph of the states found so far. A state is expanded when a search first asks for its
/// moves. A move is represented by its index in the list of moves of the state, so the order of
/// moves is that of the callback.
pub(super) struct StateGraph<'py, 'a> {
    calls: Calls<'py>,
    watch: &'a Watch,
    deadline: Option<Instant>,
    late: Cell<bool>,
    mixed: Cell<bool>,
    goals: Vec<u32>,
    state_bytes: usize,
    held: Arc<AtomicU64>,
    inner: RefCell<Inner<'py>>,
}

struct Inner<'py> {
    states: InternedStates<'py>,
    edges: Edges,
    /// Whether each state is a goal, if this is known.
    goal: Vec<Option<bool>>,
    bounds: Vec<Option<u32>>,
}

impl<'py, 'a> StateGraph<'py, 'a> {
    /// Makes the graph of `start` and the listed goals, and returns it with the number of `start`.
    /// If `coded`, only codes of states are kept.
    pub(super) fn new(
        calls: Calls<'py>,
        start: Bound<'py, PyAny>,
        goals: &[Bound<'py, PyAny>],
        coded: bool,
        watch: &'a Watch,
        deadline: Option<Instant>,
    ) -> PyResult<(Self, u32)> {
        let state_bytes = bytes_of(&start);
        let mut graph = Self {
            watch,
            deadline,
            late: Cell::new(false),
            mixed: Cell::new(false),
            goals: Vec::new(),
            state_bytes,
            held: Arc::default(),
            inner: RefCell::new(Inner {
                states: InternedStates::new(coded),
                edges: Edges::default(),
                goal: Vec::new(),
                bounds: Vec::new(),
            }),
            calls,
        };
        let first = graph.number(start)?;
        for goal in goals {
            let goal = graph.number(goal.clone())?;
            let known = &mut graph.inner.get_mut().goal[goal as usize];
            if known.replace(true).is_none() {
                graph.goals.push(goal);
            }
        }
        Ok((graph, first))
    }

    fn number(&self, state: Bound<'py, PyAny>) -> PyResult<u32> {
        let mut inner = self.inner.borrow_mut();
        let Some(number) = inner.states.number(&self.calls, state)? else {
            self.mixed.set(true);
            self.watch.cancel();
            return Ok(0);
        };
        if number as usize == inner.goal.len() {
            inner.goal.push(None);
            if self.calls.heuristic.is_some() {
                inner.bounds.push(None);
            }
            if inner.goal.len().is_multiple_of(COUNT_EVERY) {
                let bytes = inner.bytes(self.state_bytes);
                self.held.store(bytes, Ordering::Relaxed);
            }
        }
        Ok(number)
    }

    /// The number of bytes that the graph holds.
    pub(super) fn held(&self) -> &Arc<AtomicU64> {
        let bytes = self.inner.borrow().bytes(self.state_bytes);
        self.held.store(bytes, Ordering::Relaxed);
        &self.held
    }

    /// Whether the time ran out between two checks of the clock by the engine.
    pub(super) fn is_late(&self) -> bool {
        self.late.get()
    }

    /// Whether a state without a code was found, so that the states themselves must be kept.
    pub(super) fn is_mixed(&self) -> bool {
        self.mixed.get()
    }

    /// The lower bound for `state` that is known without a search.
    pub(super) fn least_bound(&self, state: u32) -> u32 {
        let inner = self.inner.borrow();
        let bound = inner.bounds.get(state as usize).copied().flatten();
        let no_goal = inner.goal[state as usize] == Some(false);
        bound.unwrap_or(0).max(u32::from(no_goal))
    }

    /// The value returned by a callback. If the callback raised an exception, the search ends, and
    /// `otherwise` is returned.
    fn or_fail<T>(&self, result: PyResult<T>, otherwise: T) -> T {
        result.unwrap_or_else(|error| {
            self.watch.fail(error);
            otherwise
        })
    }

    fn state(&self, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let state = self.inner.borrow().states.get(number);
        state.ok_or_else(|| PyRuntimeError::new_err("a state was dropped too early"))
    }

    /// The number of moves of the state `number`. Expands the state if necessary.
    fn degree(&self, number: u32) -> usize {
        let known = self.inner.borrow().edges.degree(number);
        if let Some(known) = known {
            return known;
        }
        if self.watch.is_cancelled() {
            return 0;
        }
        if self
            .deadline
            .is_some_and(|end| Instant::now() > end + GRACE)
        {
            self.late.set(true);
            self.watch.cancel();
            return 0;
        }
        self.or_fail(self.expand(number), 0)
    }

    fn expand(&self, number: u32) -> PyResult<usize> {
        let state = self.state(number)?;
        if self.inner.borrow().states.coded() {
            // The state itself is not available later, so these values are computed now.
            self.known_goal(number)?;
            self.known_bound(number)?;
        }
        let mut moves = Vec::with_capacity(8);
        self.calls.each_target(&state, |after, cost| {
            moves.push((self.number(after)?, cost.unwrap_or(1)));
            Ok(())
        })?;
        let mut inner = self.inner.borrow_mut();
        inner.edges.expand(number, &moves);
        inner.states.expanded(number);
        Ok(moves.len())
    }

    fn known_goal(&self, number: u32) -> PyResult<bool> {
        let known = self.inner.borrow().goal[number as usize];
        if let Some(known) = known {
            return Ok(known);
        }
        let is_goal = self.calls.is_goal(&self.state(number)?)?;
        self.inner.borrow_mut().goal[number as usize] = Some(is_goal);
        Ok(is_goal)
    }

    fn known_bound(&self, number: u32) -> PyResult<u32> {
        let known = self.inner.borrow().bounds.get(number as usize).copied();
        match known {
            None => return Ok(0),
            Some(Some(known)) => return Ok(known),
            Some(None) => {}
        }
        let bound = self.calls.bound(&self.state(number)?)?;
        self.inner.borrow_mut().bounds[number as usize] = Some(bound);
        Ok(bound)
    }

    fn bound(&self, number: u32) -> u32 {
        if self.watch.is_cancelled() {
            return 0;
        }
        self.or_fail(self.known_bound(number), 0)
    }

    /// Makes the moves at the indices `steps` from `start`, the state with the number `first`. The
    /// moves must be those of the graph and end at a goal, and the callbacks must return the same
    /// as before.
    pub(super) fn replay(
        &self,
        start: &Bound<'py, PyAny>,
        first: u32,
        steps: &[u32],
    ) -> Result<Replayed<'py>, Refuted> {
        let (mut moves, mut states) = (Vec::new(), vec![start.clone()]);
        let (mut number, mut state) = (first, start.clone());
        let mut cost: u32 = 0;
        for (made, &step) in steps.iter().enumerate() {
            let known = {
                let edges = &self.inner.borrow().edges;
                edges.target(number, step).zip(edges.cost(number, step))
            };
            let Some((target, price)) = known else {
                return Err(Refuted::Answer(format!(
                    "move {} of the solution is not legal",
                    made + 1
                )));
            };
            let mut all = self.calls.moves.call1((&state,))?.try_iter()?;
            let step = all.nth(step as usize).transpose()?.ok_or_else(impure)?;
            state = self.calls.apply.call1((&state, &step))?;
            if self.number(state.clone())? != target {
                return Err(impure().into());
            }
            number = target;
            cost = cost.saturating_add(price.into());
            moves.push(step);
            states.push(state.clone());
        }
        if self.inner.borrow().goal[number as usize] != Some(true) {
            return Err(Refuted::Answer(format!(
                "the {} moves of the solution end at no goal",
                steps.len()
            )));
        }
        self.calls.confirm_goal(&state)?;
        let py = start.py();
        Ok(Replayed {
            moves: PyTuple::new(py, moves)?,
            states: PyTuple::new(py, states)?,
            cost,
        })
    }
}

/// A solution that was replayed.
pub(super) struct Replayed<'py> {
    pub(super) moves: Bound<'py, PyTuple>,
    /// All states, including the start.
    pub(super) states: Bound<'py, PyTuple>,
    /// The sum of the costs of the moves; each move costs 1 if the puzzle has no costs.
    pub(super) cost: u32,
}

/// Why a solution could not be replayed.
pub(super) enum Refuted {
    /// What is wrong with the answer, as a clause.
    Answer(String),
    /// A callback raised an exception, or is no function of the state.
    Callback(PyErr),
}

impl From<PyErr> for Refuted {
    fn from(error: PyErr) -> Self {
        Self::Callback(error)
    }
}

/// The error for callbacks that do not always return the same for the same state.
pub(super) fn impure() -> PyErr {
    PyRuntimeError::new_err("moves or apply returned something else when it was called again")
}

impl Inner<'_> {
    fn bytes(&self, each: usize) -> u64 {
        let states = self.states.bytes(each) + self.goal.capacity() + self.bounds.capacity() * 8;
        states as u64 + self.edges.bytes()
    }
}

/// The graph as a puzzle. Python objects belong to the thread that has attached to the
/// interpreter, so only this thread may search.
pub(super) struct InThread<'g, 'py, 'a>(SendWrapper<&'g StateGraph<'py, 'a>>);

impl<'g, 'py, 'a> InThread<'g, 'py, 'a> {
    pub(super) fn new(graph: &'g StateGraph<'py, 'a>) -> Self {
        Self(SendWrapper::new(graph))
    }

    /// The lower bound for a state.
    pub(super) fn bound(&self, number: u32) -> u32 {
        self.0.bound(number)
    }
}

impl Puzzle for InThread<'_, '_, '_> {
    type State = u32;
    type Move = u32;

    fn moves(&self, state: u32) -> impl Iterator<Item = u32> {
        0..self.0.degree(state) as u32
    }

    fn apply(&self, state: u32, step: u32) -> u32 {
        let target = self.0.inner.borrow().edges.target(state, step);
        self.0.or_fail(target.ok_or_else(not_expanded), 0)
    }

    fn is_goal(&self, state: u32) -> bool {
        if self.0.watch.is_cancelled() {
            return false;
        }
        self.0.or_fail(self.0.known_goal(state), false)
    }
}

impl MoveCosts for InThread<'_, '_, '_> {
    fn cost(&self, before: u32, step: u32) -> u16 {
        let cost = self.0.inner.borrow().edges.cost(before, step);
        self.0.or_fail(cost.ok_or_else(not_expanded), 0)
    }
}

fn not_expanded() -> PyErr {
    PyRuntimeError::new_err("a move was made before it was listed")
}

impl Goals for InThread<'_, '_, '_> {
    fn goals(&self) -> impl Iterator<Item = u32> {
        self.0.goals.iter().copied()
    }
}

/// Searches backwards only if every move can be undone. The predecessors of a state are then its
/// successors.
impl Reverse for InThread<'_, '_, '_> {
    /// Searches do not use the index of a move that leads to this state, and this index is not
    /// known before the predecessor has been expanded. So `u32::MAX` replaces the index.
    fn predecessors(&self, state: u32) -> impl Iterator<Item = (u32, u32)> {
        self.moves(state)
            .map(move |step| (u32::MAX, self.apply(state, step)))
    }
}
