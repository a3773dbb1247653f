//! Makes a table of the layers of a complete run.

use fewest_rules::{Limits, Meter, StopReason};

use super::budget::MEMORY;
use super::error::RunError;
use super::run::DiskEnumeration;
use super::segment::{each_place_of, size};
use fewest_tables::{Encoding, TableCache, TableInfo, TableKey};

/// The fewest distances that are written at once.
const LEAST_PIECE: u64 = 1 << 12;
/// The entry of a state that has no distance.
const NONE: u8 = u8::MAX;

impl DiskEnumeration {
    /// Saves the distances of a complete run, which must keep its layers, as the table of `key`:
    /// the file is the same as if the table had been computed in memory with a byte for each
    /// distance.
    ///
    /// Holds as many distances, of a byte each, as fit into a quarter of the memory, but at most
    /// the distances of one segment.
    ///
    /// # Errors
    /// Returns an error if a limit was reached ([`StopReason::Capacity`] means that a distance
    /// exceeds 254), or if a file cannot be read or written.
    pub fn save_table(
        &self,
        cache: &TableCache,
        key: &TableKey,
        limits: &Limits,
    ) -> Result<(), RunError> {
        let mut meter = Meter::new(limits);
        let (manifest, files) = self.log();
        let plan = &manifest.plan;
        if manifest.histogram.len() > Encoding::Byte.most() as usize + 1 {
            return Err(StopReason::Capacity.into());
        }
        let memory = limits.memory.unwrap_or(MEMORY) / 4;
        let piece = memory.max(LEAST_PIECE).min(1 << plan.segment_bits) as u32;
        meter.hold(piece.into())?;
        let mut writer = cache.writer(&TableInfo {
            key: key.clone(),
            states: plan.states,
            encoding: Encoding::Byte,
            histogram: manifest.histogram.clone(),
        })?;
        let mut distances = Vec::with_capacity(piece as usize);
        for (segment, lists) in manifest.segments.iter().enumerate() {
            let states = size(plan, segment);
            for first in (0..states).step_by(piece as usize) {
                meter.poll()?;
                let count = piece.min(states - first) as usize;
                distances.clear();
                distances.resize(count, NONE);
                each_place_of(segment, plan, lists, files, |depth, place| {
                    let at = place.wrapping_sub(first) as usize;
                    if let Some(distance) = distances.get_mut(at) {
                        *distance = depth as u8;
                    }
                })?;
                writer.push(&distances)?;
            }
        }
        Ok(writer.finish()?)
    }
}
