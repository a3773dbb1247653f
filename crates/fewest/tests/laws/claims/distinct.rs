//! Tests that a list of distinct solutions leaves out only solutions that a listed one may stand for:
//! one with the same moves in another order, or one that a symmetry may map to it.
//!
//! This module does not know the symmetries of a puzzle. It gives each state a *colour* such that a
//! symmetry that fixes the start maps every state to a state of the same colour. Two solutions that
//! such a symmetry maps to each other therefore pass through the same colours. The converse need not
//! hold, so the test is lenient but never wrong.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::space::{Edge, Space};

/// How often the colours are refined. Fewer rounds make the test more lenient.
const ROUNDS: usize = 16;

/// A solution among `all` for which no listed solution stands; `None` if there is none. A solution
/// consists of the numbers of its moves.
///
/// If two independent moves of a solution can be swapped and the result is not in `all`, it visits a
/// state twice, and the list may leave out both.
pub(super) fn missing<'a>(
    space: &Space,
    all: &'a BTreeSet<Vec<usize>>,
    is_listed: impl Fn(&Vec<usize>) -> bool,
) -> Option<&'a Vec<usize>> {
    let colours = colours(space);
    let all: Vec<&Vec<usize>> = all.iter().collect();
    let places: HashMap<&[usize], usize> = all
        .iter()
        .enumerate()
        .map(|(at, moves)| (moves.as_slice(), at))
        .collect();
    let mut class = Classes::new(all.len());
    let mut same_colours = BTreeMap::new();
    let mut may_be_left_out = vec![false; all.len()];
    for (at, moves) in all.iter().enumerate() {
        let states = states(space, moves);
        let passed: Vec<u64> = states.iter().map(|&state| colours[state]).collect();
        let other = *same_colours.entry(passed).or_insert(at);
        class.join(at, other);
        for place in 1..moves.len() {
            if !are_independent(space, states[place - 1], moves[place - 1], moves[place]) {
                continue;
            }
            let mut swapped = (*moves).clone();
            swapped.swap(place - 1, place);
            match places.get(swapped.as_slice()) {
                Some(&other) => class.join(at, other),
                None => may_be_left_out[at] = true,
            }
        }
    }
    let mut stood_for = vec![false; all.len()];
    for at in 0..all.len() {
        if may_be_left_out[at] || is_listed(all[at]) {
            stood_for[class.first(at)] = true;
        }
    }
    (0..all.len())
        .find(|&at| !stood_for[class.first(at)])
        .map(|at| all[at])
}

/// The states that the moves pass through, from the start to the goal.
fn states(space: &Space, moves: &[usize]) -> Vec<usize> {
    let mut states = vec![0];
    let mut state = 0;
    for &of in moves {
        state = after(space, state, of).expect("the moves of a solution are legal");
        states.push(state);
    }
    states
}

fn after(space: &Space, state: usize, of: usize) -> Option<usize> {
    let made = space.edges[state].iter().find(|edge| edge.of == of);
    made.map(|edge| edge.to)
}

/// Whether both orders of the moves are legal and lead to the same state.
fn are_independent(space: &Space, state: usize, one: usize, other: usize) -> bool {
    let in_order = |first, second| after(space, state, first).and_then(|s| after(space, s, second));
    let both = in_order(one, other);
    both.is_some() && both == in_order(other, one)
}

/// The colour of each state. At first it tells goals and the start from other states. Each round of
/// refinement adds the costs of the moves into and out of the state, and the colours at their other
/// ends. Moves of the same cost between the same two states count once, for a symmetry need not keep
/// how many there are. For example, up and down lead to the same cell of a torus of two rows.
fn colours(space: &Space) -> Vec<u64> {
    let mut colours: Vec<u64> = (0..space.size())
        .map(|state| u64::from(space.is_goal[state]) * 2 + u64::from(state == 0))
        .collect();
    for _ in 0..ROUNDS {
        let mut near: Vec<Vec<(bool, u16, u64)>> = vec![Vec::new(); space.size()];
        for (from, edges) in space.edges.iter().enumerate() {
            let ways = edges.iter().map(|&Edge { cost, to, .. }| (cost, to));
            for (cost, to) in ways.collect::<BTreeSet<_>>() {
                near[from].push((true, cost, colours[to]));
                near[to].push((false, cost, colours[from]));
            }
        }
        let next = near.into_iter().zip(&colours).map(|(mut near, colour)| {
            near.sort_unstable();
            let mut hasher = DefaultHasher::new();
            (colour, near).hash(&mut hasher);
            hasher.finish()
        });
        colours = next.collect();
    }
    colours
}

/// A partition of numbers into classes.
struct Classes(Vec<usize>);

impl Classes {
    fn new(size: usize) -> Self {
        Self((0..size).collect())
    }

    /// The number that represents the class of `at`.
    fn first(&self, mut at: usize) -> usize {
        while self.0[at] != at {
            at = self.0[at];
        }
        at
    }

    /// Makes one class of two.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::missing;
    use crate::claims::Case;

    /// Whether the listed solutions stand for all of them. A solution is a text of move names.
    fn complete(puzzle: &str, all: &[&str], listed: &[&str]) -> bool {
        let case = Case::new(puzzle, 100).unwrap();
        let names = &case.instance.ground.moves;
        let numbers = |moves: &str| -> Vec<usize> {
            let of = |word: &str| names.iter().position(|name| name == word).unwrap();
            moves.split(' ').map(of).collect()
        };
        let all: BTreeSet<_> = all.iter().map(|moves| numbers(moves)).collect();
        let listed: Vec<_> = listed.iter().map(|moves| numbers(moves)).collect();
        missing(&case.space, &all, |moves| listed.contains(moves)).is_none()
    }

    #[test]
    fn one_order_of_independent_moves_stands_for_the_other() {
        let lamps = "puzzle lamps\nsymbols a b\nboard 1x2\nmove press(cell) [a] -> [b]\n\
                     goal all b\nstart\n  a a\n";
        let all = ["r1c1 r1c2", "r1c2 r1c1"];
        assert!(complete(lamps, &all, &all[..1]));
        assert!(complete(lamps, &all, &all[1..]));
        assert!(!complete(lamps, &all, &[]));
    }

    /// The way by `b` has no counterpart of the move from `c` back to `a`.
    #[test]
    fn ways_that_differ_do_not_stand_for_each_other() {
        let ways = "puzzle ways\nsymbols a b c d\nboard 1x1\nmove to-b [a] -> [b]\n\
                    move from-b [b] -> [d]\nmove to-c [a] -> [c]\nmove from-c [c] -> [d]\n\
                    move back [c] -> [a]\ngoal all d\nstart\n  a\n";
        let all = ["to-b from-b", "to-c from-c"];
        assert!(complete(ways, &all, &all));
        assert!(!complete(ways, &all, &all[..1]));
        assert!(!complete(ways, &all, &all[1..]));
    }
}
