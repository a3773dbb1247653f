//! Solving from a table of the distances to the goals: step down, from each
//! state to a successor that is one nearer.

use std::collections::HashMap;
use std::fmt;

use fewest_rules::{Limits, Meter, Outcome, Proof, Puzzle, Ranked, StopReason};
use num_bigint::BigUint;

use crate::DistanceTable;

/// The table is not one of this puzzle's distances to its goals: a state has a
/// distance, but no successor is one nearer.
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

/// Why shortest solutions were not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCounted {
    /// The table is not this puzzle's.
    WrongTable(WrongTable),
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<WrongTable> for NotCounted {
    fn from(wrong: WrongTable) -> Self {
        Self::WrongTable(wrong)
    }
}

impl From<StopReason> for NotCounted {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl DistanceTable {
    /// The lexicographically first shortest solution from `start`, by the
    /// distances to the goals. Never stopped: it takes at most 254 steps.
    ///
    /// # Errors
    /// If the table is not this puzzle's.
    pub fn solve<P: Ranked>(
        &self,
        puzzle: &P,
        start: P::State,
    ) -> Result<Outcome<P::Move>, WrongTable> {
        if self.distance(puzzle.rank(start)).is_none() {
            let solvable: u64 = self.histogram().iter().sum();
            return Ok(Outcome::Unsolvable(Proof::Invariant(format!(
                "the board is not among the {solvable} of {} from which a goal can be reached",
                self.states()
            ))));
        }
        let first = self.solutions(puzzle, start).next();
        let moves = first.unwrap_or(Ok(Vec::new()))?;
        Ok(Outcome::Solved { moves })
    }

    /// All shortest solutions from `start` in lexicographic order, each worked out
    /// when it is asked for. None if no goal can be reached. An error, if
    /// the table is not this puzzle's, is the last item.
    pub fn solutions<'a, P: Ranked>(
        &'a self,
        puzzle: &'a P,
        start: P::State,
    ) -> TableSolutions<'a, P> {
        let distance = self.distance(puzzle.rank(start));
        TableSolutions {
            table: self,
            puzzle,
            distance: distance.unwrap_or(0),
            states: vec![start],
            moves: Vec::new(),
            done: distance.is_none(),
        }
    }

    /// How many shortest solutions `start` has: 0 if no goal can be reached, 1
    /// if it is one.
    ///
    /// Goes layer by layer over all states that lie on one, holding those of
    /// two layers.
    ///
    /// # Errors
    /// If a limit is reached or the table is not this puzzle's.
    pub fn count_solutions<P: Ranked>(
        &self,
        puzzle: &P,
        start: P::State,
        limits: &Limits,
    ) -> Result<BigUint, NotCounted> {
        let start = puzzle.rank(start);
        let Some(distance) = self.distance(start) else {
            return Ok(BigUint::ZERO);
        };
        let mut meter = Meter::new(limits);
        // By rank in how many ways a state is reached.
        let mut ways = HashMap::from([(start, BigUint::from(1u32))]);
        for nearer in (0..distance).rev() {
            let mut next: HashMap<u64, BigUint> = HashMap::new();
            for (rank, here) in &ways {
                meter.expand()?;
                let mut found = false;
                let mut successors = Vec::new();
                puzzle.successor_ranks(*rank, |after| successors.push(after));
                for after in successors {
                    if self.distance(after) != Some(nearer) {
                        continue;
                    }
                    found = true;
                    if next.len() == next.capacity() {
                        let entries = ways.capacity() + next.capacity() * 3 + 4;
                        meter.hold(entries as u64 * entry_bytes(distance))?;
                    }
                    *next.entry(after).or_default() += here;
                }
                if !found {
                    return Err(WrongTable { rank: *rank }.into());
                }
            }
            ways = next;
        }
        Ok(ways.into_values().sum())
    }
}

/// The bytes of a hash map's entry with a count of at most 2^(8 × `distance`).
fn entry_bytes(distance: u32) -> u64 {
    (size_of::<(u64, BigUint)>() + 17) as u64 + u64::from(distance)
}

/// See [`DistanceTable::solutions`].
#[derive(Debug)]
pub struct TableSolutions<'a, P: Puzzle> {
    table: &'a DistanceTable,
    puzzle: &'a P,
    /// The length of every solution.
    distance: u32,
    /// The states on the way, one more than moves.
    states: Vec<P::State>,
    moves: Vec<P::Move>,
    done: bool,
}

impl<P: Ranked> TableSolutions<'_, P> {
    /// Goes on from the last state by its first move to a nearer one that comes
    /// after `last`; whether there is one.
    fn step(&mut self, last: Option<P::Move>) -> bool {
        let nearer = self.distance - self.moves.len() as u32 - 1;
        let Some(&state) = self.states.last() else {
            return false;
        };
        let later = |&m: &P::Move| last.is_none_or(|last| m > last);
        for m in self.puzzle.moves(state).filter(later) {
            let after = self.puzzle.apply(state, m);
            if self.table.distance(self.puzzle.rank(after)) == Some(nearer) {
                self.states.push(after);
                self.moves.push(m);
                return true;
            }
        }
        false
    }

    /// Takes moves back until another can be made in place of the last.
    fn turn(&mut self) -> bool {
        while let Some(last) = self.moves.pop() {
            self.states.pop();
            if self.step(Some(last)) {
                return true;
            }
        }
        false
    }
}

impl<P: Ranked> Iterator for TableSolutions<'_, P> {
    type Item = Result<Vec<P::Move>, WrongTable>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        while (self.moves.len() as u32) < self.distance {
            if !self.step(None) {
                self.done = true;
                let rank = self.states.last().map(|&state| self.puzzle.rank(state));
                return rank.map(|rank| Err(WrongTable { rank }));
            }
        }
        let solution = self.moves.clone();
        self.done = !self.turn();
        Some(Ok(solution))
    }
}

impl<P: Ranked> std::iter::FusedIterator for TableSolutions<'_, P> {}
