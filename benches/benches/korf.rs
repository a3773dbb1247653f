//! Measures IDA* with the Manhattan distance on Korf's 100 boards of the 15-puzzle, beside the
//! `pathfinding` crate and a recursion that is written for this puzzle.
//!
//! "Generated" counts every node that a move produces, and the start of each board once, as the
//! published numbers do. Moves are tried in the order up, left, right, down, and the last move is
//! never taken back. The longer automaton compares sequences of up to eight moves, so fewer nodes
//! are generated with it.

use std::io;
use std::num::NonZeroUsize;
use std::process::Command;
use std::time::{Duration, Instant};

use fewest_bench::{arguments, cpu_time, show, table};
use fewest_puzzles::tiles::{BlankGoal, Manhattan, SlideDistance, Slides, Tiles, read};
use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle};
use fewest_search::{Automaton, Duplicates, PruningLimits, idastar};

#[path = "handwritten/fifteen.rs"]
mod fifteen;

use fifteen::{Nodes, shortest};

const KORF: &str = include_str!("../../tests/golden/tiles/korf100.txt");

/// The program that searches.
#[derive(Clone, Copy, PartialEq)]
enum Program {
    /// The library, with an automaton that compares sequences of up to this many moves.
    Library { moves: usize },
    /// The library, with moves that name the cells between which a tile slides. The command
    /// `fewest` searches in this way, with an automaton for sequences of up to eight moves.
    Slides { moves: usize },
    /// A recursion that is written for this puzzle alone.
    Recursion,
    /// The crate `pathfinding`.
    Pathfinding,
}

/// A row of the table: a program and the boards that it solves.
struct Row {
    name: &'static str,
    program: Program,
    threads: usize,
    /// Whether a board with this number, and this published number of nodes, is solved.
    boards: fn(u64, u64) -> bool,
}

const ROWS: [Row; 8] = [
    Row {
        name: "fewest, all 100",
        program: Program::Library { moves: 2 },
        threads: 1,
        boards: |_, _| true,
    },
    Row {
        name: "fewest, all 100",
        program: Program::Library { moves: 2 },
        threads: 2,
        boards: |_, _| true,
    },
    Row {
        name: "fewest, all 100, automaton of 8 moves",
        program: Program::Library { moves: 8 },
        threads: 1,
        boards: |_, _| true,
    },
    Row {
        name: "fewest, the easy ones",
        program: Program::Library { moves: 2 },
        threads: 1,
        boards: easy,
    },
    Row {
        name: "pathfinding idastar, the easy ones",
        program: Program::Pathfinding,
        threads: 1,
        boards: easy,
    },
    Row {
        name: "fewest, slides, 1, 3 and 7",
        program: Program::Slides { moves: 2 },
        threads: 1,
        boards: three,
    },
    Row {
        name: "fewest, slides, 1, 3 and 7, automaton of 8 moves",
        program: Program::Slides { moves: 8 },
        threads: 1,
        boards: three,
    },
    Row {
        name: "plain recursion, 1, 3 and 7",
        program: Program::Recursion,
        threads: 1,
        boards: three,
    },
];

fn easy(_: u64, generated: u64) -> bool {
    generated <= 3_000_000
}

fn three(number: u64, _: u64) -> bool {
    [1, 3, 7].contains(&number)
}

/// The speeds that the first and the second row are expected to reach.
const SPEEDS: &str =
    "promised: 179 M generated/s, 91 M expanded/s, 202 s CPU; 2 threads 1.8 times as fast";

