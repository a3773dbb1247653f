//! The census of what a start can reach, by ranks or by a set of states, against the plain reading
//! of the ground rules.

use std::collections::HashMap;

use fewest::Family;
use fewest::PuzzleOptions;
use fewest_lang::read;
use num_bigint::BigUint;

use crate::drawn::{ROOT, complete, drawn};
use crate::plain::{State, is_goal, successors};

/// The number of states that the start of an example can reach, and how many of them have each
/// distance to a goal.
fn counted(name: &str) -> (usize, Vec<u32>) {
    let text = std::fs::read_to_string(format!("{ROOT}/examples/puzzles/{name}.fewest")).unwrap();
    let board = read(&text).unwrap().0.start().unwrap();
    let ground = &board.ground;
    let mut numbers = HashMap::from([(board.start.clone(), 0)]);
    let mut states: Vec<State> = vec![board.start.clone()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < states.len() {
        for (_, after) in successors(ground, &states[at]) {
            let next = numbers.len();
            let number = *numbers.entry(after.clone()).or_insert(next);
            if number == next {
                states.push(after);
                before.push(Vec::new());
            }
            before[number].push(at);
        }
        at += 1;
    }
    let mut layer: Vec<usize> = (0..states.len())
        .filter(|&i| is_goal(ground, &states[i]))
        .collect();
    let mut known = vec![false; states.len()];
    layer.iter().for_each(|&goal| known[goal] = true);
    let mut histogram = Vec::new();
    while !layer.is_empty() {
        histogram.push(u32::try_from(layer.len()).unwrap());
        let mut farther = Vec::new();
        for &predecessor in layer.iter().flat_map(|&state| &before[state]) {
            if !known[predecessor] {
                known[predecessor] = true;
                farther.push(predecessor);
            }
        }
        layer = farther;
    }
    (states.len(), histogram)
}

#[test]
fn a_census_of_reachable_states_agrees_with_the_plain_rules() {
    for name in ["eight", "flip", "pancake", "hanoi", "sokoban"] {
        let space = drawn(name).space(None, &PuzzleOptions::default()).unwrap();
        let census = complete(&*space);
        let (states, histogram) = counted(name);
        assert_eq!(census.positions, states.into(), "{name}");
        let histogram: Vec<BigUint> = histogram.into_iter().map(Into::into).collect();
        assert_eq!(census.histogram, histogram, "{name}");
    }
}
