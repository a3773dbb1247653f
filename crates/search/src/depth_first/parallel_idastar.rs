//! IDA* with several threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fewest_rules::{Heuristic, Limits, Meter, Puzzle, Report, StopReason};

use super::duplicates::Duplicates;
use super::idastar::{AllSubtrees, IdaStar};
use super::step::Rules;
use super::subtrees::Iteration;
use crate::conclusion::conclude;
use crate::pruning::Pruning;
use crate::threads::{beside, lock};

/// Does the same as [`idastar`](crate::idastar) with [`Duplicates::Enter`], but with several threads.
/// The answer and the counts of nodes do not depend on the number of threads.
pub fn parallel_idastar<P, H, K>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    pruning: &K,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Report<P::Move>
where
    P: Puzzle<State: Send + Sync, Move: Send + Sync> + Sync,
    H: Heuristic<P, Cache: Send + Sync> + Sync,
    K: Pruning<P, History: Send + Sync> + Sync,
{
    let mut meter = Meter::new(limits);
    let rules = Rules {
        puzzle,
        heuristic,
        pruning,
    };
    let search = IdaStar::new(rules, start, Duplicates::Enter);
    let result = search.run(&mut meter, |iteration, meter| {
        walk_together(iteration, threads, meter)
    });
    conclude(result, &meter)
}

/// Walks the subtrees of an iteration with `threads` threads. The calling thread enforces the
/// limits for all threads.
fn walk_together<P, H, K>(
    iteration: &Iteration<P, H, K>,
    threads: NonZeroUsize,
    meter: &mut Meter,
) -> AllSubtrees<P::Move>
where
    P: Puzzle<State: Send + Sync, Move: Send + Sync> + Sync,
    H: Heuristic<P, Cache: Send + Sync> + Sync,
    K: Pruning<P, History: Send + Sync> + Sync,
{
    let progress = iteration.progress();
    let before = meter.counts();
    let share = |most: u64| most.saturating_sub(meter.held()) / threads.get() as u64;
    let memory = Limits {
        memory: meter.limits().memory.map(share),
        ..Limits::default()
    };
    let others = threads.get().min(MOST_THREADS) - 1;
    let walks: Vec<_> = (0..others).map(|_| Mutex::new(None)).collect();
    let walk = |number: usize| {
        let mut meter = Meter::new(&memory);
        let walked = iteration.walk(&mut meter, |_| progress.carry_on());
        *lock(&walks[number - 1]) = Some(walked);
    };
    let mut all = Vec::new();
    let mut stopped = None;
    beside(others, &walk, &mut |finished| {
        let own = iteration.walk(meter, |meter| progress.settle(before, meter));
        stopped = own.map(|walked| all.push(walked)).err();
        while stopped.is_none() && !finished() {
            std::thread::sleep(WAIT);
            stopped = progress.settle(before, meter).err();
        }
    });
    for walk in walks {
        match walk.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(Ok(walked)) => all.push(walked),
            Some(Err(reason)) => stopped = known(stopped).or(Some(reason)),
            None => {}
        }
    }
    stopped.map_or(Ok(all), Err)
}

/// Returns `None` in place of [`StopReason::Cancelled`], and any other reason unchanged. A thread
/// also stops with `Cancelled` because another thread has stopped, and then that other thread knows
/// the real reason.
fn known(reason: Option<StopReason>) -> Option<StopReason> {
    reason.filter(|&reason| reason != StopReason::Cancelled)
}

/// When the calling thread has no subtree left to walk, it waits for the other threads. Meanwhile
/// it checks the limits at intervals of this length.
const WAIT: Duration = Duration::from_micros(500);

/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 1024;
