//! How every search ends: an outcome or a limit becomes a report.

use fewest_rules::{Meter, Outcome, Proof, Report, StopReason};

/// The report of a search that ended with `result`.
pub(crate) fn conclude<M>(result: Result<Outcome<M>, StopReason>, meter: &Meter) -> Report<M> {
    Report {
        outcome: result.unwrap_or_else(|reason| Outcome::Stopped {
            lower_bound: meter.lower_bound(),
            reason,
        }),
        statistics: meter.statistics(),
    }
}

/// No goal is among `reached`, which no move leaves; except, if `dead_ends`
/// were met, to states from which the heuristic knows no way to a goal.
pub(crate) fn exhausted<M>(reached: usize, dead_ends: bool) -> Outcome<M> {
    let reached = reached as u64;
    Outcome::Unsolvable(if dead_ends {
        Proof::Invariant(format!(
            "{reached} boards searched, and every other board next to them is a dead end by its lower bound"
        ))
    } else {
        Proof::Exhausted { reached }
    })
}
