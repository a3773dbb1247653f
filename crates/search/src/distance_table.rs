//! The distance of every state, looked up by rank.

use fewest_rules::{Meter, StopReason};

use crate::processor::{prefer_huge_pages, prefetch};

/// The number of distances that [`DistanceTable::spread`] moves between two checks of the limits.
const SPREAD_AT_ONCE: usize = 1 << 20;

/// The encoding of a distance in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Half a byte per distance, up to 14.
    Nibble,
    /// A byte per distance, up to 254.
    Byte,
}

impl Encoding {
    /// The bits per distance.
    pub fn bits(self) -> u8 {
        match self {
            Self::Nibble => 4,
            Self::Byte => 8,
        }
    }

    /// The greatest distance that fits.
    pub fn most(self) -> u32 {
        (1 << self.bits()) - 2
    }

    /// The bytes for the distances of this many states.
    pub fn bytes(self, states: u64) -> u64 {
        match self {
            Self::Nibble => states.div_ceil(2),
            Self::Byte => states,
        }
    }
}

/// The distance of every state of a puzzle, by rank.
///
/// The table lies in memory. Distance `d` is encoded as the number `d` in 4 or 8 bits. All bits are
/// ones if no distance is known. With 4 bits, the even rank occupies the low half of a byte.
#[derive(Debug)]
pub struct DistanceTable {
    bytes: Vec<u8>,
    encoding: Encoding,
    states: u64,
    histogram: Vec<u64>,
}

impl DistanceTable {
    /// Makes a table of these bytes; `None` if their number is not the one that `states` distances
    /// take. Counts the distances, so it reads every byte once.
    pub fn new(bytes: Vec<u8>, encoding: Encoding, states: u64) -> Option<Self> {
        if bytes.len() as u64 != encoding.bytes(states) {
            return None;
        }
        let mut counts = [0u64; 256];
        for &byte in &bytes {
            counts[usize::from(byte)] += 1;
        }
        let mut histogram = match encoding {
            Encoding::Byte => counts[..255].to_vec(),
            Encoding::Nibble => {
                let mut halves = [0; 16];
                for (byte, count) in counts.into_iter().enumerate() {
                    halves[byte & 15] += count;
                    halves[byte >> 4] += count;
                }
                if states % 2 == 1
                    && let Some(last) = bytes.last()
                {
                    halves[usize::from(last >> 4)] -= 1;
                }
                halves[..15].to_vec()
            }
        };
        while histogram.last() == Some(&0) {
            histogram.pop();
        }
        Some(Self::counted(bytes, encoding, states, histogram))
    }

    /// Makes a table of these bytes, whose histogram the caller knows.
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

    /// The same distances for a larger space of `states` states: the distance of each rank becomes that
    /// of the next of `ranks`, which are all different. The other states have no distance.
    ///
    /// The memory of the new table is reported to `meter` in addition to what it holds.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// If one of `ranks` is not below `states`.
    pub fn spread(
        &self,
        states: u64,
        ranks: impl IntoIterator<Item = u64>,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let len = self.encoding.bytes(states);
        meter.hold(meter.held().saturating_add(len))?;
        let len = usize::try_from(len).map_err(|_| StopReason::Memory)?;
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(len)
            .map_err(|_| StopReason::Memory)?;
        prefer_huge_pages(bytes.spare_capacity_mut());
        bytes.resize(len, u8::MAX);
        let mut ranks = ranks.into_iter();
        let (a_byte, chunk) = match self.encoding {
            Encoding::Nibble => (2, SPREAD_AT_ONCE / 2),
            Encoding::Byte => (1, SPREAD_AT_ONCE),
        };
        for (at, chunk) in (0u64..).zip(self.bytes.chunks(chunk)) {
            meter.poll()?;
            let first = at * SPREAD_AT_ONCE as u64;
            let count = (chunk.len() as u64 * a_byte).min(self.states - first);
            for (i, rank) in (0..count).zip(&mut ranks) {
                let byte = chunk[(i / a_byte) as usize];
                match self.encoding {
                    Encoding::Nibble => {
                        let distance = byte >> (i % 2 * 4) & 15;
                        bytes[(rank / 2) as usize] ^= (distance ^ 15) << (rank % 2 * 4);
                    }
                    Encoding::Byte => bytes[rank as usize] = byte,
                }
            }
        }
        Ok(Self::counted(
            bytes,
            self.encoding,
            states,
            self.histogram.clone(),
        ))
    }

    /// The number of states; every rank is less than it.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The encoding of the distances.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The number of states at each distance. The last entry is not 0.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// All bytes of the table.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Starts to load the distance of the state with the rank `rank` into the processor's cache. Does
    /// nothing if there is no such state.
    #[inline]
    pub fn prefetch(&self, rank: u64) {
        let at = match self.encoding {
            Encoding::Byte => rank,
            Encoding::Nibble => rank / 2,
        };
        if let Some(byte) = self.bytes.get(at as usize) {
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
        let (value, unreached) = match self.encoding {
            Encoding::Byte => (self.bytes[rank as usize], 255),
            Encoding::Nibble => {
                let byte = self.bytes[(rank / 2) as usize];
                (byte >> (rank % 2 * 4) & 15, 15)
            }
        };
        (value != unreached).then_some(value.into())
    }
}
