//! The progress of a task that processes the states of a table in the order of their ranks.

use std::path::Path;
use std::time::Instant;

use super::error::{DiskError, RunKey};
use super::layer_log::{DiskOptions, LayerLog};
use super::manifest::{Plan, Seen};

/// A run that stores only how many states are done, so that a task that was stopped can continue
/// there.
#[derive(Debug)]
pub struct DiskProgress {
    log: LayerLog,
    started: Instant,
    /// The milliseconds that the run had taken before it was resumed.
    before: u64,
}

impl DiskProgress {
    /// Opens the run `key` in `folder`, or begins it there, for `states` states.
    ///
    /// # Errors
    /// Returns an error if the folder holds anything else, is in use or damaged, or cannot be read
    /// or written.
    pub fn open(
        folder: &Path,
        key: &RunKey,
        states: u64,
        options: &DiskOptions,
    ) -> Result<Self, DiskError> {
        let plan = Plan {
            states,
            // The run has no lists, so its segments may be as large as possible.
            segment_bits: u32::BITS - 1,
            seen: Seen::TwoLayers,
            keep: false,
        };
        let log = LayerLog::open(folder, key, plan, options)?;
        Ok(Self {
            started: Instant::now(),
            before: log.manifest.milliseconds,
            log,
        })
    }

    /// The number of states that the task has processed.
    pub fn done(&self) -> u64 {
        self.log.manifest.histogram.first().copied().unwrap_or(0)
    }

    /// Records that all states with a rank below `rank` are done. Writes this progress to the disk
    /// when all states are done. Until then, writes the progress from time to time, which takes at
    /// most a twentieth of the time.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written. The last checkpoint is intact.
    pub fn advance(&mut self, rank: u64) -> Result<(), DiskError> {
        let manifest = &mut self.log.manifest;
        let elapsed = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        manifest.milliseconds = self.before.saturating_add(elapsed);
        manifest.histogram = vec![rank];
        manifest.complete = rank >= manifest.plan.states;
        self.log.end_layer()?;
        match self.log.manifest.complete {
            true => self.log.close(),
            false => Ok(()),
        }
    }
}
