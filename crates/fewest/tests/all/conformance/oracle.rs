//! Breadth-first search with the standard library's maps and no cleverness.

use std::collections::{HashMap, HashSet};

use fewest_rules::Puzzle;

/// What the oracle says of a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Truth<M> {
    /// The lexicographically first shortest solution, and how many there are.
    Solved {
        first: Vec<M>,
        count: u128,
    },
    Unsolvable {
        reached: u64,
    },
}

/// Searches everything that can be reached, layer by layer.
pub(crate) fn truth<P: Puzzle>(puzzle: &P, start: P::State) -> Truth<P::Move> {
    let mut seen = HashSet::from([start]);
    let mut layers = vec![HashMap::from([(start, 1u128)])];
    loop {
        let layer = layers.last().unwrap();
        if layer.is_empty() {
            return Truth::Unsolvable {
                reached: seen.len() as u64,
            };
        }
        let count: u128 = layer
            .iter()
            .filter(|&(&state, _)| puzzle.is_goal(state))
            .map(|(_, ways)| ways)
            .sum();
        if count > 0 {
            let first = first(puzzle, &layers);
            return Truth::Solved { first, count };
        }
        let mut next: HashMap<P::State, u128> = HashMap::new();
        for (&state, ways) in layer {
            for m in puzzle.moves(state) {
                let after = puzzle.apply(state, m);
                if !seen.contains(&after) {
                    *next.entry(after).or_default() += ways;
                }
            }
        }
        seen.extend(next.keys());
        layers.push(next);
    }
}

/// Marks backwards what lies on a shortest solution, then takes the least move
/// that stays on one.
fn first<P: Puzzle>(puzzle: &P, layers: &[HashMap<P::State, u128>]) -> Vec<P::Move> {
    let mut good: Vec<HashSet<P::State>> = Vec::new();
    for (back, layer) in layers.iter().rev().enumerate() {
        let states = layer.keys().copied().filter(|&state| match back {
            0 => puzzle.is_goal(state),
            _ => puzzle
                .moves(state)
                .any(|m| good[back - 1].contains(&puzzle.apply(state, m))),
        });
        let states = states.collect();
        good.push(states);
    }
    good.reverse();
    let mut state = *layers[0].keys().next().unwrap();
    let mut moves = Vec::new();
    for next in &good[1..] {
        let m = puzzle
            .moves(state)
            .filter(|&m| next.contains(&puzzle.apply(state, m)))
            .min()
            .unwrap();
        moves.push(m);
        state = puzzle.apply(state, m);
    }
    moves
}
