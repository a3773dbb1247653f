//! Divides the memory of a run on disk among its segments and threads.

use std::num::NonZeroUsize;

use fewest_rules::{Limits, Meter, StopReason};

use super::bucket_bitmaps::BucketBitmaps;
use super::manifest::{Manifest, SegmentLists};
use super::step::DiskWorker;

/// A space is cut into at least this many segments, unless they would be smaller than
/// [`LEAST_SEGMENT_BITS`]. So several threads or processes have work in every layer.
const FEWEST_SEGMENTS: u64 = 64;
/// A space is cut into at most this many segments, unless they would be larger than
/// [`MOST_SEGMENT_BITS`].
const MOST_SEGMENTS: u64 = 2048;
/// The usual logarithm of the number of states in a segment. The cells of such a segment take half
/// a megabyte and stay in a core's second-level cache.
const SEGMENT_BITS: u32 = 21;
/// The usual logarithm of the number of states in a segment if moves are slow. If expanding a state
/// takes longer than a cache miss, larger segments are better, because more successors then lie in
/// the segment of their parent.
const SLOW_SEGMENT_BITS: u32 = 26;
const LEAST_SEGMENT_BITS: u32 = 12;
pub(super) const MOST_SEGMENT_BITS: u32 = 28;

/// The states that a thread finds for another segment are collected in a batch and delivered
/// together. A batch may have room for a number of places (positions within the segment) in this
/// range.
const ROOM: std::ops::RangeInclusive<u64> = 16..=16_384;
/// If buckets are collected in memory as bitmaps, the least number of places that are collected for
/// a bucket before its bitmap is updated.
const ROOM_BESIDE_BITMAPS: u64 = 1024;
/// The bytes of memory that a run takes if there is no limit on the memory.
pub(super) const MEMORY: u64 = 1 << 30;
/// The bytes of memory that a run may take, and the number of threads that it may use.
fn memory_and_threads(limits: &Limits) -> (u64, u64) {
    let memory = limits.memory.unwrap_or(MEMORY);
    (memory, limits.threads().get() as u64)
}

/// The binary logarithm of the number of states in a segment, chosen by the size of the space, the
/// memory, and whether the moves are slow.
pub(super) fn segment_bits(states: u64, slow_moves: bool, limits: &Limits) -> u32 {
    let (memory, threads) = memory_and_threads(limits);
    let mut bits = if slow_moves {
        SLOW_SEGMENT_BITS
    } else {
        SEGMENT_BITS
    };
    while bits < MOST_SEGMENT_BITS && states >> bits > MOST_SEGMENTS {
        bits += 1;
    }
    while bits > LEAST_SEGMENT_BITS && states >> bits < FEWEST_SEGMENTS {
        bits -= 1;
    }
    // A smaller segment takes less memory, but there are more segments, and each takes memory for
    // its index.
    let bytes = |bits: u32, threads: u64| {
        let segments = states.div_ceil(1 << bits);
        let worker = DiskWorker::bytes(bits, segments, 16 * *ROOM.start());
        worker
            .saturating_mul(threads)
            .saturating_add(index_bytes(segments))
    };
    let smaller = (LEAST_SEGMENT_BITS..=bits).rev();
    let fitting = smaller.clone().find(|&bits| bytes(bits, threads) <= memory);
    let least = smaller.min_by_key(|&bits| bytes(bits, 1));
    fitting.or(least).unwrap_or(bits)
}

/// The bytes that `segments` values of [`SegmentLists`] take, without the contents of the lists in
/// them.
fn index_bytes(segments: u64) -> u64 {
    segments.saturating_mul(size_of::<SegmentLists>() as u64)
}

/// The number of threads of a run, and how the memory of the run is divided.
pub(super) struct Share {
    pub(super) threads: usize,
    /// The number of places (positions within a segment) that a thread collects for another segment
    /// before it delivers them together.
    pub(super) room: usize,
    /// Whether buckets are collected in memory as bitmaps. (The bucket of a segment holds the
    /// states that other segments have found for it.)
    pub(super) bitmaps: bool,
}

/// Divides the memory of a process that holds `local` of all segments.
pub(super) fn share(
    manifest: &Manifest,
    local: usize,
    meter: &mut Meter,
) -> Result<Share, StopReason> {
    let (memory, wanted) = memory_and_threads(meter.limits());
    let (bits, segments) = (manifest.plan.segment_bits, manifest.segments.len() as u64);
    let index = index_bytes(segments);
    let memory = memory.saturating_sub(index);
    let least = |room| DiskWorker::bytes(bits, segments, room);
    let threads = (1..=wanted.min(segments).max(1))
        .rev()
        .find(|threads| least(*ROOM.start()).saturating_mul(*threads) <= memory)
        .unwrap_or(1);
    let most_room = |from: u64, memory: u64| {
        (from.ilog2()..=ROOM.end().ilog2())
            .rev()
            .map(|bits| 1 << bits)
            .find(|&room| least(room).saturating_mul(threads) <= memory)
    };
    // An eighth of the memory is left for the system's buffers.
    let bitmaps = BucketBitmaps::bytes(local as u64, bits);
    let beside = (memory / 8 * 7).checked_sub(bitmaps);
    let (room, bitmaps) = match beside.and_then(|left| most_room(ROOM_BESIDE_BITMAPS, left)) {
        Some(room) => (room, Some(bitmaps)),
        // Half of the memory is left for the lists of pieces and for the system's buffers.
        None => (
            most_room(*ROOM.start(), memory / 2).unwrap_or(*ROOM.start()),
            None,
        ),
    };
    let workers = least(room).saturating_mul(threads);
    let held = index.saturating_add(workers);
    meter.hold(held.saturating_add(bitmaps.unwrap_or(0)))?;
    Ok(Share {
        threads: NonZeroUsize::new(threads as usize).map_or(1, NonZeroUsize::get),
        room: room as usize,
        bitmaps: bitmaps.is_some(),
    })
}
