//! The lexicographically first shortest way to a goal, from the layers of a search.
//!
//! A state is *useful* if it lies on a shortest way from the start to a goal. The useful states of
//! the last layer are its goals; those of any other layer are the states with a useful successor in
//! the next layer. The search finds the useful states layer by layer, from the last layer on. The
//! search writes the useful states to sorted lists in files, because nearly all states may be
//! useful.
//!
//! Useful states are read in groups that fit into the memory. If every move can be taken back, the
//! predecessors of a group are among its successors. Otherwise the layer before is expanded, once
//! for each group.

use fewest_rules::{Meter, Words};

use super::collector::sort;
use super::list::{ListReader, ListWriter, block_bytes};
use super::merge::{Filter, ListCursor, merge};
use super::run::{DiskStates, StateSuccessors, cursors};
use crate::budget::MEMORY;
use crate::error::{DiskError, RunError};
use crate::extent::Extent;
use crate::files::DataFile;

/// The states on shortest solutions are read from files in groups. A group has room for at least
/// this many states.
const LEAST_GROUP: u64 = 1024;
/// A group of states on shortest solutions takes one `PART`-th of the memory. With its successors,
/// the group takes a few times as much memory.
const PART: u64 = 16;

/// The search for the *useful* states of a complete run: the states on shortest ways from the start
/// to a goal.
pub(super) struct WayBack<'a, 'm, const N: usize> {
    run: &'a mut DiskStates<N>,
    symmetric: bool,
    /// The lists of the states that lie on shortest solutions: one for each layer, the last layer
    /// first.
    useful: Vec<Extent>,
    file: DataFile,
    /// About this many useful states are read into memory together.
    group: usize,
    meter: &'a mut Meter<'m>,
}

impl<'a, 'm, const N: usize> WayBack<'a, 'm, N> {
    pub(super) fn new(
        run: &'a mut DiskStates<N>,
        symmetric: bool,
        meter: &'a mut Meter<'m>,
    ) -> Result<Self, RunError> {
        let memory = meter.limits().memory.unwrap_or(MEMORY);
        let group = (memory / PART / size_of::<Words<N>>() as u64).max(LEAST_GROUP);
        meter.hold(group * size_of::<Words<N>>() as u64 + 4 * block_bytes(N))?;
        Ok(Self {
            file: run.log.create()?,
            run,
            symmetric,
            useful: Vec::new(),
            group: usize::try_from(group).unwrap_or(usize::MAX),
            meter,
        })
    }

    /// The states after `start` on the lexicographically first shortest way to a goal; `None` if
    /// no state of the last layer is a goal. `successors` appends the successors of a state to a
    /// list, in the order of the moves.
    pub(super) fn states(
        &mut self,
        start: Words<N>,
        successors: &StateSuccessors<'_, N>,
        is_goal: &dyn Fn(Words<N>) -> bool,
    ) -> Result<Option<Vec<Words<N>>>, RunError> {
        let Some(last) = self.run.histogram().len().checked_sub(1) else {
            return Ok(None);
        };
        let last = last as u32;
        let goals = self.filter(last, &mut |_, state| Ok(is_goal(state)))?;
        let found = goals.states > 0;
        self.useful.push(goals);
        let mut way = Vec::new();
        if found {
            for depth in (0..last).rev() {
                self.step_back(depth, successors)?;
            }
            let mut state = start;
            let mut list = Vec::new();
            for depth in 1..=last {
                list.clear();
                successors(state, &mut list);
                state = self.first_useful(last, depth, &list)?;
                way.push(state);
            }
        }
        Ok(found.then_some(way))
    }