fn main() -> io::Result<()> {
    let arguments = arguments();
    if let [child, row] = arguments.as_slice()
        && child == "child"
    {
        let row: usize = row.parse().map_err(io::Error::other)?;
        return run_child(&ROWS[row]);
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
    for (i, Row { name, threads, .. }) in ROWS.iter().enumerate() {
        let output = Command::new(std::env::current_exe()?)
            .args(["child", &i.to_string()])
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let fields: Vec<&str> = text.trim().split('|').collect();
        if fields.len() != 6 {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(io::Error::other(format!("{name}: {message}")));
        }
        let mut row = vec![(*name).to_owned(), threads.to_string()];
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

fn run_child(row: &Row) -> io::Result<()> {
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).map_err(io::Error::other)?;
    let manhattan = Manhattan::new(&puzzle);
    let limits = Limits {
        threads: NonZeroUsize::new(row.threads),
        ..Limits::default()
    };
    let (started, before) = (Instant::now(), cpu_time());
    let (mut nodes, mut others) = (Nodes::default(), Vec::new());
    let moves = match row.program {
        Program::Library { moves } | Program::Slides { moves } => moves,
        Program::Recursion | Program::Pathfinding => 2,
    };
    let reach = PruningLimits {
        moves,
        sequences: 1 << 14,
    };
    let automaton = Automaton::find(&puzzle, reach, &mut Meter::new(&limits))
        .map_err(|reason| io::Error::other(format!("{reason}")))?;
    let none = Duplicates::Enter;
    let slides = Slides::new(&puzzle);
    let slide_distance = SlideDistance::new(&slides, &manhattan);
    let relabelled = automaton.relabelled(&puzzle, |blank, m| slides.slide(blank, m));
    for board in instances(&puzzle)? {
        if !(row.boards)(board.number, board.generated) {
            continue;
        }
        let (start, earlier) = (board.state, nodes.generated);
        let report = match row.program {
            Program::Library { .. } => {
                let report = idastar(&puzzle, start, &manhattan, &automaton, none, &limits);
                Some((length(&report.outcome), report.statistics))
            }
            Program::Slides { .. } => {
                let (heuristic, rows) = (&slide_distance, &relabelled);
                let report = idastar(&slides, start, heuristic, rows, none, &limits);
                Some((length(&report.outcome), report.statistics))
            }
            Program::Recursion | Program::Pathfinding => None,
        };
        let length = match report {
            Some((length, statistics)) => {
                nodes.generated += statistics.generated;
                nodes.expanded += statistics.expanded;
                length
            }
            None if row.program == Program::Recursion => Some(shortest(start, &mut nodes)),
            None => Some(pathfinding(&puzzle, &manhattan, start, &mut nodes)),
        };
        if row.program != Program::Pathfinding {
            nodes.generated += 1;
            let counted = nodes.generated - earlier;
            if counted != board.generated && moves == 2 {
                others.push(format!(
                    "{} ({counted}, published {})",
                    board.number, board.generated
                ));
            }
        }
        if length != Some(board.length) {
            return Err(io::Error::other(format!(
                "board {}: {length:?} moves",
                board.number
            )));
        }
    }
    let (wall, cpu): (Duration, Duration) = (started.elapsed(), cpu_time() - before);
    let rate = |count: u64| count as f64 / cpu.as_secs_f64() / 1e6;
    println!(
        "{:.2} s|{:.2} s|{}|{:.1}|{:.1}|{}",
        wall.as_secs_f64(),
        cpu.as_secs_f64(),
        nodes.generated,
        rate(nodes.generated),
        rate(nodes.expanded),
        if moves == 2 && others.is_empty() {
            "none".to_owned()
        } else {
            others.join(", ")
        },
    );
    Ok(())
}

/// The length of a solution, if one was found.
fn length<M>(outcome: &Outcome<M>) -> Option<usize> {
    outcome.moves().map(<[M]>::len)
}

/// The length that the `pathfinding` crate finds. The crate does not tell which move was made last,
/// so the state holds the move that would take it back, and this move is not tried.
fn pathfinding(puzzle: &Tiles<u64>, manhattan: &Manhattan, start: u64, nodes: &mut Nodes) -> usize {
    use fewest_rules::Invertible;
    let found = ::pathfinding::prelude::idastar(
        &(start, None),
        |&(state, back)| {
            nodes.expanded += 1;
            let successors: Vec<_> = puzzle
                .moves(state)
                .filter(|&m| Some(m) != back)
                .map(|m| ((puzzle.apply(state, m), Some(puzzle.inverse(m))), 1_u32))
                .collect();
            nodes.generated += successors.len() as u64;
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
