//! A run in one folder by several processes, each of which expands its share of the segments
//! (ranges of ranks, see `lib.rs`).
//!
//! Process 0 owns the manifest. The other processes get the manifest when they join. After every
//! layer the other processes tell process 0 which lists they have written. All data in the folder
//! belongs to segments and not to processes, so a run can be continued by another number of
//! processes.
//!
//! If a successor lies in a segment of another process, it is sent to that process in a parcel
//! (`batches.rs`). The receiver appends the contents of the parcel to the buckets of its segments
//! (`round.rs`).

use std::path::Path;

use fewest_rules::Statistics;
use fewest_tables::enumeration::{PeerError, Peers, Placement, gather_values};
use serde::{Deserialize, Serialize};

use super::error::{RunError, RunKey};
use super::layer_log::{DiskOptions, LayerLog};
use super::manifest::{Manifest, Plan, Seen};
use super::round::end;
use super::run::{DiskEnumeration, LayerWork};

/// The index of the process that owns the manifest, the file that describes the run.
const LEADER: usize = 0;

/// What each process tells the others before it joins a run.
#[derive(Serialize, Deserialize)]
struct Joining {
    /// What the process works on.
    task: String,
    /// From process 0, a token in the folder and the manifest.
    led: Option<(String, Manifest)>,
}

/// What each process tells the others after it has expanded its part of a layer.
#[derive(Serialize, Deserialize)]
struct LayerReport {
    /// The number of states in this part of the layer.
    states: u64,
    /// The states that the process has expanded and generated since the run was resumed.
    expanded: u64,
    generated: u64,
    /// Whether a checkpoint is due. Process 0 decides for all.
    due: bool,
    /// The number and the length of each file that the process has written.
    files: Vec<(u32, u64)>,
    work: LayerWork,
}

impl DiskEnumeration {
    /// Opens a run together with the other processes of `peers`.
    pub(super) fn open_among(
        folder: &Path,
        key: &RunKey,
        plan: Plan,
        options: &DiskOptions,
        peers: &mut dyn Peers,
    ) -> Result<Self, PeerError> {
        let placement = Placement {
            own: peers.own(),
            processes: peers.processes(),
        };
        let symmetric = plan.seen == Seen::TwoLayers;
        let mut own = Joining {
            task: format!("{key}, {} states, {symmetric}, {}", plan.states, plan.keep),
            led: None,
        };
        let mut opened = None;
        if placement.own == LEADER {
            let token = token();
            let led = LayerLog::open(folder, key, plan, options)
                .and_then(|mut log| log.lead(placement.processes, &token).map(|()| log));
            let log = led.map_err(|error| end(peers, error.into()))?;
            own.led = Some((token, log.manifest.clone()));
            opened = Some(log);
        }
        let mut all: Vec<Joining> = gather_values(&own, peers)?;
        if let Some(odd) = all.iter().position(|other| other.task != own.task) {
            let what = format!("works on something else: {}", all[odd].task);
            return Err(peers.fail(odd, &what));
        }
        let led = all[LEADER].led.take();
        let led = led.filter(|(_, manifest)| manifest.has_all_segments());
        let log = match (opened, led) {
            (Some(log), _) => log,
            (None, None) => return Err(peers.fail(LEADER, "has sent no sound manifest")),
            (None, Some((token, manifest))) => {
                LayerLog::join(folder, manifest, &token, placement, options)
                    .map_err(|error| end(peers, error.into()))?
            }
        };
        // Until all processes have joined, process 0 must not change the folder.
        peers.gather(b"joined")?;
        Ok(Self { log, placement })
    }

    /// Ends the layer at `depth` in all processes: tells process 0 which lists and files this
    /// process has written in the layer, and makes a checkpoint if one is due.
    pub(super) fn end_layer_among(
        &mut self,
        depth: u32,
        work: LayerWork,
        spent: Statistics,
        peers: &mut dyn Peers,
    ) -> Result<(), RunError> {
        let own = self.placement.own;
        let report = LayerReport {
            states: self.apply(depth, &work),
            expanded: spent.expanded,
            generated: spent.generated,
            due: self.log.is_due(),
            files: self.log.take_unreported(),
            work,
        };
        let reports: Vec<LayerReport> = gather_values(&report, peers)?;
        if own == LEADER {
            for (process, report) in reports.iter().enumerate().filter(|&(at, _)| at != own) {
                if !report.work.fits(self.log.manifest.segments.len()) {
                    return Err(peers.fail(process, "sent a damaged message").into());
                }
                for &(number, length) in &report.files {
                    self.log.adopt(number, length)?;
                }
                self.apply(depth, &report.work);
            }
        }
        // Another process may send any number.
        let sum = |of: fn(&LayerReport) -> u64| reports.iter().map(of).fold(0, u64::saturating_add);
        self.end_layer(depth, sum(|report| report.states));
        self.log.count(Statistics {
            expanded: sum(|report| report.expanded),
            generated: sum(|report| report.generated),
            ..spent
        });
        if reports[LEADER].due || self.log.manifest.complete {
            self.log.sync()?;
            peers.gather(b"on the disk")?;
            if own == LEADER {
                self.log.checkpoint()?;
            } else {
                self.log.release();
            }
        }
        Ok(())
    }
}

impl LayerWork {
    /// Whether all lists belong to the first `segments` segments.
    fn fits(&self, segments: usize) -> bool {
        let expanded = self.expanded.iter().map(|&(segment, _)| segment);
        let buckets = self.sent.iter().chain(&self.bucket_lists);
        let mut all = expanded.chain(buckets.map(|&(segment, _)| segment));
        all.all(|segment| segment < segments)
    }
}

/// A token that distinguishes this run from all others: the process id and the time.
fn token() -> String {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos());
    format!("{} {time}", std::process::id())
}
