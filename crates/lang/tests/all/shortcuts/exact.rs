//! Exact distances by the plain reading of the rules.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use fewest_ground::Ground;

use crate::plain::{self, State};

/// All states that a start reaches, with their distances from the nearest goal.
pub(super) struct Space {
    pub(super) states: Vec<State>,
    /// For each state, the least number of moves to a goal and the least sum of their costs; `None` if
    /// no goal can be reached.
    pub(super) moves: Vec<Option<u32>>,
    pub(super) costs: Vec<Option<u32>>,
}

impl Space {
    /// `None` if there are more than `most` states.
    pub(super) fn new(ground: &Ground, start: &State, most: usize) -> Option<Self> {
        let mut states = vec![start.clone()];
        let mut known = HashMap::from([(start.clone(), 0)]);
        let mut before: Vec<Vec<(usize, u32)>> = vec![Vec::new()];
        let mut at = 0;
        while at < states.len() {
            for rule in plain::applied(ground, &states[at]) {
                let next = plain::after_all(ground, rule, &states[at]).unwrap();
                let number = *known.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    before.push(Vec::new());
                    states.len() - 1
                });
                before[number].push((at, ground.rules[rule].cost.into()));
            }
            if states.len() > most {
                return None;
            }
            at += 1;
        }
        let goals = (0..states.len()).filter(|&state| plain::is_goal(ground, &states[state]));
        let goals: Vec<usize> = goals.collect();
        Some(Self {
            moves: backwards(&before, &goals, |_| 1),
            costs: backwards(&before, &goals, |cost| cost),
            states,
        })
    }
}

/// The distances of all states from the nearest of `goals`, by Dijkstra's algorithm. For each state,
/// `before` has its predecessors, each with the cost of the move.
pub(super) fn backwards(
    before: &[Vec<(usize, u32)>],
    goals: &[usize],
    length: impl Fn(u32) -> u32,
) -> Vec<Option<u32>> {
    let mut distances = vec![None; before.len()];
    let mut heap: BinaryHeap<_> = goals.iter().map(|&goal| Reverse((0, goal))).collect();
    while let Some(Reverse((distance, state))) = heap.pop() {
        if distances[state].is_some() {
            continue;
        }
        distances[state] = Some(distance);
        for &(earlier, cost) in &before[state] {
            if distances[earlier].is_none() {
                heap.push(Reverse((distance + length(cost), earlier)));
            }
        }
    }
    distances
}
