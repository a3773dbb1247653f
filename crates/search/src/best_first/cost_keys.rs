//! Keys: a cost and a number of moves, packed into one number.
//!
//! A search for a solution of least cost compares paths by a *key*. If there are two criteria, the
//! first criterion lies in the high half of a 64-bit number and the second in the low half. Keys
//! are then compared lexicographically and added like numbers, so that one search serves all
//! objectives.

use fewest_rules::{MoveCosts, Objective, StopReason};

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
    pub(crate) fn step(self, cost: u16) -> u64 {
        u64::from(cost) * self.per_cost + self.per_move
    }

    /// The key of a path that consists of a path with the key `key` and a path with the key `step`.
    ///
    /// # Errors
    /// Returns [`StopReason::Capacity`] if a criterion reaches 2³² − 1.
    #[inline]
    pub(crate) fn add(self, key: u64, step: u64) -> Result<u64, StopReason> {
        let low = (key & LOW) + (step & LOW);
        let high = (key >> 32) + (step >> 32);
        if low < LOW && high < LOW {
            Ok(high << 32 | low)
        } else {
            Err(StopReason::Capacity)
        }
    }

    /// The least key of a path whose first criterion is `bound`.
    #[inline]
    pub(crate) fn bound(self, bound: u32) -> u64 {
        u64::from(bound) << self.shift
    }

    /// The greatest key of a path whose first criterion is `most`.
    pub(crate) fn last(self, most: u32) -> u64 {
        self.bound(most) | ((1 << self.shift) - 1)
    }

    /// The cost of a path with the key `key`.
    pub(crate) fn cost(self, key: u64) -> u32 {
        match self.per_cost < self.per_move {
            true => (key & LOW) as u32,
            false => self.first(key),
        }
    }

    /// The value of the first criterion in a key: the number of moves for
    /// [`Objective::MovesThenCost`], and the cost for the other objectives.
    #[inline]
    pub(crate) fn first(self, key: u64) -> u32 {
        u32::try_from(key >> self.shift).unwrap_or(u32::MAX)
    }

    /// Whether the number of moves is one of the criteria.
    pub(crate) fn counts_moves(self) -> bool {
        self.per_move > 0
    }
}

/// The move from `before` to `after` with the least key, or the first of these moves if there are
/// several.
///
/// # Errors
/// [`StopReason::Contradiction`] if no move connects the states.
pub(crate) fn cheapest_move<P: MoveCosts>(
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
    use super::CostKeys;
    use fewest_rules::{Objective, StopReason};

    #[test]
    fn keys_add_and_compare_like_pairs() {
        let keys = CostKeys::new(Objective::CostThenMoves);
        let three = keys.add(keys.step(3), keys.step(0)).unwrap();
        assert_eq!(keys.first(three), 3);
        assert!(three > keys.step(3) && three < keys.step(4));
        let keys = CostKeys::new(Objective::MovesThenCost);
        let two = keys.add(keys.step(65_535), keys.step(0)).unwrap();
        assert_eq!(keys.first(two), 2);
        assert!(keys.step(65_535) < two);
        for objective in [
            Objective::Cost,
            Objective::CostThenMoves,
            Objective::MovesThenCost,
        ] {
            let keys = CostKeys::new(objective);
            let most = keys.bound(u32::MAX - 1);
            assert_eq!(keys.first(most), u32::MAX - 1);
            assert_eq!(keys.add(most, keys.step(1)), Err(StopReason::Capacity));
        }
    }
}
