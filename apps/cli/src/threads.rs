//! Divides work among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// Calls `work` once with each number below `count`, in at most `threads` threads: this one and
/// others that it starts. Each thread takes the next number when it has finished one. If the system
/// refuses to start a thread, the threads that run do all the work.
///
/// # Panics
/// Panics with the panic of a thread.
pub(crate) fn share(count: usize, threads: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            work(number);
        }
    };
    thread::scope(|scope| {
        let others = threads.min(count).saturating_sub(1);
        let started = (0..others).map_while(|_| Builder::new().spawn_scoped(scope, run).ok());
        let started: Vec<_> = started.collect();
        run();
        for thread in started {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Barrier, Mutex};
    use std::thread;

    use super::share;

    #[test]
    fn every_number_is_worked_on_once() {
        for (count, threads) in [(0, 3), (1, 1), (1, 4), (2, 3), (1_000, 1), (1_000, 7)] {
            let calls: Vec<_> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            let workers = Mutex::new(HashSet::new());
            share(count, threads, &|number| {
                calls[number].fetch_add(1, Ordering::Relaxed);
                workers.lock().unwrap().insert(thread::current().id());
            });
            assert!(calls.iter().all(|calls| calls.load(Ordering::Relaxed) == 1));
            assert!(workers.into_inner().unwrap().len() <= threads.min(count));
        }
    }

    #[test]
    #[should_panic(expected = "the other thread")]
    fn a_panic_of_another_thread_is_passed_on() {
        let (caller, both) = (thread::current().id(), Barrier::new(2));
        share(2, 2, &|_| {
            both.wait();
            assert_eq!(thread::current().id(), caller, "the other thread");
        });
    }
}
