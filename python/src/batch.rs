//! Solves many boards in parallel.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use fewest::{SolveError, SolveOptions};
use pyo3::prelude::*;

use crate::board::{Board, json, options};
use crate::errors::{Meant, raised};
use crate::limits::{Limits, cores};
use crate::watch::{Watch, caught, wait};

/// The answers of all boards as JSON, in the order of the boards. Each thread solves one board at a time.
/// The progress callback is called with the number of answers.
#[pyfunction]
pub(crate) fn solve_all(
    py: Python<'_>,
    boards: Vec<Py<Board>>,
    limits: &Limits,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
) -> PyResult<Vec<String>> {
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
    let options = SolveOptions {
        limits: watch.limits(py, &alone),
        ..options(algorithm, heuristic)?
    };
    let answers: Vec<OnceLock<PyResult<Result<fewest::Answer, SolveError>>>> =
        boards.iter().map(|_| OnceLock::new()).collect();
    let boards: Vec<fewest::Board> = boards.iter().map(|b| b.get().board.clone()).collect();
    py.detach(|| {
        let (next, left) = (AtomicUsize::new(0), AtomicUsize::new(threads));
        let main = thread::current();
        let solve = || {
            while !watch.is_cancelled() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let (Some(board), Some(answer)) = (boards.get(at), answers.get(at)) else {
                    break;
                };
                answer.get_or_init(|| caught(|| board.solve_with(&options)));
            }
            left.fetch_sub(1, Ordering::Release);
            main.unpark();
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(solve);
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
            Ok(answer) => json(&answer),
            Err(error) => Err(raised(py, error, Meant::Board)),
        })
        .collect()
}
