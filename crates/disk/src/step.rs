//! Expands one layer of a run, segment by segment.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use fewest_rules::Meter;

use super::batches::pack;
use super::bucket_bitmaps::BucketBitmaps;
use super::error::{DiskError, RunError};
use super::extent::{Extent, ExtentKind};
use super::files::DataFile;
use super::manifest::Manifest;
use super::segment::{DataFiles, NewLists, Segment};
use fewest_search::threads::{by_all, lock};
use fewest_tables::enumeration::{
    AnyNeighbours, CHUNK, Exchange, OpenParcels, Outbox, Placement, Shard, StateCells, TwoBit,
};

/// The memory that one thread keeps from layer to layer.
pub(crate) struct DiskWorker {
    near: Mutex<Near>,
    outbox: Outbox,
    ranks: Vec<u64>,
    /// The index of each segment that the thread has expanded, with the lists that the thread wrote
    /// for this segment.
    pub(crate) expanded: Vec<(usize, NewLists)>,
    /// The buckets that the thread has written as compressed lists, each with the index of its
    /// segment. (The bucket of a segment holds the states that other segments have found for it.)
    pub(crate) bucket_lists: Vec<(usize, Extent)>,
}

/// The part of a worker that its [`DiskExchange`] changes: the loaded segment, and the pieces of
/// buckets that were written.
#[derive(Debug)]
struct Near {
    segment: Segment,
    /// The index of the segment whose cells are loaded, or `None` if no segment is loaded.
    loaded: Option<usize>,
    buffer: Vec<u8>,
    /// The extents that were appended to buckets, each with the index of the segment to which the
    /// bucket belongs. (The bucket of a segment holds the states that other segments have found for
    /// it.)
    sent: Vec<(usize, Extent)>,
    /// The first error of the disk since the last check.
    error: Option<DiskError>,
}

impl DiskWorker {
    pub(crate) fn new(manifest: &Manifest, room: usize) -> Self {
        let plan = &manifest.plan;
        Self {
            near: Mutex::new(Near {
                segment: Segment::new(plan),
                loaded: None,
                buffer: Vec::with_capacity(room.max(CHUNK) * 4),
                sent: Vec::new(),
                error: None,
            }),
            outbox: Outbox::new(manifest.segments.len(), plan.segment_bits, room),
            ranks: vec![0; CHUNK],
            expanded: Vec::new(),
            bucket_lists: Vec::new(),
        }
    }

    /// The bytes of memory that a worker takes. For each of `segments` segments, the worker has a
    /// batch of `room` places (positions within the segment).
    pub(crate) fn bytes(segment_bits: u32, segments: u64, room: u64) -> u64 {
        Segment::bytes(segment_bits)
            + Outbox::bytes(segments, room)
            + room.max(CHUNK as u64) * 4
            + CHUNK as u64 * 8
    }

    /// Returns the extents that this worker has appended to buckets since the last call, each with
    /// the index of its segment.
    pub(crate) fn take_sent(&mut self) -> Vec<(usize, Extent)> {
        std::mem::take(
            &mut self
                .near
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner)
                .sent,
        )
    }

    /// Writes the starts, whose ranks are `seeds`, to the buckets of their segments as states of
    /// layer 0.
    pub(crate) fn seed(
        &mut self,
        seeds: impl Iterator<Item = u64>,
        manifest: &Manifest,
        buckets: &DataFile,
        placement: Placement,
        meter: &mut Meter,
    ) -> Result<(), RunError> {
        let exchange = DiskExchange {
            near: &self.near,
            shard_bits: manifest.plan.segment_bits,
            depth: None,
            buckets,
            bitmaps: None,
            placement,
            // Every process goes through all starts, so none has to be sent.
            parcels: None,
        };
        for (seed, n) in seeds.zip(1u64..) {
            self.outbox.send(seed, &exchange);
            if n % 1024 == 0 {
                meter.poll()?;
            }
        }
        self.outbox.flush(&exchange);
        Ok(exchange.check()?)
    }
}

/// The [`Exchange`] that a worker uses. Its frontier consists of the states of the layer in the
/// loaded segment. Successors in the loaded segment are marked at once. Successors in other
/// segments go into buckets, and are marked when the next layer is expanded. Successors in segments
/// of other processes go into parcels.
struct DiskExchange<'a, 'b> {
    near: &'a Mutex<Near>,
    shard_bits: u32,
    /// The depth of the layer that is being expanded, or `None` while the starts are written,
    /// before there is a layer 0.
    depth: Option<u32>,
    buckets: &'a DataFile,
    /// The bitmaps in which buckets are collected. Without bitmaps, buckets are written to the disk
    /// at once.
    bitmaps: Option<&'a BucketBitmaps<'b>>,
    placement: Placement,
    /// The parcels for other processes, if several processes share the run.
    parcels: Option<&'a OpenParcels>,
}

impl DiskExchange<'_, '_> {
    fn near(&self) -> MutexGuard<'_, Near> {
        lock(self.near)
    }

    fn next(&self) -> u32 {
        self.depth.map_or(0, |depth| depth + 1)
    }

    /// Returns the first error of the disk since the last call, if there was one.
    fn check(&self) -> Result<(), DiskError> {
        self.near().error.take().map_or(Ok(()), Err)
    }
}

impl Exchange for DiskExchange<'_, '_> {
    fn take(&self, shard: usize, from: usize, ranks: &mut [u64]) -> (usize, Option<usize>) {
        let first = (shard as u64) << self.shard_bits;
        let code = TwoBit::code(self.depth.unwrap_or(0));
        Shard::<TwoBit>::new(&mut self.near().segment.cells).take(code, from, first, ranks)
    }

