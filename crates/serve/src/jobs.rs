//! Runs computations on threads of their own. Only a few computations run at the same time. A
//! limited number of other requests wait until a computation ends, and the server refuses all
//! further ones.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::api::Refusal;

/// Limits how many requests compute at the same time and how many wait. Clones share the limits.
#[derive(Debug, Clone)]
pub(crate) struct Jobs {
    places: Arc<Semaphore>,
    /// The free places in the queue.
    queue: Arc<Semaphore>,
    most_queued: usize,
}

/// A ticket: the place of a request in the queue of requests that wait to compute. Dropping the
/// ticket frees this place.
#[derive(Debug)]
pub(crate) struct Ticket {
    jobs: Jobs,
    _in_queue: OwnedSemaphorePermit,
}

impl Jobs {
    /// Allows `at_once` requests to compute at the same time, and `most_queued` requests to wait.
    pub(crate) fn new(at_once: usize, most_queued: usize) -> Self {
        let most_queued = most_queued.min(Semaphore::MAX_PERMITS);
        Self {
            places: Arc::new(Semaphore::new(at_once)),
            queue: Arc::new(Semaphore::new(most_queued)),
            most_queued,
        }
    }

    /// Joins the queue.
    ///
    /// # Errors
    /// Status 429 if the queue is full.
    pub(crate) fn ticket(&self) -> Result<Ticket, Refusal> {
        let in_queue = Arc::clone(&self.queue).try_acquire_owned();
        let ticket = in_queue.map(|permit| Ticket {
            jobs: self.clone(),
            _in_queue: permit,
        });
        ticket.map_err(|_| {
            let busy = "the server is busy with other requests; try again in a moment";
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, busy)
        })
    }

    /// Runs quick work, which is never cancelled.
    ///
    /// # Errors
    /// The queue is full, the work itself is refused, or the work panicked (status 500).
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.ticket()?.place().await;
        place.run(work).await
    }
}

/// The right of one request to compute now. Dropping this value lets the next request in the queue
/// begin.
#[derive(Debug)]
pub(crate) struct JobPlace {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Ticket {
    /// The number of requests in the queue, including this one.
    pub(crate) fn queued(&self) -> usize {
        self.jobs.most_queued - self.jobs.queue.available_permits()
    }

    /// Waits until the request may compute, and leaves the queue.
    pub(crate) async fn place(self) -> JobPlace {
        // The semaphore is never closed, so waiting for a permit cannot fail.
        let permit = Arc::clone(&self.jobs.places).acquire_owned().await;
        JobPlace {
            _permit: permit.ok(),
        }
    }
}

impl JobPlace {
    /// Runs `work` on a separate thread. The place becomes free only when the work has ended, even
    /// if nobody waits for its result any more.
    ///
    /// # Errors
    /// The work itself is refused, or it panicked (status 500).
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let done = spawn_blocking(move || {
            let done = work();
            drop(self);
            done
        });
        done.await.unwrap_or_else(|_| {
            Err(Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "this request met a fault of the program; others are not affected",
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime")
    }

    #[test]
    fn a_panic_is_the_refusal_of_one_request_and_its_place_is_free_again() {
        runtime().block_on(async {
            let jobs = Jobs::new(1, 1);
            let failed = jobs.run::<()>(|| panic!("a fault, on purpose")).await;
            let status = failed.expect_err("a refusal").status;
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(jobs.run(|| Ok(7)).await.ok(), Some(7));
        });
    }

    #[test]
    fn a_full_queue_refuses_and_an_empty_one_accepts_again() {
        runtime().block_on(async {
            let jobs = Jobs::new(1, 1);
            let (go, wait) = mpsc::channel::<()>();
            let place = jobs.ticket().expect("an empty queue").place().await;
            let running = tokio::spawn(place.run(move || {
                let _ = wait.recv_timeout(Duration::from_secs(30));
                Ok(())
            }));
            let queued = jobs.ticket().expect("room for one");
            let status = jobs.ticket().expect_err("a full queue").status;
            assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
            drop(queued);
            let _ = go.send(());
            assert!(running.await.expect("no panic").is_ok());
            assert_eq!(jobs.run(|| Ok(7)).await.ok(), Some(7));
        });
    }
}
