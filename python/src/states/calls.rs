//! The callbacks of a puzzle written in Python.

use fewest_rules::DEAD_END;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList};

/// The callbacks of a puzzle written in Python.
#[derive(Clone)]
pub(super) struct Calls<'py> {
    pub(super) moves: Bound<'py, PyAny>,
    pub(super) apply: Bound<'py, PyAny>,
    /// Decides whether a state is a goal; not called if the goals are listed.
    pub(super) is_goal: Option<Bound<'py, PyAny>>,
    pub(super) heuristic: Option<Bound<'py, PyAny>>,
    pub(super) encode: Option<Bound<'py, PyAny>>,
    pub(super) cost: Option<Bound<'py, PyAny>>,
}

impl<'py> Calls<'py> {
    /// Calls `visit` with the state after each move of `state` and, if moves have costs, with the
    /// cost of the move.
    pub(super) fn each_target(
        &self,
        state: &Bound<'py, PyAny>,
        mut visit: impl FnMut(Bound<'py, PyAny>, Option<u16>) -> PyResult<()>,
    ) -> PyResult<()> {
        let moves = call(&self.moves, state, None)?;
        let mut target = |step: &Bound<'py, PyAny>| {
            let after = call(&self.apply, state, Some(step))?;
            visit(after, self.cost(state, step)?)
        };
        if let Ok(list) = moves.cast_exact::<PyList>() {
            // A callback may change the list, so its length is checked again in each step.
            let mut at = 0;
            while at < list.len() {
                target(&list.get_item(at)?)?;
                at += 1;
            }
            return Ok(());
        }
        for step in moves.try_iter()? {
            target(&step?)?;
        }
        Ok(())
    }

    /// Whether `state` is a goal.
    pub(super) fn is_goal(&self, state: &Bound<'py, PyAny>) -> PyResult<bool> {
        match &self.is_goal {
            Some(is_goal) => call(is_goal, state, None)?.is_truthy(),
            None => Ok(false),
        }
    }

    /// Asks again whether the last state of a solution is a goal, if the puzzle has a function for
    /// that.
    ///
    /// # Errors
    /// The state is no goal this time, or the function raised an exception.
    pub(super) fn confirm_goal(&self, state: &Bound<'py, PyAny>) -> PyResult<()> {
        match self.is_goal.is_none() || self.is_goal(state)? {
            true => Ok(()),
            false => Err(PyRuntimeError::new_err(
                "is_goal returned something else when it was called again",
            )),
        }
    }

    /// The lower bound for `state`. A fraction is rounded up; the bound stays admissible because
    /// numbers of moves and costs are integers. Infinity means a dead end.
    pub(super) fn bound(&self, state: &Bound<'py, PyAny>) -> PyResult<u32> {
        let Some(heuristic) = &self.heuristic else {
            return Ok(0);
        };
        let value = call(heuristic, state, None)?;
        if let Ok(bound) = value.extract::<u32>() {
            return Ok(bound);
        }
        let number = if value.is_instance_of::<PyFloat>() {
            value.extract::<f64>()?
        } else if value.hasattr("__index__")? {
            if value.gt(0)? { f64::INFINITY } else { -1.0 }
        } else {
            let kind = value.get_type();
            return Err(PyTypeError::new_err(format!(
                "heuristic must return a number, not {kind}"
            )));
        };
        if number.is_nan() || number < 0.0 {
            return Err(PyValueError::new_err(
                "heuristic must return a number that is not negative",
            ));
        }
        // Without this tolerance, rounding errors could raise a bound above the true distance.
        let moves = (number - 1e-9).ceil().max(0.0);
        Ok(if moves < f64::from(DEAD_END) {
            moves as u32
        } else {
            DEAD_END
        })
    }

    /// The cost of `step` in `state`, if moves have costs.
    pub(super) fn cost(
        &self,
        state: &Bound<'py, PyAny>,
        step: &Bound<'py, PyAny>,
    ) -> PyResult<Option<u16>> {
        let Some(cost) = &self.cost else {
            return Ok(None);
        };
        let value = call(cost, state, Some(step))?;
        match value.extract::<u16>() {
            Ok(cost) => Ok(Some(cost)),
            Err(_) if value.hasattr("__index__")? => Err(PyValueError::new_err(format!(
                "cost must return a number from 0 to {}",
                u16::MAX
            ))),
            Err(_) => {
                let kind = value.get_type();
                Err(PyTypeError::new_err(format!(
                    "cost must return a whole number, not {kind}"
                )))
            }
        }
    }
}

/// Appends to `out` what the puzzle's `encode` has returned for a state.
pub(super) fn code(code: &Bound<'_, PyAny>, out: &mut Vec<u8>) -> PyResult<bool> {
    if let Ok(bytes) = code.cast::<PyBytes>() {
        out.push(b'b');
        out.extend_from_slice(bytes.as_bytes());
        return Ok(true);
    }
    let Ok(number) = code.extract::<u128>() else {
        return Err(PyTypeError::new_err(
            "encode must return bytes or an int from 0 to 2**128 - 1",
        ));
    };
    // Codes of equal length take less memory, so there are few lengths.
    let length = if u32::try_from(number).is_ok() {
        4
    } else if u64::try_from(number).is_ok() {
        8
    } else {
        16
    };
    out.push(b'i');
    out.extend_from_slice(&number.to_le_bytes()[..length]);
    Ok(true)
}

/// Calls `function` with one argument or two.
fn call<'py>(
    function: &Bound<'py, PyAny>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match second {
        Some(second) => function.call1((first, second)),
        None => function.call1((first,)),
    }
}
