//! A number for each different state.

use std::collections::VecDeque;

use hashbrown::HashTable;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use super::calls::Calls;
use super::plain;

/// The states met so far, numbered in the order of discovery.
pub(super) struct States<'py> {
    /// The upper half of the hash of each state, and its number.
    table: HashTable<(u32, u32)>,
    kept: Kept<'py>,
    length: u32,
}

/// What is kept of the states.
enum Kept<'py> {
    /// The states themselves.
    Objects(Vec<Bound<'py, PyAny>>),
    /// The codes of all states, one behind the other, with the end of each; and the states from
    /// `dropped` on, unless they are expanded.
    Codes {
        codes: Vec<u8>,
        ends: Vec<u32>,
        waiting: VecDeque<Option<Bound<'py, PyAny>>>,
        dropped: u32,
    },
}

/// The highest number of a state, plus one. Edges need a bit of their own.
const MOST: u32 = 1 << 31;

impl<'py> States<'py> {
    /// No states. They are kept as codes if `coded`.
    pub(super) fn new(coded: bool) -> Self {
        Self {
            table: HashTable::new(),
            kept: if coded {
                Kept::Codes {
                    codes: Vec::new(),
                    ends: Vec::new(),
                    waiting: VecDeque::new(),
                    dropped: 0,
                }
            } else {
                Kept::Objects(Vec::new())
            },
            length: 0,
        }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether only codes are kept of states that are expanded.
    pub(super) fn coded(&self) -> bool {
        matches!(self.kept, Kept::Codes { .. })
    }

    /// The number of `state`, which is new if it is the number of states before. `None` if codes
    /// are kept, the puzzle does not encode its states, and `state` is not plain.
    pub(super) fn number(
        &mut self,
        calls: &Calls<'py>,
        state: Bound<'py, PyAny>,
    ) -> PyResult<Option<u32>> {
        let next = self.length;
        let number = match &mut self.kept {
            Kept::Objects(objects) => {
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
            Kept::Codes {
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

    /// The state of a number; `None` if only its code is kept.
    pub(super) fn get(&self, number: u32) -> Option<Bound<'py, PyAny>> {
        match &self.kept {
            Kept::Objects(objects) => objects.get(number as usize).cloned(),
            Kept::Codes {
                waiting, dropped, ..
            } => {
                let at = number.checked_sub(*dropped)?;
                waiting.get(at as usize)?.clone()
            }
        }
    }

    /// Drops a state of which the code is kept.
    pub(super) fn expanded(&mut self, number: u32) {
        if let Kept::Codes {
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

    /// The bytes held, where a state itself takes `each`.
    pub(super) fn bytes(&self, each: usize) -> usize {
        let table = self.table.capacity() * 9;
        table
            + match &self.kept {
                Kept::Objects(objects) => objects.capacity() * 8 + objects.len() * each,
                Kept::Codes {
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
    // The upper half of a hash determines all of it.
    table.insert_unique(hash, (short(hash), number), |&(high, _)| {
        u64::from(high) << 32 | u64::from(high)
    });
}

/// A hash of which both halves are equal, so that the table can grow without the states.
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
