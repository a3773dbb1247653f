//! The codes of states, one after the other in one array.

use std::ops::Range;

use hashbrown::HashTable;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Codes, numbered in the order in which they were added.
#[derive(Default)]
pub(super) struct Codes {
    /// All codes, followed by [`PADDING`].
    bytes: Vec<u8>,
    ends: Ends,
    /// The numbers of the codes, by the codes' hashes.
    table: HashTable<u32>,
    prepared: Vec<Code>,
    /// The prepared codes, each followed by [`PADDING`].
    prepared_bytes: Vec<u8>,
}

/// With these bytes behind the last code, 16 bytes can be read at the beginning of every code.
const PADDING: [u8; 16] = [0; 16];

/// Where each code ends.
enum Ends {
    /// All codes have the same length.
    Alike(usize),
    /// The end of each code.
    Each(Vec<u32>),
}

impl Default for Ends {
    fn default() -> Self {
        Self::Alike(0)
    }
}

impl Ends {
    /// The place of the code `number`.
    fn place(&self, number: usize) -> Range<usize> {
        match self {
            Self::Alike(length) => number * length..(number + 1) * length,
            Self::Each(ends) => {
                let start = number.checked_sub(1).map_or(0, |n| ends[n] as usize);
                start..ends[number] as usize
            }
        }
    }

    /// Adds the end of the code `number`, which has this length.
    fn push(&mut self, number: usize, length: usize) -> Option<()> {
        if let Self::Alike(each) = self {
            if number == 0 {
                *each = length;
            }
            if *each == length {
                return Some(());
            }
            let each = *each;
            let ends = (1..=number).map(|n| u32::try_from(n * each).ok());
            *self = Self::Each(ends.collect::<Option<_>>()?);
        }
        if let Self::Each(ends) = self {
            let start = ends.last().map_or(0, |&end| end as usize);
            ends.push(u32::try_from(start + length).ok()?);
        }
        Some(())
    }
}

impl Codes {
    /// Prepares the code that `write` appends to the bytes; `false` if `write` returns that there
    /// is no code.
    ///
    /// If many codes are prepared before the first is numbered, the processor looks up several of
    /// them at once.
    pub(super) fn prepare(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> PyResult<bool>,
    ) -> PyResult<bool> {
        let start = self.prepared_bytes.len();
        if !write(&mut self.prepared_bytes)? {
            return Ok(false);
        }
        let place = start..self.prepared_bytes.len();
        self.prepared_bytes.extend(PADDING);
        self.prepared.push(Code::at(&self.prepared_bytes, place));
        Ok(true)
    }

    /// The number of the prepared code with this index. A new code gets the number `next`, which
    /// must be the number of codes.
    pub(super) fn number(&mut self, index: usize, next: u32) -> PyResult<u32> {
        let Self {
            bytes, ends, table, ..
        } = self;
        let code = &self.prepared[index];
        let given = &self.prepared_bytes[code.start..code.start + code.length];
        let known = table.find(code.hash, |&n| {
            code.equals(given, bytes, ends.place(n as usize))
        });
        if let Some(&number) = known {
            return Ok(number);
        }
        bytes.truncate(bytes.len().saturating_sub(PADDING.len()));
        bytes.extend_from_slice(given);
        bytes.extend(PADDING);
        ends.push(next as usize, code.length)
            .ok_or_else(|| PyMemoryError::new_err("the codes take more than 4 GiB"))?;
        table.insert_unique(code.hash, next, |&n| {
            Code::at(bytes, ends.place(n as usize)).hash
        });
        Ok(next)
    }

    /// Forgets the prepared codes.
    pub(super) fn clear_prepared(&mut self) {
        self.prepared.clear();
        self.prepared_bytes.clear();
    }

    /// The bytes that the codes take.
    pub(super) fn bytes(&self) -> usize {
        let ends = match &self.ends {
            Ends::Alike(_) => 0,
            Ends::Each(ends) => ends.capacity() * 4,
        };
        self.bytes.capacity() + ends + self.table.capacity() * 5
    }
}

/// A code, with its hash and its first bytes, by which it is compared quickly.
struct Code {
    start: usize,
    length: usize,
    /// The first 16 bytes, followed by zeros if there are fewer.
    first: u128,
    hash: u64,
}

impl Code {
    /// The code at a place in `bytes`. At least 16 bytes must follow from the beginning of the code
    /// on.
    fn at(bytes: &[u8], place: Range<usize>) -> Self {
        let length = place.len();
        let first = first_bytes(bytes, &place);
        let mut hash = mix(first as u64 ^ length as u64) ^ (first >> 64) as u64;
        if length > 16 {
            for piece in bytes[place.start + 16..place.end].chunks(8) {
                let mut word = [0; 8];
                word[..piece.len()].copy_from_slice(piece);
                hash = mix(hash) ^ u64::from_le_bytes(word);
            }
        }
        Self {
            start: place.start,
            length,
            first,
            hash: spread(mix(hash)),
        }
    }

    /// Whether this code, whose bytes are `given`, is equal to the code at a place in `bytes`.
    fn equals(&self, given: &[u8], bytes: &[u8], place: Range<usize>) -> bool {
        self.length == place.len()
            && self.first == first_bytes(bytes, &place)
            && (self.length <= 16 || bytes[place.start + 16..place.end] == given[16..])
    }
}

fn first_bytes(bytes: &[u8], place: &Range<usize>) -> u128 {
    let first = bytes[place.start..].first_chunk::<16>();
    let first = first.map_or(0, |first| u128::from_le_bytes(*first));
    match place.len() {
        length @ 0..16 => first & ((1 << (8 * length)) - 1),
        _ => first,
    }
}

fn mix(hash: u64) -> u64 {
    let product = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 29
}

/// A hash with two equal halves.
pub(super) fn spread(hash: u64) -> u64 {
    let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    mixed << 32 | mixed
}
