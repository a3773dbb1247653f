//! A segment in memory: the cells of its states while its part of a layer is expanded.

use std::collections::BTreeMap;

use super::error::DiskError;
use super::extent::{Extent, ExtentKind, ExtentLabel};
use super::files::DataFile;
use super::layer_list::{self, LOW_BITS, ListedPlaces, gather, spread};
use super::manifest::{Plan, Seen, SegmentLists};
use fewest_search::prefer_huge_pages;
use fewest_tables::enumeration::{CLOSED, Shard, StateCells, TwoBit};
use serde::{Deserialize, Serialize};

/// The open data files of a run, by their numbers.
pub(crate) type DataFiles = BTreeMap<u32, DataFile>;

/// The number of places in a bucket that are decoded from bytes at once.
const PIECE: usize = 1024;

/// One segment in memory: a cell of two bits for each of its states, and the buffers for its lists.
/// The memory is used for one segment after the other.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) cells: Vec<u8>,
    pub(crate) list: Vec<u8>,
    read: Vec<u8>,
}

/// The lists that were written for a segment while its part of a layer was expanded.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct NewLists {
    /// The states of the expanded layer that were reached only from other segments; `None` if there
    /// are none.
    pub(crate) arrived: Option<Extent>,
    /// The states of the next layer that were reached from this segment; `None` if there are none.
    pub(crate) pending: Option<Extent>,
    pub(crate) bitmap: Option<Extent>,
}

impl Segment {
    pub(crate) fn new(plan: &Plan) -> Self {
        let places = 1u64 << plan.segment_bits;
        let mut cells = Vec::with_capacity((places / 4) as usize);
        prefer_huge_pages(cells.spare_capacity_mut());
        Self {
            cells,
            list: Vec::with_capacity(layer_list::most_bytes(places) as usize),
            read: Vec::with_capacity(layer_list::most_bytes(places) as usize),
        }
    }

    /// The bytes that a segment takes in memory.
    pub(crate) fn bytes(segment_bits: u32) -> u64 {
        let places = 1u64 << segment_bits;
        places / 4 + 2 * layer_list::most_bytes(places)
    }

    /// Marks in the cells the states of `segment` that were seen before the layer at `depth`, and
    /// the states of this layer, which are the frontier. If `within` is given, only the states on
    /// its lists count. Writes a list of the states of the layer that only other segments have
    /// reached, and returns the extent of the list.
    pub(crate) fn load(
        &mut self,
        (segment, depth): (usize, u32),
        plan: &Plan,
        lists: &SegmentLists,
        files: &DataFiles,
        within: Option<(&SegmentLists, &DataFiles)>,
        into: &DataFile,
    ) -> Result<Option<Extent>, DiskError> {
        let size = size(plan, segment);
        let (now, next) = (TwoBit::code(depth), TwoBit::code(depth + 1));
        self.cells.clear();
        let outside = if within.is_some() { u8::MAX } else { 0 };
        self.cells.resize((size as usize).div_ceil(4), outside);
        for (lists, files) in within.into_iter() {
            for &(depth, extent) in &lists.layers {
                self.each_place((segment, depth), &extent, files, size, |cells, listed| {
                    cells & !(listed * 3)
                })?;
            }
        }
        match plan.seen {
            Seen::TwoLayers | Seen::AllLayers => {
                for &(before, extent) in &lists.layers {
                    if before + 2 >= depth || plan.seen == Seen::AllLayers {
                        self.each_place(
                            (segment, before),
                            &extent,
                            files,
                            size,
                            |cells, listed| cells | (listed * CLOSED),
                        )?;
                    }
                }
            }
            Seen::Bitmap => {
                if let Some(extent) = &lists.bitmap {
                    self.load_bitmap(segment, extent, files)?;
                }
            }
        }
        if let Some(extent) = &lists.pending {
            self.each_place((segment, depth), extent, files, size, |cells, listed| {
                cells | (listed * u64::from(now))
            })?;
        }
        if !lists.has_bucket() {
            return Ok(None);
        }
        // The next layer is still empty, so its code can mark the states that arrive from other
        // segments.
        for extent in &lists.bucket {
            self.mark_bucket((segment, depth), extent, files, size, next)?;
        }
        if let Some(extent) = &lists.bucket_list {
            let label = ExtentKind::BucketList.of(segment, depth);
            self.each_place_of(label, extent, files, size, |cells, listed| {
                let unseen = !(cells | cells >> 1);
                cells | ((listed & unseen) * u64::from(next))
            })?;
        }
        self.write_list((segment, depth), next, now, into)
    }

