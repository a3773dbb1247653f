//! Runs on disk by several processes, which are threads that send each other mail.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fewest_disk::{DiskEnumeration, DiskOptions, FileFaults, FileOperation, RunError, RunKey};
use fewest_rules::{Limits, StopReason};
use fewest_tables::{Census, Enumerated, EnumerationReport, Forward, PeerError, Peers};

use crate::mail::together;
use crate::spaces::{Graph, forward};
use crate::test_folder::TestFolder;

const STATES: u32 = 6000;
const STARTS: [u32; 2] = [7, 70];

fn graph() -> Graph {
    Graph::random(STATES, 3, 1, 12)
}

fn key() -> RunKey {
    RunKey {
        task: "census".to_owned(),
        puzzle: "graph".to_owned(),
        parameters: String::new(),
    }
}

fn options() -> DiskOptions {
    DiskOptions {
        segment_bits: Some(6),
        every_layer: true,
        ..DiskOptions::default()
    }
}

type Ended = Result<(EnumerationReport<()>, Option<Census>), RunError>;

/// One process's part. Process 0 also gets the census.
fn part(
    graph: &Graph,
    folder: &Path,
    options: &DiskOptions,
    limits: &Limits,
    peers: &mut dyn Peers,
) -> Ended {
    let size = u64::from(STATES);
    let key = key();
    let (space, moves) = ((size, false), (graph, &Forward));
    let run = DiskEnumeration::open(folder, &key, space, options, limits, Some(&mut *peers));
    let mut run = run?;
    let report = run.extend(moves, STARTS, None, limits, Some(&mut *peers))?;
    let complete = report.outcome == Enumerated::Complete(());
    let census = (complete && peers.own() == 0).then(|| run.census(5, 0..size).unwrap());
    Ok((report, census))
}

fn limits(threads: usize) -> Limits {
    Limits {
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    }
}

fn assert_counted(ended: Vec<Ended>) {
    let oracle = forward(&graph(), &STARTS);
    let census = ended.into_iter().next().unwrap().unwrap().1.unwrap();
    assert_eq!(census.histogram, oracle.histogram);
    assert_eq!(census.hardest, oracle.last[..oracle.last.len().min(5)]);
    let reached: u64 = oracle.histogram.iter().sum();
    assert_eq!(census.unreached, u64::from(STATES) - reached);
}

#[test]
fn processes_count_on_disk_what_one_counts() {
    let graph = graph();
    for (processes, threads) in [(1, 1), (2, 3), (5, 1), (16, 1)] {
        let folder = TestFolder::new();
        for _ in 0..2 {
            let run = |peers: &mut dyn Peers| {
                part(&graph, &folder.0, &options(), &limits(threads), peers)
            };
            // The second time, nothing is left to do, and no layer is added.
            assert_counted(together(processes, run));
        }
    }
}

/// There are two segments, so most processes hold no states. They take part in every checkpoint all the
/// same, and the next processes, among which the segments are dealt anew, begin at the same layer.
#[test]
fn processes_without_states_miss_no_checkpoint() {
    let (graph, folder) = (graph(), TestFolder::new());
    let two_segments = DiskOptions {
        segment_bits: Some(12),
        ..options()
    };
    let (mut layers, mut stops) = (0, 0);
    for (turn, processes) in (1..).zip([5, 3, 7].into_iter().cycle()) {
        let few = Limits {
            states: Some(150 * turn),
            ..limits(1)
        };
        let run = |peers: &mut dyn Peers| part(&graph, &folder.0, &two_segments, &few, peers);
        let ended = together(processes, run);
        let info = DiskEnumeration::info(&folder.0).unwrap().unwrap();
        assert!(info.histogram.len() >= layers);
        layers = info.histogram.len();
        if info.complete {
            assert_counted(ended);
            break;
        }
        stops += 1;
    }
    assert!(stops > 2, "{stops}");
}

