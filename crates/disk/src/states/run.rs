//! A breadth-first search of states in sorted lists.

use std::path::Path;
use std::sync::Mutex;

use fewest_rules::{Limits, Meter, StopReason, Words};

use super::collector::{Collector, SPARE, sort};
use super::list::{BLOCK, ListReader, ListWriter, block_bytes};
use super::merge::{Filter, ListCursor, merge};
use crate::budget::MEMORY;
use crate::error::{DiskError, RunError, RunKey};
use crate::extent::Extent;
use crate::files::DataFile;
use crate::layer_log::{DiskOptions, LayerLog};
use crate::manifest::{Plan, Seen};
use fewest_search::threads::{by_all, lock};
use fewest_tables::enumeration::EnumerationReport;

/// The fewest states that a thread collects before it sorts them.
const LEAST_BUFFER: u64 = 1024;
/// At most this many pieces (sorted lists, see `mod.rs`) are merged at once.
const MOST_PIECES: u64 = 256;
/// A layer with fewer states than this number is expanded by a single thread.
const WORTH_A_THREAD: u64 = 1 << 14;

/// A breadth-first search whose layers are sorted lists in the files of a folder.
///
/// A run is resumed in the same way as a [`DiskEnumeration`](crate::DiskEnumeration).
#[derive(Debug)]
pub struct DiskStates<const N: usize> {
    pub(super) log: LayerLog,
}

/// A function that appends the successors of a state to a list. An indirect call for each state
/// costs little compared with the disk. So the search is not compiled for each puzzle, but once for
/// each number of words in a state.
pub(super) type StateSuccessors<'a, const N: usize> =
    dyn Fn(Words<N>, &mut Vec<Words<N>>) + Sync + 'a;

/// The scope of a breadth-first search: its first layer, the states to which it is confined, and
/// the goals at which it ends.
#[derive(Clone, Copy)]
struct RunScope<'a, const N: usize> {
    starts: FirstLayer<'a, N>,
    /// If another run is given here, the search leaves out every state that the other run has not
    /// reached. If this is `None`, the search leaves out no state.
    within: Option<&'a DiskStates<N>>,
    /// If this function is given, the run is complete with the first layer that holds a state for
    /// which it returns true.
    is_goal: Option<&'a dyn Fn(Words<N>) -> bool>,
}

/// The states of the first layer.
#[derive(Clone, Copy)]
enum FirstLayer<'a, const N: usize> {
    These(&'a [Words<N>]),
    /// The states of another run for which the function returns true.
    Of(&'a DiskStates<N>, &'a dyn Fn(Words<N>) -> bool),
}

impl<const N: usize> DiskStates<N> {
    /// Opens the run `key` in `folder`, or begins it there. `symmetric` says whether every move can
    /// be taken back by a move.
    ///
    /// # Errors
    /// Returns an error if the folder holds anything else, is in use or damaged, or cannot be read
    /// or written.
    pub fn open(
        folder: &Path,
        key: &RunKey,
        symmetric: bool,
        options: &DiskOptions,
    ) -> Result<Self, DiskError> {
        let plan = Plan {
            // All states lie in one segment, because they have no ranks.
            states: 1,
            segment_bits: 6,
            seen: match symmetric {
                true => Seen::TwoLayers,
                false => Seen::AllLayers,
            },
            keep: options.keep_layers,
        };
        Ok(Self {
            log: LayerLog::open(folder, key, plan, options)?,
        })
    }

    /// The number of states of each layer that is complete.
    pub fn histogram(&self) -> &[u64] {
        &self.log.manifest.histogram
    }

