//! A run on disk: begins or resumes, expands layer after layer, and makes checkpoints.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use fewest_rules::{Limits, Meter, Ranked};
use serde::{Deserialize, Serialize};

use super::bucket_bitmaps::BucketBitmaps;
use super::budget::{MOST_SEGMENT_BITS, Share, segment_bits, share};
use super::error::{DiskError, RunError, RunKey};
use super::extent::Extent;
use super::layer_log::{DiskOptions, LayerLog};
use super::manifest::{Manifest, Plan, Seen};
use super::round;
use super::round::end;
use super::segment::{DataFiles, NewLists};
use super::step::{DiskWorker, Step};
use fewest_tables::enumeration::{
    AnyNeighbours, Direction, EnumerationReport, OpenParcels, Peers, Placement,
};

/// A layer with fewer states than this number is expanded by a single thread.
const WORTH_A_THREAD: u64 = 1 << 14;

/// The *bucket* of a segment holds the states that other segments have found for it. Buckets are
/// collected in memory if a layer may have at least one successor for every `WORTH_BITMAPS` states
/// in the segments of this process. With fewer successors, it is faster to write buckets in pieces.
const WORTH_BITMAPS: u64 = 2;

/// An enumeration of a ranked space whose layers lie in the files of a folder.
///
/// The space need not fit into the memory limit of the process: a run takes the memory of a few
/// segments for each thread. A folder holds one run. Opening the folder again resumes the run after
/// its last checkpoint, whatever ended the process; the result is the same.
///
/// The files are read and written with ordinary buffered operations. Everything that is read is
/// verified by its checksum before it is used.
#[derive(Debug)]
pub struct DiskEnumeration {
    pub(super) log: LayerLog,
    /// The number of this process and the number of all processes, which determine the segments
    /// that this process holds.
    pub(super) placement: Placement,
}

