//! Limits as ordinary values, and the meter that holds a search to them.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Statistics, StopReason};

/// How far along a search is, for a progress display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The cost so far.
    pub statistics: Statistics,
    /// Every solution has at least this many moves, as far as is known.
    pub lower_bound: u32,
}

/// Is told how far along a search is.
pub type ProgressCallback = Arc<dyn Fn(&Progress) + Send + Sync>;

/// What all searches of a process may hold together, and how to learn what they do.
///
/// [`Limits::memory`] counts what one search says that it takes; a ceiling counts what
/// really is taken, by whomever.
#[derive(Debug, Clone, Copy)]
pub struct Ceiling {
    /// The most bytes in use.
    pub bytes: u64,
    /// How many bytes are in use now. It is called often and has to be quick.
    pub in_use: fn() -> u64,
}

impl Ceiling {
    /// Whether `more` bytes fit below it now.
    pub fn fits(&self, more: u64) -> bool {
        (self.in_use)().saturating_add(more) <= self.bytes
    }
}

/// What a search may use. The default is no limit at all.
#[derive(Clone, Default)]
pub struct Limits {
    /// Wall-clock time, from the start of each search.
    pub time: Option<Duration>,
    /// When to stop, however many searches came before: work of several parts that
    /// shares one deadline cannot start the clock again.
    pub deadline: Option<Instant>,
    /// Bytes held at once by the search, tables included.
    pub memory: Option<u64>,
    /// Bytes held at once by the process, whoever holds them.
    pub ceiling: Option<Ceiling>,
    /// Nodes expanded.
    pub states: Option<u64>,
    /// How many threads may work at it, where an algorithm can use several; one if
    /// nothing is said.
    pub threads: Option<NonZeroUsize>,
    /// A flag that somebody else may raise to stop the search.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Called a few times a second at the most, from a searching thread.
    pub progress: Option<ProgressCallback>,
}

impl Limits {
    /// How many threads may work.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or(NonZeroUsize::MIN)
    }

    /// These limits for work that begins now: its time is over when the time of these
    /// is, whatever searches it is made of.
    #[must_use]
    pub fn from_now(&self) -> Self {
        Self {
            deadline: earliest(self.deadline, self.time, Instant::now()),
            time: None,
            ..self.clone()
        }
    }
}

/// The earlier of a deadline and the end of `time` from `start` on. A time that
/// ends after all that a clock shows never does.
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
            .field("ceiling", &self.ceiling)
            .field("states", &self.states)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Expansions between two looks at the clock and the cancel flag.
const POLL_EVERY: u32 = 1024;
/// Bytes that are taken at once without a look at the ceiling, which is looked at with
/// the clock as well.
const LOOKS_UP: u64 = 64 << 10;
/// Time between two calls of the progress callback.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Counts what a search does and says when a limit is reached.
///
/// One meter accompanies one search. `expand` is called once per expanded
/// node and `hold` whenever the memory held changes by more than a node.
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
    /// Starts the clock.
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

    /// Counts one node as expanded.
    ///
    /// # Errors
    /// The limit that does not allow it.
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

    /// Counts `n` nodes as expanded, all or none, and polls: for searches that
    /// expand in batches of a few thousand nodes.
    ///
    /// # Errors
    /// The limit that does not allow it.
    pub fn expand_many(&mut self, n: u64) -> Result<(), StopReason> {
        let expanded = self.expanded.saturating_add(n);
        if self.limits.states.is_some_and(|most| expanded > most) {
            return Err(StopReason::States);
        }
        self.expanded = expanded;
        self.poll()
    }

    /// How many nodes were expanded and generated.
    pub fn counts(&self) -> (u64, u64) {
        (self.expanded, self.generated)
    }

    /// Counts so many as expanded and generated in all, where a search comes to
    /// know that what it counted was not what it answers for.
    pub fn recount(&mut self, expanded: u64, generated: u64) {
        (self.expanded, self.generated) = (expanded, generated);
    }

    /// How many more nodes may be expanded.
    pub fn room(&self) -> u64 {
        self.limits
            .states
            .map_or(u64::MAX, |most| most.saturating_sub(self.expanded))
    }

    /// Counts `n` nodes as generated.
    #[inline]
    pub fn generate(&mut self, n: u64) {
        self.generated += n;
        // Where a node has hundreds of moves, expansions alone are rare.
        let looks = u32::try_from(n / 64).unwrap_or(u32::MAX);
        self.until_poll = self.until_poll.saturating_sub(looks).max(1);
    }

    /// Looks at the clock, the ceiling and the cancel flag now. Loops that expand nothing
    /// call it themselves, at least every few milliseconds.
    ///
    /// # Errors
    /// The limit that is reached.
    #[cold]
    pub fn poll(&mut self) -> Result<(), StopReason> {
        self.until_poll = POLL_EVERY;
        if let Some(cancel) = &self.limits.cancel
            && cancel.load(Ordering::Relaxed)
        {
            return Err(StopReason::Cancelled);
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

    /// Says that `bytes` are held from now on, in all.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if that is more than the limit, or if what is added does
    /// not fit below the ceiling; the peak is then
    /// left as it was, for the caller is expected not to take that memory.
    #[inline]
    pub fn hold(&mut self, bytes: u64) -> Result<(), StopReason> {
        if self.limits.memory.is_some_and(|most| bytes > most) {
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
        self.peak = self.peak.max(bytes);
        Ok(())
    }

    /// The bytes held, as last said to [`hold`](Self::hold).
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Says that every solution has at least `moves` moves.
    #[inline]
    pub fn prove_at_least(&mut self, moves: u32) {
        self.lower_bound = self.lower_bound.max(moves);
    }

    /// The bound last said to [`prove_at_least`](Self::prove_at_least).
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// When the search has to be done.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The limits this meter holds the search to.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The cost so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.expanded,
            generated: self.generated,
            peak_bytes: self.peak,
            elapsed: self.started.elapsed(),
        }
    }
}
