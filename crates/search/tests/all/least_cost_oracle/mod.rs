//! A plain Dijkstra and a plain counter of best solutions, which share no code with the searches.

use std::cmp::Reverse as Least;
use std::collections::{BinaryHeap, HashMap};

use fewest_rules::{MoveCosts, Objective, Puzzle};
use num_bigint::BigUint;

use crate::machines::Machine;

/// The two criteria of a path: the one that counts first, and the one that breaks ties.
pub(crate) type Criteria = (u64, u64);

/// The criteria of a path that makes one more move.
pub(crate) fn longer(objective: Objective, (first, second): Criteria, cost: u16) -> Criteria {
    match objective {
        Objective::Cost => (first + u64::from(cost), 0),
        Objective::CostThenMoves => (first + u64::from(cost), second + 1),
        Objective::MovesThenCost => (first + 1, second + u64::from(cost)),
    }
}

/// Computes the least criteria of each reachable state, by Dijkstra's algorithm with a heap.
pub(crate) fn dijkstra<P: MoveCosts<State = u8>>(
    puzzle: &P,
    start: u8,
    objective: Objective,
) -> HashMap<u8, Criteria> {
    let mut settled = HashMap::new();
    let mut heap = BinaryHeap::from([Least(((0, 0), start))]);
    while let Some(Least((criteria, state))) = heap.pop() {
        if settled.contains_key(&state) {
            continue;
        }
        settled.insert(state, criteria);
        for m in puzzle.moves(state) {
            let criteria = longer(objective, criteria, puzzle.cost(state, m));
            heap.push(Least((criteria, puzzle.apply(state, m))));
        }
    }
    settled
}

/// The least criteria of a goal.
pub(crate) fn best<P: MoveCosts<State = u8>>(
    puzzle: &P,
    start: u8,
    objective: Objective,
) -> Option<Criteria> {
    let settled = dijkstra(puzzle, start, objective);
    let goals = settled.iter().filter(|&(&state, _)| puzzle.is_goal(state));
    goals.map(|(_, &criteria)| criteria).min()
}

/// The number of best solutions, counted without the graph of the code under test.
pub(crate) struct Counter<'a, const TWO_WAY: bool> {
    pub(crate) puzzle: &'a Machine<TWO_WAY>,
    pub(crate) objective: Objective,
    /// For each state, the best criteria of a path from the state to a goal.
    pub(crate) rest: Vec<Option<Criteria>>,
    pub(crate) counts: HashMap<u8, BigUint>,
}

impl<const TWO_WAY: bool> Counter<'_, TWO_WAY>
where
    Machine<TWO_WAY>: MoveCosts<State = u8, Move = u8>,
{
    pub(crate) fn count(&mut self, state: u8) -> BigUint {
        if let Some(count) = self.counts.get(&state) {
            return count.clone();
        }
        let rest = self.rest[usize::from(state)].unwrap();
        let mut sum = BigUint::ZERO;
        let free = match self.objective {
            Objective::Cost => self.free_from(state),
            _ => vec![state],
        };
        if free.iter().any(|&state| self.puzzle.is_goal(state)) {
            sum += 1_u8;
        } else {
            for state in free {
                for m in self.puzzle.moves(state).collect::<Vec<_>>() {
                    let cost = self.puzzle.cost(state, m);
                    if self.objective == Objective::Cost && cost == 0 {
                        continue;
                    }
                    let after = self.puzzle.apply(state, m);
                    let further = self.rest[usize::from(after)];
                    if further.is_some_and(|further| longer(self.objective, further, cost) == rest)
                    {
                        sum += self.count(after);
                    }
                }
            }
        }
        self.counts.insert(state, sum.clone());
        sum
    }

    fn free_from(&self, state: u8) -> Vec<u8> {
        let mut reached = vec![state];
        let mut next = 0;
        while let Some(&state) = reached.get(next) {
            next += 1;
            for m in self.puzzle.moves(state) {
                let after = self.puzzle.apply(state, m);
                if self.puzzle.cost(state, m) == 0 && !reached.contains(&after) {
                    reached.push(after);
                }
            }
        }
        reached
    }
}
