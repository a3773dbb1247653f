//! Answers a request for many boards in parallel.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use fewest::{Error, Reply, Request};
use pyo3::prelude::*;

use crate::board::{Board, json, wrong};
use crate::errors::{Meant, raised};
use crate::limits::{Limits, cores};
use crate::watch::{Watch, caught, wait};

/// The answers of all boards to a request, as JSON, in the order of the boards. Each thread serves one
/// board at a time. The progress callback is called with the number of answers.
#[pyfunction]
pub(crate) fn answer_all(
    py: Python<'_>,
    boards: Vec<Py<Board>>,
    limits: &Limits,
    request: &str,
) -> PyResult<Vec<String>> {
    let request: Request = serde_json::from_str(request).map_err(wrong)?;
    let threads = limits.limits.threads.map_or_else(cores, usize::from);
    let threads = threads.min(boards.len()).max(1);
    let alone = Limits {
        limits: fewest::Limits {
            threads: None,
            memory: limits.limits.memory.map(|bytes| bytes / threads as u64),
            ..limits.limits.clone()
        },
        progress: None,
    };
    let watch = Watch::default();
    let alone = watch.limits(py, &alone);
    let answers: Vec<OnceLock<PyResult<Result<Reply, Error>>>> =
        boards.iter().map(|_| OnceLock::new()).collect();
    let boards: Vec<fewest::Board> = boards.iter().map(|b| b.get().board.clone()).collect();
    py.detach(|| {
        let (next, left) = (AtomicUsize::new(0), AtomicUsize::new(threads));
        let main = thread::current();
        let serve = || {
            while !watch.is_cancelled() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (Some(board), Some(answer)) = (boards.get(at), answers.get(at)) else {
                    break;
                };
                answer.get_or_init(|| caught(|| board.answer(&request, &alone)));
            }
            left.fetch_sub(1, Ordering::Release);
            main.unpark();
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(serve);
            }
            wait(&left, &watch, || {
                let done = next.load(Ordering::Relaxed).saturating_sub(threads);
                Python::attach(|py| match &limits.progress {
                    Some(callback) => callback.call1(py, (done,)).map(|_| ()),
                    None => Ok(()),
                })
            });
        });
    });
    watch.result()?;
    let answers = answers.into_iter().filter_map(OnceLock::into_inner);
    answers
        .map(|answer| match answer? {
            Ok(reply) => json(&reply),
            Err(error) => Err(raised(py, error, Meant::Board)),
        })
        .collect()
}
