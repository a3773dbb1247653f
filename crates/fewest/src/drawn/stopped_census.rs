//! The partial result of a census of reachable states that a limit has stopped.

use fewest_rules::StopReason;

/// The limit that was reached, and the number of states at each distance that was counted
/// completely.
pub(super) struct StoppedCensus {
    pub(super) histogram: Vec<u64>,
    pub(super) reason: StopReason,
}

impl From<StopReason> for StoppedCensus {
    fn from(reason: StopReason) -> Self {
        Self {
            histogram: Vec::new(),
            reason,
        }
    }
}
