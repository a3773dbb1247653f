//! Handles Ctrl-C: asks the work to end, and prints known results even if the work does not end.
//!
//! Work runs in a separate thread while the main thread waits for it. The work may not end soon
//! after Ctrl-C, for instance because it frees gigabytes or the machine is busy. In this case the
//! main thread prints what the work last reported and ends the program.

use std::io::{self, Write};
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fewest::Board;
use fewest::api::AnswerCosts;
use fewest::{Answer, Method};
use fewest_rules::{Outcome, Progress, Statistics, StopReason};

use crate::exit::{Exit, Failure};

/// The time that the work may take to end after Ctrl-C. If there is nothing to print, the program
/// ends after half of this time.
const GRACE: Duration = Duration::from_millis(70);
/// The time after Ctrl-C at which the program ends in any case.
const LAST_GRACE: Duration = Duration::from_secs(1);
/// The interval at which the main thread checks for Ctrl-C while it waits.
const LOOK: Duration = Duration::from_millis(10);
/// The size of the stack of the thread, which is the usual size for main threads.
const STACK: usize = 8 << 20;

/// The flag that Ctrl-C raises, and the last progress of the work.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    flag: Arc<AtomicBool>,
    at: Arc<OnceLock<Instant>>,
    /// Whether the main thread has output that has not been written yet.
    telling: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
}

impl Interrupt {
    /// Installs the handler for Ctrl-C.
    pub(crate) fn listen(&self) {
        let interrupt = self.clone();
        // Without a handler Ctrl-C still ends the program, but without printing known results.
        let _ = ctrlc::set_handler(move || {
            interrupt.at.get_or_init(Instant::now);
            interrupt.flag.store(true, Ordering::Relaxed);
            thread::sleep(GRACE / 2);
            if interrupt.telling.load(Ordering::SeqCst) {
                thread::sleep(LAST_GRACE);
                fewest_play::restore_terminal();
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

    /// Sets whether there is output that has not been written yet.
    pub(crate) fn tell(&self, telling: bool) {
        self.telling.store(telling, Ordering::SeqCst);
    }

    /// Records the progress of the work.
    pub(crate) fn note(&self, progress: &Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
    }

    /// Runs `work`. If the work does not end soon after Ctrl-C, calls `give_up` with what is known
    /// and then ends the program.
    ///
    /// # Errors
    /// The thread for the work could not be started.
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
                    // Sending cannot fail, because the main thread waits for the result as long as
                    // this thread runs.
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

/// The lower bound and the statistics that are known when the program stops waiting for its work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastKnown {
    pub(crate) lower_bound: u32,
    pub(crate) statistics: Statistics,
}

impl LastKnown {
    /// Converts the known results to the answer of a search of `board`.
    pub(crate) fn answer(&self, board: &Board) -> Answer {
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
