//! Collects states, and sorts them whenever the buffer is full.

use fewest_rules::{Meter, Words};

use super::list::ListWriter;
use crate::error::{DiskError, RunError};
use crate::extent::Extent;
use crate::files::DataFile;

/// The number of states for which a buffer has room beyond the number at which it is sorted. States
/// are added in small groups, and the buffer is checked only after each group.
pub(super) const SPARE: usize = 1024;

/// The states that one thread collects for a layer: in a buffer in memory, and in sorted pieces in
/// a file.
pub(super) struct Collector<const N: usize> {
    pub(super) states: Vec<Words<N>>,
    /// The buffer `states` is sorted when it holds at least this many states.
    pub(super) most: usize,
    pub(super) file: DataFile,
    pub(super) pieces: Vec<Extent>,
}

impl<const N: usize> Collector<N> {
    pub(super) fn new(most: usize, file: DataFile) -> Self {
        Self {
            states: Vec::with_capacity(most + SPARE),
            most,
            file,
            pieces: Vec::new(),
        }
    }

    /// Adds those `states` of the layer at `depth` for which `counts` returns true.
    pub(super) fn add(
        &mut self,
        states: &[Words<N>],
        counts: &dyn Fn(Words<N>) -> bool,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<(), RunError> {
        for states in states.chunks(SPARE) {
            meter.poll()?;
            let counting = states.iter().copied().filter(|&state| counts(state));
            self.states.extend(counting);
            if self.states.len() >= self.most {
                self.compact(depth)?;
            }
        }
        Ok(())
    }

    /// Sorts the collected states and removes duplicates. If more than half of the buffer is still
    /// in use, writes the states to the file as a sorted list, a *piece*, and empties the buffer.
    pub(super) fn compact(&mut self, depth: u32) -> Result<(), DiskError> {
        sort(&mut self.states);
        if self.states.len() > self.most / 2 {
            let mut piece = ListWriter::new(&self.file, depth);
            for &state in &self.states {
                piece.push(state)?;
            }
            self.pieces.push(piece.finish()?);
            self.states.clear();
        }
        Ok(())
    }
}

/// Sorts states and removes duplicates.
pub(super) fn sort<const N: usize>(states: &mut Vec<Words<N>>) {
    states.sort_unstable();
    states.dedup();
}