    /// Ends the expansion of the segment: writes the list of the states found for the next layer
    /// and, if the plan needs it, the bitmap of the states seen.
    pub(crate) fn close(
        &mut self,
        (segment, depth): (usize, u32),
        plan: &Plan,
        arrived: Option<Extent>,
        into: &DataFile,
    ) -> Result<NewLists, DiskError> {
        let next = TwoBit::code(depth + 1);
        Ok(NewLists {
            arrived,
            pending: self.write_list((segment, depth + 1), next, next, into)?,
            bitmap: match plan.seen {
                Seen::TwoLayers | Seen::AllLayers => None,
                Seen::Bitmap => Some(self.write_bitmap(segment, into)?),
            },
        })
    }

    /// Writes a list of the states whose cells hold `code`, and changes these cells to `becomes`.
    /// Returns `None` if there is no such state.
    fn write_list(
        &mut self,
        (segment, depth): (usize, u32),
        code: u8,
        becomes: u8,
        into: &DataFile,
    ) -> Result<Option<Extent>, DiskError> {
        self.list.clear();
        match layer_list::encode(&mut self.cells, code, becomes, &mut self.list) {
            0 => Ok(None),
            states => ExtentKind::Layer
                .of(segment, depth)
                .write(states, &self.list, into)
                .map(Some),
        }
    }

    /// Changes the cells of the states on a list. `change` gets a word of cells and a word in which
    /// the lower bit of each listed cell is set, and returns the new cells.
    fn each_place(
        &mut self,
        (segment, depth): (usize, u32),
        extent: &Extent,
        files: &DataFiles,
        size: u32,
        change: impl Fn(u64, u64) -> u64,
    ) -> Result<(), DiskError> {
        self.each_place_of(
            ExtentKind::Layer.of(segment, depth),
            extent,
            files,
            size,
            change,
        )
    }

    /// Does the same as [`each_place`](Self::each_place), for the list with the label `label`.
    fn each_place_of(
        &mut self,
        label: ExtentLabel,
        extent: &Extent,
        files: &DataFiles,
        size: u32,
        change: impl Fn(u64, u64) -> u64,
    ) -> Result<(), DiskError> {
        let file = file(files, extent.file);
        label.read(extent, file, &mut self.read)?;
        let cells = &mut self.cells;
        let states = layer_list::decode(&self.read, size, Change { cells, change });
        if states == Some(extent.states) {
            Ok(())
        } else {
            Err(file.damaged("a list of states is not well-formed"))
        }
    }

    fn mark_bucket(
        &mut self,
        (segment, depth): (usize, u32),
        extent: &Extent,
        files: &DataFiles,
        size: u32,
        code: u8,
    ) -> Result<(), DiskError> {
        let file = file(files, extent.file);
        ExtentKind::Bucket
            .of(segment, depth)
            .read(extent, file, &mut self.read)?;
        let mut shard = Shard::<TwoBit>::new(&mut self.cells);
        let (read, _) = self.read.as_chunks::<4>();
        let mut places = [0; PIECE];
        for read in read.chunks(PIECE) {
            for (place, bytes) in places.iter_mut().zip(read) {
                *place = u32::from_le_bytes(*bytes);
            }
            let places = &places[..read.len()];
            if places.iter().any(|&place| place >= size) {
                return Err(file.damaged("a place lies outside of its segment"));
            }
            shard.mark(places, code);
        }
        Ok(())
    }

    /// Marks the cells of all states in a bitmap as closed: these states were reached before.
    fn load_bitmap(
        &mut self,
        segment: usize,
        extent: &Extent,
        files: &DataFiles,
    ) -> Result<(), DiskError> {
        let file = file(files, extent.file);
        ExtentKind::Bitmap
            .of(segment, 0)
            .read(extent, file, &mut self.read)?;
        if self.read.len() != self.cells.len().div_ceil(8) * 4 {
            return Err(file.damaged("a bitmap has the wrong length"));
        }
        let (bitmap, _) = self.read.as_chunks::<4>();
        for (cells, bits) in self.cells.chunks_mut(8).zip(bitmap) {
            let spread = spread(u32::from_le_bytes(*bits)) * CLOSED;
            for (cell, closed) in cells.iter_mut().zip(spread.to_le_bytes()) {
                *cell |= closed;
            }
        }
        Ok(())
    }

