//! Buckets that are collected in memory, with one bit for each state of the space. (The bucket of a
//! segment has the states that other segments have found for it.)
//!
//! A state has many predecessors in most spaces, and each of them that lies in another segment adds
//! four bytes to a bucket on disk. If the memory has room for a bit for each state, the buckets of
//! a layer are bitmaps until the layer is expanded, and then go to the disk as compressed lists.

use std::sync::Mutex;

use super::error::DiskError;
use super::extent::{Extent, ExtentKind};
use super::files::DataFile;
use super::layer_list;
use fewest_search::threads::lock;
use fewest_search::zeroed;
use fewest_tables::enumeration::Placement;

const WORD: usize = u64::BITS as usize;

/// The buckets of the segments of this process. Each bucket is a bitmap with one bit for each state
/// of its segment.
#[derive(Debug)]
pub(crate) struct BucketBitmaps<'a> {
    bits: Vec<Mutex<&'a mut [u64]>>,
    placement: Placement,
}

impl<'a> BucketBitmaps<'a> {
    /// Divides `room`, the zeroed memory that [`Self::room`] returns, among the segments.
    pub(crate) fn new(room: &'a mut [u64], segment_bits: u32, placement: Placement) -> Self {
        let bits = room.chunks_mut(Self::words(segment_bits));
        Self {
            bits: bits.map(Mutex::new).collect(),
            placement,
        }
    }

    /// Zeroed memory for the bitmaps of `segments` segments.
    pub(crate) fn room(segments: usize, segment_bits: u32) -> Vec<u64> {
        zeroed(segments * Self::words(segment_bits))
    }

    /// The bytes that the bitmaps of `segments` segments take.
    pub(crate) fn bytes(segments: u64, segment_bits: u32) -> u64 {
        let words = Self::words(segment_bits) as u64;
        let of_each = words * 8 + size_of::<Mutex<&mut [u64]>>() as u64;
        segments.saturating_mul(of_each)
    }

    /// The number of words in the bitmap of a segment.
    fn words(segment_bits: u32) -> usize {
        (1usize << segment_bits).div_ceil(WORD)
    }

    /// The number of segments whose buckets are collected in these bitmaps.
    pub(crate) fn len(&self) -> usize {
        self.bits.len()
    }

    /// Adds `places` to the bucket of the segment that has the index `local` among the segments of
    /// this process.
    pub(crate) fn add(&self, local: usize, places: &[u32]) {
        let mut bits = lock(&self.bits[local]);
        for &place in places {
            bits[place as usize / WORD] |= 1 << (place as usize % WORD);
        }
    }

    /// Writes the bucket of the segment that has the index `local` among the segments of this
    /// process to a file, as a compressed list, and empties the bucket. Overwrites `list` with the
    /// compressed list. Returns the segment and the extent of the list, or `None` if the bucket is
    /// empty.
    pub(crate) fn write(
        &self,
        (local, depth): (usize, u32),
        list: &mut Vec<u8>,
        into: &DataFile,
    ) -> Result<Option<(usize, Extent)>, DiskError> {
        let segment = self.placement.shard(local);
        let mut bits = lock(&self.bits[local]);
        list.clear();
        let states = layer_list::encode_bits(&bits, list);
        if states == 0 {
            return Ok(None);
        }
        bits.fill(0);
        let extent = ExtentKind::BucketList
            .of(segment, depth)
            .write(states, list, into)?;
        Ok(Some((segment, extent)))
    }
}
