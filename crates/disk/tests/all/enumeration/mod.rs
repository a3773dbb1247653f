//! Runs on disk, compared with a plain breadth-first search, and interrupted.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::num::NonZeroUsize;
use std::path::Path;

use fewest_rules::{Limits, Puzzle, Ranked};

use fewest_disk::{DiskEnumeration, DiskOptions, RunError, RunKey};
use fewest_tables::{Census, Direction, Enumerated};

use crate::test_folder::TestFolder;

mod damage;

/// A graph whose states are numbers. Its edges are stored.
struct Graph {
    edges: Vec<Vec<u32>>,
    symmetric: bool,
}

impl Graph {
    /// A graph in which most edges lead to near states.
    fn random(states: u32, symmetric: bool, mut seed: u64) -> Self {
        let mut below = |n: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((seed >> 33) % u64::from(n)) as u32
        };
        let mut edges = vec![Vec::new(); states as usize];
        for from in 0..states {
            for _ in 0..1 + below(2) {
                let far = if below(8) == 0 {
                    states
                } else {
                    40.min(states)
                };
                let to = (from + below(far)) % states;
                edges[from as usize].push(to);
                if symmetric {
                    edges[to as usize].push(from);
                }
            }
        }
        Self { edges, symmetric }
    }

    /// A plain breadth-first search.
    fn census(&self, starts: &[u32]) -> Census {
        let mut distances = vec![u32::MAX; self.edges.len()];
        let mut layer: Vec<u32> = starts.to_vec();
        let mut census = Census::default();
        for depth in 0.. {
            layer.retain(|&state| {
                let new = distances[state as usize] == u32::MAX;
                distances[state as usize] = distances[state as usize].min(depth);
                new
            });
            if layer.is_empty() {
                break;
            }
            layer.sort_unstable();
            census.histogram.push(layer.len() as u64);
            census.hardest = layer.iter().take(5).map(|&state| state.into()).collect();
            layer = layer
                .iter()
                .flat_map(|&from| &self.edges[from as usize])
                .copied()
                .collect();
        }
        census.unreached = distances.iter().filter(|&&d| d == u32::MAX).count() as u64;
        census
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = u32;

    fn moves(&self, state: u32) -> impl Iterator<Item = u32> {
        0..self.edges[state as usize].len() as u32
    }

    fn apply(&self, state: u32, m: u32) -> u32 {
        self.edges[state as usize][m as usize]
    }

    fn is_goal(&self, _: u32) -> bool {
        false
    }
}

impl Ranked for Graph {
    fn size(&self) -> u64 {
        self.edges.len() as u64
    }

    fn rank(&self, state: u32) -> u64 {
        state.into()
    }

    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

/// Follows the edges of a [`Graph`].
struct Edges;

impl Direction<Graph> for Edges {
    fn neighbours(&self, graph: &Graph, ranks: &[u64], visit: impl FnMut(u64)) {
        graph.successor_ranks_of_all(ranks, visit);
    }

