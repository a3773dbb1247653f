//! Looks for wrong distances in a table that was read from a file, within milliseconds.
//!
//! # Problem
//! A checksum shows that a file is unchanged since it was written, not that its content was right
//! then. Verifying a large table completely takes as long as building it.
//!
//! # Solution
//! A small table is verified completely. In a large table, the search checks the states
//! around the goals. The search also checks a few hundred unpredictable states and every state on a
//! descent from each of them to a goal. An error that raises or lowers whole layers is found at the
//! layer where it begins. The table of a pattern (an [`Abstraction`]) has one entry for each number
//! of a state, which may belong to states of several classes. It satisfies weaker local conditions:
//!
//! - near the goals, a breadth-first search gives the exact distances;
//! - an entry `d` other than 0 has a neighbour of at most `d - 1`;
//! - if only one class of a number has moves and the entry is `d`, no neighbour exceeds `d + 1`:
//!   the entry is the distance of that class, and the move to the neighbour can be taken back.
//!
//! The last two conditions hold only if the abstraction [alternates](Abstraction::ALTERNATES),
//! because then all its moves cost 1 and can be taken back. For other abstractions only the first
//! condition is checked.
//!
//! An entry of a pattern table that is too low is still a lower bound, so it only costs time.
//!
//! Every reported entry is certainly wrong, but a few isolated wrong entries usually go unnoticed.
//! [`verify`](crate::verify) and [`verify_patterns`](crate::verify_patterns) find every wrong
//! entry.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;

use fewest_rules::{Abstraction, Cost, Goals, Limits, Ranked};

use crate::pattern::verify_patterns;
use crate::table::{Verified, expected};

/// Tables with at most this many distances are verified completely.
const SMALL: u64 = 1 << 18;
/// Pattern tables with at most this many entries are verified completely.
const SMALL_PATTERN: u64 = 1 << 16;
/// At most this many goals are checked.
const MOST_GOALS: usize = 4096;
/// The number of unpredictable states from which the search follows a descent to a goal.
const WAYS: u64 = 512;
/// The number of entries of a pattern's table that are checked in addition to those on descents.
const ENTRIES: u64 = 8192;
/// The number of states near the goals that are checked.
const NEAR: usize = 1 << 14;

/// Returns the rank of a state whose `distance` is certainly wrong, if the search finds one.
///
/// Takes milliseconds, whatever the size of the puzzle.
pub fn find_wrong<P: Ranked + Goals>(
    puzzle: &P,
    distance: impl Fn(u64) -> Option<u32>,
) -> Option<u64> {
    let wrong = |rank: u64| expected(puzzle, &distance, rank).is_some();
    let size = puzzle.size();
    if size <= SMALL {
        return (0..size).find(|&rank| wrong(rank));
    }
    if let Some(rank) = around_goals(puzzle).find(|&rank| wrong(rank)) {
        return Some(rank);
    }
    Picked::of(size).take(WAYS as usize).find_map(|first| {
        let mut rank = first;
        loop {
            if wrong(rank) {
                return Some(rank);
            }
            // The entry agrees with those of the successors, so one of the successors is nearer to
            // a goal.
            let nearer = distance(rank)?.checked_sub(1)?;
            let state = puzzle.unrank(rank);
            rank = puzzle
                .moves(state)
                .map(|m| puzzle.rank(puzzle.apply(state, m)))
                .find(|&next| distance(next) == Some(nearer))?;
        }
    })
}

/// Enumerates the ranks of the goals and of the states that their moves lead to, breadth first.
fn around_goals<P: Ranked + Goals>(puzzle: &P) -> impl Iterator<Item = u64> {
    let goals = puzzle.goals().take(MOST_GOALS);
    let mut queue: VecDeque<u64> = goals.map(|goal| puzzle.rank(goal)).collect();
    let mut known: HashSet<u64> = queue.iter().copied().collect();
    let next = move || {
        let rank = queue.pop_front()?;
        let state = puzzle.unrank(rank);
        let near = puzzle
            .moves(state)
            .map(|m| puzzle.rank(puzzle.apply(state, m)));
        queue.extend(near.filter(|&near| known.insert(near)));
        Some(rank)
    };
    std::iter::from_fn(next).take(NEAR)
}

/// Returns a number whose `entry` is certainly wrong, if the search finds one. Entries are defined
/// as in [`verify_patterns`].
///
/// Takes milliseconds, whatever the size of the pattern.
pub fn find_wrong_pattern<A: Abstraction>(
    abstraction: &A,
    entry: impl Fn(u64) -> Option<u32> + Sync,
    stored: impl Fn(u32) -> u32 + Sync,
) -> Option<u64> {
    if abstraction.size() <= SMALL_PATTERN {
        let one = NonZeroUsize::MIN;
        return match verify_patterns(abstraction, entry, stored, one, &Limits::default()).result {
            Verified::Wrong(wrong) => Some(wrong.rank),
            Verified::Sound | Verified::Stopped(_) => None,
        };
    }
    let sample = Sample {
        abstraction,
        entry,
        stored,
    };
    let wrong = sample.wrong_near_goals();
    if !A::ALTERNATES {
        return wrong;
    }
    let picked = || Picked::of(abstraction.size());
    wrong
        .or_else(|| {
            picked()
                .take(ENTRIES as usize)
                .find(|&rank| sample.look(rank).is_err())
        })
        .or_else(|| {
            picked()
                .take(WAYS as usize)
                .find_map(|rank| sample.wrong_on_a_way(rank))
        })
}

