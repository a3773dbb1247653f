//! Verifies the table of an abstraction.
//!
//! # Problem
//! Each state of an abstraction has a number and a class (see [`Abstraction`]). The table
//! has one entry for each number: the *least* distance of the states with this number, over all
//! their classes. It does not say which class attains this distance. Neighbouring entries may
//! therefore differ by any amount, and no condition on an entry and its neighbours alone can tell a
//! right table from a wrong one.
//!
//! # Solution
//! The verification computes the distances again, class by class, by the plainest
//! breadth-first search from the goals: layer by layer, state by state, with
//! [`Abstraction::predecessors`] alone. Bit sets hold the known states, the current layer and the
//! next layer. When the search first reaches a number, it compares the entry with the distance. If
//! the two agree everywhere, every entry is proven to follow from the abstraction's own moves. This
//! does not show that the abstraction's moves fit the puzzle's moves; `fewest_rules::laws` tests
//! that.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Abstraction, Cost, Limits, Meter, StopReason};

use crate::chunks::in_chunks;
use crate::table::{Verification, Verified, WrongDistance};

/// How many numbers of states a thread processes between two checks of the limits.
const CHUNK: u64 = 1 << 16;

/// Verifies the entries of a table. The *excess* of a number is the least distance of the states
/// with this number, minus the [base](Abstraction::base) of these states. `entry(rank)` must be the
/// excess of the number `rank`, or half of it if `abstraction`
/// [alternates](Abstraction::ALTERNATES). A table may store large values inexactly: `stored` maps
/// the exact value to the value that is read back from the table. The entry must be `None` if no
/// class of the number reaches a goal.
///
/// Takes three bytes per number, or four if moves may cost nothing, and about as much time as
/// building the table.
pub fn verify_patterns<A: Abstraction>(
    abstraction: &A,
    entry: impl Fn(u64) -> Option<u32> + Sync,
    stored: impl Fn(u32) -> u32 + Sync,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Verification {
    let mut meter = Meter::new(limits);
    let least: Mutex<Option<WrongDistance>> = Mutex::new(None);
    let compare = |rank: u64, distance: Option<u32>| {
        let wanted = distance.map(|distance| {
            let base = abstraction.base(abstraction.unrank(rank));
            let unit = if A::ALTERNATES { 2 } else { 1 };
            stored(distance.saturating_sub(base) / unit)
        });
        let found = entry(rank);
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
    let result = search(abstraction, threads, &mut meter, &compare);
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

/// Searches backwards from the goals, and calls `compare` once for each number of a state. The
/// second argument of the call is the least distance of the states with this number, or `None` if
/// no goal can be reached from them. The calls come in any order.
fn search<A: Abstraction>(
    abstraction: &A,
    threads: NonZeroUsize,
    meter: &mut Meter,
    compare: &(impl Fn(u64, Option<u32>) + Sync),
) -> Result<(), StopReason> {
    let size = abstraction.size();
    let sets = if A::ALTERNATES { 3 } else { 4 };
    meter.hold(size.saturating_mul(sets))?;
    let [known, now, next] = [(); 3].map(|()| bytes(size));
    let (known, now, next) = (known?, now?, next?);
    // The states of the current layer that the last pass over this layer has reached by moves of
    // cost 0. Such moves do not exist if the abstraction alternates.
    let free = bytes(if A::ALTERNATES { 0 } else { size })?;
    // Runs `work` on all numbers. Returns the number of states expanded, or the limit that was
    // reached.
    let mut over_all = |work: &(dyn Fn(usize) -> u64 + Sync)| -> Result<u64, StopReason> {
        over_all(size, threads, meter, work)
    };
    abstraction.goals(|rank, classes| {
        now[rank as usize].fetch_or(classes, Ordering::Relaxed);
    });
    let fresh = |reached: &AtomicU8, at: usize| {
        reached.swap(0, Ordering::Relaxed) & !known[at].load(Ordering::Relaxed)
    };
    for depth in 0.. {
        let mut expanded = 0;
        loop {
            let more = over_all(&|at| {
                let classes = now[at].load(Ordering::Relaxed);
                if classes == 0 {
                    return 0;
                }
                if known[at].fetch_or(classes, Ordering::Relaxed) == 0 {
                    compare(at as u64, Some(depth));
                }
                let image = abstraction.unrank(at as u64);
                let rank = at as u64;
                abstraction.predecessors(rank, image, classes, |rank, class, cost| {
                    let reached = match cost {
                        Cost::One => &next[rank as usize],
                        Cost::Free => &free[rank as usize],
                    };
                    reached.fetch_or(class, Ordering::Relaxed);
                });
                1
            })?;
            expanded += more;
            if A::ALTERNATES || more == 0 {
                break;
            }
            over_all(&|at| {
                now[at].store(fresh(&free[at], at), Ordering::Relaxed);
                0
            })?;
        }
        if expanded == 0 {
            break;
        }
        over_all(&|at| {
            now[at].store(fresh(&next[at], at), Ordering::Relaxed);
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

/// Calls `work` with every number below `size`. Each call returns the number of states expanded,
/// and the result is the sum.
fn over_all(
    size: u64,
    threads: NonZeroUsize,
    meter: &mut Meter,
    work: &(dyn Fn(usize) -> u64 + Sync),
) -> Result<u64, StopReason> {
    let meter = Mutex::new(meter);
    let sum = AtomicU64::new(0);
    in_chunks(size, CHUNK, threads, |chunk| {
        let expanded = chunk.map(|at| work(at as usize)).sum();
        sum.fetch_add(expanded, Ordering::Relaxed);
        let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
        meter.expand_many(expanded)
    })?;
    Ok(sum.into_inner())
}
