//! Codes of plain values, which can be compared without calling Python.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyString, PyTuple};

/// In a code, each of the following bytes says what kind of value follows. A smaller byte is itself
/// the code of a small whole number.
const TUPLE: u8 = 240;
const TEXT: u8 = 241;
const BYTES: u8 = 242;
const NOTHING: u8 = 243;
const OF_2_BYTES: u8 = 244;
const OF_4_BYTES: u8 = 245;
const OF_8_BYTES: u8 = 246;
/// The deepest nesting of tuples in a plain value.
const DEEPEST: u32 = 8;

/// The code of each small whole number that a state contained, by the address of its object.
///
/// Python makes only one object of each small number, so nearly every number of a state is found in
/// this list and need not be read through calls of Python. The objects are kept, so that no other
/// object can get the address of one of them; whole numbers never change.
pub(super) struct SmallNumbers<'py> {
    /// At most one number for each residue of addresses.
    seen: Box<[Option<SmallNumber<'py>>]>,
}

#[derive(Clone)]
struct SmallNumber<'py> {
    object: Bound<'py, PyAny>,
    code: u8,
}

impl Default for SmallNumbers<'_> {
    fn default() -> Self {
        Self {
            seen: vec![None; 512].into(),
        }
    }
}

impl<'py> SmallNumbers<'py> {
    /// The index at which a number is kept. Objects lie at multiples of 16 bytes.
    fn place(&self, value: &Bound<'py, PyAny>) -> usize {
        (value.as_ptr() as usize >> 4) % self.seen.len()
    }

    fn code(&self, value: &Bound<'py, PyAny>) -> Option<u8> {
        let known = self.seen[self.place(value)].as_ref();
        known
            .filter(|known| known.object.is(value))
            .map(|known| known.code)
    }

    fn keep(&mut self, value: &Bound<'py, PyAny>, code: u8) {
        let place = self.place(value);
        self.seen[place] = Some(SmallNumber {
            object: value.clone(),
            code,
        });
    }
}

/// Whether `state` is a plain value whose own code is about as short as what the puzzle's `encode`
/// returns. If the own code is as short, `encode` need not be called, which takes longer than
/// making the code here.
pub(super) fn is_as_short(state: &Bound<'_, PyAny>, encode: &Bound<'_, PyAny>) -> PyResult<bool> {
    let (mut own, mut returned) = (Vec::new(), Vec::new());
    super::calls::code(&encode.call1((state,))?, &mut returned)?;
    Ok(self::encode(state, &mut SmallNumbers::default(), &mut own)
        && own.len() <= returned.len() + returned.len() / 4)
}

/// Appends the code of `value` to `out` and returns whether the value is plain: a whole number of
/// at most 64 bits, a text, bytes, `None`, or a tuple of plain values. Two plain values are equal
/// if and only if their codes are. If the value is not plain, `out` ends with an incomplete code.
pub(super) fn encode<'py>(
    value: &Bound<'py, PyAny>,
    numbers: &mut SmallNumbers<'py>,
    out: &mut Vec<u8>,
) -> bool {
    encode_at(value, numbers, out, 0)
}

fn encode_at<'py>(
    value: &Bound<'py, PyAny>,
    numbers: &mut SmallNumbers<'py>,
    out: &mut Vec<u8>,
    depth: u32,
) -> bool {
    if let Some(code) = numbers.code(value) {
        out.push(code);
        return true;
    }
    // Subclasses are excluded because they may define their own comparison. `True` is included
    // because it equals 1.
    if value.is_exact_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
        let Ok(number) = value.extract::<i64>() else {
            return false;
        };
        if let Some(small) = u8::try_from(number).ok().filter(|&small| small < TUPLE) {
            out.push(small);
            numbers.keep(value, small);
        } else if let Ok(number) = i16::try_from(number) {
            out.push(OF_2_BYTES);
            out.extend(number.to_le_bytes());
        } else if let Ok(number) = i32::try_from(number) {
            out.push(OF_4_BYTES);
            out.extend(number.to_le_bytes());
        } else {
            out.push(OF_8_BYTES);
            out.extend(number.to_le_bytes());
        }
        return true;
    }
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        out.push(TUPLE);
        return depth < DEEPEST
            && length(tuple.len(), out)
            && (0..tuple.len()).all(|at| {
                let item = tuple.get_borrowed_item(at);
                item.is_ok_and(|item| encode_at(&item, numbers, out, depth + 1))
            });
    }
    if let Ok(text) = value.cast_exact::<PyString>() {
        out.push(TEXT);
        return text.to_str().is_ok_and(|text| all(text.as_bytes(), out));
    }
    if let Ok(bytes) = value.cast_exact::<PyBytes>() {
        out.push(BYTES);
        return all(bytes.as_bytes(), out);
    }
    if value.is_none() {
        out.push(NOTHING);
        return true;
    }
    false
}

fn length(length: usize, out: &mut Vec<u8>) -> bool {
    match u8::try_from(length) {
        Ok(short) if short < u8::MAX => out.push(short),
        _ => match u32::try_from(length) {
            Ok(long) => {
                out.push(u8::MAX);
                out.extend(long.to_le_bytes());
            }
            Err(_) => return false,
        },
    }
    true
}

fn all(bytes: &[u8], out: &mut Vec<u8>) -> bool {
    let short = length(bytes.len(), out);
    out.extend_from_slice(bytes);
    short
}
