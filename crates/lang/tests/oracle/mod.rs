//! Distances by the plainest breadth-first search.

use std::collections::{HashMap, VecDeque};

use rules::Puzzle;

/// The states that can be reached from `start`, by their distance from it, and
/// the least distance of a goal; `None` if there are more than `most` states.
pub(crate) fn reach<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    most: usize,
) -> Option<(HashMap<P::State, u32>, Option<u32>)> {
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
            if !distances.contains_key(&after) {
                distances.insert(after, distance + 1);
                queue.push_back(after);
            }
        }
        if distances.len() > most {
            return None;
        }
    }
    Some((distances, goal))
}
