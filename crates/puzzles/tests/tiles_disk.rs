//! Counts sliding tiles with the layers on disk.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::{env, fs, process};

use fewest_disk::{DiskEnumeration, DiskOptions, RunKey};
use fewest_puzzles::tiles::{BlankGoal, Tiles};
use fewest_rules::{Goals, Limits, Ranked};
use fewest_tables::{Census, Enumerated, Undirected, census};

fn key(size: &str) -> RunKey {
    RunKey {
        task: "census".to_owned(),
        puzzle: "tiles".to_owned(),
        parameters: size.to_owned(),
    }
}

/// The processor time of this process in seconds.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: f64 = fields
        .skip(11)
        .take(2)
        .filter_map(|n| n.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}

fn on_disk(puzzle: &Tiles<u64>, size: &str, limits: &Limits) -> Enumerated<Census> {
    let folder = env::var_os("FEWEST_TEST_DISK").map_or_else(env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("fewest-tiles-{size}-{}", process::id()));
    let options = DiskOptions::default();
    let (key, states) = (key(size), puzzle.size());
    let mut run =
        DiskEnumeration::open(&folder, &key, (states, true), &options, limits, None).unwrap();
    let report = run.extend((puzzle, &Undirected), puzzle.goals(), None, limits, None);
    let outcome = match report.unwrap().outcome {
        Enumerated::Complete(()) => Enumerated::Complete(run.census(3, 0..states).unwrap()),
        Enumerated::Stopped { histogram, reason } => Enumerated::Stopped { histogram, reason },
    };
    drop(run);
    let _ = fs::remove_dir_all(&folder);
    outcome
}

fn in_memory(puzzle: &Tiles<u64>, limits: &Limits) -> Enumerated<Census> {
    let options = fewest_tables::EnumerationOptions {
        threads: limits.threads(),
        hardest: 3,
    };
    census(puzzle, &Undirected, puzzle.goals(), &options, limits).outcome
}

fn limits(memory: u64, threads: usize) -> Limits {
    Limits {
        memory: Some(memory),
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    }
}

#[test]
fn the_disk_counts_what_the_memory_counts() {
    for (rows, columns, size) in [(2, 4, "2x4"), (3, 3, "3x3"), (1, 5, "1x5")] {
        let puzzle = Tiles::<u64>::new(rows, columns, BlankGoal::BlankLast).unwrap();
        let expected = in_memory(&puzzle, &Limits::default());
        for threads in [1, 4] {
            assert_eq!(
                on_disk(&puzzle, size, &limits(8 << 20, threads)),
                expected,
                "{size}"
            );
        }
    }
}

/// The figures of docs/scale.md.
#[test]
#[ignore = "takes half a minute; prints how long each way takes"]
fn measure_three_by_four() {
    let puzzle = Tiles::<u64>::new(3, 4, BlankGoal::BlankLast).unwrap();
    assert_eq!(puzzle.size(), 239_500_800);
    let start = cpu_seconds();
    let disk = on_disk(&puzzle, "3x4", &limits(64_000_000, 1));
    let between = cpu_seconds();
    let peak = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = peak
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or_default()
        .to_owned();
    let memory = in_memory(&puzzle, &Limits::default());
    let end = cpu_seconds();
    assert_eq!(disk, memory);
    let (disk, memory) = (between - start, end - between);
    println!(
        "disk {disk:.2} s, {peak}; memory {memory:.2} s; ratio {:.2}",
        disk / memory
    );
}