    /// Writes a list of those states of the layer at `depth` for which `keep` returns true.
    #[inline(never)]
    fn filter(
        &mut self,
        depth: u32,
        keep: &mut dyn FnMut(&mut Meter<'m>, Words<N>) -> Result<bool, RunError>,
    ) -> Result<Extent, RunError> {
        let mut out = ListWriter::new(&self.file, depth);
        let (run, meter) = (&*self.run, &mut *self.meter);
        run.each_block(depth, &mut |states| -> Result<bool, RunError> {
            meter.poll()?;
            for &state in states {
                if keep(meter, state)? {
                    out.push(state)?;
                }
            }
            Ok(true)
        })?;
        Ok(out.finish()?)
    }

    /// Finds the useful states of the layer at `depth` from the useful states of the next layer. A
    /// state is useful if it lies on a shortest way from the start to a goal.
    fn step_back(
        &mut self,
        depth: u32,
        successors: &StateSuccessors<'_, N>,
    ) -> Result<(), RunError> {
        let Some(&next) = self.useful.last() else {
            return Ok(());
        };
        let mut pieces = Vec::new();
        let mut skipped = 0;
        while skipped < next.states {
            let group = self.read_from(depth + 1, &next, skipped)?;
            skipped += group.len() as u64;
            if !self.symmetric {
                let mut after = Vec::new();
                pieces.push(self.filter(depth, &mut |meter, state| {
                    meter.expand()?;
                    after.clear();
                    successors(state, &mut after);
                    let useful = |state| group.binary_search(state).is_ok();
                    Ok(after.iter().any(useful))
                })?);
                continue;
            }
            let mut rest = group.into_iter().peekable();
            while rest.peek().is_some() {
                let mut before = Vec::new();
                while before.len() < 2 * self.group
                    && let Some(state) = rest.next()
                {
                    self.meter.expand()?;
                    successors(state, &mut before);
                }
                sort(&mut before);
                let mut before = ListCursor::in_memory(before);
                pieces.push(self.filter(depth, &mut |_, state| before.holds(state))?);
            }
        }
        let all = match pieces[..] {
            [piece] => piece,
            _ => self.unite(pieces, depth)?,
        };
        self.useful.push(all);
        Ok(())
    }

    /// Merges lists of states of one layer.
    fn unite(&mut self, pieces: Vec<Extent>, depth: u32) -> Result<Extent, RunError> {
        let number = self.file.number;
        let files = std::slice::from_ref(&self.file);
        let lists = cursors(
            files,
            pieces.into_iter().map(|piece| (number, piece)),
            depth,
        )?;
        let mut out = ListWriter::<N>::new(&self.file, depth);
        let mut write = |state| Ok(out.push(state)?);
        merge(lists, Filter::default(), &mut write, self.meter)?;
        Ok(out.finish()?)
    }

    /// The first state of `list` that is a useful state of the layer at `depth`, which means that
    /// it lies on a shortest way from the start to a goal. `last` is the depth of the last layer.
    fn first_useful(&self, last: u32, depth: u32, list: &[Words<N>]) -> Result<Words<N>, RunError> {
        let useful = &self.useful[(last - depth) as usize];
        let mut lists = ListCursor::in_file(ListReader::new(&self.file, depth, useful))?;
        let mut sorted = list.to_vec();
        sort(&mut sorted);
        let mut found = Vec::new();
        for state in sorted {
            if lists.holds(state)? {
                found.push(state);
            }
        }
        let first = list.iter().find(|state| found.contains(state));
        let damaged = || self.file.damaged("the layers are not those of a search");
        Ok(first.copied().ok_or_else(damaged)?)
    }

    /// Reads a group of states of a list, after the first `skipped` ones.
    fn read_from(
        &self,
        depth: u32,
        list: &Extent,
        skipped: u64,
    ) -> Result<Vec<Words<N>>, DiskError> {
        let mut reader = ListReader::new(&self.file, depth, list);
        let (mut group, mut block, mut at) = (Vec::new(), Vec::new(), 0);
        while group.len() < self.group {
            reader.next_block(&mut block)?;
            if block.is_empty() {
                break;
            }
            if at >= skipped {
                group.extend_from_slice(&block);
            }
            at += block.len() as u64;
        }
        Ok(group)
    }
}
