//! A run on disk: begins or resumes, expands layer after layer, and makes checkpoints.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use fewest_rules::{Limits, Meter, Ranked, Statistics, StopReason};

use super::error::{DiskError, RunKey};
use super::layer_log::{DiskOptions, LayerLog};
use super::manifest::{Manifest, Plan, Seen, SegmentLists};
use super::segment::{NewLists, places_of_layer};
use super::step::{Step, Stop, Worker};
use crate::enumeration::{Census, Direction, Enumerated, EnumerationReport};

/// A space is cut into at least this many segments, unless they would be smaller than
/// [`LEAST_SEGMENT_BITS`]. So several threads or processes have work in every layer.
const FEWEST_SEGMENTS: u64 = 64;
/// A space is cut into at most this many segments, unless they would be larger than
/// [`MOST_SEGMENT_BITS`].
const MOST_SEGMENTS: u64 = 2048;
/// The cells of the usual segment take half a megabyte and stay in a core's second-level cache.
const SEGMENT_BITS: u32 = 21;
const LEAST_SEGMENT_BITS: u32 = 12;
const MOST_SEGMENT_BITS: u32 = 28;

/// The number of places in a piece of a bucket.
const ROOM: std::ops::RangeInclusive<u64> = 16..=16_384;
/// The memory that a run takes if there is no limit.
const MEMORY: u64 = 1 << 30;
/// A layer with fewer states is expanded by one thread.
const WORTH_A_THREAD: u64 = 1 << 14;

/// An enumeration of a ranked space whose layers lie in the files of a folder.
///
/// The memory limit of the process need not hold the space: a run takes the memory of a few
/// segments for each thread. A folder holds one run. Opening the folder again resumes the run after
/// its last checkpoint, whatever ended the process; the result is the same.
///
/// The files are read and written with ordinary buffered operations. Everything that is read is
/// verified by its checksum before it is used.
#[derive(Debug)]
pub struct DiskEnumeration {
    log: LayerLog,
}

/// What the manifest of a folder says about its run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunInfo {
    /// What the run computes.
    pub key: RunKey,
    /// The number of states of the space.
    pub states: u64,
    /// The number of states of each layer that is complete.
    pub histogram: Vec<u64>,
    /// Whether all layers are complete.
    pub complete: bool,
    /// The bytes of the data files.
    pub bytes: u64,
    /// The time that the run took so far.
    pub elapsed: Duration,
}

impl DiskEnumeration {
    /// Opens the run `key` in `folder`, or begins it there, for a space of `states` states.
    /// `symmetric` says whether [`Direction::is_symmetric`] holds.
    ///
    /// # Errors
    /// The folder holds something else, is in use or damaged, or cannot be read or written.
    pub fn open(
        folder: &Path,
        key: &RunKey,
        states: u64,
        symmetric: bool,
        options: &DiskOptions,
        limits: &Limits,
    ) -> Result<Self, DiskError> {
        let plan = Plan {
            states,
            segment_bits: options
                .segment_bits
                .unwrap_or_else(|| segment_bits(states, limits))
                .clamp(6, MOST_SEGMENT_BITS),
            seen: if symmetric {
                Seen::TwoLayers
            } else {
                Seen::Bitmap
            },
            keep: options.keep_layers,
        };
        Ok(Self {
            log: LayerLog::open(folder, key, plan, options)?,
        })
    }

    /// Reads what the manifest in `folder` says; `None` if there is none. Changes nothing.
    ///
    /// # Errors
    /// The manifest is damaged, of another version, or cannot be read.
    pub fn info(folder: &Path) -> Result<Option<RunInfo>, DiskError> {
        Ok(LayerLog::read(folder)?.map(|manifest| RunInfo {
            states: manifest.plan.states,
            complete: manifest.complete,
            bytes: manifest.files.iter().map(|(_, length)| length).sum(),
            elapsed: Duration::from_millis(manifest.milliseconds),
            key: manifest.key,
            histogram: manifest.histogram,
        }))
    }

    /// The number of states of each layer that is complete.
    pub fn histogram(&self) -> &[u64] {
        &self.log.manifest.histogram
    }

