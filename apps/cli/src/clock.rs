//! The time limits of a command and of its boards. A thread ends the process if no search notices
//! that its time is over.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fewest_rules::Limits;

use crate::exit::Exit;
use crate::quantity::show_duration;

/// The computing time that a command may use after its time limit to report its result, in addition
/// to a hundredth of the limit.
const GRACE: Duration = Duration::from_millis(50);
/// The time that a command may take after its time limit and the grace period, if it makes no
/// progress because other processes keep it from running.
const IDLE_GRACE: Duration = Duration::from_millis(500);

/// The clock of a command, which starts once, when the command begins.
#[derive(Debug, Clone)]
pub(crate) struct Clock {
    started: Instant,
    time: Option<Duration>,
    /// The time at which the last piece of work must end, in microseconds from the start.
    end: Arc<AtomicU64>,
    /// Whether the command is waiting for its input.
    reading: Arc<AtomicBool>,
}

impl Clock {
    /// Starts the clock. A thread ends the process if its work does not end in time.
    pub(crate) fn start(time: Option<Duration>) -> Self {
        let clock = Self {
            started: Instant::now(),
            time,
            end: Arc::new(AtomicU64::new(0)),
            reading: Arc::new(AtomicBool::new(false)),
        };
        if let Some(time) = time {
            clock.allow(clock.started, time);
            let watched = clock.clone();
            // Searches check the clock themselves, so they usually end in time even without this
            // thread.
            let _ = thread::Builder::new()
                .stack_size(64 << 10)
                .spawn(move || watched.watch(time));
        }
        clock
    }

    /// The deadline of the whole command, including its input and output.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.time?)
    }

    /// The deadline of work that has already used `spent` of its time.
    pub(crate) fn after(&self, spent: Duration) -> Option<Instant> {
        let (now, left) = (Instant::now(), self.time?.saturating_sub(spent));
        self.allow(now, left);
        now.checked_add(left)
    }

    /// Whether the time of all work that has begun is over.
    pub(crate) fn is_over(&self) -> bool {
        self.time.is_some() && self.started.elapsed() >= self.end()
    }

    fn end(&self) -> Duration {
        Duration::from_micros(self.end.load(Ordering::Relaxed))
    }

    /// The limits for one of several boards. The time of the board begins now and is the full time
    /// limit.
    pub(crate) fn next(&self, limits: &Limits) -> Limits {
        Limits {
            deadline: self.begin(),
            ..limits.clone()
        }
    }

    /// The deadline of work that begins now and may take the full time limit.
    pub(crate) fn begin(&self) -> Option<Instant> {
        let (now, time) = (Instant::now(), self.time?);
        self.allow(now, time);
        now.checked_add(time)
    }

    /// Allows work that begins at `from` to take `time`.
    pub(crate) fn allow(&self, from: Instant, time: Duration) {
        let end = from.duration_since(self.started).saturating_add(time);
        let end = u64::try_from(end.as_micros()).unwrap_or(u64::MAX);
        self.end.fetch_max(end, Ordering::Relaxed);
    }

    /// Calls `read`, which may wait for the command's input. If the time ends during this call, the
    /// process ends without a grace period, because the command has nothing to report.
    pub(crate) fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
        self.reading.store(true, Ordering::Relaxed);
        let read = read();
        self.reading.store(false, Ordering::Relaxed);
        read
    }

    /// Sets `flag` at the deadline of the whole command.
    pub(crate) fn raise_at_deadline(&self, flag: Arc<AtomicBool>) {
        let Some(deadline) = self.deadline() else {
            return;
        };
        // If this thread cannot start, the process still ends soon after the deadline.
        let _ = thread::Builder::new().stack_size(64 << 10).spawn(move || {
            thread::sleep(deadline.saturating_duration_since(Instant::now()));
            flag.store(true, Ordering::Relaxed);
        });
    }

    /// Ends the process if the command continues after its time is over. The grace period is
    /// measured in computing time if the system reports it, so that a command on a busy machine can
    /// still print its result.
    fn watch(&self, time: Duration) {
        loop {
            let end = self.end();
            thread::sleep(end.saturating_sub(self.started.elapsed()));
            if end < self.end() {
                continue;
            }
            let computed = computing_time();
            let grace = GRACE + time / 100;
            thread::sleep(grace);
            while end == self.end() {
                let late = self.started.elapsed().saturating_sub(end);
                let busy = match (computed, computing_time()) {
                    (Some(before), Some(now)) => now.saturating_sub(before),
                    _ => late,
                };
                let reading = self.reading.load(Ordering::Relaxed);
                if reading || busy >= grace.mul_f64(0.8) || late >= IDLE_GRACE + grace {
                    eprintln!("stopped after {}", show_duration(time));
                    process::exit(Exit::Limit as i32);
                }
                thread::sleep(GRACE / 10);
            }
        }
    }
}

/// The processor time of this process, if the system reports it.
fn computing_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
    }
    #[cfg(not(unix))]
    None
}
