//! Measures the enumeration of whole ranked state spaces, in states per CPU second and bytes per
//! state, and the construction of tables.

use std::io;
use std::num::NonZeroUsize;
use std::process::Command;
use std::time::{Duration, Instant};

use fewest_bench::{arguments, cpu_time, median, millis, peak_memory, show, table};
use fewest_puzzles::four_in_a_row::FourInARow;
use fewest_puzzles::rotation::{MaskTable, Rotation};
use fewest_puzzles::tiles::{BlankGoal, Tiles};
use fewest_rules::{Goals, Limits};
use fewest_tables::{
    Encoding, Enumerated, EnumerationOptions, Retrograde, Undirected, census, distances,
};

const RUNS: usize = 3;

fn main() -> io::Result<()> {
    let arguments = arguments();
    if let [child, threads] = arguments.as_slice()
        && child == "child"
    {
        return tiles(threads.parse().map_err(io::Error::other)?);
    }
    if !arguments.is_empty()
        && !arguments
            .iter()
            .any(|word| "spaces".contains(word.as_str()))
    {
        return Ok(());
    }
    let mut out = table(
        "census of the 3x4 tiles, 239,500,800 states, each run a process of its own",
        &[
            "threads",
            "wall",
            "M states/CPU s",
            "bytes/state",
            "wall ratio",
        ],
    );
    let mut runs = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        for (threads, runs) in [1, 2].into_iter().zip(&mut runs) {
            runs.push(measure(threads)?);
        }
    }
    let base = median(runs[0].iter().map(|run| run.wall).collect());
    for (threads, runs) in [1, 2].into_iter().zip(&runs) {
        let wall = median(runs.iter().map(|run| run.wall).collect());
        let cpu = median(runs.iter().map(|run| run.cpu).collect());
        let bytes = runs.iter().map(|run| run.bytes).max().unwrap_or(0);
        out.1.add_row([
            threads.to_string(),
            format!("{:.2} s", wall.as_secs_f64()),
            format!("{:.1}", STATES / cpu.as_secs_f64() / 1e6),
            format!("{:.3}", bytes as f64 / STATES),
            format!("{:.2}", base.as_secs_f64() / wall.as_secs_f64()),
        ]);
    }
    show(&out);

    let mut out = table(
        "tables and censuses from nothing, one thread",
        &["what", "time", "promised"],
    );
    for (what, promised, work) in [
        ("rotation, table of all masks", "≤ 15 ms", masks as fn()),
        ("rotation, census of 9,465,511,770", "≤ 10 s", rotation),
        ("four in a row, table of 1,235,520", "≤ 100 ms", four),
    ] {
        let times = (0..RUNS + 4).map(|_| {
            let started = Instant::now();
            work();
            started.elapsed()
        });
        out.1
            .add_row([what, &millis(median(times.collect())), promised]);
    }
    show(&out);
    Ok(())
}

const STATES: f64 = 239_500_800.0;

struct Run {
    wall: Duration,
    cpu: Duration,
    bytes: u64,
}

fn measure(threads: usize) -> io::Result<Run> {
    let output = Command::new(std::env::current_exe()?)
        .args(["child", &threads.to_string()])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let fields: Vec<&str> = text.split_whitespace().collect();
    let seconds = |text: &str| text.parse().ok().map(Duration::from_secs_f64);
    match fields.as_slice() {
        [wall, cpu, bytes] => seconds(wall)
            .zip(seconds(cpu))
            .zip(bytes.parse().ok())
            .map(|((wall, cpu), bytes)| Run { wall, cpu, bytes }),
        _ => None,
    }
    .ok_or_else(|| io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
}

fn tiles(threads: NonZeroUsize) -> io::Result<()> {
    let started = Instant::now();
    let puzzle = Tiles::<u64>::new(3, 4, BlankGoal::BlankLast).map_err(io::Error::other)?;
    let options = EnumerationOptions {
        threads,
        ..EnumerationOptions::default()
    };
    let report = census(
        &puzzle,
        &Undirected,
        puzzle.goals(),
        &options,
        &Limits::default(),
    );
    let Enumerated::Complete(census) = report.outcome else {
        return Err(io::Error::other("the census was stopped"));
    };
    assert_eq!(census.gods_number(), Some(53));
    assert_eq!(census.histogram.iter().sum::<u64>(), STATES as u64);
    let (wall, cpu) = (started.elapsed().as_secs_f64(), cpu_time().as_secs_f64());
    println!("{wall} {cpu} {}", peak_memory());
    Ok(())
}

fn masks() {
    let built = MaskTable::new().build(&Limits::default());
    assert!(built.is_ok());
}

fn rotation() {
    let report =
        MaskTable::new().census(&Rotation::default(), NonZeroUsize::MIN, &Limits::default());
    assert!(matches!(report.outcome, Enumerated::Complete(histogram) if histogram.len() == 14));
}

fn four() {
    let report = distances(
        &FourInARow,
        &Retrograde,
        FourInARow.goals(),
        Encoding::Byte,
        &EnumerationOptions::default(),
        &Limits::default(),
    );
    assert!(matches!(report.outcome, Enumerated::Complete(_)));
}
