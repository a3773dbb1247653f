//! An iteration of IDA* by several threads.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fewest_rules::{Heuristic, Limits, Meter, Puzzle, StopReason};

use super::subtrees::{Iteration, WalkedSubtrees};
use crate::pruning::Pruning;
use crate::threads::{beside, lock};

/// Walks the subtrees of an iteration with as many threads as the limits allow. The calling thread
/// enforces the limits for all threads.
pub(super) fn walk_together<P, H, K>(
    iteration: &Iteration<P, H, K>,
    meter: &mut Meter,
) -> Result<Vec<WalkedSubtrees<P::Move>>, StopReason>
where
    P: Puzzle,
    H: Heuristic<P>,
    K: Pruning<P>,
{
    let most = MOST_THREADS.min(iteration.subtrees()).max(1);
    let threads = meter.limits().threads().get().min(most);
    let progress = iteration.progress();
    let before = meter.counts();
    let share = |most: u64| most.saturating_sub(meter.held()) / threads as u64;
    let memory = Limits {
        memory: meter.limits().memory.map(share),
        ..Limits::default()
    };
    let others = threads - 1;
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
