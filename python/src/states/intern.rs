//! Assigns a number to each different state.

use std::cell::RefCell;
use std::collections::VecDeque;

use fewest_search::NumberedStates;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::calls::Calls;
use super::codes::{Codes, spread};
use super::plain::{self, SmallNumbers};

/// The states found so far, numbered in the order of their discovery.
pub(super) struct InternedStates<'py> {
    kept: StateStore<'py>,
    length: u32,
}

/// The information that is kept about the states.
enum StateStore<'py> {
    /// The states themselves.
    Objects(NumberedStates<Bound<'py, PyAny>>),
    /// The codes of all states. The states from number `dropped` on are also kept until they are
    /// expanded.
    Codes {
        codes: Codes,
        numbers: SmallNumbers<'py>,
        waiting: VecDeque<Option<Bound<'py, PyAny>>>,
        dropped: u32,
    },
}

impl<'py> InternedStates<'py> {
    /// Makes an empty set of states. If `coded`, only the codes of states are kept.
    pub(super) fn new(coded: bool) -> Self {
        Self {
            kept: if coded {
                StateStore::Codes {
                    codes: Codes::default(),
                    numbers: SmallNumbers::default(),
                    waiting: VecDeque::new(),
                    dropped: 0,
                }
            } else {
                StateStore::Objects(NumberedStates::new())
            },
            length: 0,
        }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether only the codes of expanded states are kept.
    pub(super) fn coded(&self) -> bool {
        matches!(self.kept, StateStore::Codes { .. })
    }

    /// The number of `state`. A new state gets the next number. `None` if the set keeps codes, the
    /// puzzle does not encode its states, and `state` is not a plain value.
    pub(super) fn number(
        &mut self,
        calls: &Calls<'py>,
        state: Bound<'py, PyAny>,
    ) -> PyResult<Option<u32>> {
        let code = match &calls.encode {
            Some(encode) if self.coded() => Some(encode.call1((&state,))?),
            _ => None,
        };
        self.clear_prepared();
        match self.prepare(&state, code.as_ref())? {
            true => self.number_prepared(0, || Ok(state)).map(Some),
            false => Ok(None),
        }
    }

    /// Prepares a state for [`number_prepared`](Self::number_prepared). If the puzzle has a
    /// function `encode`, `code` is the value that it returns for the state. Returns `false` if the
    /// set keeps codes and the state has none.
    pub(super) fn prepare(
        &mut self,
        state: &Bound<'py, PyAny>,
        code: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<bool> {
        match (&mut self.kept, code) {
            (StateStore::Objects(_), _) => Ok(true),
            (StateStore::Codes { codes, .. }, Some(code)) => {
                codes.prepare(|out| super::calls::code(code, out))
            }
            (StateStore::Codes { codes, numbers, .. }, None) => {
                codes.prepare(|out| Ok(plain::encode(state, numbers, out)))
            }
        }
    }

    /// Forgets the prepared states.
    pub(super) fn clear_prepared(&mut self) {
        if let StateStore::Codes { codes, .. } = &mut self.kept {
            codes.clear_prepared();
        }
    }

    /// The number of the state that was prepared with this index, which `state` returns. A new
    /// state gets the next number.
    pub(super) fn number_prepared(
        &mut self,
        index: usize,
        state: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<u32> {
        let next = self.length;
        match &mut self.kept {
            StateStore::Objects(objects) => {
                let number = number_of_object(objects, state()?)?;
                if number != next {
                    return Ok(number);
                }
            }
            StateStore::Codes { codes, waiting, .. } => {
                let number = codes.number(index, next)?;
                if number != next {
                    return Ok(number);
                }
                waiting.push_back(Some(state()?));
            }
        }
        self.length += 1;
        if self.length as usize == NumberedStates::<()>::MOST {
            return Err(too_many());
        }
        Ok(next)
    }

    /// The state with a number; `None` if only its code is kept.
    pub(super) fn get(&self, number: u32) -> Option<Bound<'py, PyAny>> {
        match &self.kept {
            StateStore::Objects(objects) => objects.get(number).cloned(),
            StateStore::Codes {
                waiting, dropped, ..
            } => {
                let at = number.checked_sub(*dropped)?;
                waiting.get(at as usize)?.clone()
            }
        }
    }

    /// Drops a state if its code is kept.
    pub(super) fn expanded(&mut self, number: u32) {
        if let StateStore::Codes {
            waiting, dropped, ..
        } = &mut self.kept
        {
            if let Some(at) = number.checked_sub(*dropped)
                && let Some(state) = waiting.get_mut(at as usize)
            {
                *state = None;
            }
            while let Some(None) = waiting.front() {
                waiting.pop_front();
                *dropped += 1;
            }
        }
    }

    /// The bytes held, if each state itself takes `each` bytes.
    pub(super) fn bytes(&self, each: usize) -> usize {
        match &self.kept {
            StateStore::Objects(objects) => objects.bytes() as usize + self.len() * each,
            StateStore::Codes { codes, waiting, .. } => {
                codes.bytes() + waiting.capacity() * 8 + waiting.len() * each
            }
        }
    }
}

/// The number of a state. A new state is added to `objects`.
fn number_of_object<'py>(
    objects: &NumberedStates<Bound<'py, PyAny>>,
    state: Bound<'py, PyAny>,
) -> PyResult<u32> {
    let hash = spread(state.hash()? as u64);
    let failed = RefCell::new(None);
    let number = objects.number(hash, state, 0, |known, state| {
        known.is(state)
            || known.eq(state).unwrap_or_else(|error| {
                failed.borrow_mut().get_or_insert(error);
                false
            })
    });
    match failed.into_inner() {
        Some(error) => Err(error),
        None => number.ok_or_else(too_many),
    }
}

fn too_many() -> PyErr {
    PyMemoryError::new_err("more than 2**31 states")
}
