//! Limits as plain values, and the meter that enforces them during a search.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{Statistics, StopReason};

/// The progress of a search, for display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The work of the search so far.
    pub statistics: Statistics,
    /// The proven lower bound: every solution has at least this many moves. If moves have costs,
    /// the first criterion of the objective is at least this in every solution.
    pub lower_bound: u32,
}

/// A function that is called with the progress of a search.
pub type ProgressCallback = Arc<dyn Fn(&Progress) + Send + Sync>;

/// A function that is called with a lower bound and the number of nodes that the search had expanded
/// when it proved this bound.
pub type BoundCallback = Arc<dyn Fn(u32, u64) + Send + Sync>;

/// A limit on the memory of the whole process, and a way to measure it.
///
/// [`Limits::memory`] limits the bytes that one search accounts for. A ceiling limits the bytes
/// that the process really uses, whoever allocated them.
#[derive(Debug, Clone, Copy)]
pub struct Ceiling {
    /// The process may have at most this many bytes in use.
    pub bytes: u64,
    /// Returns the number of bytes in use now. This function is called often and must be fast.
    pub in_use: fn() -> u64,
}

impl Ceiling {
    /// Whether another `more` bytes fit below the ceiling now.
    pub fn fits(&self, more: u64) -> bool {
        (self.in_use)().saturating_add(more) <= self.bytes
    }
}

/// Limits on a search. By default there are no limits.
#[derive(Clone, Default)]
pub struct Limits {
    /// The wall-clock time that each search may take.
    pub time: Option<Duration>,
    /// The point in time at which every search stops. Several searches that share one deadline
    /// cannot restart the clock.
    pub deadline: Option<Instant>,
    /// The number of bytes that a search may hold at once, tables included.
    pub memory: Option<u64>,
    /// The number of bytes that something else holds on behalf of the search, such as a puzzle that
    /// keeps its states. They count towards [`memory`](Self::memory).
    pub held_elsewhere: Option<Arc<AtomicU64>>,
    /// A limit on the bytes that the whole process holds at once.
    pub ceiling: Option<Ceiling>,
    /// The number of nodes that may be expanded.
    pub states: Option<u64>,
    /// The number of threads that an algorithm may use, if it can use several. `None` means one
    /// thread.
    pub threads: Option<NonZeroUsize>,
    /// A flag that another thread may set to stop the search.
    pub cancel: Option<Arc<AtomicBool>>,
    /// A function that a searching thread calls with the progress of the search, at most ten times
    /// a second.
    pub progress: Option<ProgressCallback>,
    /// A function that is called whenever a search has proven a greater lower bound than before.
    pub bounds: Option<BoundCallback>,
}

impl Limits {
    /// The number of threads that an algorithm may use; one by default.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns these limits with the time limit turned into a deadline that counts from now.
    /// However many searches share the result, they end by the same point in time.
    #[must_use]
    pub fn from_now(&self) -> Self {
        Self {
            deadline: earliest(self.deadline, self.time, Instant::now()),
            time: None,
            ..self.clone()
        }
    }

    /// Returns these limits with at most `most` states.
    #[must_use]
    pub fn at_most_states(&self, most: u64) -> Self {
        Self {
            states: Some(self.states.unwrap_or(most).min(most)),
            ..self.clone()
        }
    }
}

