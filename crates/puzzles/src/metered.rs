//! Reports of methods that consist of several searches, under the limits of one meter.

use fewest_rules::{Limits, Meter, Outcome, Report, StopReason};

/// The limits of `meter`, reduced by the resources that have been used, and without the progress
/// callback.
pub(crate) fn remaining(meter: &Meter<'_>) -> Limits {
    let limits = meter.limits();
    Limits {
        time: None,
        deadline: meter.deadline(),
        memory: limits.memory.map(|most| most.saturating_sub(meter.held())),
        states: limits.states.map(|_| meter.room()),
        progress: None,
        ..limits.clone()
    }
}

/// Adds the nodes, the peak of the memory and the lower bound of `report` to `meter`, and returns
/// the outcome of `report`.
pub(crate) fn account<M>(report: Report<M>, meter: &mut Meter<'_>) -> Outcome<M> {
    let (expanded, generated) = meter.counts();
    let cost = report.statistics;
    meter.recount(expanded + cost.expanded, generated + cost.generated);
    let held = meter.held();
    // Together the two calls change only the peak of the meter.
    let _ = meter.hold(held + cost.peak_bytes);
    let _ = meter.hold(held);
    if let Outcome::Stopped { lower_bound, .. } = report.outcome {
        meter.prove_at_least(lower_bound);
    }
    report.outcome
}

/// The report of a method that ended with `result`.
pub(crate) fn conclude<M>(result: Result<Outcome<M>, StopReason>, meter: &Meter<'_>) -> Report<M> {
    Report {
        outcome: result.unwrap_or_else(|reason| Outcome::Stopped {
            lower_bound: meter.lower_bound(),
            reason,
        }),
        statistics: meter.statistics(),
    }
}