    /// Whether all layers are complete.
    pub fn is_complete(&self) -> bool {
        self.log.manifest.complete
    }

    /// Expands layer after layer until no state is left, beginning with `starts` unless the run is
    /// resumed. If `within` is given, only the states of its layers count; it must be a complete
    /// run that keeps its layers, of the same space and with the same segments.
    ///
    /// If a limit stops the run, the layers that are complete are kept for the next time.
    ///
    /// # Errors
    /// A file is damaged, or cannot be read or written. The last checkpoint is intact.
    pub fn extend<P: Ranked + Sync, D: Direction<P>>(
        &mut self,
        puzzle: &P,
        direction: &D,
        starts: impl IntoIterator<Item = P::State>,
        within: Option<&Self>,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, DiskError> {
        let mut meter = Meter::new(limits);
        self.log.resume();
        let ended = self.each_layer(puzzle, direction, starts, within, &mut meter);
        let reason = match ended {
            Ok(()) => None,
            Err(Stop::Limit(reason)) => Some(reason),
            Err(Stop::Disk(error)) => return Err(error),
        };
        self.log.close()?;
        Ok(EnumerationReport {
            statistics: Statistics {
                expanded: self.log.manifest.expanded,
                generated: self.log.manifest.generated,
                elapsed: Duration::from_millis(self.log.manifest.milliseconds),
                ..meter.statistics()
            },
            outcome: match reason {
                None => Enumerated::Complete(()),
                Some(reason) => Enumerated::Stopped {
                    histogram: self.log.manifest.histogram.clone(),
                    reason,
                },
            },
        })
    }

    fn each_layer<P: Ranked + Sync, D: Direction<P>>(
        &mut self,
        puzzle: &P,
        direction: &D,
        starts: impl IntoIterator<Item = P::State>,
        within: Option<&Self>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if self.log.manifest.complete {
            return Ok(());
        }
        let (threads, room) = share(&self.log.manifest, meter)?;
        let mut workers: Vec<Worker> = (0..threads)
            .map(|_| Worker::new(&self.log.manifest, room))
            .collect();
        let new = |list: &SegmentLists| list.bucket.is_empty() && list.pending.is_none();
        if self.log.manifest.histogram.is_empty() && self.log.manifest.segments.iter().all(new) {
            let buckets = self.log.create()?;
            let seeds = starts.into_iter().map(|state| puzzle.rank(state));
            workers[0].seed(seeds, &self.log.manifest, &buckets, meter)?;
            self.log.add(buckets);
            self.receive(&mut workers);
            self.log.checkpoint()?;
        }
        while !self.log.manifest.complete {
            self.layer(puzzle, direction, within, &mut workers, meter)?;
            self.log.count(meter);
            self.log.end_layer()?;
        }
        Ok(())
    }

    /// Completes the next layer and expands it.
    fn layer<P: Ranked + Sync, D: Direction<P>>(
        &mut self,
        puzzle: &P,
        direction: &D,
        within: Option<&Self>,
        workers: &mut [Worker],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let depth = self.log.manifest.histogram.len() as u32;
        meter.prove_at_least(depth);
        let (lists, buckets) = (self.log.create()?, self.log.create()?);
        let segments = &self.log.manifest.segments;
        let active: Vec<usize> = (0..segments.len())
            .filter(|&at| segments[at].pending.is_some() || !segments[at].bucket.is_empty())
            .collect();
        let before = self.log.manifest.histogram.last().copied().unwrap_or(0);
        let threads = match before {
            ..WORTH_A_THREAD => 1,
            _ => workers.len(),
        };
        let step = Step {
            puzzle,
            direction,
            manifest: &self.log.manifest,
            files: &self.log.files,
            within: within.map(|run| (&run.log.manifest, &run.log.files)),
            depth,
            lists: &lists,
            buckets: &buckets,
            active: &active,
            next: AtomicUsize::new(0),
            meter: Mutex::new(meter),
        };
        step.run(&mut workers[..threads])?;
        self.log.add(lists);
        self.log.add(buckets);
        let mut states = 0;
        for lists in &mut self.log.manifest.segments {
            lists.bucket.clear();
        }
        for worker in workers.iter_mut() {
            for (segment, new) in worker.expanded.drain(..) {
                states += self.log.manifest.replace(segment, depth, new);
            }
        }
        self.receive(workers);
        self.log.manifest.forget(depth);
        if states == 0 {
            self.log.manifest.complete = true;
        } else {
            self.log.manifest.histogram.push(states);
        }
        Ok(())
    }

    /// Adds the pieces of buckets that the workers have written.
    fn receive(&mut self, workers: &mut [Worker]) {
        for worker in workers {
            for (segment, extent) in worker.take_sent() {
                self.log.manifest.segments[segment].bucket.push(extent);
            }
        }
    }

    /// The logarithm of the number of states in a segment.
    pub fn segment_bits(&self) -> u32 {
        self.log.manifest.plan.segment_bits
    }

    /// The result of a complete run for the states whose ranks lie in `counted`, with up to
    /// `hardest` of those farthest away. Unless all states count, the run must keep its layers.
    ///
    /// # Errors
    /// A file is damaged or cannot be read.
    pub fn census(&self, hardest: usize, counted: Range<u64>) -> Result<Census, DiskError> {
        let plan = &self.log.manifest.plan;
        if counted != (0..plan.states) {
            return self.census_of_some(hardest, counted);
        }
        let histogram = self.log.manifest.histogram.clone();
        let mut farthest = Vec::new();
        if let Some(depth) = histogram.len().checked_sub(1) {
            for (segment, lists) in self.log.manifest.segments.iter().enumerate() {
                if farthest.len() >= hardest {
                    break;
                }
                let at = (segment, depth as u32);
                let places = places_of_layer(at, plan, lists, &self.log.files)?;
                let first = (segment as u64) << plan.segment_bits;
                let left = hardest - farthest.len();
                farthest.extend(places.iter().take(left).map(|&p| first + u64::from(p)));
            }
        }
        Ok(Census {
            unreached: plan.states - histogram.iter().sum::<u64>(),
            histogram,
            hardest: farthest,
        })
    }
}

impl DiskEnumeration {
    /// Does the same as [`census`](Self::census) by reading all lists.
    fn census_of_some(&self, hardest: usize, counted: Range<u64>) -> Result<Census, DiskError> {
        let plan = &self.log.manifest.plan;
        let mut census = Census {
            unreached: counted.end - counted.start,
            ..Census::default()
        };
        for depth in 0..self.log.manifest.histogram.len() {
            let (mut states, mut ranks) = (0, Vec::new());
            for (segment, lists) in self.log.manifest.segments.iter().enumerate() {
                let first = (segment as u64) << plan.segment_bits;
                let places =
                    places_of_layer((segment, depth as u32), plan, lists, &self.log.files)?;
                let here = places.iter().map(|&place| first + u64::from(place));
                for rank in here.filter(|rank| counted.contains(rank)) {
                    states += 1;
                    if ranks.len() < hardest {
                        ranks.push(rank);
                    }
                }
            }
            census.histogram.push(states);
            census.unreached -= states;
            if states > 0 {
                census.hardest = ranks;
            }
        }
        while census.histogram.last() == Some(&0) {
            census.histogram.pop();
        }
        Ok(census)
    }
}

impl Manifest {
    /// Replaces the lists of a segment whose part of the layer at `depth` was expanded. Returns the
    /// number of states in that part.
    fn replace(&mut self, segment: usize, depth: u32, new: NewLists) -> u64 {
        let lists = &mut self.segments[segment];
        let layer = [lists.pending.take(), new.arrived];
        lists.pending = new.pending;
        lists.bitmap = new.bitmap;
        let mut states = 0;
        for extent in layer.into_iter().flatten() {
            lists.layers.push((depth, extent));
            states += extent.states;
        }
        states
    }

