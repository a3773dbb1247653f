//! Runs on disk whose files cannot be written, or are damaged.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fewest_disk::{
    DiskEnumeration, DiskError, DiskOptions, DiskProblem, FileFaults, FileOperation, RunError,
    RunKey,
};
use fewest_rules::{Limits, Ranked};
use fewest_tables::Enumerated;

use super::{Graph, STARTS, key, options, run, threads};
use crate::test_folder::TestFolder;

/// Fails one operation, perhaps after a part of it.
#[derive(Debug)]
struct FailOnce {
    left: AtomicUsize,
    part: usize,
}

impl FileFaults for FailOnce {
    fn fail(&self, _: FileOperation, bytes: usize) -> Option<usize> {
        let before = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        (before == Ok(1)).then_some(bytes * self.part / 4)
    }
}

/// Whichever write, flush or renaming fails or is cut short, the error is reported and the next run
/// completes the result.
#[test]
fn no_failing_operation_damages_a_run() {
    for symmetric in [true, false] {
        let graph = Graph::random(100, symmetric, 5);
        let expected = Enumerated::Complete(graph.census(&STARTS));
        let mut failures = 0;
        for operation in 1.. {
            let folder = TestFolder::new();
            let faulty = DiskOptions {
                faults: Some(Arc::new(FailOnce {
                    left: AtomicUsize::new(operation),
                    part: operation % 5,
                })),
                ..options(6)
            };
            match run(&graph, &folder.0, &faulty, &threads(1)) {
                Ok(census) => {
                    assert_eq!(census, expected);
                    break;
                }
                Err(RunError::Disk(DiskError {
                    problem: DiskProblem::Write(_),
                    ..
                })) => failures += 1,
                Err(error) => panic!("{error}"),
            }
            let resumed = run(&graph, &folder.0, &options(6), &threads(2)).unwrap();
            assert_eq!(resumed, expected, "after operation {operation} failed");
        }
        assert!(failures > 50, "{failures}");
    }
}

/// Stops a run of `graph` in the middle and returns the paths of its files.
fn stopped(graph: &Graph, folder: &TestFolder) -> Vec<PathBuf> {
    let limits = Limits {
        states: Some(graph.size() / 2),
        ..threads(1)
    };
    let outcome = run(graph, &folder.0, &options(8), &limits).unwrap();
    assert!(matches!(outcome, Enumerated::Stopped { .. }));
    let files = fs::read_dir(&folder.0).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| !fs::read(file).unwrap().is_empty());
    files.sort();
    files
}

/// A run with damaged files is refused, or the damage is in bytes that it does not need.
fn assert_refused_or_right(graph: &Graph, folder: &TestFolder, what: &str) -> bool {
    match run(graph, &folder.0, &options(8), &threads(1)) {
        Ok(found) => {
            assert_eq!(found, Enumerated::Complete(graph.census(&STARTS)), "{what}");
            false
        }
        Err(RunError::Disk(DiskError {
            problem: DiskProblem::Damaged(_) | DiskProblem::Read(_),
            ..
        })) => true,
        Err(error) => panic!("{what}: {error}"),
    }
}

#[test]
fn damaged_files_are_refused() {
    let graph = Graph::random(2000, false, 9);
    let (mut flips, mut cuts) = (0, 0);
    for round in 0..40 {
        let folder = TestFolder::new();
        let files = stopped(&graph, &folder);
        let file = &files[round % files.len()];
        let mut bytes = fs::read(file).unwrap();
        assert!(!bytes.is_empty(), "{}", file.display());
        let what = format!("{} in round {round}", file.display());
        if round % 3 == 0 {
            bytes.truncate(bytes.len() * round / 41);
            fs::write(file, bytes).unwrap();
            cuts += u32::from(assert_refused_or_right(&graph, &folder, &what));
        } else {
            let at = bytes.len() * round / 41;
            bytes[at] ^= 1 << (round % 8);
            fs::write(file, bytes).unwrap();
            flips += u32::from(assert_refused_or_right(&graph, &folder, &what));
        }
    }
    assert!(
        flips >= 8 && cuts >= 7,
        "{flips} flips and {cuts} cuts were noticed"
    );
}

#[test]
fn swapped_files_are_refused() {
    let graph = Graph::random(2000, true, 9);
    let folder = TestFolder::new();
    let files = stopped(&graph, &folder);
    let data: Vec<_> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|e| e == "data"))
        .collect();
    let [first, second, ..] = data[..] else {
        panic!("{data:?}")
    };
    let aside = folder.0.join("aside");
    fs::rename(first, &aside).unwrap();
    fs::rename(second, first).unwrap();
    fs::rename(&aside, second).unwrap();
    assert!(assert_refused_or_right(&graph, &folder, "swapped"));
}

fn problem(error: &RunError) -> &DiskProblem {
    match error {
        RunError::Disk(error) => &error.problem,
        other => panic!("{other}"),
    }
}

#[test]
fn other_folders_are_refused() {
    let graph = Graph::random(300, true, 1);
    let folder = TestFolder::new();
    let open = |key: &RunKey, symmetric, states| {
        let (options, limits) = (options(7), threads(1));
        DiskEnumeration::open(&folder.0, key, (states, symmetric), &options, &limits, None)
    };
    run(&graph, &folder.0, &options(7), &threads(1)).unwrap();
    let other = RunKey {
        parameters: "2".to_owned(),
        ..key()
    };
    let error = open(&other, true, 300).unwrap_err();
    assert!(matches!(problem(&error), DiskProblem::Foreign { .. }));
    assert!(
        error
            .to_string()
            .contains("holds the run 'census graph 1', not 'census graph 2'")
    );
    for (symmetric, states) in [(false, 300), (true, 301)] {
        let error = open(&key(), symmetric, states).unwrap_err();
        assert!(matches!(problem(&error), DiskProblem::Foreign { .. }));
    }
    let used = open(&key(), true, 300).unwrap();
    let error = open(&key(), true, 300).unwrap_err();
    assert!(matches!(problem(&error), DiskProblem::Busy));
    drop(used);
    let full = TestFolder::new();
    fs::create_dir_all(&full.0).unwrap();
    fs::write(full.0.join("thesis.txt"), "text").unwrap();
    let error = run(&graph, &full.0, &options(7), &threads(1)).unwrap_err();
    assert!(matches!(problem(&error), DiskProblem::NotARun));
    assert_eq!(
        fs::read_dir(&full.0).unwrap().count(),
        1,
        "no file is added"
    );
}
