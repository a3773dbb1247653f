//! The distances of explored graphs against relaxing all moves again and again.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fewest_rules::{DEAD_END, Limits, Meter, StopReason};
use fewest_search::random::Random;
use fewest_tables::Explored;

/// For each state, its moves: the states to which they lead, and their costs.
type Graph = Vec<Vec<(u32, u16)>>;

fn random_graph(random: &mut Random) -> (Graph, u32) {
    let states = 2 + random.below(30);
    let most = [1, 2, 1_000, 65_535][random.below(4) as usize];
    let moves = |random: &mut Random| (random.below(states) as u32, random.below(most + 1) as u16);
    let graph = (0..states).map(|_| {
        let count = random.below(4);
        (0..count).map(|_| moves(random)).collect()
    });
    (graph.collect(), 1 + random.below(states - 1) as u32)
}

/// The states that can be reached from state 0, with their moves.
fn explored(graph: &Graph, goal: u32) -> Explored<u32, u16> {
    explored_by(1, graph, goal)
}

/// Does the same as [`explored`] with several threads.
fn explored_by(threads: usize, graph: &Graph, goal: u32) -> Explored<u32, u16> {
    let limits = Limits {
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    };
    let successors = |state: u32, list: &mut Vec<(u32, u16)>| {
        list.extend(&graph[state as usize]);
    };
    let mut meter = Meter::new(&limits);
    Explored::new(
        0,
        &successors,
        &|state| state == goal,
        usize::MAX,
        &mut meter,
    )
    .unwrap()
    .unwrap()
}

/// The least cost from each state to the goal.
fn relaxed(graph: &Graph, goal: u32) -> Vec<u32> {
    let mut distances = vec![DEAD_END; graph.len()];
    distances[goal as usize] = 0;
    for _ in graph {
        for (state, moves) in graph.iter().enumerate() {
            for &(after, cost) in moves {
                let sum = distances[after as usize].saturating_add(cost.into());
                distances[state] = distances[state].min(sum);
            }
        }
    }
    distances
}

#[test]
fn distances_are_the_least_costs() {
    let mut random = Random::new(4);
    let mut solvable = 0;
    for _ in 0..2_000 {
        let (graph, goal) = random_graph(&mut random);
        let explored = explored(&graph, goal);
        let limits = Limits::default();
        let found = explored.distances(&mut Meter::new(&limits)).unwrap();
        let wanted = relaxed(&graph, goal);
        for (state, distance) in (0..).zip(found) {
            let state = explored.states().get(state);
            assert_eq!(distance, wanted[state as usize], "{graph:?} {goal} {state}");
            solvable += u32::from(distance != DEAD_END);
        }
    }
    assert!(solvable > 2_000, "{solvable}");
}

#[test]
fn what_is_known_at_a_limit_is_true() {
    // A line of states, each with moves of the costs 3 and 1 to the next one.
    let states = 50_000;
    let line: Graph = (0..states)
        .map(|state: u32| match state + 1 < states {
            true => vec![(state + 1, 3), (state + 1, 1)],
            false => Vec::new(),
        })
        .collect();
    let explored = explored(&line, states - 1);
    let limits = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let stopped = explored.distances(&mut Meter::new(&limits)).unwrap_err();
    assert_eq!(stopped.reason, StopReason::Cancelled);
    let known = |distance: u32| distance < stopped.complete_below;
    for (state, &distance) in (0..).zip(&stopped.distances) {
        let wanted = states - 1 - explored.states().get(state);
        assert_eq!(known(distance), known(wanted));
        assert!(!known(wanted) || distance == wanted);
    }
    let little = Limits {
        memory: Some(1),
        ..Limits::default()
    };
    let stopped = explored.distances(&mut Meter::new(&little)).unwrap_err();
    assert_eq!(
        (stopped.reason, stopped.complete_below),
        (StopReason::Memory, 0)
    );
}

#[test]
fn several_threads_find_the_same_in_the_same_order() {
    // Layers of this graph are larger than what a thread expands at a time.
    let states = 60_000;
    let graph: Graph = (0..states)
        .map(|state: u32| {
            let after = |factor, plus| (state.wrapping_mul(factor).wrapping_add(plus)) % states;
            vec![(after(3, 1), 2), (after(7, 5), 1), (after(11, 2), 3)]
        })
        .collect();
    let one = explored_by(1, &graph, 17);
    let limits = Limits::default();
    let distances = one.distances(&mut Meter::new(&limits)).unwrap();
    for threads in [2, 3, 8] {
        let found = explored_by(threads, &graph, 17);
        assert_eq!(found.states().len(), one.states().len());
        for index in 0..one.states().len() as u32 {
            assert_eq!(found.states().get(index), one.states().get(index));
        }
        let again = found.distances(&mut Meter::new(&limits)).unwrap();
        assert_eq!(again, distances);
    }
    assert!(one.states().len() > 50_000, "{}", one.states().len());
}
