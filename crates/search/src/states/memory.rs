//! Memory that is reported to the meter before it is taken.
//!
//! A search may hold several structures at once, and each structure knows only its own size. So
//! each structure reports what it takes and gives back, and the meter keeps the sum.

use fewest_rules::{Meter, StopReason};

/// Reports to the meter that the search is about to hold `bytes` more bytes.
pub(crate) fn take(meter: &mut Meter, bytes: u64) -> Result<(), StopReason> {
    meter.hold(meter.held().saturating_add(bytes))
}

/// Reports to the meter that the search holds `bytes` fewer bytes.
pub(crate) fn give_back(meter: &mut Meter, bytes: u64) {
    meter
        .hold(meter.held().saturating_sub(bytes))
        .expect("holding less was allowed before");
}

/// The number of bytes that `count` values of type `T` take.
pub(crate) fn bytes_of<T>(count: usize) -> u64 {
    count as u64 * size_of::<T>() as u64
}

/// An empty vector with room for `capacity` values.
pub(crate) fn with_capacity<T>(capacity: usize, meter: &mut Meter) -> Result<Vec<T>, StopReason> {
    take(meter, bytes_of::<T>(capacity))?;
    Ok(Vec::with_capacity(capacity))
}

/// Does the same as `vec.push(value)`, and reports the memory to the meter. While the vector moves
/// to a larger allocation, both allocations count.
#[inline]
pub(crate) fn push<T>(vec: &mut Vec<T>, value: T, meter: &mut Meter) -> Result<(), StopReason> {
    if vec.len() == vec.capacity() {
        grow(vec, meter)?;
    }
    vec.push(value);
    Ok(())
}

/// Makes room for `more` values, and reports the memory to the meter, like [`push`].
pub(crate) fn reserve<T>(
    vec: &mut Vec<T>,
    more: usize,
    meter: &mut Meter,
) -> Result<(), StopReason> {
    while vec.len() + more > vec.capacity() {
        grow(vec, meter)?;
    }
    Ok(())
}

/// Extends the vector to at least `length` values, filling it up with `value`. Reports the vector's
/// memory to the meter, like [`push`].
pub(crate) fn resize<T: Clone>(
    vec: &mut Vec<T>,
    length: usize,
    value: T,
    meter: &mut Meter,
) -> Result<(), StopReason> {
    if length > vec.capacity() {
        let old = vec.capacity();
        take(meter, bytes_of::<T>(length))?;
        vec.reserve_exact(length - vec.len());
        give_back(meter, bytes_of::<T>(old));
    }
    if length > vec.len() {
        vec.resize(length, value);
    }
    Ok(())
}

#[cold]
fn grow<T>(vec: &mut Vec<T>, meter: &mut Meter) -> Result<(), StopReason> {
    let old = vec.capacity();
    let new = (old * 2).max(8);
    take(meter, bytes_of::<T>(new))?;
    vec.reserve_exact(new - vec.len());
    give_back(meter, bytes_of::<T>(old));
    Ok(())
}

/// Drops a vector whose memory [`with_capacity`], [`push`] or [`resize`] has reported, and reports
/// this memory as free.
pub(crate) fn release<T>(vec: Vec<T>, meter: &mut Meter) {
    if size_of::<T>() > 0 {
        give_back(meter, bytes_of::<T>(vec.capacity()));
    }
}
