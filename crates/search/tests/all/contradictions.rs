//! Searches with lower bounds that are too high and with predecessors that are none: whatever they
//! say, the moves of a solution lead from the start to a goal.

use std::num::NonZeroUsize;

use fewest_rules::{
    Goals, Heuristic, Limits, MoveCosts, Objective, Outcome, Puzzle, Reverse, StopReason,
};
use fewest_search::{
    Approximate, Duplicates, NoPruning, Order, Weight, astar, beam, bidirectional, idastar,
    least_cost_astar, least_cost_bidirectional, weighted_astar,
};

/// The number of states of a graph.
const STATES: u8 = 12;
/// The number of moves from each state.
const MOVES: u8 = 3;

/// A graph with random edges, from 0 to its last state.
struct Graph {
    edges: Vec<[u8; MOVES as usize]>,
    /// For each state, what a lower bound says, true or not.
    bounds: Vec<u32>,
    /// For each state, states that are said to precede it.
    before: Vec<Vec<(u8, u8)>>,
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

impl Graph {
    fn new(random: &mut Random) -> Self {
        let states = u64::from(STATES);
        let mut graph = Self {
            edges: (0..STATES)
                .map(|_| std::array::from_fn(|_| random.below(states) as u8))
                .collect(),
            bounds: (0..STATES).map(|_| random.below(6) as u32).collect(),
            before: Vec::new(),
        };
        graph.bounds[usize::from(STATES) - 1] = 0;
        graph.before = (0..STATES)
            .map(|state| {
                let edges = (0..STATES).flat_map(|from| (0..MOVES).map(move |m| (m, from)));
                let mut before: Vec<_> = edges
                    .filter(|&(m, from)| graph.edges[usize::from(from)][usize::from(m)] == state)
                    .collect();
                // One predecessor in four is none.
                if random.below(4) == 0 {
                    before.push((0, random.below(states) as u8));
                }
                before
            })
            .collect();
        graph
    }

    fn solves(&self, moves: &[u8]) -> bool {
        let end = moves.iter().fold(0, |state, &m| self.apply(state, m));
        self.is_goal(end)
    }
}

impl Puzzle for Graph {
    type State = u8;
    type Move = u8;

    fn moves(&self, _: u8) -> impl Iterator<Item = u8> {
        0..MOVES
    }

    fn apply(&self, state: u8, m: u8) -> u8 {
        self.edges[usize::from(state)][usize::from(m)]
    }

    fn is_goal(&self, state: u8) -> bool {
        state == STATES - 1
    }
}

impl Reverse for Graph {
    fn predecessors(&self, state: u8) -> impl Iterator<Item = (u8, u8)> {
        self.before[usize::from(state)].iter().copied()
    }
}

impl Goals for Graph {
    fn goals(&self) -> impl Iterator<Item = u8> {
        [STATES - 1].into_iter()
    }
}

impl MoveCosts for Graph {
    fn cost(&self, before: u8, m: u8) -> u16 {
        u16::from((before + m) % 3)
    }
}

/// The bounds of the graph as a heuristic.
struct Bounds;

impl Heuristic<Graph> for Bounds {
    type Cache = u32;

    fn start(&self, graph: &Graph, state: u8) -> u32 {
        graph.bounds[usize::from(state)]
    }

    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

/// How often a search solved a graph, and how often it noticed a contradiction.
#[derive(Debug, Default)]
struct Ends {
    solved: usize,
    contradictions: usize,
}

impl Ends {
    #[track_caller]
    fn add(&mut self, graph: &Graph, outcome: Outcome<u8>) {
        match outcome {
            Outcome::Solved { moves } => {
                assert!(graph.solves(&moves), "{moves:?}");
                self.solved += 1;
            }
            Outcome::Stopped { reason, .. } => {
                assert_eq!(reason, StopReason::Contradiction);
                self.contradictions += 1;
            }
            Outcome::Unsolvable(_) => {}
        }
    }
}

#[test]
fn bounds_that_are_too_high_make_no_path_that_is_none() {
    let mut random = Random(7);
    let limits = &Limits::default();
    let (mut shortest, mut others) = (Ends::default(), Ends::default());
    for _ in 0..4000 {
        let graph = &Graph::new(&mut random);
        let order = Order::Lexicographic;
        shortest.add(graph, astar(graph, 0, &Bounds, order, limits).outcome);
        others.add(graph, astar(graph, 0, &Bounds, Order::Any, limits).outcome);
        let all = Duplicates::default();
        let deepening = idastar(graph, 0, &Bounds, &NoPruning, all, limits);
        others.add(graph, deepening.outcome);
        let weight = Weight::per_cent(150).unwrap();
        let wide = NonZeroUsize::new(3).unwrap();
        for found in [
            weighted_astar(graph, 0, &Bounds, weight, limits).outcome,
            beam(graph, 0, &Bounds, wide, limits).outcome,
        ] {
            if let Approximate::Found(found) = found {
                assert!(graph.solves(found.moves()));
            }
        }
        let costs = least_cost_astar(graph, 0, &Bounds, Objective::CostThenMoves, limits);
        if let Some(moves) = costs.outcome.moves() {
            assert!(graph.solves(moves));
        }
    }
    // The first shortest path is put together from the distances of states, which a bound that is
    // too high leaves too great.
    assert!(
        shortest.solved > 1000 && shortest.contradictions > 0,
        "{shortest:?}"
    );
    assert!(others.solved > 1000, "{others:?}");
}

#[test]
fn predecessors_that_are_none_make_no_path_that_is_none() {
    let mut random = Random(11);
    let limits = &Limits::default();
    let mut ends = Ends::default();
    for _ in 0..4000 {
        let graph = &Graph::new(&mut random);
        ends.add(graph, bidirectional(graph, 0, limits).outcome);
        let costs = least_cost_bidirectional(graph, 0, Objective::CostThenMoves, limits);
        if let Some(moves) = costs.outcome.moves() {
            assert!(graph.solves(moves));
        }
    }
    assert!(ends.solved > 1000 && ends.contradictions > 10, "{ends:?}");
}