    /// Forgets the lists that nobody needs after the layer at `depth`, unless all are kept.
    fn forget(&mut self, depth: u32) {
        if !self.plan.keep {
            for lists in &mut self.segments {
                lists.layers.retain(|&(layer, _)| layer + 1 >= depth);
            }
        }
    }
}

/// Counts the states of a space as [`census`](crate::census) does, with its layers in the files of
/// `folder`, and resumes a run that was begun there.
///
/// # Errors
/// As [`DiskEnumeration::open`] and [`DiskEnumeration::extend`].
pub fn disk_census<P: Ranked + Sync, D: Direction<P>>(
    puzzle: &P,
    direction: &D,
    starts: impl IntoIterator<Item = P::State>,
    (folder, key): (&Path, &RunKey),
    hardest: usize,
    options: &DiskOptions,
    limits: &Limits,
) -> Result<EnumerationReport<Census>, DiskError> {
    let symmetric = direction.is_symmetric(puzzle);
    let mut run = DiskEnumeration::open(folder, key, puzzle.size(), symmetric, options, limits)?;
    let report = run.extend(puzzle, direction, starts, None, limits)?;
    Ok(EnumerationReport {
        statistics: report.statistics,
        outcome: match report.outcome {
            Enumerated::Complete(()) => {
                Enumerated::Complete(run.census(hardest, 0..puzzle.size())?)
            }
            Enumerated::Stopped { histogram, reason } => Enumerated::Stopped { histogram, reason },
        },
    })
}

/// The memory of a run and the number of its threads.
fn memory_and_threads(limits: &Limits) -> (u64, u64) {
    let memory = limits.memory.unwrap_or(MEMORY);
    (memory, limits.threads().get() as u64)
}

/// The logarithm of the number of states in a segment: as large as the space and the memory ask
/// for.
fn segment_bits(states: u64, limits: &Limits) -> u32 {
    let (memory, threads) = memory_and_threads(limits);
    let mut bits = SEGMENT_BITS;
    while bits < MOST_SEGMENT_BITS && states >> bits > MOST_SEGMENTS {
        bits += 1;
    }
    while bits > LEAST_SEGMENT_BITS && states >> bits < FEWEST_SEGMENTS {
        bits -= 1;
    }
    // Smaller segments take less memory each, but more of them take more in all.
    let bytes = |bits: u32, threads: u64| {
        let segments = states.div_ceil(1 << bits);
        let worker = Worker::bytes(bits, segments, 16 * *ROOM.start());
        worker
            .saturating_mul(threads)
            .saturating_add(index_bytes(segments))
    };
    let smaller = (LEAST_SEGMENT_BITS..=bits).rev();
    let fitting = smaller.clone().find(|&bits| bytes(bits, threads) <= memory);
    let least = smaller.min_by_key(|&bits| bytes(bits, 1));
    fitting.or(least).unwrap_or(bits)
}

/// The bytes of what is known of each segment, without its pieces of buckets.
fn index_bytes(segments: u64) -> u64 {
    segments.saturating_mul(size_of::<SegmentLists>() as u64)
}

/// The number of threads that fit into the memory, and the number of places in a piece of a bucket.
fn share(manifest: &Manifest, meter: &mut Meter) -> Result<(usize, usize), StopReason> {
    let (memory, wanted) = memory_and_threads(meter.limits());
    let (bits, segments) = (manifest.plan.segment_bits, manifest.segments.len() as u64);
    let index = index_bytes(segments);
    let memory = memory.saturating_sub(index);
    let least = |room| Worker::bytes(bits, segments, room);
    let threads = (1..=wanted.min(segments).max(1))
        .rev()
        .find(|threads| least(*ROOM.start()).saturating_mul(*threads) <= memory)
        .unwrap_or(1);
    let room = (ROOM.start().ilog2()..=ROOM.end().ilog2())
        .rev()
        .map(|bits| 1 << bits)
        // Half of the memory is left for the lists of pieces and for the system's buffers.
        .find(|&room| least(room).saturating_mul(threads) <= memory / 2)
        .unwrap_or(*ROOM.start());
    meter.hold(index.saturating_add(least(room).saturating_mul(threads)))?;
    let threads = NonZeroUsize::new(threads as usize).map_or(1, NonZeroUsize::get);
    Ok((threads, room as usize))
}
