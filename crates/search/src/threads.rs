//! Threads that work for one search.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

/// Locks a mutex, even if a thread has panicked while it held the lock: whoever started the thread
/// passes on the panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` with each worker and its index, for all workers at the same time: the first worker
/// in the calling thread, every other worker in a thread of its own. Returns the first error in the
/// order of the workers.
pub fn by_all<W: Send, E: Send>(
    workers: &mut [W],
    work: impl Fn(usize, &mut W) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let Some(others) = workers.len().checked_sub(1) else {
        return Ok(());
    };
    let tasks = workers
        .iter_mut()
        .map(|worker| Mutex::new((worker, Ok(()))));
    let tasks: Vec<_> = tasks.collect();
    let run = |number: usize| {
        let (worker, result) = &mut *lock(&tasks[number]);
        *result = work(number, worker);
    };
    beside(others, &run, &mut |_| run(0));
    let result = |task: Mutex<(_, _)>| task.into_inner().unwrap_or_else(PoisonError::into_inner).1;
    tasks.into_iter().map(result).fold(Ok(()), Result::and)
}

/// Calls `work` with each number from 1 to `others` in a thread of its own, and meanwhile `own` in
/// the calling thread. Returns when all threads have ended. The argument of `own` tells whether all
/// other threads have ended.
///
/// # Panics
///
/// Panics with the panic of a thread.
pub(crate) fn beside(
    others: usize,
    work: &(dyn Fn(usize) + Sync),
    own: &mut dyn FnMut(&dyn Fn() -> bool),
) {
    thread::scope(|scope| {
        let threads = (1..=others).map(|number| scope.spawn(move || work(number)));
        let threads: Vec<_> = threads.collect();
        own(&|| threads.iter().all(ScopedJoinHandle::is_finished));
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{beside, by_all};

    #[test]
    fn every_worker_does_its_own_work() {
        for count in 0..5 {
            let mut workers = vec![0; count];
            let work = |number: usize, worker: &mut usize| -> Result<(), ()> {
                *worker += number + 1;
                Ok(())
            };
            assert_eq!(by_all(&mut workers, work), Ok(()));
            assert_eq!(workers, (1..=count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_is_returned() {
        let work = |number: usize, _: &mut ()| match number {
            0 | 2 => Ok(()),
            number => Err(number),
        };
        assert_eq!(by_all(&mut [(); 4], work), Err(1));
    }

    #[test]
    #[should_panic(expected = "in thread 2")]
    fn a_panic_is_passed_on() {
        let work = |number| assert_ne!(number, 2, "in thread {number}");
        beside(3, &work, &mut |finished| {
            while !finished() {
                std::thread::yield_now();
            }
        });
    }
}
