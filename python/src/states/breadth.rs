//! Breadth-first search over the states of a puzzle written in Python.
//!
//! This search keeps only a code and a parent for each state. States are expanded in batches, by a
//! loop in Python, because a loop in Python calls the functions of the puzzle faster.

use std::time::{Duration, Instant};

use fewest_rules::{Meter, Outcome, Proof, Statistics, StopReason};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::calls::Calls;
use super::graph::impure;
use super::intern::InternedStates;

/// The greatest number of states in a batch. The objects of a larger batch no longer fit in the
/// caches.
const LARGEST_BATCH: usize = 64;
/// A batch that takes longer than this makes the next batches smaller, so that limits are checked
/// often enough.
const LONGEST_BATCH: Duration = Duration::from_millis(4);

/// A breadth-first search. State 0 is the start, and the next `goals` states are the listed goals.
pub(super) struct BreadthFirst<'py> {
    calls: Calls<'py>,
    start: Bound<'py, PyAny>,
    states: InternedStates<'py>,
    goals: u32,
    starts_at_goal: bool,
    /// For each state, the state from which it was reached first.
    parents: Vec<u32>,
    state_bytes: usize,
}

/// The end of a search: its outcome, with the moves and the states of the solution.
pub(super) struct BreadthFound<'py> {
    pub(super) outcome: Outcome<()>,
    pub(super) statistics: Statistics,
    pub(super) solution: Option<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)>,
}

/// Why a search has no outcome.
enum Failed {
    Stopped(StopReason),
    /// A state has no code, so that the states themselves must be kept.
    NoCode,
    Raised(PyErr),
}

