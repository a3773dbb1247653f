//! The progress of a task that processes the states of a table in the order of their ranks.

use std::path::Path;
use std::time::Instant;

use super::error::{DiskError, RunKey};
use super::layer_log::{DiskOptions, LayerLog};
use super::manifest::{Plan, Seen};

/// A run whose only result is the number of states that are done.
#[derive(Debug)]
pub struct DiskProgress {
    log: LayerLog,
    started: Instant,
    /// The milliseconds that the run had taken before.
    before: u64,
}

impl DiskProgress {
    /// Opens the run `key` in `folder`, or begins it there, for `states` states.
    ///
    /// # Errors
    /// The folder holds something else, is in use or damaged, or cannot be read or written.
    pub fn open(
        folder: &Path,
        key: &RunKey,
        states: u64,
        options: &DiskOptions,
    ) -> Result<Self, DiskError> {
        let plan = Plan {
            states,
            // There are no lists, so there need not be more segments than possible.
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

    /// The number of states that are done.
    pub fn done(&self) -> u64 {
        self.log.manifest.histogram.first().copied().unwrap_or(0)
    }

    /// Records that all states with a rank below `rank` are done. That is written to the disk now
    /// and then, at most in a twentieth of the time, and when all states are done.
    ///
    /// # Errors
    /// The folder cannot be written. The last checkpoint is intact.
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
