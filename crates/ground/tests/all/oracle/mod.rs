//! Distances by the plainest breadth-first search.

#![allow(dead_code)] // Each test takes what it needs.

use std::collections::{HashMap, VecDeque};

use fewest_rules::Puzzle;

/// The distances from a state of all that it reaches, and that of the nearest goal.
pub(crate) struct Reached<S> {
    pub(crate) distances: HashMap<S, u32>,
    pub(crate) goal: Option<u32>,
}

/// What `start` reaches; `None` if that is more than `most` states.
pub(crate) fn reach<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    most: usize,
) -> Option<Reached<P::State>> {
    let mut distances = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    let mut goal = None;
    while let Some(state) = queue.pop_front() {
        let distance = distances[&state];
        if puzzle.is_goal(state) && goal.is_none() {
            goal = Some(distance);
        }
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            distances.entry(after).or_insert_with(|| {
                queue.push_back(after);
                distance + 1
            });
        }
        if distances.len() > most {
            return None;
        }
    }
    Some(Reached { distances, goal })
}