impl From<StopReason> for Failed {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl<'py> BreadthFirst<'py> {
    /// Prepares a search. If `coded`, only codes of expanded states are kept. `None` if the start
    /// or a goal has no code.
    pub(super) fn new(
        calls: &Calls<'py>,
        start: &Bound<'py, PyAny>,
        goals: &[Bound<'py, PyAny>],
        coded: bool,
        state_bytes: usize,
    ) -> PyResult<Option<Self>> {
        let mut states = InternedStates::new(coded);
        let mut starts_at_goal = false;
        for (at, state) in [start].into_iter().chain(goals).enumerate() {
            let Some(number) = states.number(calls, state.clone())? else {
                return Ok(None);
            };
            starts_at_goal |= at > 0 && number == 0;
            if number > 0 {
                // A listed goal is never expanded.
                states.expanded(number);
            }
        }
        if calls.is_goal.is_some() {
            starts_at_goal = calls.is_goal(start)?;
        }
        Ok(Some(Self {
            calls: calls.clone(),
            start: start.clone(),
            goals: states.len() as u32 - 1,
            parents: vec![0; states.len()],
            starts_at_goal,
            states,
            state_bytes,
        }))
    }

    /// Searches for the nearest goal. `None` if a state without a code was found.
    ///
    /// # Errors
    /// A function of the puzzle raised an exception.
    pub(super) fn run(mut self, meter: &mut Meter<'_>) -> PyResult<Option<BreadthFound<'py>>> {
        let found = self.search(meter);
        let mut solution = None;
        let outcome = match found {
            Ok(Some(goal)) => {
                let (moves, states) = self.path_to(goal)?;
                let length = moves.len();
                solution = Some((moves, states));
                Outcome::Solved {
                    moves: vec![(); length],
                }
            }
            Ok(None) => Outcome::Unsolvable(Proof::Exhausted {
                reached: self.reached() as u64,
            }),
            Err(Failed::Stopped(reason)) => Outcome::Stopped {
                lower_bound: meter.lower_bound(),
                reason,
            },
            Err(Failed::NoCode) => return Ok(None),
            Err(Failed::Raised(error)) => return Err(error),
        };
        Ok(Some(BreadthFound {
            outcome,
            statistics: meter.statistics(),
            solution,
        }))
    }

    /// The number of states that were reached from the start.
    fn reached(&self) -> usize {
        self.states.len() - self.goals as usize
    }

    /// The number of the state before which `at` other states were reached.
    fn reached_as(&self, at: usize) -> u32 {
        match at {
            0 => 0,
            _ => at as u32 + self.goals,
        }
    }

    /// Searches for the first goal; `None` if no goal can be reached.
    fn search(&mut self, meter: &mut Meter<'_>) -> Result<Option<u32>, Failed> {
        if self.starts_at_goal {
            return Ok(Some(0));
        }
        let py = self.start.py();
        let loops = py.import("fewest._expand")?;
        let Calls {
            moves,
            apply,
            encode,
            is_goal,
            ..
        } = &self.calls;
        let encode = encode.as_ref().filter(|_| self.states.coded());
        let expand = loops.getattr("successors")?.call1((moves, apply, encode))?;
        let first_goal = match is_goal {
            Some(is_goal) => Some(loops.getattr("first_goal")?.call1((is_goal,))?),
            None => None,
        };
        let mut batch = 1;
        let (mut at, mut layer_end, mut depth) = (0, 1, 1);
        meter.prove_at_least(depth);
        while at < self.reached() {
            if at == layer_end {
                layer_end = self.reached();
                depth += 1;
                meter.prove_at_least(depth);
            }
            let room = usize::try_from(meter.room()).unwrap_or(usize::MAX);
            let count = batch.min(layer_end - at).min(room.max(1));
            let (expanded, generated) = meter.counts();
            meter.expand_many(count as u64)?;
            let began = Instant::now();
            let numbers = (at..at + count).map(|at| self.reached_as(at));
            let states = PyList::new(
                py,
                numbers
                    .filter_map(|n| self.states.get(n))
                    .collect::<Vec<_>>(),
            )?;
            let found = match expand.call1((states,)) {
                // The batch is repeated state by state. If an earlier state of the batch leads to a
                // goal, this exception does not matter.
                Err(error) if count > 1 && error.is_instance_of::<PyException>(py) => {
                    meter.recount(expanded, generated);
                    batch = 1;
                    continue;
                }
                found => found?,
            };
            let (new, goal) = self.add(&found, at, meter)?;
            let goal = match (goal, &first_goal) {
                (None, Some(first_goal)) if !new.is_empty() => {
                    let first_new = self.states.len() - new.len();
                    let found: isize = first_goal.call1((PyList::new(py, new)?,))?.extract()?;
                    usize::try_from(found)
                        .ok()
                        .map(|found| (first_new + found) as u32)
                }
                (goal, _) => goal,
            };
            if goal.is_some() {
                return Ok(goal);
            }
            at += count;
            meter.hold(self.bytes())?;
            batch = match began.elapsed() {
                long if long > LONGEST_BATCH => (batch / 2).max(1),
                _ => (batch * 2).min(LARGEST_BATCH),
            };
        }
        Ok(None)
    }

    /// Adds the states that the loop in Python has found, for a batch that begins at the reached
    /// state `at`. Returns the new states, and the first listed goal if there is one. The new
    /// states are needed only if there are no listed goals.
    fn add(
        &mut self,
        found: &Bound<'py, PyAny>,
        at: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<Bound<'py, PyAny>>, Option<u32>), Failed> {
        let (after, codes, ends): (
            Bound<'py, PyList>,
            Option<Bound<'py, PyList>>,
            Bound<'py, PyList>,
        ) = found.extract()?;
        self.states.clear_prepared();
        for index in 0..after.len() {
            let state = after.get_item(index)?;
            let code = codes.as_ref().map(|codes| codes.get_item(index));
            if !self.states.prepare(&state, code.transpose()?.as_ref())? {
                return Err(Failed::NoCode);
            }
        }
        let tests = self.calls.is_goal.is_some();
        let mut new = Vec::new();
        let mut next = 0;
        for (index, end) in ends.iter().enumerate() {
            let parent = self.reached_as(at + index);
            let end: usize = end.extract()?;
            meter.generate((end - next) as u64);
            for index in next..end {
                let known = self.states.len();
                let number = self
                    .states
                    .number_prepared(index, || after.get_item(index))?;
                if number as usize == known {
                    self.parents.push(parent);
                    if tests {
                        new.push(after.get_item(index)?);
                    }
                } else if (1..=self.goals).contains(&number) {
                    self.parents[number as usize] = parent;
                    return Ok((new, Some(number)));
                }
            }
            next = end;
            self.states.expanded(parent);
        }
        Ok((new, None))
    }

    /// The moves and the states from the start to the state `goal`.
    fn path_to(&mut self, goal: u32) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
        let mut numbers = vec![goal];
        while let Some(&number) = numbers.last()
            && number != 0
        {
            numbers.push(self.parents[number as usize]);
        }
        numbers.reverse();
        let mut state = self.start.clone();
        let (mut moves, mut states) = (Vec::new(), vec![state.clone()]);
        let py = state.py();
        for &number in &numbers[1..] {
            let mut steps = self.calls.moves.call1((&state,))?.try_iter()?;
            let (step, after) = loop {
                let Some(step) = steps.next() else {
                    return Err(impure());
                };
                let step = step?;
                let after = self.calls.apply.call1((&state, &step))?;
                if self.states.number(&self.calls, after.clone())? == Some(number) {
                    break (step, after);
                }
            };
            moves.push(step);
            states.push(after.clone());
            state = after;
        }
        self.calls.confirm_goal(&state)?;
        Ok((PyTuple::new(py, moves)?, PyTuple::new(py, states)?))
    }

    fn bytes(&self) -> u64 {
        (self.states.bytes(self.state_bytes) + self.parents.capacity() * 4) as u64
    }
}