/// After each stop the run goes on with another number of processes, and sometimes with a single one
/// that knows nothing of the others.
#[test]
fn a_stopped_run_goes_on_with_another_number_of_processes() {
    let (graph, folder) = (graph(), TestFolder::new());
    let (mut layers, mut stops) = (0, 0);
    for (turn, processes) in (1..).zip([3, 1, 4, 2, 5].into_iter().cycle()) {
        let few = Limits {
            states: Some(150 * turn),
            ..limits(1)
        };
        if processes == 1 {
            let (path, space) = (folder.0.as_path(), (u64::from(STATES), false));
            let mut run =
                DiskEnumeration::open(path, &key(), space, &options(), &few, None).unwrap();
            run.extend((&graph, &Forward), STARTS, None, &few, None)
                .unwrap();
            continue;
        }
        let run = |peers: &mut dyn Peers| part(&graph, &folder.0, &options(), &few, peers);
        let ended = together(processes, run);
        let outcomes = ended.iter().map(|ended| &ended.as_ref().unwrap().0.outcome);
        let stopped = |outcome: &Enumerated<()>| match outcome {
            Enumerated::Complete(()) => false,
            Enumerated::Stopped { reason, .. } => {
                assert_eq!(*reason, StopReason::States);
                true
            }
        };
        let count = outcomes.filter(|outcome| stopped(outcome)).count();
        if count == 0 {
            assert_counted(ended);
            break;
        }
        assert_eq!(count, processes, "all processes stop together");
        let now = DiskEnumeration::info(&folder.0).unwrap().unwrap();
        assert!(now.histogram.len() >= layers, "{processes} processes");
        (layers, stops) = (now.histogram.len(), stops + 1);
    }
    assert!(stops > 2 && layers > 10, "{stops} stops, {layers} layers");
}

/// Lets the file operation with this number fail.
#[derive(Debug)]
struct Fault(AtomicUsize);

impl FileFaults for Fault {
    fn fail(&self, _: FileOperation, bytes: usize) -> Option<usize> {
        (self.0.fetch_sub(1, Ordering::Relaxed) == 0).then_some(bytes / 2)
    }
}

/// Wherever a process fails, all of them end and name it, and the run goes on from the last common
/// checkpoint.
#[test]
fn a_run_goes_on_after_any_process_has_failed() {
    let graph = graph();
    for failing in [0, 1] {
        let mut failed = 0;
        for at in (0..).step_by(199) {
            let folder = TestFolder::new();
            let fault: Arc<dyn FileFaults> = Arc::new(Fault(AtomicUsize::new(at)));
            let run = |peers: &mut dyn Peers| {
                let faults = (peers.own() == failing).then(|| Arc::clone(&fault));
                let faulty = DiskOptions {
                    faults,
                    ..options()
                };
                part(&graph, &folder.0, &faulty, &limits(1), peers)
            };
            let ended = together(2, run);
            if ended.iter().all(Result::is_ok) {
                assert_counted(ended);
                break;
            }
            failed += 1;
            for ended in ended {
                let Err(RunError::Peer(PeerError::Failed { process, message })) = ended else {
                    panic!("a process did not notice the failure: {ended:?}");
                };
                assert_eq!(process, failing, "{message}");
                assert!(message.contains("cannot be written"), "{message}");
            }
            let run =
                |peers: &mut dyn Peers| part(&graph, &folder.0, &options(), &limits(1), peers);
            assert_counted(together(3, run));
        }
        assert!(failed > 5, "{failed}");
    }
}

#[test]
fn other_folders_and_other_runs_are_refused() {
    let graph = graph();
    let (first, second) = (TestFolder::new(), TestFolder::new());
    let run = |peers: &mut dyn Peers| {
        let folder = if peers.own() == 1 { &second } else { &first };
        part(&graph, &folder.0, &options(), &limits(1), peers)
    };
    for ended in together(2, run) {
        let message = ended.unwrap_err().to_string();
        assert!(
            message.contains("all hosts must share one folder"),
            "{message}"
        );
    }
    let run = |peers: &mut dyn Peers| {
        let other = RunKey {
            parameters: peers.own().to_string(),
            ..key()
        };
        let space = (u64::from(STATES), false);
        let (path, options, limits) = (first.0.as_path(), options(), limits(1));
        DiskEnumeration::open(path, &other, space, &options, &limits, Some(peers))
    };
    for ended in together(2, run) {
        assert!(matches!(
            ended,
            Err(RunError::Peer(PeerError::Failed { .. }))
        ));
    }
}