    /// Expands layer after layer until no new state is found, beginning with `starts` unless the
    /// run is resumed. `successors` appends the successors of a state to a list.
    ///
    /// Uses as much memory as the limit allows, or 1 GiB if there is no limit, to collect, sort and
    /// merge states.
    ///
    /// # Errors
    /// Returns an error if a file is damaged, or cannot be read or written. The last checkpoint is
    /// intact.
    pub fn extend(
        &mut self,
        starts: &[Words<N>],
        successors: impl Fn(Words<N>, &mut Vec<Words<N>>) + Sync,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, RunError> {
        let scope = RunScope {
            starts: FirstLayer::These(starts),
            within: None,
            is_goal: None,
        };
        self.run(&successors, scope, limits)
    }

    /// Does the same as [`extend`](Self::extend), beginning with the states of `within` for which
    /// `is_start` returns true. The search leaves out all states that `within` does not contain.
    /// `within` must be a complete run that keeps its layers. If every move can be taken back by a
    /// move, no sequence of moves from a start may lead to a state outside `within`.
    ///
    /// # Errors
    /// Returns the errors of [`extend`](Self::extend).
    pub fn extend_within(
        &mut self,
        within: &Self,
        is_start: &dyn Fn(Words<N>) -> bool,
        successors: impl Fn(Words<N>, &mut Vec<Words<N>>) + Sync,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, RunError> {
        let closed = self.log.manifest.plan.seen == Seen::TwoLayers;
        let scope = RunScope {
            starts: FirstLayer::Of(within, is_start),
            within: Some(within).filter(|_| !closed),
            is_goal: None,
        };
        self.run(&successors, scope, limits)
    }

    /// Expands layer after layer, beginning with `start` unless the run is resumed. The last layer
    /// is the first one that holds a state for which `is_goal` returns true; the run completes this
    /// layer.
    ///
    /// # Errors
    /// Returns the errors of [`extend`](Self::extend).
    pub(crate) fn extend_to_goal(
        &mut self,
        start: Words<N>,
        successors: &StateSuccessors<'_, N>,
        is_goal: &dyn Fn(Words<N>) -> bool,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, RunError> {
        let scope = RunScope {
            starts: FirstLayer::These(&[start]),
            within: None,
            is_goal: Some(is_goal),
        };
        self.run(successors, scope, limits)
    }

    fn run(
        &mut self,
        successors: &StateSuccessors<'_, N>,
        scope: RunScope<'_, N>,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, RunError> {
        let mut meter = Meter::new(limits);
        self.log.resume();
        let ended = self.each_layer(successors, scope, &mut meter);
        self.log.end(ended, &meter)
    }

    fn each_layer(
        &mut self,
        successors: &StateSuccessors<'_, N>,
        scope: RunScope<'_, N>,
        meter: &mut Meter,
    ) -> Result<(), RunError> {
        if self.log.manifest.complete {
            return Ok(());
        }
        let (threads, most) = share::<N>(meter)?;
        if self.log.manifest.histogram.is_empty() {
            let mut starts = Collector::new(most, self.log.create()?);
            match scope.starts {
                FirstLayer::These(states) => starts.add(states, &|_| true, 0, meter)?,
                FirstLayer::Of(run, are_starts) => {
                    for depth in 0..run.histogram().len() as u32 {
                        run.each_block(depth, &mut |states| {
                            starts.add(states, are_starts, 0, meter)?;
                            Ok::<bool, RunError>(true)
                        })?;
                    }
                }
            }
            self.finish_layer(vec![starts], scope, 0, meter)?;
            self.log.checkpoint()?;
        }
        while !self.log.manifest.complete {
            let depth = self.log.manifest.histogram.len() as u32 - 1;
            // If the layer at `depth` holds no goal, every solution has more than `depth` moves.
            meter.prove_at_least(depth + u32::from(scope.is_goal.is_some()));
            let threads = match self.log.manifest.histogram.last() {
                Some(&states) if states >= WORTH_A_THREAD => threads,
                _ => 1,
            };
            let collectors = self.expand(depth, threads, most, successors, meter)?;
            self.finish_layer(collectors, scope, depth + 1, meter)?;
            self.log.count(meter.statistics());
            self.log.end_layer()?;
        }
        Ok(())
    }

    /// Collects the successors of all states of the layer at `depth`.
    fn expand(
        &mut self,
        depth: u32,
        threads: usize,
        most: usize,
        successors: &StateSuccessors<'_, N>,
        meter: &mut Meter,
    ) -> Result<Vec<Collector<N>>, RunError> {
        let mut collectors = Vec::new();
        for _ in 0..threads {
            collectors.push(Collector::new(most, self.log.create()?));
        }
        let (meter, log) = (Mutex::new(meter), &self.log);
        for (layer, extent) in &log.manifest.segments[0].layers {
            if *layer != depth {
                continue;
            }
            let file = &log.files[&extent.file];
            let layer = Mutex::new(ListReader::<N>::new(file, depth, extent));
            let work = |collector: &mut Collector<N>| -> Result<(), RunError> {
                let mut states = Vec::with_capacity(BLOCK);
                loop {
                    lock(&layer).next_block(&mut states)?;
                    if states.is_empty() {
                        return Ok(());
                    }
                    lock(&meter).expand_many(states.len() as u64)?;
                    let mut generated = 0;
                    for &state in &states {
                        let before = collector.states.len();
                        successors(state, &mut collector.states);
                        generated += collector.states.len() - before;
                        if collector.states.len() >= collector.most {
                            collector.compact(depth + 1)?;
                        }
                    }
                    lock(&meter).generate(generated as u64);
                }
            };
            by_all(&mut collectors, |_, collector| work(collector))?;
        }
        Ok(collectors)
    }

    /// Writes the layer at `depth`. Merges the states that the collectors still hold with the
    /// sorted lists (*pieces*) that the collectors have written to files. Removes these files
    /// afterwards.
    fn finish_layer(
        &mut self,
        mut collectors: Vec<Collector<N>>,
        scope: RunScope<'_, N>,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<(), RunError> {
        let (mut rest, mut files, mut pieces) = (Vec::new(), Vec::new(), Vec::new());
        for collector in &mut collectors {
            sort(&mut collector.states);
        }
        for collector in collectors {
            let of = |piece| (collector.file.number, piece);
            pieces.extend(collector.pieces.into_iter().map(of));
            files.push(collector.file);
            if !collector.states.is_empty() {
                rest.push(ListCursor::in_memory(collector.states));
            }
        }
        let most = pieces_at_once::<N>(meter.limits());
        while pieces.len() > most {
            let merged = self.log.create()?;
            let mut out = ListWriter::<N>::new(&merged, depth);
            let lists = cursors(&files, pieces.drain(..most), depth)?;
            let mut write = |state| Ok(out.push(state)?);
            merge(lists, Filter::default(), &mut write, meter)?;
            let piece = out.finish()?;
            pieces.push((merged.number, piece));
            files.push(merged);
        }
        rest.extend(cursors(&files, pieces, depth)?);
        self.merge_layer(rest, scope, depth, meter)?;
        for file in files {
            self.log.discard(file)?;
        }
        Ok(())
    }

    /// Writes the layer at `depth`: the states of `lists` that are on no list of an earlier layer.
    fn merge_layer(
        &mut self,
        lists: Vec<ListCursor<'_, N>>,
        scope: RunScope<'_, N>,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<(), RunError> {
        let into = self.log.create()?;
        let mut out = ListWriter::new(&into, depth);
        let filter = Filter {
            without: self.cursors(self.first_needed(depth))?,
            within: scope.within.map(|run| run.cursors(0)).transpose()?,
        };
        let mut found = false;
        let mut write = |state| {
            found = found || scope.is_goal.is_some_and(|is_goal| is_goal(state));
            Ok(out.push(state)?)
        };
        merge(lists, filter, &mut write, meter)?;
        let layer = out.finish()?;
        let plan = self.log.manifest.plan;
        self.log.add(into);
        let first = self.first_needed(depth + 1);
        let known = &mut self.log.manifest.segments[0].layers;
        if !plan.keep {
            known.retain(|&(before, _)| before >= first);
        }
        if layer.states == 0 {
            self.log.manifest.complete = true;
        } else {
            self.log.manifest.complete = found;
            known.push((depth, layer));
            self.log.manifest.histogram.push(layer.states);
        }
        Ok(())
    }

    /// The depth of the first layer that can hold successors of the layer before `depth`. Earlier
    /// layers are not needed to recognise the duplicates among these successors.
    fn first_needed(&self, depth: u32) -> u32 {
        match self.log.manifest.plan.seen {
            Seen::TwoLayers => depth.saturating_sub(2),
            Seen::Bitmap | Seen::AllLayers => 0,
        }
    }

    /// Cursors at the beginning of the lists of the layer at depth `first` and of all later ones.
    fn cursors(&self, first: u32) -> Result<Vec<ListCursor<'_, N>>, RunError> {
        let layers = &self.log.manifest.segments[0].layers;
        let layers = layers.iter().filter(|(depth, _)| *depth >= first);
        let cursor = |(depth, extent): &(u32, Extent)| {
            let file = &self.log.files[&extent.file];
            ListCursor::in_file(ListReader::new(file, *depth, extent))
        };
        layers.map(cursor).collect()
    }

    /// Calls `visit` with the states of the layer at `depth`, in increasing order, until `visit`
    /// returns `false`. The run must have kept this layer.
    ///
    /// # Errors
    /// Returns an error if a file is damaged or cannot be read.
    pub fn states_of_layer(
        &self,
        depth: u32,
        mut visit: impl FnMut(Words<N>) -> bool,
    ) -> Result<(), DiskError> {
        self.each_block(depth, &mut |states| {
            Ok(states.iter().all(|&state| visit(state)))
        })
    }

    /// Calls `visit` with the states of the layer at `depth`, block by block, in increasing order,
    /// until `visit` returns `false`.
    pub(super) fn each_block<E: From<DiskError>>(
        &self,
        depth: u32,
        visit: &mut dyn FnMut(&[Words<N>]) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut states = Vec::new();
        for (layer, extent) in &self.log.manifest.segments[0].layers {
            if *layer != depth {
                continue;
            }
            let mut list = ListReader::new(&self.log.files[&extent.file], depth, extent);
            loop {
                list.next_block(&mut states)?;
                if states.is_empty() {
                    break;
                }
                if !visit(&states)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Cursors at the beginnings of `pieces`. Each item of `pieces` has the number of a data file, and
/// the extent of a piece in this file.
pub(super) fn cursors<'a, const N: usize>(
    files: &'a [DataFile],
    pieces: impl IntoIterator<Item = (u32, Extent)>,
    depth: u32,
) -> Result<Vec<ListCursor<'a, N>>, RunError> {
    let pieces = pieces.into_iter().filter_map(|(number, piece)| {
        let file = files.iter().find(|file| file.number == number)?;
        Some(ListCursor::in_file(ListReader::new(file, depth, &piece)))
    });
    pieces.collect()
}

/// The number of threads, and the number of states that each thread collects. The collected states
/// of all threads take half of the memory, so that the other half is left for merging.
fn share<const N: usize>(meter: &mut Meter) -> Result<(usize, usize), StopReason> {
    let limits = meter.limits();
    let memory = limits.memory.unwrap_or(MEMORY) / 2;
    let state = size_of::<Words<N>>() as u64;
    let least = (LEAST_BUFFER + SPARE as u64) * state + block_bytes(N);
    let threads = (limits.threads().get() as u64).min(memory / least).max(1);
    let room = (memory / threads).saturating_sub(block_bytes(N)) / state;
    let most = room.saturating_sub(SPARE as u64).max(LEAST_BUFFER);
    meter.hold((most + SPARE as u64) * state * threads + block_bytes(N) * threads)?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    Ok((threads as usize, most))
}

/// The number of pieces (sorted lists of states in files) that are merged at once, at least two.
/// The merge holds one block of each piece, and all these blocks together may take a quarter of the
/// memory.
fn pieces_at_once<const N: usize>(limits: &Limits) -> usize {
    let memory = limits.memory.unwrap_or(MEMORY) / 4;
    (memory / block_bytes(N)).clamp(2, MOST_PIECES) as usize
}
