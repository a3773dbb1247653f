//! A vector that does not move its values once it is large.

use fewest_rules::{Meter, StopReason};

use super::memory::{bytes_of, give_back, take};
use crate::processor::prefetch;

/// A chunk has at most `2^MOST_BITS` values. It is so small that a half-filled last chunk hardly
/// matters among millions of values, and so large that the list of chunks stays in the cache.
const MOST_BITS: u32 = 16;
/// A chunk has at most `2^MOST_BYTE_BITS` bytes, so chunks of large values have fewer values.
const MOST_BYTE_BITS: u32 = 22;

/// A list of values. The index of a value is its position in the order of insertion, from 0 on.
///
/// A `Vec` doubles by copying, and at that moment holds three times the memory it needs. An arena
/// adds chunks of a fixed size instead. Only the first chunk grows by doubling, so a small search
/// takes little memory.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
    capacity: usize,
}

impl<T: Copy> Arena<T> {
    /// The logarithm of the number of values in a chunk.
    const CHUNK_BITS: u32 = {
        let value_bits = size_of::<T>().next_power_of_two().ilog2();
        let bits = MOST_BYTE_BITS.saturating_sub(value_bits);
        if bits < MOST_BITS { bits } else { MOST_BITS }
    };
    const CHUNK: usize = 1 << Self::CHUNK_BITS;

    pub(crate) fn new() -> Self {
        Self {
            chunks: Vec::new(),
            len: 0,
            capacity: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The value with index `index`, which must be below the length.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> T {
        self.chunks[index as usize >> Self::CHUNK_BITS][index as usize & (Self::CHUNK - 1)]
    }

    /// Starts to load the value with index `index` into the processor's cache, if such a value
    /// exists.
    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        if let Some(chunk) = self.chunks.get(index as usize >> Self::CHUNK_BITS)
            && let Some(value) = chunk.get(index as usize & (Self::CHUNK - 1))
        {
            prefetch(value);
        }
    }

    /// Replaces the value with index `index`, which must be below the length.
    #[inline]
    pub(crate) fn set(&mut self, index: u32, value: T) {
        self.chunks[index as usize >> Self::CHUNK_BITS][index as usize & (Self::CHUNK - 1)] = value;
    }

    /// The number of bytes by which [`reserve`](Self::reserve) would enlarge the arena.
    pub(crate) fn growth(&self, more: usize) -> u64 {
        bytes_of::<T>(self.capacity_for(more) - self.capacity)
    }

    /// The number of values that are copied when the arena grows. Only the first chunk is ever
    /// copied, until it is full.
    fn moved(&self) -> usize {
        self.capacity.min(Self::CHUNK) % Self::CHUNK
    }

    /// The capacity after making room for `more` values. Beyond the first chunk, the capacity is a
    /// whole number of chunks.
    fn capacity_for(&self, more: usize) -> usize {
        let wanted = self.len + more;
        if wanted <= self.capacity {
            self.capacity
        } else if wanted <= Self::CHUNK {
            wanted.next_power_of_two().max(16)
        } else {
            wanted.next_multiple_of(Self::CHUNK)
        }
    }

    /// Makes room for `more` values.
    ///
    /// # Errors
    /// Returns the memory limit if it is reached. After such an error the arena is unchanged.
    #[inline]
    pub(crate) fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        if self.len + more <= self.capacity {
            return Ok(());
        }
        self.grow(more, meter)
    }

    #[cold]
    fn grow(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        let capacity = self.capacity_for(more);
        let moved = self.moved();
        take(meter, bytes_of::<T>(capacity - self.capacity + moved))?;
        if self.chunks.is_empty() {
            self.chunks.push(Vec::new());
        }
        let first = &mut self.chunks[0];
        first.reserve_exact(capacity.min(Self::CHUNK) - first.len());
        while self.chunks.len() * Self::CHUNK < capacity {
            self.chunks.push(Vec::with_capacity(Self::CHUNK));
        }
        self.capacity = capacity;
        give_back(meter, bytes_of::<T>(moved));
        Ok(())
    }

    /// Appends a value. The caller must have reserved room for the value.
    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        self.chunks[self.len >> Self::CHUNK_BITS].push(value);
        self.len += 1;
    }

    /// The number of bytes that the arena holds.
    pub(crate) fn bytes(&self) -> u64 {
        bytes_of::<T>(self.capacity)
    }

    /// Removes all values but keeps the memory.
    pub(crate) fn clear(&mut self) {
        for chunk in &mut self.chunks {
            chunk.clear();
        }
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, MOST_BYTE_BITS};
    use fewest_rules::{Limits, Meter, StopReason};

    #[test]
    fn values_stay_where_they_were_pushed_across_chunks() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        const CHUNK: usize = Arena::<u32>::CHUNK;
        let mut arena = Arena::new();
        for round in 0..2 {
            for i in 0..3 * CHUNK as u32 + 5 {
                arena.reserve(1, &mut meter).unwrap();
                arena.push(i ^ round);
            }
            arena.set(CHUNK as u32, 7);
            for i in 0..arena.len() as u32 {
                let wanted = if i == CHUNK as u32 { 7 } else { i ^ round };
                assert_eq!(arena.get(i), wanted);
            }
            assert_eq!(meter.held(), 4 * 4 * CHUNK as u64, "the room is kept");
            arena.clear();
            assert_eq!(arena.len(), 0);
        }
    }

    #[test]
    fn chunks_of_large_values_have_fewer_of_them() {
        assert_eq!(Arena::<()>::CHUNK, 1 << 16);
        assert_eq!(Arena::<[u64; 8]>::CHUNK, 1 << 16);
        assert_eq!(Arena::<[u64; 9]>::CHUNK, 1 << 15);
        assert_eq!(Arena::<[u64; 128]>::CHUNK << 10, 1 << MOST_BYTE_BITS);
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut arena = Arena::new();
        for i in 0..3 * Arena::<[u64; 128]>::CHUNK as u64 {
            arena.reserve(1, &mut meter).unwrap();
            arena.push([i; 128]);
        }
        assert!((0..arena.len() as u32).all(|i| arena.get(i) == [u64::from(i); 128]));
        assert_eq!(meter.held(), 3 << MOST_BYTE_BITS);
    }

    #[test]
    fn what_is_held_is_said_and_never_more_than_allowed() {
        let limits = Limits {
            memory: Some(1000),
            ..Limits::default()
        };
        let mut meter = Meter::new(&limits);
        let mut arena = Arena::<u64>::new();
        let mut held = 0;
        let refused = loop {
            let growth = arena.growth(1);
            if let Err(reason) = arena.reserve(1, &mut meter) {
                break reason;
            }
            held += growth;
            assert_eq!(meter.held(), held);
            arena.push(1);
        };
        assert_eq!(refused, StopReason::Memory);
        // 64 values take 512 bytes, and growing to 128 values would hold 1536 bytes at once.
        assert_eq!((arena.len(), meter.held()), (64, 512));
    }
}
