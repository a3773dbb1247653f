//! What a search minimises: the number of moves, or an objective of costs.
//!
//! A search compares paths by their *keys*. Without costs, the key of a path is its number of moves.
//! With costs there may be two criteria: then the first criterion lies in the high half of a 64-bit
//! number and the second in the low half, so that keys are compared lexicographically and added
//! like numbers.

use std::fmt::Debug;
use std::hash::Hash;

use fewest_rules::{MoveCosts, Objective, Puzzle, StopReason};

use crate::breadth_first::step_between;

/// The keys of paths: how they are added, compared with lower bounds, and ordered in the open list.
pub(crate) trait Weights: Copy + Debug {
    /// The key of a path. The path with the least key is the best.
    type Key: Copy + Ord + Hash + Debug + Default + Into<u64>;

    /// What a move adds to a path; takes no memory if all moves add the same.
    type Step: Copy + Debug;

    /// A key and, unless the key tells it, a number of moves. Of two paths with equal keys, the one
    /// with fewer moves has the lesser rank.
    type Rank: Copy + Ord;

    /// A key above the keys of all paths.
    const NEVER: Self::Key;

    /// A lower bound on the first criterion of a path with at least one move.
    const LEAST: u32;

    /// The same keys as 64-bit numbers.
    fn keys(self) -> CostKeys;

    /// The key of a path of a single move.
    fn key(self, step: Self::Step) -> Self::Key;

    /// The key of a path that consists of two paths.
    ///
    /// # Errors
    /// Returns [`StopReason::Capacity`] if a criterion reaches 2³² − 1.
    fn add(self, key: Self::Key, other: Self::Key) -> Result<Self::Key, StopReason>;

    /// The rank of a path with the key `key` and this number of moves.
    fn rank(self, key: Self::Key, moves: u32) -> Self::Rank;

    /// The value of the first criterion in a key.
    fn first(self, key: Self::Key) -> u32;

    /// The place in the open list of a state that a path with the key `key` reaches and whose
    /// lower bound is `bound`.
    fn priority(self, key: Self::Key, bound: u32) -> u64;

    /// A lower bound on the first criterion of every solution, given the least priority of an open
    /// state.
    fn proven(self, priority: u64) -> u32;

    /// The greatest priority with which a state may lie on a solution whose first criterion is at
    /// most `most`.
    fn last(self, most: u32) -> u64;
}

/// The weights of the moves of a puzzle.
pub(crate) trait MoveWeights<P: Puzzle>: Weights {
    /// What the move `m` from `before` adds to a path.
    fn step(self, puzzle: &P, before: P::State, m: P::Move) -> Self::Step;

    /// The move from `before` to `after` with the least key, or the first of these moves if there
    /// are several.
    ///
    /// # Errors
    /// [`StopReason::Contradiction`] if no move connects the states.
    fn best_move(
        self,
        puzzle: &P,
        before: P::State,
        after: P::State,
    ) -> Result<P::Move, StopReason>;
}

/// The number of moves. In the sum by which open states are ordered, each move made and each move of
/// the lower bound has a weight, and a move made weighs no more than one of the bound.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moves {
    pub(crate) made: u64,
    pub(crate) bound: u64,
}

impl Moves {
    /// Moves made and moves of the lower bound weigh the same.
    pub(crate) const EQUAL: Self = Self { made: 1, bound: 1 };
}

impl Weights for Moves {
    type Key = u32;
    type Step = ();
    type Rank = u32;

    const NEVER: u32 = u32::MAX;
    const LEAST: u32 = 1;

    fn keys(self) -> CostKeys {
        CostKeys {
            per_cost: 0,
            per_move: 1,
            shift: 0,
        }
    }

    #[inline]
    fn key(self, (): ()) -> u32 {
        1
    }

    /// Never fails: a best path visits no state twice, and a search holds fewer than 2³² − 1 states.
    #[inline]
    fn add(self, key: u32, other: u32) -> Result<u32, StopReason> {
        Ok(key + other)
    }

    #[inline]
    fn rank(self, key: u32, _: u32) -> u32 {
        key
    }

    #[inline]
    fn first(self, key: u32) -> u32 {
        key
    }

    #[inline]
    fn priority(self, key: u32, bound: u32) -> u64 {
        u64::from(key) * self.made + u64::from(bound) * self.bound
    }

    /// A solution of `n` moves passes through an open state whose priority is at most `n` times the
    /// weight of the bound.
    #[inline]
    fn proven(self, priority: u64) -> u32 {
        u32::try_from(priority.div_ceil(self.bound)).unwrap_or(u32::MAX)
    }

    #[inline]
    fn last(self, most: u32) -> u64 {
        u64::from(most) * self.bound
    }
}

impl<P: Puzzle> MoveWeights<P> for Moves {
    #[inline]
    fn step(self, _: &P, _: P::State, _: P::Move) {}

    fn best_move(
        self,
        puzzle: &P,
        before: P::State,
        after: P::State,
    ) -> Result<P::Move, StopReason> {
        step_between(puzzle, before, after)
    }
}

