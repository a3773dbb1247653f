//! Runs several searches within the same limits.

use std::time::Instant;

use fewest_rules::{Limits, Outcome, Report, Statistics, StopReason};

/// If the user set no limit and another method is available, the breadth-first search, or a table
/// of the depth-first search, may take at most this many bytes.
pub(super) const MOST_BYTES: u64 = 2 << 30;

/// Divides limits among several searches that run one after another.
pub(super) struct Stages {
    limits: Limits,
    started: Instant,
    spent: Statistics,
    lower_bound: u32,
    /// The bytes of the tables that stay in memory during each search.
    tables: u64,
    /// The bytes that a paused search holds while another search runs.
    paused: u64,
}

impl Stages {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.from_now(),
            started: Instant::now(),
            spent: Statistics::default(),
            lower_bound: 0,
            tables: 0,
            paused: 0,
        }
    }

    /// Records that tables of this many bytes exist during each search from now on.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the tables exceed the limit. Tables that exceed the limit are not
    /// recorded.
    pub(super) fn hold(&mut self, tables: u64) -> Result<(), StopReason> {
        if self.limits.memory.is_some_and(|most| most < tables) {
            return Err(StopReason::Memory);
        }
        self.tables = tables;
        Ok(())
    }

    /// Records that a paused search holds this many bytes from now on.
    pub(super) fn pause(&mut self, bytes: u64) {
        self.paused = bytes;
    }

    /// Completes the statistics of a single search: adds the time before it, and the memory of the
    /// tables that exist during it.
    pub(super) fn all_of(&self, statistics: Statistics) -> Statistics {
        Statistics {
            elapsed: self.started.elapsed(),
            peak_bytes: statistics.peak_bytes + self.tables,
            ..statistics
        }
    }

    /// Returns the limits of the next search: what is left of the request's limits, but at most
    /// `states` states and, if the user set no limit on memory, at most `memory` bytes. The tables
    /// and a paused search count as part of the memory.
    pub(super) fn limits(&self, states: Option<u64>, memory: Option<u64>) -> Limits {
        let left = |most: u64| most.saturating_sub(self.spent.expanded);
        Limits {
            memory: self
                .limits
                .memory
                .or(memory)
                .map(|most| most.saturating_sub(self.tables + self.paused)),
            states: self.limits.states.map(left).into_iter().chain(states).min(),
            ..self.limits.clone()
        }
    }

    /// Records that a search has expanded as many states as it was allowed to. Returns whether the
    /// request's limit on states allows more.
    pub(super) fn spend(&mut self, states: Option<u64>) -> bool {
        self.spent.expanded = self.spent.expanded.saturating_add(states.unwrap_or(0));
        self.limits
            .states
            .is_none_or(|most| self.spent.expanded < most)
    }

    pub(super) fn report<M>(&self, outcome: Outcome<M>) -> Report<M> {
        Report {
            outcome,
            statistics: Statistics {
                elapsed: self.started.elapsed(),
                ..self.spent
            },
        }
    }

    pub(super) fn stopped<M>(&self, reason: StopReason) -> Report<M> {
        self.report(Outcome::Stopped {
            lower_bound: self.lower_bound,
            reason,
        })
    }

    /// Returns the report of all searches so far; `report` is the report of the last search.
    ///
    /// # Errors
    /// The reason why the last search was stopped, if the solver may continue. The solver may
    /// continue with a larger budget or, if `other_way` is set, with another search.
    pub(super) fn end<M>(
        &mut self,
        report: Report<M>,
        other_way: bool,
    ) -> Result<Report<M>, StopReason> {
        let mut statistics = report.statistics;
        statistics.peak_bytes += self.tables + self.paused;
        self.spent = self.spent.and(statistics);
        let Outcome::Stopped {
            lower_bound,
            reason,
        } = report.outcome
        else {
            return Ok(self.report(report.outcome));
        };
        self.lower_bound = self.lower_bound.max(lower_bound);
        let states = self.limits.states;
        let spent = states.is_some_and(|most| self.spent.expanded >= most);
        match reason {
            StopReason::States if !spent => Err(reason),
            StopReason::Memory | StopReason::Capacity if other_way => Err(reason),
            _ => Ok(self.stopped(reason)),
        }
    }
}

/// The reason why a search was stopped, if it was.
pub(super) fn stop_reason<M>(report: &Report<M>) -> Option<StopReason> {
    match report.outcome {
        Outcome::Stopped { reason, .. } => Some(reason),
        _ => None,
    }
}
