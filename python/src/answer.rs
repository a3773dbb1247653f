//! Answers about puzzles written in Python, whose moves are Python objects.

use fewest_rules::{Outcome, Proof, Statistics};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};

/// The numbers of expanded and of generated nodes, the most bytes held at any time, and the
/// seconds.
pub(crate) type Cost = (u64, u64, u64, f64);

/// The answer of a search. Exactly one of `moves`, `proof` and `reason` is not `None`.
#[pyclass(frozen, get_all, module = "fewest._fewest")]
pub(crate) struct Answer {
    moves: Option<Py<PyTuple>>,
    proof: Option<String>,
    reached: Option<u64>,
    reason: Option<&'static str>,
    lower_bound: u32,
    statistics: Cost,
    method: String,
    cost: Option<u32>,
}

impl Answer {
    /// Makes an answer whose moves are Python objects.
    pub(crate) fn new<M>(
        moves: Option<Bound<'_, PyTuple>>,
        outcome: &Outcome<M>,
        statistics: Statistics,
    ) -> Self {
        let mut answer = Self {
            moves: moves.map(Bound::unbind),
            proof: None,
            reached: None,
            reason: None,
            lower_bound: 0,
            statistics: cost(statistics),
            method: String::new(),
            cost: None,
        };
        match outcome {
            Outcome::Solved { moves } => answer.lower_bound = moves.len() as u32,
            Outcome::Unsolvable(proof) => {
                answer.proof = Some(proof.to_string());
                if let Proof::Exhausted { reached } = proof {
                    answer.reached = Some(*reached);
                }
            }
            Outcome::Stopped {
                lower_bound,
                reason,
            } => {
                answer.lower_bound = *lower_bound;
                answer.reason = Some(reason.word());
            }
        }
        answer
    }

    /// Sets the name of the method.
    pub(crate) fn by(mut self, method: &str) -> Self {
        method.clone_into(&mut self.method);
        self
    }

    /// Sets the cost of the solution.
    pub(crate) fn of_cost(mut self, cost: Option<u32>) -> Self {
        self.cost = cost;
        self
    }

    /// Converts the answer to the answer of a search that a limit has stopped.
    pub(crate) fn stopped(mut self, reason: &'static str, lower_bound: u32) -> Self {
        (self.moves, self.proof, self.reached) = (None, None, None);
        (self.reason, self.lower_bound) = (Some(reason), lower_bound);
        self
    }
}

/// The statistics as a tuple.
pub(crate) fn cost(statistics: Statistics) -> Cost {
    (
        statistics.expanded,
        statistics.generated,
        statistics.peak_bytes,
        statistics.elapsed.as_secs_f64(),
    )
}

/// Converts a number of any size to a Python `int`.
pub(crate) fn int<'py>(
    py: Python<'py>,
    number: &num_bigint::BigUint,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<PyInt>()
        .call_method1("from_bytes", (bytes, "little"))
}