/// What the manifest of a folder says about its run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunInfo {
    /// The key of the run, which says what it computes.
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
    /// `symmetric` says whether [`Direction::is_symmetric`] holds. If there are `peers`, all
    /// processes must open the run in the same folder.
    ///
    /// # Errors
    /// Returns an error if the folder holds anything else, is in use or damaged, or cannot be read
    /// or written; or if a process failed, or works on another task or in another folder.
    pub fn open(
        folder: &Path,
        key: &RunKey,
        (states, symmetric): (u64, bool),
        options: &DiskOptions,
        limits: &Limits,
        peers: Option<&mut (dyn Peers + '_)>,
    ) -> Result<Self, RunError> {
        let plan = Plan {
            states,
            segment_bits: options
                .segment_bits
                .unwrap_or_else(|| segment_bits(states, options.slow_moves, limits))
                .clamp(6, MOST_SEGMENT_BITS),
            seen: if symmetric {
                Seen::TwoLayers
            } else {
                Seen::Bitmap
            },
            keep: options.keep_layers,
        };
        match peers {
            Some(peers) => Ok(Self::open_among(folder, key, plan, options, peers)?),
            None => Ok(Self {
                log: LayerLog::open(folder, key, plan, options)?,
                placement: Placement::ALL,
            }),
        }
    }

    /// Reads what the manifest in `folder` says and changes no file; `None` if there is no
    /// manifest.
    ///
    /// # Errors
    /// Returns an error if the manifest is damaged, of another version, or cannot be read.
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

    /// The manifest of the run and its open data files.
    pub(super) fn log(&self) -> (&Manifest, &DataFiles) {
        (&self.log.manifest, &self.log.files)
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
    /// resumed. If the run `within` is given, only the states of its layers count. `within` must be
    /// a complete run of the same space that keeps its layers and has the same segments. If every
    /// move can be taken back by a move, no state of `within` may have a successor outside.
    ///
    /// If a limit stops the run, the layers that are complete are kept for the next call. If there
    /// are `peers`, which must be those of [`open`](Self::open), all processes divide the work, and
    /// the next call repeats all work since their last common checkpoint.
    ///
    /// # Errors
    /// Returns an error if a file is damaged, or cannot be read or written, or if a process failed.
    /// The last checkpoint is intact.
    pub fn extend<P: Ranked + Sync, D: Direction<P>>(
        &mut self,
        (puzzle, direction): (&P, &D),
        starts: impl IntoIterator<Item = P::State>,
        within: Option<&Self>,
        limits: &Limits,
        peers: Option<&mut (dyn Peers + '_)>,
    ) -> Result<EnumerationReport<()>, RunError> {
        let neighbours: &AnyNeighbours<'_> =
            &|ranks, visit| direction.neighbours(puzzle, ranks, visit);
        let mut starts = starts.into_iter().map(|state| puzzle.rank(state));
        self.extend_by(neighbours, &mut starts, within, limits, peers)
    }

    /// Does what [`extend`](Self::extend) does, with the neighbours of states given by a function
    /// behind a pointer. So this code is compiled once for all puzzles. The indirect call for each
    /// neighbour takes less time than the work on files.
    fn extend_by(
        &mut self,
        neighbours: &AnyNeighbours<'_>,
        starts: &mut dyn Iterator<Item = u64>,
        within: Option<&Self>,
        limits: &Limits,
        mut peers: Option<&mut (dyn Peers + '_)>,
    ) -> Result<EnumerationReport<()>, RunError> {
        let mut meter = Meter::new(limits);
        self.log.resume();
        let team = peers.as_deref_mut();
        let ended = self.each_layer(neighbours, starts, within, team, &mut meter);
        match peers {
            None => self.log.end(ended, &meter),
            Some(peers) => {
                let ended = ended.map_err(|error| end(peers, error).into());
                self.log.report(ended, &meter)
            }
        }
    }

    fn each_layer(
        &mut self,
        neighbours: &AnyNeighbours<'_>,
        starts: &mut dyn Iterator<Item = u64>,
        within: Option<&Self>,
        mut peers: Option<&mut (dyn Peers + '_)>,
        meter: &mut Meter,
    ) -> Result<(), RunError> {
        if self.log.manifest.complete {
            return Ok(());
        }
        let local = (0..self.log.manifest.segments.len())
            .filter(|&at| self.placement.local(at).is_some())
            .count();
        let Share {
            threads,
            room,
            bitmaps,
        } = share(&self.log.manifest, local, meter)?;
        let segment_bits = self.log.manifest.plan.segment_bits;
        let mut bits = bitmaps.then(|| BucketBitmaps::room(local, segment_bits));
        let bitmaps = bits
            .as_mut()
            .map(|bits| BucketBitmaps::new(bits, segment_bits, self.placement));
        if peers.is_some() {
            let parcels = OpenParcels::bytes(self.placement.processes, room * size_of::<u32>());
            meter.hold(meter.held().saturating_add(parcels))?;
        }
        let mut workers: Vec<DiskWorker> = (0..threads)
            .map(|_| DiskWorker::new(&self.log.manifest, room))
            .collect();
        if !self.log.begun {
            let buckets = self.log.create()?;
            workers[0].seed(starts, &self.log.manifest, &buckets, self.placement, meter)?;
            self.log.add(buckets);
            self.receive(&mut workers);
            self.log.begun = true;
            if peers.is_none() {
                self.log.checkpoint()?;
            }
        }
        while !self.log.manifest.complete {
            let means = Means {
                workers: &mut workers,
                bitmaps: bitmaps.as_ref(),
            };
            self.layer(neighbours, within, means, peers.as_deref_mut(), meter)?;
        }
        Ok(())
    }

    /// Completes the next layer and expands it.
    fn layer(
        &mut self,
        neighbours: &AnyNeighbours<'_>,
        within: Option<&Self>,
        means: Means<'_, '_>,
        mut peers: Option<&mut (dyn Peers + '_)>,
        meter: &mut Meter,
    ) -> Result<(), RunError> {
        let Means { workers, bitmaps } = means;
        let depth = self.log.manifest.histogram.len() as u32;
        meter.prove_at_least(depth);
        let (lists, buckets) = (self.log.create()?, self.log.create()?);
        let segments = &self.log.manifest.segments;
        let active: Vec<usize> = (0..segments.len())
            .filter(|&at| self.placement.local(at).is_some())
            .filter(|&at| segments[at].has_next())
            .collect();
        let bitmaps = bitmaps.filter(|bitmaps| {
            let here = (bitmaps.len() as u64) << self.log.manifest.plan.segment_bits;
            self.successors_of(&active) >= here / WORTH_BITMAPS
        });
        let before = self.log.manifest.histogram.last().copied().unwrap_or(0);
        let threads = match before {
            ..WORTH_A_THREAD => 1,
            _ => workers.len(),
        };
        let open = peers
            .is_some()
            .then(|| OpenParcels::new(self.placement.processes));
        // If every move can be taken back, no move leads out of the states of `within`, so only
        // layer 0 has to be compared with them.
        let leads_out = depth == 0 || self.log.manifest.plan.seen != Seen::TwoLayers;
        let within = within.filter(|_| leads_out);
        let step = Step {
            neighbours,
            manifest: &self.log.manifest,
            files: &self.log.files,
            within: within.map(|run| (&run.log.manifest, &run.log.files)),
            depth,
            lists: &lists,
            buckets: &buckets,
            bitmaps,
            placement: self.placement,
            parcels: open.as_ref().map(|(parcels, _)| parcels),
            active: &active,
            next: AtomicUsize::new(0),
            meter: Mutex::new(meter),
        };
        let workers_now = &mut workers[..threads];
        let mut work = LayerWork {
            sent: match (&mut peers, &open) {
                (Some(peers), Some(open)) => round::run(&step, workers_now, open, &mut **peers)?,
                _ => {
                    step.run(workers_now)?;
                    Vec::new()
                }
            },
            ..LayerWork::default()
        };
        self.log.add(lists);
        self.log.add(buckets);
        for worker in workers {
            work.expanded.append(&mut worker.expanded);
            work.sent.append(&mut worker.take_sent());
            work.bucket_lists.append(&mut worker.bucket_lists);
        }
        for lists in &mut self.log.manifest.segments {
            lists.bucket.clear();
            lists.bucket_list = None;
        }
        let Some(peers) = peers else {
            let states = self.apply(depth, &work);
            self.end_layer(depth, states);
            self.log.count(meter.statistics());
            return Ok(self.log.end_layer()?);
        };
        self.end_layer_among(depth, work, meter.statistics(), peers)
    }

    /// Estimates the number of successors of all states that were reached in `segments` and are to
    /// be expanded next. A state that was reached several times may count several times.
    fn successors_of(&self, segments: &[usize]) -> u64 {
        let manifest = &self.log.manifest;
        let reached = segments.iter().map(|&at| manifest.segments[at].reached());
        let of_each = manifest.generated.div_ceil(manifest.expanded.max(1)).max(1);
        reached.sum::<u64>().saturating_mul(of_each)
    }

    /// Adds to the manifest the lists in `work`, which a process has written while it expanded the
    /// layer at `depth`. Returns the number of states of this layer in the lists.
    pub(super) fn apply(&mut self, depth: u32, work: &LayerWork) -> u64 {
        for &(segment, extent) in &work.sent {
            self.log.manifest.segments[segment].bucket.push(extent);
        }
        for &(segment, extent) in &work.bucket_lists {
            self.log.manifest.segments[segment].bucket_list = Some(extent);
        }
        let replace = |&(segment, new)| self.log.manifest.replace(segment, depth, new);
        work.expanded.iter().map(replace).sum()
    }

    /// Ends the layer at `depth`, which has `states` states.
    pub(super) fn end_layer(&mut self, depth: u32, states: u64) {
        self.log.manifest.forget(depth);
        if states == 0 {
            self.log.manifest.complete = true;
        } else {
            self.log.manifest.histogram.push(states);
        }
    }

    /// Adds to the manifest what the workers have written to buckets. The bucket of a segment holds
    /// states that were found for this segment and wait for their expansion.
    fn receive(&mut self, workers: &mut [DiskWorker]) {
        for worker in workers {
            for (segment, extent) in worker.take_sent() {
                self.log.manifest.segments[segment].bucket.push(extent);
            }
        }
    }

    /// The binary logarithm of the number of states in a segment, a range of ranks that is loaded
    /// and expanded as a whole.
    pub fn segment_bits(&self) -> u32 {
        self.log.manifest.plan.segment_bits
    }
}

/// The lists that one process has written while it expanded a layer.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct LayerWork {
    /// The index of each segment whose part of the layer was expanded, with the lists that were
    /// written for this segment.
    pub(super) expanded: Vec<(usize, NewLists)>,
    /// The extents that were appended to buckets, each with the index of the segment to which the
    /// bucket belongs. (The bucket of a segment holds the states that other segments have found for
    /// it.)
    pub(super) sent: Vec<(usize, Extent)>,
    /// The buckets that were collected in memory and then written as compressed lists, each with
    /// the index of its segment.
    pub(super) bucket_lists: Vec<(usize, Extent)>,
}

/// The workers and the bitmaps that a run uses to expand a layer.
struct Means<'a, 'b> {
    workers: &'a mut [DiskWorker],
    /// The bitmaps in which buckets are collected, if the memory has room for them.
    bitmaps: Option<&'a BucketBitmaps<'b>>,
}

impl Manifest {
    /// Records that the states which the layer at `depth` has in a segment were expanded. `new` has
    /// the lists that the expansion wrote for this segment. Returns the number of these states.
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

    /// Forgets the lists that the run no longer needs after the layer at `depth`, unless it keeps
    /// all lists.
    fn forget(&mut self, depth: u32) {
        if !self.plan.keep {
            for lists in &mut self.segments {
                lists.layers.retain(|&(layer, _)| layer + 1 >= depth);
            }
        }
    }
}
