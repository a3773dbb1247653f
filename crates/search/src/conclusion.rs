//! The end of every search: an outcome or a limit becomes a report.

use fewest_rules::{CostOutcome, CostReport, Meter, Outcome, Proof, Report, StopReason};

use crate::paused::{SearchTurn, Turn};

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

/// The report of a search for a solution of least cost that ended with `result`.
pub(crate) fn conclude_costs<M>(
    result: Result<CostOutcome<M>, StopReason>,
    meter: &Meter,
) -> CostReport<M> {
    CostReport {
        outcome: result.unwrap_or_else(|reason| CostOutcome::Stopped {
            lower_bound: meter.lower_bound(),
            reason,
        }),
        statistics: meter.statistics(),
    }
}

/// The end of a turn of `search` that ended with `result`; `None` stands for a pause.
pub(crate) fn conclude_turn<S, M>(
    search: S,
    result: Result<Option<Outcome<M>>, StopReason>,
    meter: &Meter,
) -> SearchTurn<S, M> {
    match result.transpose() {
        None => Turn::Paused(search, conclude(Err(StopReason::States), meter)),
        Some(result) => Turn::Ended(conclude(result, meter)),
    }
}

/// The outcome if all `reached` states have been searched; see [`proof_by_exhaustion`].
pub(crate) fn exhausted<M>(reached: usize, dead_ends: bool) -> Outcome<M> {
    Outcome::Unsolvable(proof_by_exhaustion(reached, dead_ends))
}

/// The outcome if a search backwards from the goals has reached `reached` states, all from which a
/// goal can be reached, and the start is none of them.
pub(crate) fn exhausted_backwards<M>(reached: usize) -> Outcome<M> {
    Outcome::Unsolvable(Proof::Invariant(format!(
        "the start is not among the {reached} boards from which a goal can be reached"
    )))
}

/// The proof if the heuristic proves that the start is a dead end.
pub(crate) fn dead_start() -> Proof {
    Proof::Invariant("the start is a dead end by its lower bound".into())
}

/// The proof that no goal is among the `reached` states and that no move leads from them to any
/// other state. If the search met dead ends (`dead_ends`), the proof ignores moves to states from
/// which, by the heuristic, no goal can be reached.
pub(crate) fn proof_by_exhaustion(reached: usize, dead_ends: bool) -> Proof {
    let reached = reached as u64;
    if dead_ends {
        Proof::Invariant(format!(
            "{reached} boards searched, and every other board next to them is a dead end by its lower bound"
        ))
    } else {
        Proof::Exhausted { reached }
    }
}
