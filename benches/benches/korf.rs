//! Measures IDA* with the Manhattan distance on Korf's 100 boards of the 15-puzzle, beside the
//! `pathfinding` crate.
//!
//! "Generated" counts every node that a move produces, and the start of each board once, as the
//! published numbers do. Moves are tried in the order up, left, right, down, and the last move is
//! never taken back. The longer automaton compares sequences of up to eight moves, so fewer nodes
//! are generated with it.

use std::io;
use std::num::NonZeroUsize;
use std::process::Command;
use std::time::{Duration, Instant};

use fewest::puzzles::tiles::{BlankGoal, Manhattan, Tiles, read};
use fewest::rules::{Heuristic, Limits, Meter, Outcome, Puzzle};
use fewest::search::{Automaton, PruningLimits, parallel_idastar};
use fewest_bench::{arguments, cpu_time, show, table};

const KORF: &str = include_str!("../../tests/golden/tiles/korf100.txt");

/// Each row is a measurement: its name, the length of the sequences that the automaton compares,
/// the number of threads, and the greatest published number of nodes of a board that is included.
const ROWS: [(&str, usize, usize, u64); 5] = [
    ("fewest, all 100", 2, 1, u64::MAX),
    ("fewest, all 100", 2, 2, u64::MAX),
    ("fewest, all 100, automaton of 8 moves", 8, 1, u64::MAX),
    ("fewest, the easy ones", 2, 1, EASY),
    (PATHFINDING, 0, 1, EASY),
];
const PATHFINDING: &str = "pathfinding idastar, the easy ones";
const EASY: u64 = 3_000_000;

/// The speeds that the first and the second row are expected to reach.
const SPEEDS: &str =
    "promised: 179 M generated/s, 91 M expanded/s, 202 s CPU; 2 threads 1.8 times as fast";

fn main() -> io::Result<()> {
    let arguments = arguments();
    if let [child, row] = arguments.as_slice()
        && child == "child"
    {
        let row: usize = row.parse().map_err(io::Error::other)?;
        return run_child(ROWS[row]);
    }
    let wanted = |word: &String| "korf".contains(word.as_str());
    if !arguments.is_empty() && !arguments.iter().any(wanted) {
        return Ok(());
    }
    let mut out = table(
        &format!("Korf's 100 boards, IDA* with the Manhattan distance ({SPEEDS})"),
        &[
            "program",
            "threads",
            "wall",
            "CPU",
            "generated",
            "M generated/s",
            "M expanded/s",
            "other numbers than published",
        ],
    );
    for (i, (name, _, threads, _)) in ROWS.into_iter().enumerate() {
        let output = Command::new(std::env::current_exe()?)
            .args(["child", &i.to_string()])
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let fields: Vec<&str> = text.trim().split('|').collect();
        if fields.len() != 6 {
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

/// A line of the file of Korf's boards.
struct Instance {
    number: u64,
    length: usize,
    generated: u64,
    state: u64,
}

fn instances(puzzle: &Tiles<u64>) -> io::Result<Vec<Instance>> {
    let lines = KORF.lines().filter(|line| !line.starts_with('#'));
    let instance = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |i: usize| words[i].parse::<u64>().map_err(io::Error::other);
        let boards =
            read(&words[4..].join(" ")).map_err(|faults| io::Error::other(faults.to_string()))?;
        Ok(Instance {
            number: number(0)?,
            length: number(2)? as usize,
            generated: number(3)?,
            state: puzzle
                .state(&boards[0].0)
                .ok_or_else(|| io::Error::other("4x4"))?,
        })
    };
    lines.map(instance).collect()
}

fn run_child((name, moves, threads, most): (&str, usize, usize, u64)) -> io::Result<()> {
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).map_err(io::Error::other)?;
    let manhattan = Manhattan::new(&puzzle);
    let limits = Limits::default();
    let (started, before) = (Instant::now(), cpu_time());
    let (mut generated, mut expanded, mut others) = (0, 0, Vec::new());
    let reach = PruningLimits {
        moves,
        sequences: 1 << 14,
    };
    let automaton = Automaton::find(&puzzle, reach, &mut Meter::new(&limits))
        .map_err(|reason| io::Error::other(format!("{reason}")))?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    for board in instances(&puzzle)? {
        if board.generated > most {
            continue;
        }
        let length = if name == PATHFINDING {
            pathfinding(
                &puzzle,
                &manhattan,
                board.state,
                &mut generated,
                &mut expanded,
            )
        } else {
            let report = parallel_idastar(
                &puzzle,
                board.state,
                &manhattan,
                &automaton,
                threads,
                &limits,
            );
            let counted = report.statistics.generated + 1;
            if counted != board.generated && moves == 2 {
                others.push(format!(
                    "{} ({counted}, published {})",
                    board.number, board.generated
                ));
            }
            generated += counted;
            expanded += report.statistics.expanded;
            match report.outcome {
                Outcome::Solved { moves } => moves.len(),
                outcome => return Err(io::Error::other(format!("{outcome:?}"))),
            }
        };
        if length != board.length {
            return Err(io::Error::other(format!(
                "board {}: {length} moves",
                board.number
            )));
        }
    }
    let (wall, cpu): (Duration, Duration) = (started.elapsed(), cpu_time() - before);
    let rate = |count: u64| count as f64 / cpu.as_secs_f64() / 1e6;
    println!(
        "{:.2} s|{:.2} s|{generated}|{:.1}|{:.1}|{}",
        wall.as_secs_f64(),
        cpu.as_secs_f64(),
        rate(generated),
        rate(expanded),
        if moves == 2 && others.is_empty() {
            "none".to_owned()
        } else {
            others.join(", ")
        },
    );
    Ok(())
}

/// The length that the `pathfinding` crate finds. The crate does not tell which move was made last,
/// so the state holds the move that would take it back, and this move is not tried.
fn pathfinding(
    puzzle: &Tiles<u64>,
    manhattan: &Manhattan,
    start: u64,
    generated: &mut u64,
    expanded: &mut u64,
) -> usize {
    use fewest::rules::Invertible;
    let found = ::pathfinding::prelude::idastar(
        &(start, None),
        |&(state, back)| {
            *expanded += 1;
            let successors: Vec<_> = puzzle
                .moves(state)
                .filter(|&m| Some(m) != back)
                .map(|m| ((puzzle.apply(state, m), Some(puzzle.inverse(m))), 1_u32))
                .collect();
            *generated += successors.len() as u64;
            successors
        },
        |&(state, _)| {
            let cache = manhattan.start(puzzle, state);
            Heuristic::<Tiles<u64>>::bound(manhattan, cache)
        },
        |&(state, _)| puzzle.is_goal(state),
    );
    found.map_or(0, |(path, _)| path.len() - 1)
}
