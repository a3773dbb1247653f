//! Assigns a number to each different state.

use std::collections::VecDeque;

use hashbrown::HashTable;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::calls::Calls;
use super::codes::{Codes, spread};
use super::plain;

/// The states found so far, numbered in the order of their discovery.
pub(super) struct InternedStates<'py> {
    kept: StateStore<'py>,
    length: u32,
}

/// The information that is kept about the states.
enum StateStore<'py> {
    /// The states themselves, and the upper half of the hash and the number of each.
    Objects {
        objects: Vec<Bound<'py, PyAny>>,
        table: HashTable<(u32, u32)>,
    },
    /// The codes of all states. The states from number `dropped` on are also kept until they are
    /// expanded.
    Codes {
        codes: Codes,
        waiting: VecDeque<Option<Bound<'py, PyAny>>>,
        dropped: u32,
    },
}

/// The largest number of states. One bit of an edge is needed as a mark.
const MOST: u32 = 1 << 31;

impl<'py> InternedStates<'py> {
    /// Makes an empty set of states. If `coded`, only their codes are kept.
    pub(super) fn new(coded: bool) -> Self {
        Self {
            kept: if coded {
                StateStore::Codes {
                    codes: Codes::default(),
                    waiting: VecDeque::new(),
                    dropped: 0,
                }
            } else {
                StateStore::Objects {
                    objects: Vec::new(),
                    table: HashTable::new(),
                }
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
        self.number_with(state, code.as_ref())
    }

    /// Does the same as [`number`](Self::number) with `code`, the value that the puzzle's `encode`
    /// returns for `state`, if it has this function.
    pub(super) fn number_with(
        &mut self,
        state: Bound<'py, PyAny>,
        code: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<u32>> {
        let next = self.length;
        let number = match &mut self.kept {
            StateStore::Objects { objects, table } => {
                let known = find_object(objects, table, &state)?;
                let Err(hash) = known else {
                    return Ok(known.ok());
                };
                objects.push(state);
                // Both halves of a hash are equal, so the stored upper half determines the whole.
                table.insert_unique(hash, (short(hash), next), |&(high, _)| {
                    u64::from(high) << 32 | u64::from(high)
                });
                next
            }
            StateStore::Codes { codes, waiting, .. } => {
                let number = match code {
                    Some(code) => codes.number(next, |out| super::calls::code(code, out))?,
                    None => codes.number(next, |out| Ok(plain::encode(&state, out)))?,
                };
                match number {
                    Some(number) if number == next => waiting.push_back(Some(state)),
                    known => return Ok(known),
                }
                next
            }
        };
        self.length += 1;
        if self.length == MOST {
            return Err(PyMemoryError::new_err("more than 2**31 states"));
        }
        Ok(Some(number))
    }

    /// The state with a number; `None` if only its code is kept.
    pub(super) fn get(&self, number: u32) -> Option<Bound<'py, PyAny>> {
        match &self.kept {
            StateStore::Objects { objects, .. } => objects.get(number as usize).cloned(),
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
            StateStore::Objects { objects, table } => {
                table.capacity() * 9 + objects.capacity() * 8 + objects.len() * each
            }
            StateStore::Codes { codes, waiting, .. } => {
                codes.bytes() + waiting.capacity() * 8 + waiting.len() * each
            }
        }
    }
}

/// The number of a state that is known, or the hash of a new one.
fn find_object<'py>(
    objects: &[Bound<'py, PyAny>],
    table: &HashTable<(u32, u32)>,
    state: &Bound<'py, PyAny>,
) -> PyResult<Result<u32, u64>> {
    let hash = spread(state.hash()? as u64);
    let mut failed = None;
    let known = table.find(hash, |&(high, number)| {
        high == short(hash) && {
            let other = &objects[number as usize];
            other.is(state)
                || other.eq(state).unwrap_or_else(|error| {
                    failed.get_or_insert(error);
                    false
                })
        }
    });
    match (failed, known) {
        (Some(error), _) => Err(error),
        (None, Some(&(_, number))) => Ok(Ok(number)),
        (None, None) => Ok(Err(hash)),
    }
}

fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}
