//! Breadth-first search on disk gives the answers of the search in memory.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fewest_disk::{
    DiskOptions, DiskProblem, FileFaults, FileOperation, RunError, RunKey, disk_bfs,
};
use fewest_rules::{AsNumber, Limits, Outcome, Proof, Puzzle, Report, StopReason};
use fewest_search::bfs;

use crate::test_folder::TestFolder;

/// A graph of numbered states. Some edges lead near, so that there are many layers.
#[derive(Clone)]
struct Graph {
    edges: Vec<Vec<u64>>,
    goals: Vec<bool>,
}

impl Graph {
    /// A graph in which one in `rare` of the states at least `far` steps from state 0 is a goal.
    fn new(size: u64, symmetric: bool, far: u32, rare: u64) -> Self {
        let mut edges = vec![Vec::new(); size as usize];
        let mut seed = size + u64::from(far);
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        for from in 0..size {
            for reach in [size / 9, size / 9, 3] {
                let to = (from + 1 + random(reach.max(2))) % size;
                edges[from as usize].push(to);
                if symmetric {
                    let back = &mut edges[to as usize];
                    let at = random(back.len() as u64 + 1);
                    back.insert(at as usize, from);
                }
            }
        }
        let mut graph = Self {
            goals: vec![false; size as usize],
            edges,
        };
        let distances = graph.distances();
        for state in 0..size {
            let there = distances[state as usize].is_some_and(|steps| steps >= far);
            graph.goals[state as usize] = there && random(rare) == 0;
        }
        graph
    }

    fn distances(&self) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.edges.len()];
        let (mut layer, mut steps) = (vec![0], 0);
        while !layer.is_empty() {
            layer.retain(|&state| distances[state as usize].is_none());
            for &state in &layer {
                distances[state as usize] = Some(steps);
            }
            let next = layer.iter().flat_map(|&state| &self.edges[state as usize]);
            layer = next.copied().collect();
            steps += 1;
        }
        distances
    }
}

impl Puzzle for Graph {
    type State = u64;
    type Move = usize;
    fn moves(&self, state: u64) -> impl Iterator<Item = usize> {
        0..self.edges[state as usize].len()
    }
    fn apply(&self, state: u64, m: usize) -> u64 {
        self.edges[state as usize][m]
    }
    fn is_goal(&self, state: u64) -> bool {
        self.goals[state as usize]
    }
}

fn key(parameters: &str) -> RunKey {
    RunKey {
        task: "solve".to_owned(),
        puzzle: "graph".to_owned(),
        parameters: parameters.to_owned(),
    }
}

fn small(threads: usize) -> Limits {
    Limits {
        memory: Some(1 << 20),
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    }
}

fn search(
    graph: &Graph,
    symmetric: bool,
    folder: &TestFolder,
    options: &DiskOptions,
    limits: &Limits,
) -> Result<Report<usize>, RunError> {
    let key = key("");
    let folder = (folder.0.as_path(), &key);
    disk_bfs(graph, 0, &AsNumber, symmetric, folder, options, limits)
}

/// With few goals and with thousands in one layer, far away and at the start, and with none.
#[test]
fn the_disk_finds_the_first_solution_of_the_memory() {
    for (size, far, rare) in [
        (50, 3, 1),
        (500, 9, 40),
        (500, 0, 30),
        (3000, 12, 200),
        (30_000, 10, 3),
        (30_000, 12, 1),
        (2000, 5000, 1),
    ] {
        for symmetric in [false, true] {
            let graph = Graph::new(size, symmetric, far, rare);
            let expected = bfs(&graph, 0, &Limits::default()).outcome;
            for threads in [1, 3] {
                let (folder, options) = (TestFolder::new(), DiskOptions::default());
                let limits = small(threads);
                for _ in 0..2 {
                    let found = search(&graph, symmetric, &folder, &options, &limits).unwrap();
                    assert_eq!(found.outcome, expected, "{size} {far} {rare} {symmetric}");
                }
            }
        }
    }
}

#[test]
fn a_search_that_was_stopped_is_resumed() {
    let graph = Graph::new(20_000, false, 14, 50);
    let expected = bfs(&graph, 0, &Limits::default()).outcome;
    let Outcome::Solved { moves } = &expected else {
        panic!("{expected:?}");
    };
    let (folder, options) = (TestFolder::new(), DiskOptions::default());
    let mut bound = 0;
    let mut stops = 0;
    for states in (500..).step_by(500) {
        let limits = Limits {
            states: Some(states),
            ..small(1)
        };
        match search(&graph, false, &folder, &options, &limits)
            .unwrap()
            .outcome
        {
            Outcome::Stopped {
                lower_bound,
                reason,
            } => {
                assert_eq!(reason, StopReason::States);
                assert!(lower_bound >= bound && lower_bound as usize <= moves.len());
                (bound, stops) = (lower_bound, stops + 1);
            }
            outcome => {
                assert_eq!(outcome, expected);
                break;
            }
        }
    }
    assert!(stops > 3 && bound > 3, "{stops} stops, bound {bound}");
}

#[test]
fn the_proof_of_no_solution_counts_every_state() {
    let graph = Graph::new(700, true, 5000, 1);
    let (folder, options) = (TestFolder::new(), DiskOptions::default());
    let found = search(&graph, true, &folder, &options, &small(2)).unwrap();
    let proof = Proof::Exhausted { reached: 700 };
    assert_eq!(found.outcome, Outcome::Unsolvable(proof));
}

#[test]
fn another_search_is_refused_by_name() {
    let graph = Graph::new(50, false, 3, 1);
    let (folder, options) = (TestFolder::new(), DiskOptions::default());
    search(&graph, false, &folder, &options, &small(1)).unwrap();
    let other = key("from elsewhere");
    let place = (folder.0.as_path(), &other);
    let refused = disk_bfs(&graph, 1, &AsNumber, false, place, &options, &small(1));
    let message = refused.unwrap_err().to_string();
    assert!(
        message.contains("holds the run 'solve graph', not 'solve graph from elsewhere'"),
        "{message}"
    );
}

/// Lets the file operation with this number fail.
#[derive(Debug)]
struct Fault(AtomicUsize);

impl FileFaults for Fault {
    fn fail(&self, _: FileOperation, bytes: usize) -> Option<usize> {
        (self.0.fetch_sub(1, Ordering::Relaxed) == 0).then_some(bytes / 2)
    }
}

#[test]
fn a_search_continues_after_any_file_operation_has_failed() {
    let graph = Graph::new(3000, false, 8, 20);
    let expected = bfs(&graph, 0, &Limits::default()).outcome;
    let mut failed = 0;
    for at in 0.. {
        let folder = TestFolder::new();
        let faulty = DiskOptions {
            every_layer: true,
            faults: Some(Arc::new(Fault(AtomicUsize::new(at)))),
            ..DiskOptions::default()
        };
        match search(&graph, false, &folder, &faulty, &small(1)) {
            Ok(found) => {
                assert_eq!(found.outcome, expected);
                break;
            }
            Err(RunError::Disk(error)) => {
                assert!(matches!(error.problem, DiskProblem::Write(_)), "{error}");
                failed += 1;
            }
            Err(error) => panic!("{error}"),
        }
        let found = search(&graph, false, &folder, &DiskOptions::default(), &small(1));
        assert_eq!(found.unwrap().outcome, expected, "after operation {at}");
    }
    assert!(failed > 20, "{failed}");
}