    fn is_symmetric(&self, graph: &Graph) -> bool {
        graph.symmetric
    }
}

fn key() -> RunKey {
    RunKey {
        task: "census".to_owned(),
        puzzle: "graph".to_owned(),
        parameters: "1".to_owned(),
    }
}

fn options(segment_bits: u32) -> DiskOptions {
    DiskOptions {
        segment_bits: Some(segment_bits),
        every_layer: true,
        ..DiskOptions::default()
    }
}

fn threads(threads: usize) -> Limits {
    Limits {
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    }
}

fn run(
    graph: &Graph,
    folder: &Path,
    options: &DiskOptions,
    limits: &Limits,
) -> Result<Enumerated<Census>, RunError> {
    let states = graph.size();
    let mut run = DiskEnumeration::open(
        folder,
        &key(),
        (states, graph.symmetric),
        options,
        limits,
        None,
    )?;
    let report = run.extend((graph, &Edges), STARTS, None, limits, None)?;
    Ok(match report.outcome {
        Enumerated::Complete(()) => Enumerated::Complete(run.census(5, 0..states)?),
        Enumerated::Stopped { histogram, reason } => Enumerated::Stopped { histogram, reason },
    })
}

const STARTS: [u32; 3] = [3, 4, 3];

/// Has no room for the buckets of a space of some thousand states in small segments, so they are
/// written in pieces.
fn little_memory() -> Limits {
    Limits {
        memory: Some(128 << 10),
        ..threads(1)
    }
}

#[test]
fn every_mode_counts_what_a_plain_search_counts() {
    for (states, symmetric) in [(5, true), (257, false), (3000, true), (10_000, false)] {
        let graph = Graph::random(states, symmetric, u64::from(states));
        let expected = Enumerated::Complete(graph.census(&STARTS));
        for (bits, limits) in [
            (6, threads(1)),
            (8, threads(3)),
            (12, threads(64)),
            (20, threads(1)),
            (6, little_memory()),
        ] {
            let folder = TestFolder::new();
            let found = run(&graph, &folder.0, &options(bits), &limits).unwrap();
            assert_eq!(found, expected, "{states} states, 2^{bits} in a segment");
        }
    }
}

/// A run that stops anywhere continues to the same result, with another number of threads.
#[test]
fn a_stopped_run_is_resumed() {
    for symmetric in [true, false] {
        let graph = Graph::random(3000, symmetric, 7);
        let expected = graph.census(&STARTS);
        let folder = TestFolder::new();
        let mut reached = Vec::new();
        for more in 1.. {
            // What one run has written as a list or in pieces is read by the next one.
            let limits = match more % 4 {
                0 => little_memory(),
                _ => threads(1 + more % 3),
            };
            let limits = Limits {
                states: Some(150),
                ..limits
            };
            match run(&graph, &folder.0, &options(6), &limits).unwrap() {
                Enumerated::Complete(census) => {
                    assert_eq!(census, expected);
                    break;
                }
                Enumerated::Stopped { histogram, .. } => {
                    assert!(expected.histogram.starts_with(&histogram));
                    // A layer that is larger than the limit needs a larger limit.
                    if histogram == reached {
                        let larger = run(&graph, &folder.0, &options(6), &threads(2)).unwrap();
                        assert_eq!(larger, Enumerated::Complete(expected.clone()));
                        break;
                    }
                    reached = histogram;
                }
            }
        }
    }
}

#[test]
fn resuming_after_the_last_empty_layer_adds_no_layer() {
    let graph = Graph::random(500, true, 3);
    let folder = TestFolder::new();
    let first = run(&graph, &folder.0, &options(6), &threads(1)).unwrap();
    for _ in 0..2 {
        assert_eq!(
            run(&graph, &folder.0, &options(6), &threads(2)).unwrap(),
            first
        );
    }
    let info = DiskEnumeration::info(&folder.0).unwrap().unwrap();
    assert!(info.complete);
    assert_eq!(info.histogram, graph.census(&STARTS).histogram);
}

/// Only states of another run count.
#[test]
fn a_run_stays_within_another() {
    let graph = Graph::random(4000, false, 11);
    let (outer, inner) = (TestFolder::new(), TestFolder::new());
    let keep = DiskOptions {
        keep_layers: true,
        ..options(8)
    };
    let open = |folder: &TestFolder, symmetric, options: &DiskOptions| {
        DiskEnumeration::open(
            &folder.0,
            &key(),
            (4000, symmetric),
            options,
            &threads(2),
            None,
        )
        .unwrap()
    };
    let mut all = open(&outer, false, &keep);
    let few = [17];
    let complete = all
        .extend((&graph, &Edges), few, None, &threads(2), None)
        .unwrap();
    assert_eq!(complete.outcome, Enumerated::Complete(()));
    let mut reached = vec![false; 4000];
    let mut stack = vec![17];
    while let Some(state) = stack.pop() {
        if !std::mem::replace(&mut reached[state as usize], true) {
            stack.extend(&graph.edges[state as usize]);
        }
    }
    // The graph of the reached states, backwards.
    let mut backwards = Graph {
        edges: vec![Vec::new(); 4000],
        symmetric: false,
    };
    for (from, edges) in (0..).zip(&graph.edges) {
        for &to in edges {
            backwards.edges[to as usize].push(from);
        }
    }
    let mut expected = Graph {
        edges: backwards.edges.clone(),
        symmetric: false,
    };
    for edges in &mut expected.edges {
        edges.retain(|&to| reached[to as usize]);
    }
    let goals: Vec<u32> = [5, 900, 2000]
        .into_iter()
        .filter(|&goal| reached[goal as usize])
        .collect();
    let mut within = open(&inner, false, &options(8));
    within
        .extend(
            (&backwards, &Edges),
            goals.clone(),
            Some(&all),
            &threads(2),
            None,
        )
        .unwrap();
    assert_eq!(within.census(5, 0..4000).unwrap(), expected.census(&goals));
}

/// If moves can be taken back, nothing leads out of what the other run has reached, but some starts
/// lie outside.
#[test]
fn a_run_stays_within_a_part_that_nothing_leads_out_of() {
    let mut graph = Graph::random(4000, true, 12);
    // Two parts that are not connected: the even and the odd states.
    for (from, edges) in (0..).zip(&mut graph.edges) {
        edges.retain(|to: &u32| to % 2 == from % 2);
    }
    let mut reached = vec![false; 4000];
    let mut stack = vec![901];
    while let Some(state) = stack.pop() {
        if !std::mem::replace(&mut reached[state as usize], true) {
            stack.extend(&graph.edges[state as usize]);
        }
    }
    let (outer, inner) = (TestFolder::new(), TestFolder::new());
    let keep = DiskOptions {
        keep_layers: true,
        ..options(8)
    };
    let open = |folder: &TestFolder, options: &DiskOptions| {
        DiskEnumeration::open(&folder.0, &key(), (4000, true), options, &threads(2), None).unwrap()
    };
    let mut all = open(&outer, &keep);
    all.extend((&graph, &Edges), [901], None, &threads(2), None)
        .unwrap();
    let goals: Vec<u32> = (0..4000).step_by(71).collect();
    let mut run = open(&inner, &options(8));
    run.extend(
        (&graph, &Edges),
        goals.clone(),
        Some(&all),
        &threads(2),
        None,
    )
    .unwrap();
    let inside = goals.iter().filter(|&&goal| reached[goal as usize]);
    let inside: Vec<u32> = inside.copied().collect();
    assert!((2..goals.len()).contains(&inside.len()), "{inside:?}");
    let expected = graph.census(&inside);
    assert!(expected.histogram.len() > 3, "{expected:?}");
    assert_eq!(run.census(5, 0..4000).unwrap(), expected);
}
