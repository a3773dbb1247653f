//! Which solutions may stand for each other: those that differ by the order of independent moves,
//! or perhaps by a symmetry.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::space::{Edge, Space};

/// Rounds after which colours are fine enough.
const ROUNDS: usize = 16;

/// A solution that no listed solution stands for; `None` if there is none. All solutions are given
/// as the numbers of their moves.
///
/// States get colours such that each symmetry that leaves the start as it is maps a state to one of
/// the same colour. So solutions that a symmetry maps to each other pass through the same colours.
/// A solution whose moves can be put into an order that is no solution may be left out.
pub(super) fn missing<'a>(
    space: &Space,
    all: &'a [Vec<usize>],
    is_listed: impl Fn(&[usize]) -> bool,
) -> Option<&'a Vec<usize>> {
    let colours = colours(space);
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
            let mut swapped = moves.clone();
            swapped.swap(place - 1, place);
            match places.get(swapped.as_slice()) {
                Some(&other) => class.join(at, other),
                None => may_be_left_out[at] = true,
            }
        }
    }
    let mut stood_for = vec![false; all.len()];
    for at in 0..all.len() {
        if may_be_left_out[at] || is_listed(&all[at]) {
            let first = class.first(at);
            stood_for[first] = true;
        }
    }
    (0..all.len())
        .find(|&at| !stood_for[class.first(at)])
        .map(|at| &all[at])
}

/// The states from the start on, if the moves are made.
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

/// Colours of states: which are goals, which is the start, and, round by round, the colours and
/// costs of the moves in and out.
fn colours(space: &Space) -> Vec<u64> {
    let mut colours: Vec<u64> = (0..space.size())
        .map(|state| u64::from(space.is_goal[state]) * 2 + u64::from(state == 0))
        .collect();
    for _ in 0..ROUNDS {
        let mut near: Vec<Vec<(bool, u16, u64)>> = vec![Vec::new(); space.size()];
        for (from, edges) in space.edges.iter().enumerate() {
            for &Edge { cost, to, .. } in edges {
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

/// Classes of numbers, each represented by one of them.
struct Classes(Vec<usize>);

impl Classes {
    fn new(size: usize) -> Self {
        Self((0..size).collect())
    }

    fn first(&self, mut at: usize) -> usize {
        while self.0[at] != at {
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other)] = one.min(other);
    }
}
