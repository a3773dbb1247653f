//! Compares A* with the A* of the `pathfinding` crate, with the same rules and the same bound.
//!
//! Every competitor solves all boards of a size in its own process, so that its peak memory is
//! measured alone.

use std::io;
use std::process::Command;
use std::time::Instant;

use fewest_bench::{arguments, peak_memory, show, table};
use fewest_puzzles::tiles::{BlankGoal, Manhattan, TileBoard, Tiles};
use fewest_rules::{Heuristic, Limits, Puzzle, Ranked};
use fewest_search::{Order, astar};

const RUNS: usize = 3;
const SIZES: [&str; 3] = ["3x3", "3x4", "4x4"];
const COMPETITORS: [&str; 2] = ["fewest astar", "pathfinding astar"];
/// Korf's 100 boards of the 15-puzzle.
const KORF: &str = include_str!("../../tests/golden/tiles/korf100.txt");

fn main() -> io::Result<()> {
    let arguments = arguments();
    if let [child, size, competitor] = arguments.as_slice()
        && child == "child"
    {
        return run_child(size, competitor);
    }
    let wanted = |name: &str| {
        arguments.is_empty() || arguments.iter().any(|word| name.contains(word.as_str()))
    };
    if !wanted("informed") {
        return Ok(());
    }
    for size in SIZES {
        let mut out = table(
            &format!("A* with the Manhattan distance, tiles {size}"),
            &["program", "moves", "expanded", "expanded/s", "peak memory"],
        );
        let mut results = vec![Vec::new(); COMPETITORS.len()];
        for _ in 0..RUNS {
            for (competitor, results) in COMPETITORS.iter().zip(&mut results) {
                results.push(measure(size, competitor)?);
            }
        }
        for (competitor, runs) in COMPETITORS.iter().zip(&mut results) {
            runs.sort_by(|a, b| a[2].total_cmp(&b[2]));
            let [moves, expanded, seconds, bytes] = runs[RUNS / 2];
            out.1.add_row([
                (*competitor).to_owned(),
                moves.to_string(),
                expanded.to_string(),
                format!("{:.2} M", expanded / seconds / 1e6),
                format!("{:.1} MB", bytes / 1e6),
            ]);
        }
        show(&out);
    }
    Ok(())
}

/// Returns the moves of all solutions, the states expanded, the seconds and the bytes.
fn measure(size: &str, competitor: &str) -> io::Result<[f64; 4]> {
    let output = Command::new(std::env::current_exe()?)
        .args(["child", size, competitor])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Vec<f64> = text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    numbers.try_into().map_err(|_| {
        let complaint = String::from_utf8_lossy(&output.stderr);
        io::Error::other(format!("{competitor} on {size}: {complaint}"))
    })
}

/// The puzzle of a size and the boards to be solved.
fn boards(size: &str) -> io::Result<(Tiles<u64>, Vec<u64>)> {
    let (rows, columns, count) = match size {
        "3x3" => (3, 3, 300),
        "3x4" => (3, 4, 60),
        _ => (4, 4, 0),
    };
    let puzzle = Tiles::new(rows, columns, BlankGoal::BlankFirst).map_err(io::Error::other)?;
    let mut starts: Vec<u64> = (0..count)
        .map(|i| puzzle.unrank(puzzle.size() / count * i + 123))
        .collect();
    if size == "4x4" {
        let mut korf: Vec<Vec<u64>> = KORF
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| {
                let words = line.split_whitespace();
                words.filter_map(|word| word.parse().ok()).collect()
            })
            .collect();
        korf.sort_by_key(|line| line[3]);
        for line in &korf[6..12] {
            let cells = line[4..].iter().map(|&tile| tile as u8).collect();
            let board = TileBoard::new(4, 4, cells).map_err(io::Error::other)?;
            starts.extend(puzzle.state(&board));
        }
    }
    Ok((puzzle, starts))
}

fn run_child(size: &str, competitor: &str) -> io::Result<()> {
    let (puzzle, starts) = boards(size)?;
    let manhattan = Manhattan::new(&puzzle);
    let before = peak_memory();
    let started = Instant::now();
    let (mut moves, mut expanded) = (0, 0);
    for start in starts {
        if competitor == COMPETITORS[0] {
            let report = astar(&puzzle, start, &manhattan, Order::Any, &Limits::default());
            expanded += report.statistics.expanded;
            moves += report.outcome.moves().map_or(0, <[_]>::len);
        } else {
            let solution = pathfinding::prelude::astar(
                &start,
                |&state| {
                    expanded += 1;
                    let after = puzzle.moves(state).map(|m| (puzzle.apply(state, m), 1));
                    after.collect::<Vec<_>>()
                },
                |&state| u32::from(manhattan.start(&puzzle, state)),
                |&state| puzzle.is_goal(state),
            );
            moves += solution.map_or(0, |(states, _)| states.len() - 1);
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{moves} {expanded} {seconds} {}", peak_memory() - before);
    Ok(())
}
