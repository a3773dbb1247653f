//! Verifies a table of distances to the goals, state by state.
//!
//! # Problem
//! A table can be wrong in one entry of a billion, and whoever relies on that entry believes that a
//! solution is proven when it is not. Building the table again with the same code proves little,
//! and an independent search needs as much memory again.
//!
//! # Solution
//! A table is right if and only if it is right everywhere *locally*: the distance is 0 exactly at
//! the goals; elsewhere it is one more than the least distance of a successor; and it is missing
//! exactly if the distances of all successors are missing.
//!
//! Proof: a distance `d` is not too low, because from its state a path descends to 0 in `d` moves
//! and so ends at a goal. A distance is neither too high nor missing, because along any path to a
//! goal, read backwards from the goal, the distance rises by at most 1 per move.
//!
//! The check treats every state separately and needs no memory but the table. The check finds
//! successors by making the moves, and uses none of the shortcuts that a puzzle may offer for
//! building tables.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Limits, Meter, Ranked, Statistics, StopReason};

use crate::chunks::in_chunks;

/// The number of states that a thread verifies between two checks of the limits.
const CHUNK: u64 = 4096;

/// The result of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// Every distance is proven right.
    Sound,
    /// A distance does not agree with those of the successors: this distance or that of a successor
    /// is wrong.
    Wrong(WrongDistance),
    /// A limit was reached; none of the distances checked so far is wrong.
    Stopped(StopReason),
}

/// A distance that does not agree with the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongDistance {
    /// The least rank whose distance does not agree with the moves.
    pub rank: u64,
    /// The distance in the table, or the entry in the table of an abstraction. `None` if the table
    /// states that no goal can be reached.
    pub found: Option<u32>,
    /// The distance that follows from the table's distances of the successors. For the table of an
    /// abstraction, the entry that the verification has computed.
    pub wanted: Option<u32>,
}

/// The result of a verification and the work that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verification {
    /// The result of the verification.
    pub result: Verified,
    /// The work; `expanded` counts the states verified.
    pub statistics: Statistics,
}

