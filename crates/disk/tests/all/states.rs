//! Runs of states without ranks on disk, compared with a plain breadth-first search.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use fewest_disk::{
    DiskOptions, DiskProblem, DiskStates, FileFaults, FileOperation, RunError, RunKey,
};
use fewest_rules::{Limits, Words};
use fewest_tables::Enumerated;

use crate::test_folder::TestFolder;

type State = Words<2>;

/// A state whose bits are those of `number`, scattered over both words.
fn state(number: u64) -> State {
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Words([mixed >> 40, mixed << 8 ^ number << 50])
}

/// A graph of numbered states, whose edges lead near and far.
struct Graph {
    states: Vec<State>,
    edges: Vec<Vec<u32>>,
    numbers: std::collections::HashMap<State, u32>,
}

impl Graph {
    fn new(size: u32, symmetric: bool) -> Self {
        let states: Vec<State> = (0..size.into()).map(state).collect();
        let mut edges = vec![Vec::new(); size as usize];
        let mut seed = u64::from(size);
        for from in 0..size {
            for reach in [30, 30, size] {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let to = (from + 1 + (seed >> 33) as u32 % reach) % size;
                if reach == size && seed >> 60 != 0 {
                    continue;
                }
                edges[from as usize].push(to);
                if symmetric {
                    edges[to as usize].push(from);
                }
            }
        }
        let numbers = states.iter().copied().zip(0..).collect();
        Self {
            states,
            edges,
            numbers,
        }
    }

    fn successors(&self, state: State, list: &mut Vec<State>) {
        let edges = &self.edges[self.numbers[&state] as usize];
        list.extend(edges.iter().map(|&to| self.states[to as usize]));
    }

    /// The layers of a plain breadth-first search among the states that `counts` accepts.
    fn layers(&self, starts: &[State], counts: impl Fn(State) -> bool) -> Vec<Vec<State>> {
        let mut seen = HashSet::new();
        let mut layers = Vec::new();
        let mut layer = starts.to_vec();
        loop {
            layer.retain(|&state| counts(state) && seen.insert(state));
            if layer.is_empty() {
                return layers;
            }
            let mut next = Vec::new();
            layer
                .iter()
                .for_each(|&state| self.successors(state, &mut next));
            layer.sort_unstable();
            layers.push(std::mem::replace(&mut layer, next));
        }
    }
}

fn key() -> RunKey {
    RunKey {
        task: "reached".to_owned(),
        puzzle: "graph".to_owned(),
        parameters: String::new(),
    }
}

fn limits(memory: u64, threads: usize) -> Limits {
    Limits {
        memory: Some(memory),
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    }
}

fn keep() -> DiskOptions {
    DiskOptions {
        keep_layers: true,
        every_layer: true,
        ..DiskOptions::default()
    }
}

fn assert_layers(run: &DiskStates<2>, expected: &[Vec<State>]) {
    assert_eq!(run.histogram().len(), expected.len());
    for (depth, layer) in (0..).zip(expected) {
        let mut found = Vec::new();
        run.states_of_layer(depth, |state| {
            found.push(state);
            true
        })
        .unwrap();
        assert_eq!(found, *layer, "layer {depth}");
    }
}

#[test]
fn sorted_lists_hold_the_layers_of_a_plain_search() {
    for (size, symmetric) in [(1, true), (500, false), (20_000, true), (20_000, false)] {
        let graph = Graph::new(size, symmetric);
        let starts = [state(0), state(u64::from(size) / 2), state(0)];
        let expected = graph.layers(&starts, |_| true);
        // The least memory makes many pieces of a layer.
        for (memory, threads) in [(1, 1), (2 << 20, 3), (1 << 30, 1)] {
            let folder = TestFolder::new();
            let mut run = DiskStates::open(&folder.0, &key(), symmetric, &keep()).unwrap();
            let successors = |state, list: &mut Vec<State>| graph.successors(state, list);
            let memory = limits(memory.max(300 << 10), threads);
            let report = run.extend(&starts, successors, &memory).unwrap();
            assert_eq!(report.outcome, Enumerated::Complete(()));
            assert_eq!(
                report.statistics.expanded,
                expected.iter().map(Vec::len).sum::<usize>() as u64
            );
            assert_layers(&run, &expected);
        }
    }
}

#[test]
fn a_run_of_states_stays_within_another_and_is_resumed() {
    let graph = Graph::new(5000, true);
    let (outer, inner) = (TestFolder::new(), TestFolder::new());
    let mut all = DiskStates::open(&outer.0, &key(), false, &keep()).unwrap();
    let counts = |state: State| graph.numbers[&state] % 4 != 3;
    let some = |state, list: &mut Vec<State>| {
        graph.successors(state, list);
        list.retain(|&state| counts(state));
    };
    let successors = |state, list: &mut Vec<State>| graph.successors(state, list);
    all.extend(&[state(0)], some, &limits(1 << 20, 2)).unwrap();
    let reached: HashSet<State> = {
        let layers = (0..all.histogram().len() as u32).flat_map(|depth| {
            let mut states = Vec::new();
            all.states_of_layer(depth, |state| {
                states.push(state);
                true
            })
            .unwrap();
            states
        });
        layers.collect()
    };
    assert!(reached.len() > 100 && reached.iter().all(|&state| counts(state)));
    let starts = [state(0), state(1), state(100)];
    let expected = graph.layers(&starts, |state| reached.contains(&state));
    let mut stops = 0;
    loop {
        let mut run = DiskStates::open(&inner.0, &key(), false, &keep()).unwrap();
        let known = run.histogram().to_vec();
        let limits = Limits {
            states: Some(300 + stops * 100),
            ..limits(1 << 20, 2)
        };
        let report = run.extend_within(&all, &|state| starts.contains(&state), successors, &limits);
        let report = report.unwrap();
        assert!(run.histogram().starts_with(&known));
        if report.outcome == Enumerated::Complete(()) {
            assert_layers(&run, &expected);
            break;
        }
        stops += 1;
    }
    assert!(stops > 1, "{stops}");
}

