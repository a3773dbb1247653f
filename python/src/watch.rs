//! Runs searches without the interpreter lock. Ctrl-C and exceptions can end these searches.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fewest_rules::Progress;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::limits::Limits;

/// The time between two checks for a signal while other threads search.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The exception that ended a search, if there is one, and the flag that ends the search.
#[derive(Clone, Default)]
pub(crate) struct Watch {
    cancel: Arc<AtomicBool>,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Watch {
    /// Stores `error` if it is the first one, and ends the search.
    pub(crate) fn fail(&self, error: PyErr) {
        let mut kept = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(error);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Ends the search.
    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Returns the exception that ended the search, if there is one.
    pub(crate) fn result(&self) -> PyResult<()> {
        let mut kept = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        kept.take().map_or(Ok(()), Err)
    }

    /// The limits of a search that this watch can end. The search also checks for signals and calls
    /// the progress callback.
    pub(crate) fn limits(&self, py: Python<'_>, limits: &Limits) -> fewest::Limits {
        let watch = self.clone();
        let callback = limits
            .progress
            .as_ref()
            .map(|callback| callback.clone_ref(py));
        let progress = move |progress: &Progress| {
            Python::attach(|py| {
                let told = py.check_signals().and_then(|()| match &callback {
                    Some(callback) => tell(callback.bind(py), progress),
                    None => Ok(()),
                });
                if let Err(error) = told {
                    watch.fail(error);
                }
            });
        };
        fewest::Limits {
            cancel: Some(self.cancel.clone()),
            progress: Some(Arc::new(progress)),
            ..limits.limits.clone()
        }
    }
}

fn tell(callback: &Bound<'_, PyAny>, progress: &Progress) -> PyResult<()> {
    let cost = progress.statistics;
    let seconds = cost.elapsed.as_secs_f64();
    let arguments = (
        cost.expanded,
        cost.generated,
        cost.peak_bytes,
        seconds,
        progress.lower_bound,
    );
    callback.call1(arguments).map(|_| ())
}

/// Calls `work` without the interpreter lock.
///
/// # Errors
/// An exception of the progress callback, an interrupt, or a panic (as `RuntimeError`).
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&fewest::Limits) -> T + Send,
) -> PyResult<T> {
    let watch = Watch::default();
    let within = &watch.limits(py, limits);
    let done = py.detach(|| {
        if within.threads().get() == 1 {
            return caught(|| work(within));
        }
        // Any of several threads may report progress, but only the main thread receives signals.
        let (main, left) = (thread::current(), AtomicUsize::new(1));
        thread::scope(|scope| {
            let left = &left;
            let worker = scope.spawn(move || {
                let done = caught(|| work(within));
                left.store(0, Ordering::Release);
                main.unpark();
                done
            });
            wait(left, &watch, || Ok(()));
            worker.join().unwrap_or_else(|panic| Err(internal(&*panic)))
        })
    });
    watch.result()?;
    done
}

/// Checks for signals and calls `look` until `left` is 0, that is, until all work is done.
pub(crate) fn wait(left: &AtomicUsize, watch: &Watch, look: impl Fn() -> PyResult<()>) {
    while left.load(Ordering::Acquire) > 0 {
        thread::park_timeout(LOOK_EVERY);
        if watch.is_cancelled() {
            continue;
        }
        if let Err(error) = Python::attach(|py| py.check_signals().and_then(|()| look())) {
            watch.fail(error);
        }
    }
}

/// Returns the result of `work`, or an exception if `work` panics.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| internal(&*panic))
}

fn internal(panic: &(dyn Any + Send)) -> PyErr {
    let said = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    PyRuntimeError::new_err(format!(
        "bug in fewest, please report it: {}",
        said.unwrap_or("panic")
    ))
}
