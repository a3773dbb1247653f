//! Verifies the table of a pattern.
//!
//! # Problem
//! A pattern's table holds, for each kept part, the *least* distance over the classes of
//! what is lost. Which class that is the table does not say, so neighbouring entries
//! may differ by any number, and no condition on an entry and its neighbours alone
//! can tell a right table from a wrong one.
//!
//! # Solution
//! The distances are found again, class by class, by the plainest breadth-first search: from
//! the goals, a layer at a time, a state at a time, each by [`PatternSpace::costed`]
//! alone, with a bit for every state that is known, one for every state of the layer and
//! one for the next. An entry is compared when its kept part is first reached. What is
//! proven is that every entry is what the pattern's own costed moves make it; that
//! those are the puzzle's is tested by `fewest_rules::laws`.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Limits, Meter, PatternSpace, StopReason};

use crate::table::{Verification, Verified, WrongDistance};

/// The most that half an excess is kept as; greater ones are kept as this.
pub(crate) const MOST: u32 = 14;
/// Kept parts that a thread looks at before it looks at the limits.
const CHUNK: u64 = 1 << 16;

/// Verifies that `excess(rank)` is half of how much the least distance of the kept part with
/// that number exceeds its base, 14 if it is more, and `None` if no class of it
/// reaches a goal.
///
/// Takes three bytes a kept part, and about the time of making the table.
pub fn verify_patterns<S: PatternSpace>(
    space: &S,
    excess: impl Fn(u64) -> Option<u32> + Sync,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Verification {
    let mut meter = Meter::new(limits);
    let least: Mutex<Option<WrongDistance>> = Mutex::new(None);
    let compare = |rank: u64, distance: Option<u32>| {
        let wanted = distance.map(|distance| {
            let base = space.base(space.unrank(rank));
            (distance.saturating_sub(base) / 2).min(MOST)
        });
        let found = excess(rank);
        if found != wanted {
            let mut least = least.lock().unwrap_or_else(PoisonError::into_inner);
            if least.is_none_or(|wrong| rank < wrong.rank) {
                *least = Some(WrongDistance {
                    rank,
                    found,
                    wanted,
                });
            }
        }
    };
    let result = search(space, threads, &mut meter, &compare);
    let wrong = least.into_inner().unwrap_or_else(PoisonError::into_inner);
    Verification {
        result: match (wrong, result) {
            (Some(wrong), _) => Verified::Wrong(wrong),
            (None, Ok(())) => Verified::Sound,
            (None, Err(reason)) => Verified::Stopped(reason),
        },
        statistics: meter.statistics(),
    }
}

/// Tells `compare` of each kept part its least distance, in whatever order.
fn search<S: PatternSpace>(
    space: &S,
    threads: NonZeroUsize,
    meter: &mut Meter,
    compare: &(impl Fn(u64, Option<u32>) + Sync),
) -> Result<(), StopReason> {
    meter.hold(space.size().saturating_mul(3))?;
    let [known, now, next] = [(); 3].map(|()| bytes(space.size()));
    let (known, now, next) = (known?, now?, next?);
    // Whether every thread that is asked has ended, and how many states it had.
    let mut over_all = |work: &(dyn Fn(usize) -> u64 + Sync)| -> Result<u64, StopReason> {
        over_all(space.size(), threads, meter, work)
    };
    space.goals(|rank, classes| {
        now[rank as usize].fetch_or(classes, Ordering::Relaxed);
    });
    for depth in 0.. {
        let expanded = over_all(&|at| {
            let classes = now[at].load(Ordering::Relaxed);
            if classes == 0 {
                return 0;
            }
            if known[at].fetch_or(classes, Ordering::Relaxed) == 0 {
                compare(at as u64, Some(depth));
            }
            let kept = space.unrank(at as u64);
            space.costed(at as u64, kept, classes, |rank, class| {
                next[rank as usize].fetch_or(class, Ordering::Relaxed);
            });
            1
        })?;
        if expanded == 0 {
            break;
        }
        over_all(&|at| {
            let reached = next[at].swap(0, Ordering::Relaxed);
            now[at].store(
                reached & !known[at].load(Ordering::Relaxed),
                Ordering::Relaxed,
            );
            0
        })?;
    }
    over_all(&|at| {
        if known[at].load(Ordering::Relaxed) == 0 {
            compare(at as u64, None);
        }
        0
    })?;
    Ok(())
}

fn bytes(size: u64) -> Result<Vec<AtomicU8>, StopReason> {
    let len = usize::try_from(size).map_err(|_| StopReason::Memory)?;
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(len)
        .map_err(|_| StopReason::Memory)?;
    bytes.resize_with(len, || AtomicU8::new(0));
    Ok(bytes)
}

/// Calls `work` with every number below `size` and sums what it returns: states that
/// were expanded.
fn over_all(
    size: u64,
    threads: NonZeroUsize,
    meter: &mut Meter,
    work: &(dyn Fn(usize) -> u64 + Sync),
) -> Result<u64, StopReason> {
    let meter = Mutex::new(meter);
    let next = AtomicU64::new(0);
    let run = || -> Result<u64, StopReason> {
        let mut sum = 0;
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= size {
                return Ok(sum);
            }
            let chunk = first..size.min(first.saturating_add(CHUNK));
            let expanded = chunk.map(|at| work(at as usize)).sum();
            sum += expanded;
            meter
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .expand_many(expanded)
                .inspect_err(|_| next.store(size, Ordering::Relaxed))?;
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.get()).map(|_| scope.spawn(run)).collect();
        others.into_iter().fold(run(), |result, other| {
            let other = other
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(result? + other?)
        })
    })
}