    /// Writes a bitmap of the states whose cells are closed.
    fn write_bitmap(&mut self, segment: usize, into: &DataFile) -> Result<Extent, DiskError> {
        self.list.clear();
        let mut states = 0;
        for cells in self.cells.chunks(8) {
            let mut word = [0; 8];
            word[..cells.len()].copy_from_slice(cells);
            let word = u64::from_le_bytes(word);
            let closed = word & word >> 1 & LOW_BITS;
            states += u64::from(closed.count_ones());
            self.list.extend_from_slice(&gather(closed).to_le_bytes());
        }
        ExtentKind::Bitmap
            .of(segment, 0)
            .write(states, &self.list, into)
    }
}

/// The visitor by which [`Segment::each_place`] changes the cells of the states on a list.
struct Change<'a, F> {
    cells: &'a mut [u8],
    change: F,
}

impl<F: Fn(u64, u64) -> u64> ListedPlaces for Change<'_, F> {
    #[inline]
    fn place(&mut self, place: u32) {
        let cell = &mut self.cells[place as usize / 4];
        *cell = (self.change)(u64::from(*cell), 1 << (place % 4 * 2)) as u8;
    }

    #[inline]
    fn places(&mut self, first: u32, bits: u64) {
        if bits == 0 {
            // The words after the end of a segment have no cells.
            return;
        }
        let from = first as usize / 4;
        let halves = [bits as u32, (bits >> 32) as u32];
        for (half, cells) in halves.into_iter().zip(self.cells[from..].chunks_mut(8)) {
            let mut word = [0; 8];
            word[..cells.len()].copy_from_slice(cells);
            let new = (self.change)(u64::from_le_bytes(word), spread(half));
            cells.copy_from_slice(&new.to_le_bytes()[..cells.len()]);
        }
    }
}

/// The places of the states on the lists of a layer of a segment, in increasing order.
pub(crate) fn places_of_layer(
    (segment, depth): (usize, u32),
    plan: &Plan,
    lists: &SegmentLists,
    files: &DataFiles,
) -> Result<Vec<u32>, DiskError> {
    let (mut places, mut read) = (Vec::new(), Vec::new());
    for list in lists.layers.iter().filter(|list| list.0 == depth) {
        each_place_of_list(segment, list, plan, files, &mut read, |place| {
            places.push(place);
        })?;
    }
    places.sort_unstable();
    Ok(places)
}

/// Calls `visit` with the depth and the place of each state on the lists of all layers of a
/// segment.
pub(crate) fn each_place_of(
    segment: usize,
    plan: &Plan,
    lists: &SegmentLists,
    files: &DataFiles,
    mut visit: impl FnMut(u32, u32),
) -> Result<(), DiskError> {
    let mut read = Vec::new();
    lists.layers.iter().try_for_each(|list| {
        each_place_of_list(segment, list, plan, files, &mut read, |place| {
            visit(list.0, place);
        })
    })
}

/// Calls `visit` with the place of each state on a list of a segment.
fn each_place_of_list(
    segment: usize,
    (depth, extent): &(u32, Extent),
    plan: &Plan,
    files: &DataFiles,
    read: &mut Vec<u8>,
    visit: impl FnMut(u32),
) -> Result<(), DiskError> {
    let file = file(files, extent.file);
    ExtentKind::Layer
        .of(segment, *depth)
        .read(extent, file, read)?;
    if layer_list::decode(read, size(plan, segment), visit) != Some(extent.states) {
        return Err(file.damaged("a list of states is not well-formed"));
    }
    Ok(())
}

/// The number of states of a segment.
pub(crate) fn size(plan: &Plan, segment: usize) -> u32 {
    let first = (segment as u64) << plan.segment_bits;
    (plan.states - first).min(1 << plan.segment_bits) as u32
}

/// The data file with the number `number`, which holds an extent. All files of a manifest are open.
fn file(files: &DataFiles, number: u32) -> &DataFile {
    files
        .get(&number)
        .expect("every file of a manifest is open")
}