/// A mask for the low 32 bits of a key.
const LOW: u64 = u32::MAX as u64;

/// Computes the keys of paths for an objective. A key packs the criteria of the objective, cost and
/// number of moves, into one number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CostKeys {
    per_cost: u64,
    per_move: u64,
    /// The lowest bit of a key that belongs to the first criterion: 32 if there are two criteria,
    /// and 0 if there is one.
    shift: u32,
}

impl CostKeys {
    pub(crate) fn new(objective: Objective) -> Self {
        let (per_cost, per_move, shift) = match objective {
            Objective::Cost => (1, 0, 0),
            Objective::CostThenMoves => (1 << 32, 1, 32),
            Objective::MovesThenCost => (1, 1 << 32, 32),
        };
        Self {
            per_cost,
            per_move,
            shift,
        }
    }

    /// The key of a single move with the cost `cost`.
    #[inline]
    pub(crate) fn of_move(self, cost: u16) -> u64 {
        u64::from(cost) * self.per_cost + self.per_move
    }

    /// The least key of a path whose first criterion is `bound`.
    #[inline]
    pub(crate) fn bound(self, bound: u32) -> u64 {
        u64::from(bound) << self.shift
    }

    /// Whether the first criterion is the only one.
    pub(crate) fn has_one_criterion(self) -> bool {
        self.shift == 0
    }
}

impl Weights for CostKeys {
    type Key = u64;
    type Step = u64;
    type Rank = (u64, u32);

    const NEVER: u64 = u64::MAX;
    const LEAST: u32 = 0;

    fn keys(self) -> CostKeys {
        self
    }

    #[inline]
    fn key(self, step: u64) -> u64 {
        step
    }

    #[inline]
    fn add(self, key: u64, other: u64) -> Result<u64, StopReason> {
        let low = (key & LOW) + (other & LOW);
        let high = (key >> 32) + (other >> 32);
        if low < LOW && high < LOW {
            Ok(high << 32 | low)
        } else {
            Err(StopReason::Capacity)
        }
    }

    #[inline]
    fn rank(self, key: u64, moves: u32) -> (u64, u32) {
        (key, moves)
    }

    /// The number of moves for [`Objective::MovesThenCost`], and the cost for the other objectives.
    #[inline]
    fn first(self, key: u64) -> u32 {
        u32::try_from(key >> self.shift).unwrap_or(u32::MAX)
    }

    #[inline]
    fn priority(self, key: u64, bound: u32) -> u64 {
        key.saturating_add(self.bound(bound))
    }

    #[inline]
    fn proven(self, priority: u64) -> u32 {
        self.first(priority)
    }

    fn last(self, most: u32) -> u64 {
        self.bound(most) | ((1 << self.shift) - 1)
    }
}

impl<P: MoveCosts> MoveWeights<P> for CostKeys {
    #[inline]
    fn step(self, puzzle: &P, before: P::State, m: P::Move) -> u64 {
        self.of_move(puzzle.cost(before, m))
    }

    fn best_move(
        self,
        puzzle: &P,
        before: P::State,
        after: P::State,
    ) -> Result<P::Move, StopReason> {
        let moves = puzzle.moves(before);
        moves
            .filter(|&m| puzzle.apply(before, m) == after)
            .min_by_key(|&m| puzzle.cost(before, m))
            .ok_or(StopReason::Contradiction)
    }
}

/// The cost of a sequence of moves from `start`.
///
/// # Errors
/// Returns [`StopReason::Capacity`] if the cost does not fit into 32 bits.
pub(crate) fn cost_of<P: MoveCosts>(
    puzzle: &P,
    start: P::State,
    moves: &[P::Move],
) -> Result<u32, StopReason> {
    let (mut state, mut sum) = (start, 0_u32);
    for &m in moves {
        sum = sum
            .checked_add(puzzle.cost(state, m).into())
            .ok_or(StopReason::Capacity)?;
        state = puzzle.apply(state, m);
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::{CostKeys, Weights};
    use fewest_rules::{Objective, StopReason};

    #[test]
    fn keys_add_and_compare_like_pairs() {
        let keys = CostKeys::new(Objective::CostThenMoves);
        let three = keys.add(keys.of_move(3), keys.of_move(0)).unwrap();
        assert_eq!(keys.first(three), 3);
        assert!(three > keys.of_move(3) && three < keys.of_move(4));
        let keys = CostKeys::new(Objective::MovesThenCost);
        let two = keys.add(keys.of_move(65_535), keys.of_move(0)).unwrap();
        assert_eq!(keys.first(two), 2);
        assert!(keys.of_move(65_535) < two);
        for objective in [
            Objective::Cost,
            Objective::CostThenMoves,
            Objective::MovesThenCost,
        ] {
            let keys = CostKeys::new(objective);
            let most = keys.bound(u32::MAX - 1);
            assert_eq!(keys.first(most), u32::MAX - 1);
            assert_eq!(keys.add(most, keys.of_move(1)), Err(StopReason::Capacity));
        }
    }
}
