//! How a search that can pause ends a turn.

use fewest_rules::{CostReport, Report};

/// The end of a turn of a search that can pause. A search is consumed by its turn, and only a pause
/// returns it, so that no search can be continued after a limit has stopped it in the middle of a
/// step.
///
/// `S` is the search, and `R` the report of the turn.
#[derive(Debug)]
#[must_use]
pub enum Turn<S, R> {
    /// The search has used up its turn and can be continued. The outcome of the report is a stop
    /// with [`StopReason::States`](fewest_rules::StopReason::States).
    Paused(S, R),
    /// The search has ended, by an answer or by a limit.
    Ended(R),
}

/// A turn of a search that minimises the number of moves `M`.
pub type SearchTurn<S, M> = Turn<S, Report<M>>;

/// A turn of a search that minimises costs.
pub type CostSearchTurn<S, M> = Turn<S, CostReport<M>>;

impl<S, R> Turn<S, R> {
    /// The report of the turn. A paused search is dropped.
    pub fn report(self) -> R {
        match self {
            Self::Paused(_, report) | Self::Ended(report) => report,
        }
    }

    /// Replaces a paused search by its image under `f`.
    pub fn map<T>(self, f: impl FnOnce(S) -> T) -> Turn<T, R> {
        match self {
            Self::Paused(search, report) => Turn::Paused(f(search), report),
            Self::Ended(report) => Turn::Ended(report),
        }
    }

    /// Replaces the report by its image under `f`.
    pub fn map_report<T>(self, f: impl FnOnce(R) -> T) -> Turn<S, T> {
        match self {
            Self::Paused(search, report) => Turn::Paused(search, f(report)),
            Self::Ended(report) => Turn::Ended(f(report)),
        }
    }

    /// Stores a paused search in `place`, and empties `place` if the search has ended. Returns the
    /// report.
    pub fn keep(self, place: &mut Option<S>) -> R {
        let (search, report) = match self {
            Self::Paused(search, report) => (Some(search), report),
            Self::Ended(report) => (None, report),
        };
        *place = search;
        report
    }
}
