//! Searches that are part of a larger task with limits of its own.

use fewest_rules::{Limits, Meter, Outcome, Report};

/// What is left of the limits of `meter`, without its progress callback.
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

/// Adds the nodes and the lower bound of `report` to those of `meter`, and returns its outcome.
pub(crate) fn account<M>(report: Report<M>, meter: &mut Meter<'_>) -> Outcome<M> {
    let (expanded, generated) = meter.counts();
    let cost = report.statistics;
    meter.recount(expanded + cost.expanded, generated + cost.generated);
    if let Outcome::Stopped { lower_bound, .. } = report.outcome {
        meter.prove_at_least(lower_bound);
    }
    report.outcome
}
