//! Distributes consecutive numbers over threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use fewest_rules::StopReason;

/// Calls `work` with consecutive ranges of `chunk` numbers that together contain every number below
/// `size`. Each thread takes the first range that no thread has taken. After an error no thread
/// takes another range.
///
/// # Errors
/// Returns the error of `work`, if a call of `work` fails.
pub(crate) fn in_chunks(
    size: u64,
    chunk: u64,
    threads: NonZeroUsize,
    work: impl Fn(Range<u64>) -> Result<(), StopReason> + Sync,
) -> Result<(), StopReason> {
    let next = AtomicU64::new(0);
    let run = || {
        loop {
            let first = next.fetch_add(chunk, Ordering::Relaxed);
            if first >= size {
                return Ok(());
            }
            let range = first..size.min(first.saturating_add(chunk));
            work(range).inspect_err(|_| next.store(size, Ordering::Relaxed))?;
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.get()).map(|_| scope.spawn(run)).collect();
        others.into_iter().fold(run(), |result, other| {
            let other = other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            result.and(other)
        })
    })
}
