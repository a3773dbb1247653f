//! Verifies a table of distances that is larger than the memory.
//!
//! # Problem
//! To verify an entry, the entries of all successors are needed, and these entries lie anywhere in
//! the table.
//!
//! # Solution
//! The entries are verified range by range. While a range is verified, the memory holds for each of
//! its states the least distance of a successor found so far. The table is read in blocks; for each
//! block, all states of the range are expanded, and the successors within the block are looked up.
//! So every state is expanded once for each block.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use fewest_rules::{Limits, Meter, Ranked, StopReason};

use crate::table::{Verification, Verified, WrongDistance};

/// The bytes of memory that a verification uses if there is no limit on the memory.
const MEMORY: u64 = 1 << 30;
/// The table is read in blocks and verified in ranges. Both have at least this many states, unless
/// the table is smaller.
const LEAST: u64 = 1 << 10;
/// The number of states that a thread expands between two checks of the limits.
const CHUNK: usize = 4096;
/// The entry of a state without a distance. Also the initial value of the least distance of a
/// state's successors, before any of them has been looked up.
const NONE: u8 = u8::MAX;

/// A table in a file, and how far its verification got.
pub trait TableInPasses {
    /// The reason why the table cannot be read.
    type Error;

    /// Reads the distances of the ranks from `rank` on, one for each element of `distances`. The
    /// distance is 255 if a state has none. `rank` must be even.
    ///
    /// # Errors
    /// Returns an error if the table cannot be read.
    fn read(&mut self, rank: u64, distances: &mut [u8]) -> Result<(), Self::Error>;

    /// The number of entries, from rank 0 on, that an earlier verification found to be right.
    fn verified(&self) -> u64;

    /// Called when all entries below `rank` have been found right, so that a later call can
    /// continue at `rank`.
    ///
    /// # Errors
    /// Returns an error if the progress cannot be recorded.
    fn advance(&mut self, rank: u64) -> Result<(), Self::Error>;
}

/// Does the same as [`verify`](crate::verify) for distances of at most 254, by passes over the
/// table. Uses as much memory as the limit allows, or 1 GiB if there is no limit. Begins after the
/// entries that an earlier call verified.
///
/// # Errors
/// Returns an error if the table cannot be read.
pub fn verify_in_passes<P: Ranked + Sync, T: TableInPasses>(
    puzzle: &P,
    table: &mut T,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Result<Verification, T::Error> {
    let mut meter = Meter::new(limits);
    let size = puzzle.size();
    let memory = limits.memory.unwrap_or(MEMORY);
    // Blocks and ranges have even sizes, because two distances may share a byte.
    let part = |bytes: u64| (bytes.max(LEAST) & !1).min(size + 1);
    let mut passes = PuzzlePasses {
        puzzle,
        threads,
        block: vec![0; part(memory / 4 * 3) as usize],
        block_at: None,
        least: vec![NONE; part(memory / 8) as usize],
    };
    let held = passes.block.len() as u64 + passes.least.len() as u64;
    let result = match meter.hold(held) {
        Ok(()) => passes.all(table, &mut meter)?,
        Err(reason) => Verified::Stopped(reason),
    };
    Ok(Verification {
        result,
        statistics: meter.statistics(),
    })
}

struct PuzzlePasses<'a, P> {
    puzzle: &'a P,
    threads: NonZeroUsize,
    /// The block of the table that is in memory, as the distances of consecutive ranks.
    block: Vec<u8>,
    /// The rank of the first distance in `block`; `None` if no block is loaded.
    block_at: Option<u64>,
    /// For each state of the range that is being verified, the least distance of a successor found
    /// so far, or [`NONE`].
    least: Vec<u8>,
}

