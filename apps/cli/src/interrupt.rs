//! Ctrl-C: the work is asked to end, and what is known is printed even if it does not.
//!
//! Work runs on a thread of its own while the main thread waits for it. If it has not
//! ended a moment after Ctrl-C, be it that it frees gigabytes or that the machine is
//! busy, the main thread prints what the work last reported and ends the program.

use std::io::{self, Write};
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fewest::api::{Answer, AnswerCosts, AnyBoard, Method};
use fewest::rules::{Outcome, Progress, Statistics, StopReason};

use crate::exit::{Exit, Failure};

/// How long work may go on after Ctrl-C. The program ends after half of it if it has nothing to
/// tell.
const GRACE: Duration = Duration::from_millis(70);
/// How long the program may go on after Ctrl-C, whatever it does.
const LAST_GRACE: Duration = Duration::from_secs(1);
/// How often the main thread looks for Ctrl-C while it waits.
const LOOK: Duration = Duration::from_millis(10);
/// As much as main threads have.
const STACK: usize = 8 << 20;

/// The flag that Ctrl-C raises, and the last progress of the work.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    flag: Arc<AtomicBool>,
    at: Arc<OnceLock<Instant>>,
    /// Whether the main thread has output that is not written yet.
    telling: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
}

impl Interrupt {
    /// Listens for Ctrl-C from now on.
    pub(crate) fn listen(&self) {
        let interrupt = self.clone();
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            interrupt.at.get_or_init(Instant::now);
            interrupt.flag.store(true, Ordering::Relaxed);
            thread::sleep(GRACE / 2);
            if interrupt.telling.load(Ordering::SeqCst) {
                thread::sleep(LAST_GRACE);
            } else {
                let _ = writeln!(io::stderr(), "interrupted");
            }
            process::exit(Exit::Interrupted as i32);
        });
    }

    /// The flag that Ctrl-C raises.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    pub(crate) fn raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Sets whether there is output that is not written yet.
    pub(crate) fn tell(&self, telling: bool) {
        self.telling.store(telling, Ordering::SeqCst);
    }

    /// Notes how far the work has come.
    pub(crate) fn note(&self, progress: &Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
    }

    /// Does `work`. If it does not end soon after Ctrl-C, `give_up` is called with what
    /// is known instead, and the program ends.
    ///
    /// # Errors
    /// No thread could be started.
    pub(crate) fn work<T: Send>(
        &self,
        work: impl FnOnce() -> T + Send,
        give_up: impl FnOnce(LastKnown),
    ) -> Result<T, Failure> {
        self.tell(true);
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let started = Instant::now();
        thread::scope(|scope| {
            let (send, receive) = mpsc::sync_channel(1);
            let worker = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    // The main thread waits for it as long as this one runs.
                    let _ = send.send(work());
                })
                .map_err(|error| Failure::usage(format!("cannot start a thread: {error}")))?;
            loop {
                match receive.recv_timeout(LOOK) {
                    Ok(answer) => return Ok(answer),
                    Err(RecvTimeoutError::Timeout) => {
                        if self.at.get().is_some_and(|at| at.elapsed() >= GRACE) {
                            give_up(self.known(started));
                            process::exit(Exit::Interrupted as i32);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(payload) => panic::resume_unwind(payload),
                        Ok(()) => return Err(Failure::Interrupted),
                    },
                }
            }
        })
    }

    fn known(&self, started: Instant) -> LastKnown {
        let progress = *self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        LastKnown {
            lower_bound: progress.map_or(0, |progress| progress.lower_bound),
            statistics: Statistics {
                elapsed: started.elapsed(),
                ..progress
                    .map(|progress| progress.statistics)
                    .unwrap_or_default()
            },
        }
    }
}

/// What is known of work that was given up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastKnown {
    lower_bound: u32,
    pub(crate) statistics: Statistics,
}

impl LastKnown {
    /// As the answer of a search of `board`.
    pub(crate) fn answer(&self, board: &dyn AnyBoard) -> Answer {
        let outcome = Outcome::Stopped {
            lower_bound: self.lower_bound,
            reason: StopReason::Cancelled,
        };
        let costs = board.measure().map(|measure| AnswerCosts {
            measure,
            cost: None,
        });
        Answer {
            costs,
            ..Answer::new(outcome, self.statistics, Method::Abandoned)
        }
    }
}