/// Verifies that `distance(rank)` is the least number of moves to a goal for every state, and
/// `None` if no goal can be reached.
///
/// Calls `distance` once for each state and each move, from `threads` threads.
pub fn verify<P: Ranked + Sync>(
    puzzle: &P,
    distance: impl Fn(u64) -> Option<u32> + Sync,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Verification {
    let size = puzzle.size();
    let meter = Mutex::new(Meter::new(limits));
    // The least wrong rank found so far.
    let wrong = AtomicU64::new(u64::MAX);
    let stopped = in_chunks(size, CHUNK, threads, |mut ranks| {
        // Invariant: threads take ranks in increasing order. So when a wrong rank is found, some
        // thread has already taken every rank below it, and the least wrong rank is always
        // reported.
        if ranks.start > wrong.load(Ordering::Relaxed) {
            return Ok(());
        }
        meter
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .expand_many(ranks.end - ranks.start)?;
        if let Some(rank) = ranks.find(|&rank| expected(puzzle, &distance, rank).is_some()) {
            wrong.fetch_min(rank, Ordering::Relaxed);
        }
        Ok(())
    });
    let result = match (wrong.into_inner(), stopped) {
        (u64::MAX, Ok(())) => Verified::Sound,
        (u64::MAX, Err(reason)) => Verified::Stopped(reason),
        (rank, _) => Verified::Wrong(WrongDistance {
            rank,
            found: distance(rank),
            wanted: expected(puzzle, &distance, rank).flatten(),
        }),
    };
    let meter = meter.into_inner().unwrap_or_else(PoisonError::into_inner);
    Verification {
        result,
        statistics: meter.statistics(),
    }
}

/// Returns `None` if the table agrees with the moves at the state with the rank `rank`: its
/// distance is 0 at a goal, and elsewhere one more than the least distance of a successor.
/// Otherwise returns the distance that follows from the moves; `Some(None)` says that the state
/// should have none.
pub(crate) fn expected<P: Ranked>(
    puzzle: &P,
    distance: &impl Fn(u64) -> Option<u32>,
    rank: u64,
) -> Option<Option<u32>> {
    let state = puzzle.unrank(rank);
    let wanted = if puzzle.is_goal(state) {
        Some(0)
    } else {
        puzzle
            .moves(state)
            .filter_map(|m| distance(puzzle.rank(puzzle.apply(state, m))))
            .min()
            // The addition saturates: a table in which a successor has the greatest possible
            // distance is wrong anyway.
            .map(|least| least.saturating_add(1))
    };
    (distance(rank) != wanted).then_some(wanted)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use fewest_rules::{Limits, Puzzle, Ranked, StopReason};

    use super::{Verified, WrongDistance, verify};

    /// A walk to the right on a line of 10,000 cells, by steps of 1 or 7. The goals are the
    /// multiples of 100. A step of 7 from a cell just before a goal jumps over the goal. No goal
    /// can be reached from the cells after the last multiple.
    struct Line;

    const SIZE: u32 = 10_000;

    impl Puzzle for Line {
        type State = u32;
        type Move = u32;
        fn moves(&self, s: u32) -> impl Iterator<Item = u32> {
            [1, 7].into_iter().filter(move |m| s + m < SIZE)
        }
        fn apply(&self, s: u32, m: u32) -> u32 {
            s + m
        }
        fn is_goal(&self, s: u32) -> bool {
            s > 0 && s.is_multiple_of(100)
        }
    }

    impl Ranked for Line {
        fn size(&self) -> u64 {
            SIZE.into()
        }
        fn rank(&self, s: u32) -> u64 {
            s.into()
        }
        fn unrank(&self, rank: u64) -> u32 {
            rank as u32
        }
        fn successor_ranks(&self, _: u64, _: impl FnMut(u64)) {
            panic!("a short cut of the builder's");
        }
    }

    fn sound() -> Vec<Option<u32>> {
        let left = |rank: u32| (rank.div_ceil(100).max(1) * 100) - rank;
        (0..SIZE)
            .map(|rank| (rank <= 9900).then(|| left(rank) / 7 + left(rank) % 7))
            .collect()
    }

    fn check(table: &[Option<u32>], threads: usize, limits: &Limits) -> Verified {
        let threads = NonZeroUsize::new(threads).unwrap();
        verify(&Line, |rank| table[rank as usize], threads, limits).result
    }

    #[test]
    fn a_sound_table_is_sound() {
        for threads in [1, 2, 5] {
            let table = sound();
            let all = Limits {
                states: Some(SIZE.into()),
                ..Limits::default()
            };
            assert_eq!(check(&table, threads, &all), Verified::Sound);
        }
    }

    #[test]
    fn every_wrong_entry_is_found_and_the_first_is_reported() {
        for at in (0..SIZE as usize)
            .step_by(37)
            .chain([9899, 9900, 9901, 9999])
        {
            for wrong in [None, Some(0), Some(1), Some(3), Some(u32::MAX)] {
                let mut table = sound();
                if table[at] == wrong {
                    continue;
                }
                table[at] = wrong;
                let Verified::Wrong(first) = check(&table, 2, &Limits::default()) else {
                    panic!("{wrong:?} at {at}");
                };
                // The reported entry is the wrong entry itself, or one that is a move before it.
                assert!(
                    [at, at.wrapping_sub(1), at.wrapping_sub(7)].contains(&(first.rank as usize))
                );
                assert_eq!(Verified::Wrong(first), check(&table, 1, &Limits::default()));
                assert_eq!(first.found, table[first.rank as usize]);
                assert_ne!(first.found, first.wanted);
            }
        }
    }

    #[test]
    fn what_is_wrong_consistently_is_found() {
        let none = vec![None; SIZE as usize];
        let first = WrongDistance {
            rank: 100,
            found: None,
            wanted: Some(0),
        };
        assert_eq!(check(&none, 2, &Limits::default()), Verified::Wrong(first));
        let higher: Vec<_> = sound().iter().map(|d| d.map(|d| d + 1)).collect();
        assert!(matches!(
            check(&higher, 2, &Limits::default()),
            Verified::Wrong(_)
        ));
        // The table claims that cell 0 is a goal.
        let mut more = sound();
        more[0] = Some(0);
        let first = WrongDistance {
            rank: 0,
            found: Some(0),
            wanted: Some(100 / 7 + 100 % 7),
        };
        assert_eq!(check(&more, 3, &Limits::default()), Verified::Wrong(first));
    }

    #[test]
    fn limits_are_kept_and_stopping_is_not_soundness() {
        let stopped = |limits: Limits| check(&sound(), 2, &limits);
        let states = Limits {
            states: Some(5000),
            ..Limits::default()
        };
        assert_eq!(stopped(states), Verified::Stopped(StopReason::States));
        let time = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        assert_eq!(stopped(time), Verified::Stopped(StopReason::Time));
        let cancel = Limits {
            cancel: Some(Arc::new(AtomicBool::new(true))),
            ..Limits::default()
        };
        assert_eq!(stopped(cancel), Verified::Stopped(StopReason::Cancelled));
    }
}