impl<P: Ranked + Sync> PuzzlePasses<'_, P> {
    fn all<T: TableInPasses>(
        &mut self,
        table: &mut T,
        meter: &mut Meter,
    ) -> Result<Verified, T::Error> {
        let size = self.puzzle.size();
        let mut first = table.verified();
        while first < size {
            let states = (self.least.len() as u64).min(size - first);
            self.least.fill(NONE);
            for block in (0..size).step_by(self.block.len()) {
                let length = (self.block.len() as u64).min(size - block) as usize;
                if self.block_at != Some(block) {
                    self.block_at = None;
                    table.read(block, &mut self.block[..length])?;
                    self.block_at = Some(block);
                }
                if let Err(reason) = self.expand(first, states as usize, length, meter) {
                    return Ok(Verified::Stopped(reason));
                }
            }
            if let Err(reason) = meter.expand_many(states) {
                return Ok(Verified::Stopped(reason));
            }
            if let Some(wrong) = self.compare(table, first, states)? {
                return Ok(Verified::Wrong(wrong));
            }
            first += states;
            table.advance(first)?;
        }
        Ok(Verified::Sound)
    }

    /// Expands the `states` states from the rank `first` on, and looks up those successors that lie
    /// in the loaded block. `length` is the length of the block.
    fn expand(
        &mut self,
        first: u64,
        states: usize,
        length: usize,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let puzzle = self.puzzle;
        let (block, from) = (&self.block[..length], self.block_at.unwrap_or(0));
        let chunks = self.least[..states].chunks_mut(CHUNK);
        let shared = Mutex::new((chunks.zip((first..).step_by(CHUNK)), meter));
        let work = || loop {
            let mut lock = shared.lock().unwrap_or_else(PoisonError::into_inner);
            lock.1.poll()?;
            let Some((least, rank)) = lock.0.next() else {
                return Ok(());
            };
            drop(lock);
            for (least, rank) in least.iter_mut().zip(rank..) {
                let state = puzzle.unrank(rank);
                for m in puzzle.moves(state) {
                    let successor = puzzle.rank(puzzle.apply(state, m));
                    let at = successor.wrapping_sub(from);
                    if at < block.len() as u64 {
                        *least = (*least).min(block[at as usize]);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.get()).map(|_| scope.spawn(work)).collect();
            others.into_iter().fold(work(), |result, other| {
                let other = other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                result.and(other)
            })
        })
    }

    /// Compares the entries of a range with the distances that follow from the successors. Returns
    /// the first entry that is wrong.
    fn compare<T: TableInPasses>(
        &self,
        table: &mut T,
        first: u64,
        states: u64,
    ) -> Result<Option<WrongDistance>, T::Error> {
        let mut found = [0; CHUNK];
        let known = |entry: u8| (entry != NONE).then_some(u32::from(entry));
        let least = self.least[..states as usize].chunks(CHUNK);
        for (least, rank) in least.zip((first..).step_by(CHUNK)) {
            let found = &mut found[..least.len()];
            table.read(rank, found)?;
            for ((&least, &mut found), rank) in least.iter().zip(found).zip(rank..) {
                let wanted = match self.puzzle.is_goal(self.puzzle.unrank(rank)) {
                    true => Some(0),
                    false => known(least).map(|least| least + 1),
                };
                let found = known(found);
                if found != wanted {
                    return Ok(Some(WrongDistance {
                        rank,
                        found,
                        wanted,
                    }));
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use fewest_rules::{Limits, Puzzle, Ranked, StopReason};

    use super::{TableInPasses, verify_in_passes};
    use crate::{Verified, verify};

    /// A ring of 20,001 cells. A move goes forward by 1 cell, by 113 cells or by a third of the
    /// ring. Two cells are goals, and the last thousand cells have no moves.
    struct Ring;

    const SIZE: u64 = 20_001;

    impl Puzzle for Ring {
        type State = u64;
        type Move = u64;
        fn moves(&self, s: u64) -> impl Iterator<Item = u64> {
            let moves: &[u64] = if s >= SIZE - 1000 {
                &[]
            } else {
                &[1, 113, SIZE / 3]
            };
            moves.iter().copied()
        }
        fn apply(&self, s: u64, m: u64) -> u64 {
            (s + m) % SIZE
        }
        fn is_goal(&self, s: u64) -> bool {
            s == 4 || s == 9000
        }
    }

    impl Ranked for Ring {
        fn size(&self) -> u64 {
            SIZE
        }
        fn rank(&self, s: u64) -> u64 {
            s
        }
        fn unrank(&self, rank: u64) -> u64 {
            rank
        }
    }

    struct InMemory(Vec<u8>, u64);

    impl TableInPasses for InMemory {
        type Error = ();
        fn read(&mut self, rank: u64, distances: &mut [u8]) -> Result<(), ()> {
            assert_eq!(rank % 2, 0);
            let rank = rank as usize;
            distances.copy_from_slice(&self.0[rank..rank + distances.len()]);
            Ok(())
        }
        fn verified(&self) -> u64 {
            self.1
        }
        fn advance(&mut self, rank: u64) -> Result<(), ()> {
            assert!(rank > self.1);
            self.1 = rank;
            Ok(())
        }
    }

    /// The right distances, found by relaxing all moves until no distance changes.
    fn sound() -> Vec<u8> {
        let mut table = vec![u8::MAX; SIZE as usize];
        loop {
            let mut changed = false;
            for s in (0..SIZE).rev() {
                let next = Ring.moves(s).map(|m| table[Ring.apply(s, m) as usize]);
                let least = next.min().unwrap_or(u8::MAX);
                let wanted = if Ring.is_goal(s) {
                    0
                } else {
                    least.saturating_add(1)
                };
                changed |= table[s as usize] != wanted;
                table[s as usize] = wanted;
            }
            if !changed {
                return table;
            }
        }
    }

    fn limits(memory: u64) -> Limits {
        Limits {
            memory: Some(memory),
            ..Limits::default()
        }
    }

    #[test]
    fn passes_find_what_one_look_finds() {
        let sound = sound();
        assert!(sound.contains(&u8::MAX) && sound.iter().any(|&d| (20..255).contains(&d)));
        for (at, wrong) in [
            (0, None),
            (7, Some(3)),
            (9000, Some(1)),
            (15_000, Some(255)),
            (20_000, Some(2)),
        ] {
            let mut table = sound.clone();
            if let Some(wrong) = wrong {
                table[at] = wrong;
            }
            let entry = |rank: u64| {
                Some(table[rank as usize])
                    .filter(|&d| d != 255)
                    .map(u32::from)
            };
            let expected = verify(&Ring, entry, NonZeroUsize::MIN, &Limits::default());
            for memory in [1 << 13, 1 << 14, 1 << 20] {
                for threads in [1, 3] {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let mut here = InMemory(table.clone(), 0);
                    let found =
                        verify_in_passes(&Ring, &mut here, threads, &limits(memory)).unwrap();
                    assert_eq!(found.result, expected.result, "{at} in {memory} bytes");
                    assert!(found.statistics.peak_bytes <= memory);
                }
            }
        }
    }

    #[test]
    fn a_verification_that_was_stopped_goes_on() {
        let mut table = InMemory(sound(), 0);
        let few = Limits {
            states: Some(5000),
            ..limits(1 << 13)
        };
        let mut rounds = 0;
        loop {
            let found = verify_in_passes(&Ring, &mut table, NonZeroUsize::MIN, &few).unwrap();
            rounds += 1;
            match found.result {
                Verified::Stopped(StopReason::States) => assert!(table.1 < SIZE),
                result => break assert_eq!(result, Verified::Sound),
            }
        }
        assert!(rounds > 2 && table.1 == SIZE);
    }
}