struct Sample<'a, A, E, S> {
    abstraction: &'a A,
    entry: E,
    stored: S,
}

/// The error for an entry that contradicts the moves of the abstraction.
struct Contradiction;

impl<A, E, S> Sample<'_, A, E, S>
where
    A: Abstraction,
    E: Fn(u64) -> Option<u32>,
    S: Fn(u32) -> u32,
{
    /// The distance that the table states for a number, and whether it is exact or only a lower
    /// bound. `None` if the table states that no goal can be reached.
    fn distance(&self, rank: u64) -> Option<(u32, bool)> {
        let entry = (self.entry)(rank)?;
        let base = self.abstraction.base(self.abstraction.unrank(rank));
        let excess = if A::ALTERNATES { 2 * entry } else { entry };
        let exact = [entry, entry + 1].map(&self.stored) == [entry, entry + 1];
        Some((base.saturating_add(excess), exact))
    }

    /// Computes the exact distances near the goals and compares them with the table.
    ///
    /// Invariant: the queue is ordered by distance, because states reached by a free move go to the
    /// front and all others to the back. So the distance of a number is exact when the number first
    /// leaves the queue, and that is when the distance is compared.
    fn wrong_near_goals(&self) -> Option<u64> {
        let mut queue = VecDeque::new();
        self.abstraction
            .goals(|rank, classes| queue.push_back((rank, classes, 0_u32)));
        let mut known: HashMap<u64, u8> = HashMap::new();
        let mut near = 0;
        while let Some((rank, classes, distance)) = queue.pop_front() {
            let before = known.entry(rank).or_insert(0);
            let (first, new) = (*before == 0, classes & !*before);
            *before |= classes;
            if new == 0 {
                continue;
            }
            let image = self.abstraction.unrank(rank);
            let unit = if A::ALTERNATES { 2 } else { 1 };
            let excess = distance.saturating_sub(self.abstraction.base(image)) / unit;
            if first && (self.entry)(rank) != Some((self.stored)(excess)) {
                return Some(rank);
            }
            near += 1;
            if near == NEAR {
                break;
            }
            self.abstraction
                .predecessors(rank, image, new, |rank, class, cost| match cost {
                    Cost::Free => queue.push_front((rank, class, distance)),
                    Cost::One => queue.push_back((rank, class, distance + 1)),
                });
        }
        None
    }

    /// Checks the entry of the number `rank` against those of its neighbours. Returns the neighbour
    /// that is nearest to a goal according to the table, or [`Contradiction`] if the entry is
    /// wrong. Returns `None` if the distance is 0, is not exact, or is missing because no goal can
    /// be reached.
    fn look(&self, rank: u64) -> Result<Option<u64>, Contradiction> {
        let Some((distance, exact)) = self.distance(rank) else {
            return Ok(None);
        };
        if distance == 0 || !exact {
            return Ok(None);
        }
        let image = self.abstraction.unrank(rank);
        let mut classes = 0;
        let mut nearest: Option<(u32, u64)> = None;
        let mut farthest = Some(0);
        for class in 0..8 {
            let mut moves = false;
            self.abstraction
                .predecessors(rank, image, 1 << class, |next, _, _| {
                    moves = true;
                    let said = self.distance(next).map(|(distance, _)| distance);
                    if let Some(distance) = said {
                        nearest =
                            Some(nearest.map_or((distance, next), |n| n.min((distance, next))));
                    }
                    farthest = farthest.zip(said).map(|(a, b)| a.max(b));
                });
            classes += u32::from(moves);
        }
        let too_far = farthest.is_none_or(|farthest| farthest > distance + 1);
        match nearest {
            Some((nearest, next)) if nearest < distance && !(classes == 1 && too_far) => {
                Ok(Some(next))
            }
            _ => Err(Contradiction),
        }
    }

    fn wrong_on_a_way(&self, mut rank: u64) -> Option<u64> {
        loop {
            match self.look(rank) {
                Ok(Some(next)) => rank = next,
                Ok(None) => return None,
                Err(Contradiction) => return Some(rank),
            }
        }
    }
}

/// An iterator over unpredictable numbers below `size`.
struct Picked {
    keys: RandomState,
    next: u64,
    size: u64,
}

impl Picked {
    fn of(size: u64) -> Self {
        let keys = RandomState::new();
        Self {
            keys,
            next: 0,
            size,
        }
    }
}

impl Iterator for Picked {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.next += 1;
        let hash = u128::from(self.keys.hash_one(self.next));
        // Multiplying and shifting spreads the hash evenly over the numbers below `size`.
        Some(((hash * u128::from(self.size)) >> 64) as u64)
    }
}

#[cfg(test)]
mod tests;
