//! Solves from a table of the distances to the goals: moves from each state to a successor that is
//! one move nearer.

use std::fmt;

use fewest_rules::{Outcome, Proof, Ranked};

use crate::DistanceTable;

/// The table does not hold this puzzle's distances to its goals: some state has a distance, but no
/// successor is one move nearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongTable {
    /// The rank of that state.
    pub rank: u64,
}

impl fmt::Display for WrongTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the table does not belong to the puzzle: no move leads from the board with rank {} to one that is nearer to a goal",
            self.rank
        )
    }
}

impl std::error::Error for WrongTable {}

impl DistanceTable {
    /// The lexicographically first of the shortest solutions from `start`, read from the distances
    /// to the goals. It takes at most 254 steps, so no limit applies.
    ///
    /// # Errors
    /// If the table belongs to another puzzle.
    pub fn solve<P: Ranked>(
        &self,
        puzzle: &P,
        start: P::State,
    ) -> Result<Outcome<P::Move>, WrongTable> {
        let Some(distance) = self.distance(puzzle.rank(start)) else {
            let solvable: u64 = self.histogram().iter().sum();
            return Ok(Outcome::Unsolvable(Proof::Invariant(format!(
                "the board is not among the {solvable} of {} from which a goal can be reached",
                self.states()
            ))));
        };
        let mut state = start;
        let mut moves = Vec::with_capacity(distance as usize);
        for nearer in (0..distance).rev() {
            let next = puzzle
                .moves(state)
                .map(|m| (m, puzzle.apply(state, m)))
                .find(|&(_, after)| self.distance(puzzle.rank(after)) == Some(nearer));
            let Some((m, after)) = next else {
                let rank = puzzle.rank(state);
                return Err(WrongTable { rank });
            };
            moves.push(m);
            state = after;
        }
        Ok(Outcome::Solved { moves })
    }
}