    fn deliver(&self, shard: usize, places: &[u32]) {
        let near = &mut *self.near();
        if near.loaded == Some(shard) {
            let code = TwoBit::code(self.next());
            let mut shard = Shard::<TwoBit>::new(&mut near.segment.cells);
            shard.mark(places, code);
            // If nothing used the number of marked cells, the compiler would let `mark` branch on
            // the contents of the cells, and a run would take a seventh longer.
            black_box(shard.take_fresh());
            return;
        }
        let Some(local) = self.placement.local(shard) else {
            if let Some(parcels) = self.parcels {
                let to = shard % self.placement.processes;
                parcels.append(to, |parcel| pack(shard, places, parcel));
            }
            return;
        };
        if let Some(bitmaps) = self.bitmaps {
            return bitmaps.add(local, places);
        }
        near.buffer.clear();
        let bytes = places.iter().flat_map(|place| place.to_le_bytes());
        near.buffer.extend(bytes);
        let label = ExtentKind::Bucket.of(shard, self.next());
        match label.write(places.len() as u64, &near.buffer, self.buckets) {
            Ok(extent) => near.sent.push((shard, extent)),
            Err(error) => near.error = near.error.take().or(Some(error)),
        }
    }
}

/// The data that all threads share while they expand one layer.
pub(crate) struct Step<'a, 'b, 'm> {
    pub(crate) neighbours: &'a AnyNeighbours<'a>,
    pub(crate) manifest: &'a Manifest,
    pub(crate) files: &'a DataFiles,
    /// If the expansion must leave out all states that another run has not reached, the manifest
    /// and the files of that run; otherwise `None`.
    pub(crate) within: Option<(&'a Manifest, &'a DataFiles)>,
    pub(crate) depth: u32,
    /// The files to which the new lists and the pieces of buckets are written while this layer is
    /// expanded.
    pub(crate) lists: &'a DataFile,
    pub(crate) buckets: &'a DataFile,
    pub(crate) bitmaps: Option<&'a BucketBitmaps<'b>>,
    pub(crate) placement: Placement,
    pub(crate) parcels: Option<&'a OpenParcels>,
    /// The segments of this process that have states in the layer, or may have some.
    pub(crate) active: &'a [usize],
    /// The index in `active` of the first segment that no worker has started.
    pub(crate) next: AtomicUsize,
    pub(crate) meter: Mutex<&'a mut Meter<'m>>,
}

impl Step<'_, '_, '_> {
    pub(crate) fn run(&self, workers: &mut [DiskWorker]) -> Result<(), RunError> {
        by_all(workers, |_, worker| self.work(worker))?;
        let Some(bitmaps) = self.bitmaps else {
            return Ok(());
        };
        let next = AtomicUsize::new(0);
        by_all(workers, |_, worker| {
            self.write_buckets(bitmaps, &next, worker)
        })
    }

    fn work(&self, worker: &mut DiskWorker) -> Result<(), RunError> {
        let result = self.expand_all(worker);
        if result.is_err() {
            self.give_up();
        }
        result
    }

    /// Writes the buckets that were collected in `bitmaps` to the disk as compressed lists. Takes
    /// one bucket after the other that no worker has taken yet, until none is left.
    fn write_buckets(
        &self,
        bitmaps: &BucketBitmaps<'_>,
        next: &AtomicUsize,
        worker: &mut DiskWorker,
    ) -> Result<(), RunError> {
        let list = &mut lock(&worker.near).segment.list;
        loop {
            let local = next.fetch_add(1, Ordering::Relaxed);
            if local >= bitmaps.len() {
                return Ok(());
            }
            let written = bitmaps.write((local, self.depth + 1), list, self.buckets)?;
            worker.bucket_lists.extend(written);
        }
    }

    /// Makes all workers stop after their current segment.
    pub(crate) fn give_up(&self) {
        self.next.store(self.active.len(), Ordering::Relaxed);
    }

    fn expand_all(&self, worker: &mut DiskWorker) -> Result<(), RunError> {
        let exchange = DiskExchange {
            near: &worker.near,
            shard_bits: self.manifest.plan.segment_bits,
            depth: Some(self.depth),
            buckets: self.buckets,
            bitmaps: self.bitmaps,
            placement: self.placement,
            parcels: self.parcels,
        };
        while let Some(&segment) = self.active.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let arrived = {
                let near = &mut *exchange.near();
                near.loaded = Some(segment);
                near.segment.load(
                    (segment, self.depth),
                    &self.manifest.plan,
                    &self.manifest.segments[segment],
                    self.files,
                    self.within
                        .map(|(all, files)| (&all.segments[segment], files)),
                    self.lists,
                )?
            };
            worker.outbox.set_near(segment, &exchange);
            let mut from = Some(0);
            while let Some(at) = from {
                let taken;
                (taken, from) = exchange.take(segment, at, &mut worker.ranks);
                if taken == 0 {
                    continue;
                }
                let mut generated = 0;
                lock(&self.meter).expand_many(taken as u64)?;
                (self.neighbours)(&worker.ranks[..taken], &mut |rank| {
                    generated += 1;
                    worker.outbox.send(rank, &exchange);
                });
                lock(&self.meter).generate(generated);
            }
            // Marks the successors that lie in this segment and still wait in the outbox.
            worker.outbox.set_near(segment, &exchange);
            let near = &mut *exchange.near();
            let lists = near.segment.close(
                (segment, self.depth),
                &self.manifest.plan,
                arrived,
                self.lists,
            )?;
            near.loaded = None;
            worker.expanded.push((segment, lists));
            if let Some(error) = near.error.take() {
                return Err(error.into());
            }
        }
        worker.outbox.flush(&exchange);
        Ok(exchange.check()?)
    }
}
