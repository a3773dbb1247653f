//! The distance of every state, looked up by rank.

use fewest_search::prefetch;
use serde::{Deserialize, Serialize};

/// The encoding of a distance in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Encoding {
    /// A quarter of a byte per distance: an entry is 0 for a distance up to `base`, and otherwise
    /// the excess of the distance over `base`, at most 3. Reading an entry gives a lower bound on
    /// the distance.
    Quarter {
        /// The greatest distance that is stored as 0.
        base: u8,
    },
    /// Half a byte per distance, up to 14.
    Nibble,
    /// A byte per distance, up to 254.
    Byte,
}

impl Encoding {
    /// The number of bits that a distance takes.
    pub fn bits(self) -> u8 {
        match self {
            Self::Quarter { .. } => 2,
            Self::Nibble => 4,
            Self::Byte => 8,
        }
    }

    /// The greatest distance that an entry can hold.
    pub fn most(self) -> u32 {
        match self {
            Self::Quarter { base } => u32::from(base) + 3,
            Self::Nibble => 14,
            Self::Byte => 254,
        }
    }

    /// The number that is read back from the entry of a distance. This number is a lower bound on
    /// the distance, and equal to the distance if the entry can hold it exactly.
    pub fn stored(self, distance: u32) -> u32 {
        match self {
            Self::Quarter { base } if distance <= base.into() => 0,
            _ => distance.min(self.most()),
        }
    }

    /// The bytes for the distances of this many states.
    pub fn bytes(self, states: u64) -> u64 {
        states.div_ceil(self.in_byte())
    }

    /// The number of distances in a byte.
    fn in_byte(self) -> u64 {
        8 / u64::from(self.bits())
    }

    /// The distance that the bits of an entry stand for; `None` if no distance is known.
    #[inline]
    fn decoded(self, bits: u8) -> Option<u32> {
        match self {
            Self::Quarter { .. } if bits == 0 => Some(0),
            Self::Quarter { base } => Some(u32::from(base) + u32::from(bits)),
            Self::Nibble => (bits != 15).then_some(bits.into()),
            Self::Byte => (bits != 255).then_some(bits.into()),
        }
    }

    /// The distance of the state with the rank `rank`, read from the byte that contains it; `None`
    /// if no distance is known.
    #[inline]
    pub(crate) fn distance_in(self, byte: u8, rank: u64) -> Option<u32> {
        let shift = rank % self.in_byte() * u64::from(self.bits());
        self.decoded(byte >> shift & (u8::MAX >> (8 - self.bits())))
    }

    /// The index of the byte that contains the distance of `rank`.
    #[inline]
    pub(crate) fn byte_of(self, rank: u64) -> u64 {
        rank / self.in_byte()
    }
}

/// The distance of every state of a puzzle, by rank.
///
/// A distance table lies in memory. Distance `d` is encoded as the number `d` in 4 or 8 bits. All
/// bits of an entry are ones if its distance is not known. The first of several ranks in a byte
/// occupies its lowest bits. With 2 bits, the table contains lower bounds on the distances instead
/// ([`Encoding::Quarter`]).
#[derive(Debug)]
pub struct DistanceTable {
    bytes: Vec<u8>,
    encoding: Encoding,
    states: u64,
    histogram: Vec<u64>,
}

impl DistanceTable {
    /// Makes a table of `bytes`. Returns `None` if `states` distances do not take exactly this
    /// number of bytes. Counts how often each distance occurs, so it reads every byte once.
    pub fn new(bytes: Vec<u8>, encoding: Encoding, states: u64) -> Option<Self> {
        if bytes.len() as u64 != encoding.bytes(states) {
            return None;
        }
        let mut counts = [0u64; 256];
        for &byte in &bytes {
            counts[usize::from(byte)] += 1;
        }
        let mut histogram = vec![0; encoding.most() as usize + 1];
        let in_byte = encoding.in_byte();
        for (byte, count) in (0..=u8::MAX).zip(counts) {
            for place in 0..in_byte {
                if let Some(distance) = encoding.distance_in(byte, place) {
                    histogram[distance as usize] += count;
                }
            }
        }
        // The last byte may have entries beyond the last state. The entries beyond the last state
        // do not count.
        for rank in states..(bytes.len() as u64 * in_byte) {
            if let Some(last) = bytes.last()
                && let Some(distance) = encoding.distance_in(*last, rank)
            {
                histogram[distance as usize] -= 1;
            }
        }
        while histogram.last() == Some(&0) {
            histogram.pop();
        }
        Some(Self::counted(bytes, encoding, states, histogram))
    }

    /// Makes a table of `bytes` with the `histogram` that the caller has counted.
    pub(crate) fn counted(
        bytes: Vec<u8>,
        encoding: Encoding,
        states: u64,
        histogram: Vec<u64>,
    ) -> Self {
        Self {
            bytes,
            encoding,
            states,
            histogram,
        }
    }

    /// The number of states; every rank is less than it.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The encoding of the distances.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The number of states at each distance. The last number of the list is not 0.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// All bytes of the table.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Starts to load the distance of the state with the rank `rank` into the processor's cache.
    /// Does nothing if no state has this rank.
    #[inline]
    pub fn prefetch(&self, rank: u64) {
        if let Some(byte) = self.bytes.get(self.encoding.byte_of(rank) as usize) {
            prefetch(byte);
        }
    }

    /// The distance of the state with the rank `rank`, or `None` if it has none.
    ///
    /// # Panics
    /// Panics if `rank` is not below [`states`](Self::states).
    #[inline]
    pub fn distance(&self, rank: u64) -> Option<u32> {
        assert!(
            rank < self.states,
            "no rank {rank} in {} states",
            self.states
        );
        let byte = self.bytes[self.encoding.byte_of(rank) as usize];
        self.encoding.distance_in(byte, rank)
    }
}
