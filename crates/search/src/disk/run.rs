//! A run on disk: begins or resumes, expands layer after layer, and makes checkpoints.

use std::fs::{File, TryLockError};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fewest_rules::{Limits, Meter, Ranked, Statistics, StopReason};

use super::error::{DiskError, DiskProblem, RunKey};
use super::files::{DataFile, FileFaults, Folder};
use super::manifest::{MANIFEST, Manifest, Plan, Seen, SegmentLists};
use super::segment::{DataFiles, NewLists, places_of_layer};
use super::step::{Step, Stop, Worker};
use crate::enumeration::{Census, Direction, Enumerated, EnumerationReport};

/// The file that a process locks as long as it works in the folder.
const LOCK: &str = "run.lock";
const NEW_MANIFEST: &str = "run.manifest.new";

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
/// A checkpoint is made when the time since the last one is this many times what that one took.
const CHECKPOINT_EVERY: u32 = 20;
/// A layer with fewer states is expanded by one thread.
const WORTH_A_THREAD: u64 = 1 << 14;

/// Options of a run on disk. None of them changes the result.
#[derive(Debug, Clone, Default)]
pub struct DiskOptions {
    /// Whether the lists of all layers are kept, from which [`DiskEnumeration::census`] can list
    /// the states of any layer. Otherwise only those of the last two are.
    pub keep_layers: bool,
    /// The logarithm of the number of states in a segment. By default it follows from the size of
    /// the space and the memory. A run that is resumed keeps its segments.
    pub segment_bits: Option<u32>,
    /// The name of a folder within the folder of the run that belongs to the caller.
    pub subfolder: Option<String>,
    /// Whether a checkpoint is made after every layer. By default, checkpoints take at most a
    /// twentieth of the time.
    pub every_layer: bool,
    /// Lets file operations fail. For tests.
    pub faults: Option<Arc<dyn FileFaults>>,
}

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
    folder: Folder,
    manifest: Manifest,
    files: DataFiles,
    next_file: u32,
    every_layer: bool,
    /// The files that may not be on the disk yet.
    unsynced: Vec<u32>,
    /// Whether something changed since the last checkpoint.
    changed: bool,
    last_checkpoint: Instant,
    checkpoint_took: Duration,
    /// Released when the run is closed.
    _lock: File,
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
        let folder = Folder::create(folder, options.faults.clone())?;
        let own = [
            MANIFEST,
            NEW_MANIFEST,
            LOCK,
            options.subfolder.as_deref().unwrap_or(LOCK),
        ];
        if folder.list(&own)?.1 && !folder.path.join(MANIFEST).exists() {
            return Err(DiskError::new(&folder.path, DiskProblem::NotARun));
        }
        let lock = lock(&folder)?;
        let (numbers, _) = folder.list(&own)?;
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
        let manifest = match Manifest::read(&folder)? {
            None => Manifest::new(key.clone(), plan),
            Some(found) => {
                let expected = Plan {
                    segment_bits: found.plan.segment_bits,
                    ..plan
                };
                if found.key != *key || found.plan != expected {
                    let (found, wanted) = (found.key, key.clone());
                    let problem = DiskProblem::Foreign { found, wanted };
                    return Err(DiskError::new(&folder.path, problem));
                }
                found
            }
        };
        let mut files = DataFiles::new();
        for &(number, length) in &manifest.files {
            files.insert(number, folder.open_data(number, length)?);
        }
        // What was written after the last checkpoint is of no use.
        for number in numbers.iter().filter(|number| !files.contains_key(number)) {
            folder.remove_data(*number)?;
        }
        Ok(Self {
            next_file: files.last_key_value().map_or(0, |(&last, _)| last + 1),
            folder,
            manifest,
            files,
            every_layer: options.every_layer,
            unsynced: Vec::new(),
            changed: false,
            last_checkpoint: Instant::now(),
            checkpoint_took: Duration::ZERO,
            _lock: lock,
        })
    }

    /// Reads what the manifest in `folder` says; `None` if there is none. Changes nothing.
    ///
    /// # Errors
    /// The manifest is damaged, of another version, or cannot be read.
    pub fn info(folder: &Path) -> Result<Option<RunInfo>, DiskError> {
        let manifest = match folder.join(MANIFEST).exists() {
            false => None,
            true => Manifest::read(&Folder::create(folder, None)?)?,
        };
        Ok(manifest.map(|manifest| RunInfo {
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
        &self.manifest.histogram
    }

    /// Whether all layers are complete.
    pub fn is_complete(&self) -> bool {
        self.manifest.complete
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
        let before = (
            self.manifest.expanded,
            self.manifest.generated,
            self.manifest.milliseconds,
        );
        let ended = self.each_layer(puzzle, direction, starts, within, &mut meter, before);
        let reason = match ended {
            Ok(()) => None,
            Err(Stop::Limit(reason)) => Some(reason),
            Err(Stop::Disk(error)) => return Err(error),
        };
        self.count(&meter, before);
        if self.changed {
            self.checkpoint()?;
        }
        Ok(EnumerationReport {
            statistics: Statistics {
                expanded: self.manifest.expanded,
                generated: self.manifest.generated,
                elapsed: Duration::from_millis(self.manifest.milliseconds),
                ..meter.statistics()
            },
            outcome: match reason {
                None => Enumerated::Complete(()),
                Some(reason) => Enumerated::Stopped {
                    histogram: self.manifest.histogram.clone(),
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
        before: (u64, u64, u64),
    ) -> Result<(), Stop> {
        if self.manifest.complete {
            return Ok(());
        }
        let (threads, room) = share(&self.manifest, meter)?;
        let mut workers: Vec<Worker> = (0..threads)
            .map(|_| Worker::new(&self.manifest, room))
            .collect();
        let new = |list: &SegmentLists| list.bucket.is_empty() && list.pending.is_none();
        if self.manifest.histogram.is_empty() && self.manifest.segments.iter().all(new) {
            let buckets = self.create()?;
            let seeds = starts.into_iter().map(|state| puzzle.rank(state));
            workers[0].seed(seeds, &self.manifest, &buckets, meter)?;
            self.add(buckets);
            self.receive(&mut workers);
            self.checkpoint()?;
        }
        while !self.manifest.complete {
            self.layer(puzzle, direction, within, &mut workers, meter)?;
            self.count(meter, before);
            let due = self.checkpoint_took.saturating_mul(CHECKPOINT_EVERY);
            if self.every_layer || self.last_checkpoint.elapsed() >= due {
                self.checkpoint()?;
            }
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
        let depth = self.manifest.histogram.len() as u32;
        meter.prove_at_least(depth);
        let (lists, buckets) = (self.create()?, self.create()?);
        let segments = &self.manifest.segments;
        let active: Vec<usize> = (0..segments.len())
            .filter(|&at| segments[at].pending.is_some() || !segments[at].bucket.is_empty())
            .collect();
        let before = self.manifest.histogram.last().copied().unwrap_or(0);
        let threads = match before {
            ..WORTH_A_THREAD => 1,
            _ => workers.len(),
        };
        let step = Step {
            puzzle,
            direction,
            manifest: &self.manifest,
            files: &self.files,
            within: within.map(|run| (&run.manifest, &run.files)),
            depth,
            lists: &lists,
            buckets: &buckets,
            active: &active,
            next: AtomicUsize::new(0),
            meter: Mutex::new(meter),
        };
        step.run(&mut workers[..threads])?;
        self.changed = true;
        self.add(lists);
        self.add(buckets);
        let mut states = 0;
        for lists in &mut self.manifest.segments {
            lists.bucket.clear();
        }
        for worker in workers.iter_mut() {
            for (segment, new) in worker.expanded.drain(..) {
                states += self.manifest.replace(segment, depth, new);
            }
        }
        self.receive(workers);
        self.manifest.forget(depth);
        if states == 0 {
            self.manifest.complete = true;
        } else {
            self.manifest.histogram.push(states);
        }
        Ok(())
    }

    /// Adds the pieces of buckets that the workers have written.
    fn receive(&mut self, workers: &mut [Worker]) {
        for worker in workers {
            for (segment, extent) in worker.take_sent() {
                self.manifest.segments[segment].bucket.push(extent);
            }
        }
        self.changed = true;
    }

    fn create(&mut self) -> Result<DataFile, DiskError> {
        let file = self.folder.create_data(self.next_file)?;
        self.next_file += 1;
        Ok(file)
    }

    fn add(&mut self, file: DataFile) {
        self.unsynced.push(file.number);
        self.files.insert(file.number, file);
    }

    /// Adds the work of this process to that of the ones before.
    fn count(&mut self, meter: &Meter, (expanded, generated, milliseconds): (u64, u64, u64)) {
        let work = meter.statistics();
        let manifest = &mut self.manifest;
        manifest.expanded = expanded + work.expanded;
        manifest.generated = generated + work.generated;
        let elapsed = u64::try_from(work.elapsed.as_millis()).unwrap_or(u64::MAX);
        manifest.milliseconds = milliseconds.saturating_add(elapsed);
    }

    /// Writes everything known so far to the disk and removes what is no longer needed.
    fn checkpoint(&mut self) -> Result<(), DiskError> {
        let started = Instant::now();
        let used = self.manifest.used_files();
        let garbage: Vec<u32> = self
            .files
            .keys()
            .copied()
            .filter(|number| used.binary_search(number).is_err())
            .collect();
        for number in self.unsynced.drain(..) {
            if let (Ok(_), Some(file)) = (used.binary_search(&number), self.files.get(&number)) {
                file.sync()?;
            }
        }
        let length = |number| self.files.get(number).map_or(0, DataFile::length);
        self.manifest.files = used
            .iter()
            .map(|number| (*number, length(number)))
            .collect();
        self.manifest.write(&self.folder)?;
        for number in garbage {
            self.files.remove(&number);
            self.folder.remove_data(number)?;
        }
        self.changed = false;
        self.last_checkpoint = Instant::now();
        self.checkpoint_took = started.elapsed();
        Ok(())
    }

    /// The logarithm of the number of states in a segment.
    pub fn segment_bits(&self) -> u32 {
        self.manifest.plan.segment_bits
    }

    /// The result of a complete run for the states whose ranks lie in `counted`, with up to
    /// `hardest` of those farthest away. Unless all states count, the run must keep its layers.
    ///
    /// # Errors
    /// A file is damaged or cannot be read.
    pub fn census(&self, hardest: usize, counted: Range<u64>) -> Result<Census, DiskError> {
        let plan = &self.manifest.plan;
        if counted != (0..plan.states) {
            return self.census_of_some(hardest, counted);
        }
        let histogram = self.manifest.histogram.clone();
        let mut farthest = Vec::new();
        if let Some(depth) = histogram.len().checked_sub(1) {
            for (segment, lists) in self.manifest.segments.iter().enumerate() {
                if farthest.len() >= hardest {
                    break;
                }
                let at = (segment, depth as u32);
                let places = places_of_layer(at, plan, lists, &self.files)?;
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
        let plan = &self.manifest.plan;
        let mut census = Census {
            unreached: counted.end - counted.start,
            ..Census::default()
        };
        for depth in 0..self.manifest.histogram.len() {
            let (mut states, mut ranks) = (0, Vec::new());
            for (segment, lists) in self.manifest.segments.iter().enumerate() {
                let first = (segment as u64) << plan.segment_bits;
                let places = places_of_layer((segment, depth as u32), plan, lists, &self.files)?;
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

    /// The numbers of all files that are mentioned, increasing.
    fn used_files(&self) -> Vec<u32> {
        let mut used: Vec<u32> = Vec::new();
        for lists in &self.segments {
            let layers = lists.layers.iter().map(|(_, extent)| extent);
            let others = lists
                .pending
                .iter()
                .chain(&lists.bucket)
                .chain(&lists.bitmap);
            for extent in layers.chain(others) {
                if used.last() != Some(&extent.file) {
                    used.push(extent.file);
                }
            }
        }
        used.sort_unstable();
        used.dedup();
        used
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

fn lock(folder: &Folder) -> Result<File, DiskError> {
    let path = folder.path.join(LOCK);
    let write = |error| DiskError::new(&path, DiskProblem::Write(error));
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let file = file.map_err(write)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(DiskError::new(&folder.path, DiskProblem::Busy)),
        // Without locks in the file system, the user must take care of this.
        Err(TryLockError::Error(_)) => Ok(file),
    }
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
    let fits = |bits: u32| {
        let (segments, least) = (states.div_ceil(1 << bits), *ROOM.start());
        Worker::bytes(bits, segments, 16 * least).saturating_mul(threads) <= memory
    };
    while bits > LEAST_SEGMENT_BITS && (states >> bits < FEWEST_SEGMENTS || !fits(bits)) {
        bits -= 1;
    }
    bits
}

/// The number of threads that fit into the memory, and the number of places in a piece of a bucket.
fn share(manifest: &Manifest, meter: &mut Meter) -> Result<(usize, usize), StopReason> {
    let (memory, wanted) = memory_and_threads(meter.limits());
    let (bits, segments) = (manifest.plan.segment_bits, manifest.segments.len() as u64);
    let index = segments * size_of::<SegmentLists>() as u64;
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
