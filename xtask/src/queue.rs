//! Runs tasks, as many at once as there are cores.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// A part of the gate that can run beside others.
pub(crate) struct Task<'a> {
    name: String,
    work: Box<dyn FnOnce() -> Result<(), String> + Send + 'a>,
}

impl<'a> Task<'a> {
    pub(crate) fn new(name: &str, work: impl FnOnce() -> Result<(), String> + Send + 'a) -> Self {
        Self {
            name: name.to_owned(),
            work: Box::new(work),
        }
    }
}

/// Runs all tasks, which begin in the given order. If a task fails, its message is printed at once,
/// and the other tasks still run.
///
/// # Errors
/// The names of the tasks that failed.
pub(crate) fn run(tasks: Vec<Task<'_>>) -> Result<(), String> {
    let waiting = Mutex::new(tasks.into_iter());
    let failed = Mutex::new(Vec::new());
    let next = || {
        waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    };
    let work = || {
        while let Some(task) = next() {
            if let Err(message) = (task.work)() {
                eprintln!("{message}");
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.push(task.name);
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_runs_and_failures_are_named() {
        let done = Mutex::new(Vec::new());
        let task = |n: u32| {
            let done = &done;
            Task::new(&n.to_string(), move || {
                done.lock().unwrap_or_else(PoisonError::into_inner).push(n);
                match n {
                    3 => Err("three".to_owned()),
                    _ => Ok(()),
                }
            })
        };
        assert_eq!(run((0..6).map(task).collect()), Err("failed: 3".to_owned()));
        let mut all = done.lock().unwrap_or_else(PoisonError::into_inner).clone();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4, 5]);
        assert_eq!(run(Vec::new()), Ok(()));
    }
}