/// The many starts, which fill the memory more than once, are found in the lists of the other run.
#[test]
fn a_run_begins_with_many_states_of_another() {
    let graph = Graph::new(20_000, true);
    let successors = |state, list: &mut Vec<State>| graph.successors(state, list);
    for symmetric in [true, false] {
        let (outer, inner) = (TestFolder::new(), TestFolder::new());
        let mut all = DiskStates::open(&outer.0, &key(), symmetric, &keep()).unwrap();
        all.extend(&[state(0)], successors, &limits(1 << 20, 1))
            .unwrap();
        let reached: Vec<State> = graph.layers(&[state(0)], |_| true).concat();
        let is_start = |state: State| graph.numbers[&state].is_multiple_of(3);
        let starts: Vec<State> = reached.iter().copied().filter(|&s| is_start(s)).collect();
        assert!(starts.len() > 4096);
        let mut run = DiskStates::open(&inner.0, &key(), symmetric, &keep()).unwrap();
        let least = limits(300 << 10, 1);
        run.extend_within(&all, &is_start, successors, &least)
            .unwrap();
        assert_layers(&run, &graph.layers(&starts, |_| true));
    }
}

/// Fails one operation, perhaps after a part of it.
#[derive(Debug)]
struct FailOnce {
    left: AtomicUsize,
    part: usize,
}

impl FileFaults for FailOnce {
    fn fail(&self, _: FileOperation, bytes: usize) -> Option<usize> {
        let less = |n: usize| n.checked_sub(1);
        let before = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        (before == Ok(1)).then_some(bytes * self.part / 4)
    }
}

#[test]
fn no_failing_operation_damages_a_run_of_states() {
    let graph = Graph::new(300, true);
    let successors = |state, list: &mut Vec<State>| graph.successors(state, list);
    let expected = graph.layers(&[state(0)], |_| true);
    let run = |folder: &Path, options: &DiskOptions| -> Result<DiskStates<2>, RunError> {
        let mut run = DiskStates::open(folder, &key(), true, options)?;
        run.extend(&[state(0)], successors, &limits(1 << 20, 1))?;
        Ok(run)
    };
    for operation in 1.. {
        let folder = TestFolder::new();
        let faults = FailOnce {
            left: AtomicUsize::new(operation),
            part: operation % 5,
        };
        let faulty = DiskOptions {
            faults: Some(Arc::new(faults)),
            ..keep()
        };
        match run(&folder.0, &faulty) {
            Ok(_) => {
                assert!(operation > 40);
                break;
            }
            Err(RunError::Disk(error)) => {
                assert!(matches!(error.problem, DiskProblem::Write(_)), "{error}");
            }
            Err(error) => panic!("{error}"),
        }
        assert_layers(&run(&folder.0, &keep()).unwrap(), &expected);
    }
}

/// Every byte of a list is covered by a checksum.
#[test]
fn damaged_lists_are_refused() {
    let graph = Graph::new(300, true);
    let successors = |state, list: &mut Vec<State>| graph.successors(state, list);
    let folder = TestFolder::new();
    let mut run = DiskStates::open(&folder.0, &key(), true, &keep()).unwrap();
    run.extend(&[state(0)], successors, &limits(1 << 20, 1))
        .unwrap();
    let depths = run.histogram().len() as u32;
    drop(run);
    let files = fs::read_dir(&folder.0)
        .unwrap()
        .map(|file| file.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|e| e == "data"));
    for file in files {
        let sound = fs::read(&file).unwrap();
        for at in 0..sound.len() {
            let mut bytes = sound.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&file, &bytes).unwrap();
            let run = DiskStates::<2>::open(&folder.0, &key(), true, &keep()).unwrap();
            let read = (0..depths).try_for_each(|depth| run.states_of_layer(depth, |_| true));
            assert!(matches!(read.unwrap_err().problem, DiskProblem::Damaged(_)));
        }
        fs::write(&file, &sound).unwrap();
    }
}

/// The processor time of this process in seconds.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks = fields
        .skip(11)
        .take(2)
        .filter_map(|n| n.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// The rate of docs/scale.md, without the time that a puzzle takes for its moves.
#[test]
#[ignore = "takes some seconds; prints the states per second of processor time"]
fn measure_the_rate() {
    let side = 215;
    let folder = TestFolder(env::temp_dir().join(format!("fewest-rate-{}", process::id())));
    let mut run = DiskStates::<1>::open(&folder.0, &key(), true, &DiskOptions::default()).unwrap();
    // Three coordinates on a torus.
    let successors = |state: Words<1>, list: &mut Vec<Words<1>>| {
        for shift in [0, 13, 26] {
            let at = state.0[0] >> shift & 0x1fff;
            for to in [(at + 1) % side, (at + side - 1) % side] {
                list.push(Words([state.0[0] ^ (at ^ to) << shift]));
            }
        }
    };
    let before = cpu_seconds();
    run.extend(&[Words([0])], successors, &limits(64 << 20, 1))
        .unwrap();
    let seconds = cpu_seconds() - before;
    let (states, layers) = (run.histogram().iter().sum::<u64>(), run.histogram().len());
    println!(
        "{layers} layers, {:.2} million states a second",
        states as f64 / 1e6 / seconds
    );
}
