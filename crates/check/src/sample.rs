//! Looks for wrong distances in a table that was read from a file, in milliseconds.
//!
//! # Problem
//! A checksum says that a file is as it was written, not that what was written is right. To
//! verify all of a large table takes as long as to build it.
//!
//! # Solution
//! A small table is verified completely. Of a large one, the states around the goals are looked at and a few
//! hundred states that nobody can foresee, each with all states on a way down from it to a goal: what raises
//! or lowers whole layers is then found where it begins. A pattern's table has fewer local conditions:
//!
//! - near the goals, a breadth-first search gives the exact distances;
//! - an entry `d` that is not 0 has a neighbour of at most `d - 1`;
//! - a number that only one class can leave has, if its entry is `d`, no neighbour of more than `d + 1`: its
//!   entry is that class's distance, and the move to the neighbour can be taken back.
//!
//! The last two hold where the abstraction [alternates](Abstraction::ALTERNATES), for its moves can be
//! taken back and all cost 1; elsewhere only the first is looked at.
//!
//! A pattern's entry that is too low still says a lower bound; it costs time alone.
//!
//! What is found is certainly wrong; a few entries that are wrong for themselves are seldom
//! found. [`verify`](crate::verify) and [`verify_patterns`](crate::verify_patterns) find all.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;

use fewest_rules::{Abstraction, Cost, Goals, Limits, Ranked};

use crate::pattern::verify_patterns;
use crate::table::{Verified, expected};

/// Tables of up to so many distances are verified completely.
const SMALL: u64 = 1 << 18;
/// Pattern tables of up to so many entries are verified completely.
const SMALL_PATTERN: u64 = 1 << 16;
/// Goals that are looked at.
const MOST_GOALS: usize = 4096;
/// States from which a way down is followed.
const WAYS: u64 = 512;
/// Entries of a pattern's table that are looked at beside those on a way.
const ENTRIES: u64 = 8192;
/// States or kept parts near the goals that are looked at.
const NEAR: usize = 1 << 14;

/// The rank of a state whose `distance` is certainly wrong, if one is found.
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
            // The entry agrees with those of the successors, so one of them is nearer.
            let nearer = distance(rank)?.checked_sub(1)?;
            let state = puzzle.unrank(rank);
            rank = puzzle
                .moves(state)
                .map(|m| puzzle.rank(puzzle.apply(state, m)))
                .find(|&next| distance(next) == Some(nearer))?;
        }
    })
}

/// The ranks of goals and of states that moves lead to from there, breadth first.
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

/// A number whose `entry`, as in [`verify_patterns`], is certainly wrong, if one is found.
///
/// Takes milliseconds, whatever the size of the pattern.
pub fn find_wrong_pattern<A: Abstraction>(
    abstraction: &A,
    entry: impl Fn(u64) -> Option<u32> + Sync,
    most: u32,
) -> Option<u64> {
    if abstraction.size() <= SMALL_PATTERN {
        let one = NonZeroUsize::MIN;
        return match verify_patterns(abstraction, entry, most, one, &Limits::default()).result {
            Verified::Wrong(wrong) => Some(wrong.rank),
            Verified::Sound | Verified::Stopped(_) => None,
        };
    }
    let sample = Sample {
        abstraction,
        entry,
        most,
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

struct Sample<'a, A, E> {
    abstraction: &'a A,
    entry: E,
    most: u32,
}

/// An entry that contradicts the rules.
struct Contradiction;

impl<A: Abstraction, E: Fn(u64) -> Option<u32>> Sample<'_, A, E> {
    /// The distance that the table says a number has at least, and whether it says that it
    /// has no more; `None` if it says that no goal is reached.
    fn distance(&self, rank: u64) -> Option<(u32, bool)> {
        let entry = (self.entry)(rank)?;
        let base = self.abstraction.base(self.abstraction.unrank(rank));
        let excess = if A::ALTERNATES { 2 * entry } else { entry };
        Some((base.saturating_add(excess), entry < self.most))
    }

    /// Finds the exact distances near the goals and compares them.
    ///
    /// The queue is in the order of distances: what a free move leads to is put in front. A number
    /// is compared when it is first taken from the queue, for its distance is exact then.
    fn wrong_near_goals(&self) -> Option<u64> {
        let mut queue = VecDeque::new();
        self.abstraction
            .goals(|rank, classes| queue.push_back((rank, classes, 0)));
        let mut known: HashMap<u64, u8> = HashMap::new();
        let mut near = 0;
        while let Some((rank, classes, distance)) = queue.pop_front() {
            let before = known.entry(rank).or_insert(0);
            let (first, new) = (*before == 0, classes & !*before);
            *before |= classes;
            if new == 0 {
                continue;
            }
            let right = match self.distance(rank) {
                Some((said, true)) => said == distance,
                Some((said, false)) => said <= distance,
                None => false,
            };
            if first && !right {
                return Some(rank);
            }
            near += 1;
            if near == NEAR {
                break;
            }
            let image = self.abstraction.unrank(rank);
            self.abstraction
                .predecessors(rank, image, new, |rank, class, cost| match cost {
                    Cost::Free => queue.push_front((rank, class, distance)),
                    Cost::One => queue.push_back((rank, class, distance + 1)),
                });
        }
        None
    }

    /// The neighbour of a number that the table says is nearest to a goal.
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

/// Numbers below a size that cannot be foreseen.
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
        // Evenly spread, as a remainder would be only nearly.
        Some(((hash * u128::from(self.size)) >> 64) as u64)
    }
}

#[cfg(test)]
mod tests;