/// The earlier of `deadline` and the end of `time` counted from `start`. If that end is later than
/// the clock can represent, `time` sets no limit.
fn earliest(deadline: Option<Instant>, time: Option<Duration>, start: Instant) -> Option<Instant> {
    let end = time.and_then(|time| start.checked_add(time));
    match (deadline, end) {
        (Some(deadline), Some(end)) => Some(deadline.min(end)),
        (one, other) => one.or(other),
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("time", &self.time)
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("held_elsewhere", &self.held_elsewhere)
            .field("ceiling", &self.ceiling)
            .field("states", &self.states)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// The number of expansions between two checks of the clock and the cancel flag.
const POLL_EVERY: u32 = 1024;
/// An allocation of at least this many bytes is checked at once against the [`Ceiling`] on the
/// memory of the process. For smaller allocations, it is enough to check the ceiling together with
/// the clock.
const LOOKS_UP: u64 = 64 << 10;
/// The time between two calls of the progress callback.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Counts the work of a search and reports when a limit is reached.
///
/// Each search has one meter. The search calls `expand` once per expanded node, and `hold` whenever
/// the memory held changes by more than a node.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    started: Instant,
    deadline: Option<Instant>,
    last_progress: Duration,
    expanded: u64,
    generated: u64,
    held: u64,
    peak: u64,
    lower_bound: u32,
    until_poll: u32,
}

impl<'a> Meter<'a> {
    /// Creates a meter and starts its clock.
    pub fn new(limits: &'a Limits) -> Self {
        let started = Instant::now();
        Self {
            limits,
            started,
            deadline: earliest(limits.deadline, limits.time, started),
            last_progress: Duration::ZERO,
            expanded: 0,
            generated: 0,
            held: 0,
            peak: 0,
            lower_bound: 0,
            until_poll: 1,
        }
    }

    /// Counts one expanded node.
    ///
    /// # Errors
    /// Returns the limit that forbids the expansion.
    #[inline]
    pub fn expand(&mut self) -> Result<(), StopReason> {
        if self.limits.states.is_some_and(|most| self.expanded >= most) {
            return Err(StopReason::States);
        }
        self.expanded += 1;
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.poll()?;
        }
        Ok(())
    }

    /// Counts `n` expanded nodes and then calls [`poll`](Self::poll). If the limit on states does
    /// not allow all of the `n` nodes, counts none of them. This method is meant for searches that
    /// expand nodes in batches of a few thousand.
    ///
    /// # Errors
    /// Returns the limit that forbids the expansions.
    pub fn expand_many(&mut self, n: u64) -> Result<(), StopReason> {
        let expanded = self.expanded.saturating_add(n);
        if self.limits.states.is_some_and(|most| expanded > most) {
            return Err(StopReason::States);
        }
        self.expanded = expanded;
        self.poll()
    }

    /// How many nodes have been expanded, and how many have been generated.
    pub fn counts(&self) -> (u64, u64) {
        (self.expanded, self.generated)
    }

    /// Replaces the numbers of expanded and generated nodes. A search calls this method when it
    /// learns that it must report other counts than those so far.
    pub fn recount(&mut self, expanded: u64, generated: u64) {
        (self.expanded, self.generated) = (expanded, generated);
    }

    /// The number of nodes that the search may still expand; `u64::MAX` if there is no limit on
    /// states.
    pub fn room(&self) -> u64 {
        self.limits
            .states
            .map_or(u64::MAX, |most| most.saturating_sub(self.expanded))
    }

    /// Counts `n` generated nodes.
    #[inline]
    pub fn generate(&mut self, n: u64) {
        self.generated += n;
        // If nodes have hundreds of moves, the checks that `expand` triggers would come too rarely.
        let looks = u32::try_from(n / 64).unwrap_or(u32::MAX);
        self.until_poll = self.until_poll.saturating_sub(looks).max(1);
    }

    /// Checks the clock, the ceiling and the cancel flag now. Loops that expand nothing must call
    /// this method at least every few milliseconds.
    ///
    /// # Errors
    /// Returns the limit that is reached.
    #[cold]
    pub fn poll(&mut self) -> Result<(), StopReason> {
        self.until_poll = POLL_EVERY;
        if let Some(cancel) = &self.limits.cancel
            && cancel.load(Ordering::Relaxed)
        {
            return Err(StopReason::Cancelled);
        }
        if self.limits.held_elsewhere.is_some() {
            self.hold(self.held)?;
        }
        if self.limits.ceiling.is_some_and(|ceiling| !ceiling.fits(0)) {
            return Err(StopReason::Memory);
        }
        if self.deadline.is_none() && self.limits.progress.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(StopReason::Time);
        }
        let elapsed = now.duration_since(self.started);
        if let Some(progress) = &self.limits.progress
            && elapsed - self.last_progress >= PROGRESS_EVERY
        {
            self.last_progress = elapsed;
            progress(&Progress {
                statistics: self.statistics(),
                lower_bound: self.lower_bound,
            });
        }
        Ok(())
    }

    /// Reports that the search now holds `bytes` in total, without those that are
    /// [held elsewhere](Limits::held_elsewhere).
    ///
    /// # Errors
    /// Returns [`StopReason::Memory`] if `bytes` exceeds the limit or the increase does not fit
    /// below the ceiling. After such an error the recorded peak stays unchanged, because the caller
    /// must not take the memory.
    #[inline]
    pub fn hold(&mut self, bytes: u64) -> Result<(), StopReason> {
        let total = bytes.saturating_add(self.held_elsewhere());
        if self.limits.memory.is_some_and(|most| total > most) {
            return Err(StopReason::Memory);
        }
        let more = bytes.saturating_sub(self.held);
        if more >= LOOKS_UP
            && self
                .limits
                .ceiling
                .is_some_and(|ceiling| !ceiling.fits(more))
        {
            return Err(StopReason::Memory);
        }
        self.held = bytes;
        self.peak = self.peak.max(total);
        Ok(())
    }

    fn held_elsewhere(&self) -> u64 {
        let bytes = self.limits.held_elsewhere.as_ref();
        bytes.map_or(0, |bytes| bytes.load(Ordering::Relaxed))
    }

    /// The number of bytes last passed to [`hold`](Self::hold).
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Records the proof that every solution has at least `moves` moves. In a search with an
    /// objective, the bound applies to the first criterion instead.
    #[inline]
    pub fn prove_at_least(&mut self, moves: u32) {
        if moves > self.lower_bound {
            self.lower_bound = moves;
            if let Some(bounds) = &self.limits.bounds {
                bounds(moves, self.expanded);
            }
        }
    }

    /// The best bound passed to [`prove_at_least`](Self::prove_at_least).
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// The time at which the search must stop; `None` if time does not limit it.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The limits that this meter enforces.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The work of the search so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.expanded,
            generated: self.generated,
            peak_bytes: self.peak.max(self.held + self.held_elsewhere()),
            elapsed: self.started.elapsed(),
        }
    }
}
