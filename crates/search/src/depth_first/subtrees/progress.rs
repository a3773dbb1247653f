//! What the threads that walk the subtrees of an iteration have done so far.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use fewest_rules::{Meter, StopReason};

use crate::depth_first::tally::Tally;

/// The number of nodes that a thread expands between two checks of the limits, if a node has at most
/// 64 children.
const EXPANSIONS_A_BATCH: u64 = 4096;

/// What the threads that walk the subtrees of an iteration have done so far.
pub(crate) struct WalkProgress {
    /// The index of the first subtree that no thread has begun to walk.
    pub(super) next: AtomicUsize,
    /// The index of the first subtree in which a solution was found; if there is none, the number
    /// of all subtrees.
    pub(super) solved: AtomicUsize,
    /// Whether a thread stopped before the subtrees were done.
    stop: AtomicBool,
    /// The greatest number of nodes that the iteration may expand.
    most: u64,
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl WalkProgress {
    /// The progress before any of `subtrees` subtrees is walked; `above` has the counts of the
    /// nodes above the subtrees.
    pub(super) fn new(subtrees: usize, above: &Tally, meter: &Meter) -> Self {
        Self {
            next: AtomicUsize::new(0),
            solved: AtomicUsize::new(subtrees),
            stop: AtomicBool::new(false),
            most: meter.room(),
            expanded: AtomicU64::new(above.expanded),
            generated: AtomicU64::new(above.generated),
        }
    }

    pub(super) fn add(&self, expanded: u64, generated: u64) {
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.generated.fetch_add(generated, Ordering::Relaxed);
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Reports the total counts of nodes to the meter: those in `before`, which earlier iterations
    /// have expanded and generated, and those of this iteration. Returns the number of steps that
    /// the calling thread may take before the next report, or the limit that was reached.
    /// [`StopReason::Cancelled`] may mean that another thread has stopped and knows the reason.
    pub(crate) fn settle(&self, before: (u64, u64), meter: &mut Meter) -> Result<u64, StopReason> {
        let expanded = before.0 + self.expanded.load(Ordering::Relaxed);
        let generated = before.1 + self.generated.load(Ordering::Relaxed);
        meter.recount(expanded, generated);
        self.poll(meter).inspect_err(|_| self.stop())
    }

    fn poll(&self, meter: &mut Meter) -> Result<u64, StopReason> {
        meter.poll()?;
        match meter.room() {
            0 => Err(StopReason::States),
            _ if self.stop.load(Ordering::Relaxed) => Err(StopReason::Cancelled),
            room => Ok(self.batch(room)),
        }
    }

    /// The number of steps to the next check, at most `room`. If nodes have hundreds of children,
    /// the limits are checked more often.
    fn batch(&self, room: u64) -> u64 {
        let expanded = self.expanded.load(Ordering::Relaxed).max(1);
        let width = self.generated.load(Ordering::Relaxed) / expanded / 64 + 1;
        room.min((EXPANSIONS_A_BATCH / width).max(1))
    }

    /// Returns the number of steps like [`settle`](Self::settle), for a thread without a meter.
    /// Returns [`StopReason::Cancelled`] if another thread has stopped and knows the reason.
    pub(crate) fn carry_on(&self) -> Result<u64, StopReason> {
        let expanded = self.expanded.load(Ordering::Relaxed);
        match self.most.saturating_sub(expanded) {
            _ if self.stop.load(Ordering::Relaxed) => Err(StopReason::Cancelled),
            0 => Err(StopReason::States),
            room => Ok(self.batch(room)),
        }
    }
}
