//! Computes the truth about a small puzzle in a slow and obvious way, without the code under test.

use std::collections::HashMap;

use fewest_rules::Puzzle;
use num_bigint::BigUint;

/// The true answers for a start.
#[derive(Debug)]
pub(crate) struct Truth<M> {
    /// The number of reachable states.
    pub reached: u64,
    /// The lexicographically first shortest solution.
    pub first: Option<Vec<M>>,
    /// The number of shortest solutions.
    pub count: BigUint,
    /// All shortest solutions in order, if there are few.
    pub all: Option<Vec<Vec<M>>>,
}

pub(crate) fn truth<P: Puzzle>(puzzle: &P, start: P::State) -> Truth<P::Move> {
    let mut number = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    let mut edges = Vec::new();
    while edges.len() < states.len() {
        let state = states[edges.len()];
        let mut out = Vec::new();
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            let to = *number.entry(after).or_insert_with(|| {
                states.push(after);
                states.len() - 1
            });
            out.push((m, to));
        }
        edges.push(out);
    }
    // Relaxes the distances to the goals until no edge lowers one (Bellman-Ford).
    let mut distance: Vec<Option<u32>> = states
        .iter()
        .map(|&state| puzzle.is_goal(state).then_some(0))
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (from, out) in edges.iter().enumerate().rev() {
            for &(_, to) in out {
                if let Some(d) = distance[to]
                    && distance[from].is_none_or(|known| known > d + 1)
                {
                    distance[from] = Some(d + 1);
                    changed = true;
                }
            }
        }
    }
    let mut truth = Truth {
        reached: states.len() as u64,
        first: None,
        count: BigUint::ZERO,
        all: None,
    };
    let Some(length) = distance[0] else {
        return truth;
    };
    let mut at = 0;
    truth.first = Some(
        (0..length)
            .rev()
            .map(|left| {
                let (m, to) = *edges[at]
                    .iter()
                    .find(|&&(_, to)| distance[to] == Some(left))
                    .expect("a goal that far");
                at = to;
                m
            })
            .collect(),
    );
    // Every walk of this length from the start to a goal is a shortest solution.
    let mut walks = vec![BigUint::ZERO; states.len()];
    walks[0] += 1_u8;
    for _ in 0..length {
        let mut next = vec![BigUint::ZERO; states.len()];
        for (from, out) in edges.iter().enumerate() {
            if walks[from] != BigUint::ZERO {
                for &(_, to) in out {
                    next[to] += &walks[from];
                }
            }
        }
        walks = next;
    }
    truth.count = (0..states.len())
        .filter(|&i| distance[i] == Some(0))
        .map(|i| walks[i].clone())
        .sum();
    if truth.count <= BigUint::from(1000_u32) {
        let mut paths = vec![(0, Vec::new())];
        for left in (0..length).rev() {
            paths = paths
                .into_iter()
                .flat_map(|(at, path): (usize, Vec<P::Move>)| {
                    edges[at]
                        .iter()
                        .filter(|&&(_, to)| distance[to] == Some(left))
                        .map(|&(m, to)| (to, [&path[..], &[m]].concat()))
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        truth.all = Some(paths.into_iter().map(|(_, path)| path).collect());
    }
    truth
}

/// The number of moves from each node to the nearest goal.
pub(crate) fn distances<P: Puzzle<State = u16>>(puzzle: &P, nodes: u16) -> Vec<Option<u32>> {
    (0..nodes)
        .map(|node| truth(puzzle, node).first.map(|moves| moves.len() as u32))
        .collect()
}
