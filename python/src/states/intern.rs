//! Assigns a number to each different state.

use std::collections::VecDeque;

use hashbrown::HashTable;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::calls::Calls;
use super::plain;

/// The states found so far, numbered in the order of their discovery.
pub(super) struct InternedStates<'py> {
    /// The upper half of the hash and the number of each state.
    table: HashTable<(u32, u32)>,
    kept: StateStore<'py>,
    length: u32,
}

/// The information that is kept about the states.
enum StateStore<'py> {
    /// The states themselves.
    Objects(Vec<Bound<'py, PyAny>>),
    /// The codes of all states, one after the other, and the end of each code. The states from
    /// number `dropped` on are also kept until they are expanded.
    Codes {
        codes: Vec<u8>,
        ends: Vec<u32>,
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
            table: HashTable::new(),
            kept: if coded {
                StateStore::Codes {
                    codes: Vec::new(),
                    ends: Vec::new(),
                    waiting: VecDeque::new(),
                    dropped: 0,
                }
            } else {
                StateStore::Objects(Vec::new())
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
        let next = self.length;
        let number = match &mut self.kept {
            StateStore::Objects(objects) => {
                let hash = spread(state.hash()? as u64);
                let mut failed = None;
                let known = self.table.find(hash, |&(high, number)| {
                    high == short(hash) && {
                        let other = &objects[number as usize];
                        other.is(&state)
                            || other.eq(&state).unwrap_or_else(|error| {
                                failed.get_or_insert(error);
                                false
                            })
                    }
                });
                if let Some(error) = failed {
                    return Err(error);
                }
                if let Some(&(_, number)) = known {
                    return Ok(Some(number));
                }
                objects.push(state);
                insert(&mut self.table, hash, next);
                next
            }
            StateStore::Codes {
                codes,
                ends,
                waiting,
                ..
            } => {
                let start = codes.len();
                match &calls.encode {
                    Some(encode) => calls.encode(encode, &state, codes)?,
                    None if plain::encode(&state, codes) => {}
                    None => return Ok(None),
                }
                let hash = hash_of(&codes[start..]);
                let known = self.table.find(hash, |&(high, number)| {
                    high == short(hash) && {
                        let number = number as usize;
                        let from = number.checked_sub(1).map_or(0, |n| ends[n] as usize);
                        codes[from..ends[number] as usize] == codes[start..]
                    }
                });
                if let Some(&(_, number)) = known {
                    codes.truncate(start);
                    return Ok(Some(number));
                }
                let end = u32::try_from(codes.len())
                    .map_err(|_| PyMemoryError::new_err("the codes take more than 4 GiB"))?;
                ends.push(end);
                waiting.push_back(Some(state));
                insert(&mut self.table, hash, next);
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
            StateStore::Objects(objects) => objects.get(number as usize).cloned(),
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
        let table = self.table.capacity() * 9;
        table
            + match &self.kept {
                StateStore::Objects(objects) => objects.capacity() * 8 + objects.len() * each,
                StateStore::Codes {
                    codes,
                    ends,
                    waiting,
                    ..
                } => {
                    codes.capacity()
                        + ends.capacity() * 4
                        + waiting.capacity() * 8
                        + waiting.len() * each
                }
            }
    }
}

fn insert(table: &mut HashTable<(u32, u32)>, hash: u64, number: u32) {
    // Both halves of a hash are equal, so the stored upper half determines the whole hash.
    table.insert_unique(hash, (short(hash), number), |&(high, _)| {
        u64::from(high) << 32 | u64::from(high)
    });
}

/// A hash with two equal halves, so that the table can grow without hashing the states again.
fn spread(hash: u64) -> u64 {
    let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    mixed << 32 | mixed
}

fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for piece in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..piece.len()].copy_from_slice(piece);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    spread(hash ^ bytes.len() as u64)
}
