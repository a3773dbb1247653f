//! Measures pattern databases of the 15-puzzle: building the tables, and solving Korf's 100 boards
//! with them. Each row is measured in its own process.

use std::io;
use std::num::NonZeroUsize;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use fewest_bench::{arguments, cpu_time, peak_memory, show, table};
use fewest_puzzles::tiles::{BlankGoal, PatternView, TileBoard, TilePatterns, Tiles};
use fewest_rules::{Heuristic, Limits, Max, Meter, Outcome};
use fewest_search::{Automaton, Duplicates, PruningLimits, idastar};
use fewest_tables::{AdditivePatterns, DistanceTable, Encoding, Enumerated, pattern_table};

const KORF: &str = include_str!("../../tests/golden/tiles/korf100.txt");

fn main() -> io::Result<()> {
    let arguments = arguments();
    if let [child, name, threads] = arguments.as_slice()
        && child == "child"
    {
        return run_child(name, threads.parse().map_err(io::Error::other)?);
    }
    let wanted = |word: &String| "patterns".contains(word.as_str());
    if !arguments.is_empty() && !arguments.iter().any(wanted) {
        return Ok(());
    }
    let mut out = table(
        "pattern databases of the 15-puzzle, and Korf's 100 boards with them and their reflections, one thread",
        &[
            "patterns",
            "threads",
            "made in",
            "CPU",
            "peak",
            "kept",
            "100 boards in",
            "CPU",
            "nodes generated",
            "ns/node",
        ],
    );
    for (name, threads) in [("5-5-5", 1), ("6-6-3", 1), ("7-8", 2)] {
        let output = Command::new(std::env::current_exe()?)
            .args(["child", name, &threads.to_string()])
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() != 8 {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("{name}: {message}")));
        }
        let mut row = vec![name.to_owned(), threads.to_string()];
        row.extend(fields.into_iter().map(str::to_owned));
        out.1.add_row(row);
    }
    show(&out);
    Ok(())
}

fn run_child(name: &str, threads: NonZeroUsize) -> io::Result<()> {
    let goal = BlankGoal::BlankFirst;
    let patterns = TilePatterns::named(4, 4, goal, name).map_err(io::Error::other)?;
    let started = Instant::now();
    let tables = build(&patterns, threads)?;
    let (wall, cpu, peak) = (started.elapsed(), cpu_time(), peak_memory());
    let kept: usize = tables.iter().map(|table| table.bytes().len()).sum();
    let heuristic =
        |view: PatternView| AdditivePatterns::new(view, &tables).map_err(io::Error::other);
    let reflected = patterns
        .reflected_view(goal)
        .ok_or_else(|| io::Error::other("4x4 is square"))?;
    let heuristic = Max(heuristic(patterns.view(goal))?, heuristic(reflected)?);
    let (started, before) = (Instant::now(), cpu_time());
    let generated = korf(&heuristic)?;
    let (search, search_cpu) = (started.elapsed(), cpu_time() - before);
    println!(
        "{:.2}s {:.2}s {}MB {}MB {:.3}s {:.2}s {generated} {:.1}",
        wall.as_secs_f64(),
        cpu.as_secs_f64(),
        peak / 1_000_000,
        kept / 1_000_000,
        search.as_secs_f64(),
        search_cpu.as_secs_f64(),
        search_cpu.as_nanos() as f64 / generated as f64,
    );
    Ok(())
}

fn build(patterns: &Arc<TilePatterns>, threads: NonZeroUsize) -> io::Result<Vec<DistanceTable>> {
    let build =
        |pattern| match pattern_table(pattern, Encoding::Nibble, threads, &Limits::default())
            .outcome
        {
            Enumerated::Complete(made) => Ok(made.table),
            Enumerated::Stopped { reason, .. } => Err(io::Error::other(format!("{reason}"))),
        };
    patterns.spaces().iter().map(build).collect()
}

/// Solves the 100 boards and returns the number of nodes generated.
fn korf(heuristic: &impl Heuristic<Tiles<u64>>) -> io::Result<u64> {
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).map_err(io::Error::other)?;
    let limits = Limits::default();
    let automaton = Automaton::find(
        &puzzle,
        PruningLimits {
            moves: 8,
            sequences: 1 << 14,
        },
        &mut Meter::new(&limits),
    )
    .map_err(|reason| io::Error::other(format!("{reason}")))?;
    let mut generated = 0;
    for line in KORF.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line
            .split_whitespace()
            .map(|word| word.parse().map_err(io::Error::other))
            .collect::<Result<_, _>>()?;
        let cells = numbers[4..].iter().map(|&tile| tile as u8).collect();
        let board = TileBoard::new(4, 4, cells).map_err(io::Error::other)?;
        let start = puzzle
            .state(&board)
            .ok_or_else(|| io::Error::other("4x4"))?;
        let report = idastar(
            &puzzle,
            start,
            heuristic,
            &automaton,
            Duplicates::Enter,
            &limits,
        );
        generated += report.statistics.generated;
        match report.outcome {
            Outcome::Solved { moves } if moves.len() as u64 == numbers[2] => {}
            outcome => return Err(io::Error::other(format!("{line}: {outcome:?}"))),
        }
    }
    Ok(generated)
}
