//! Measures what the command needs for hard boards, as whole processes in processor time.
//!
//! Long rows run only if an argument names them. Some rows need files that are not part of this
//! repository; arguments say where these files are:
//!
//! * `levels=FILE`: a collection of Sokoban levels, such as David W. Skinner's Microban;
//! * `cubes=FILE`: a line of moves for each scrambled cube, such as `benchmarks/scrambles` of the
//!   GitHub project sebastianotronto/nissy-core;
//! * `ricochet=FOLDER`: the folder `opt/ricochet-robots` of ipc2023-classical/ipc2023-dataset.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fewest_bench::{arguments, children_cpu_time, show, table, target_dir};

#[path = "records/puzzles.rs"]
mod puzzles;
#[path = "records/ricochet.rs"]
mod ricochet;

use puzzles::Random;

const KORF_15: &str = include_str!("../../tests/golden/tiles/korf100.txt");
const KORF_24: &str = include_str!("../../tests/golden/tiles/korf24.txt");

/// Boards that one process solves.
struct Row {
    name: String,
    goal: &'static str,
    /// The name or the text of the puzzle.
    puzzle: String,
    /// The boards; empty for the start of the puzzle.
    boards: String,
    /// Moves on each board, if it has to be scrambled.
    after: String,
    options: &'static str,
    /// Whether the row runs only if an argument names it.
    long: bool,
}

impl Row {
    fn new(name: &str, goal: &'static str, puzzle: &str, boards: String) -> Self {
        Self {
            name: name.to_owned(),
            goal,
            puzzle: puzzle.to_owned(),
            boards,
            after: String::new(),
            options: "",
            long: false,
        }
    }

    fn if_named(self) -> Self {
        Self { long: true, ..self }
    }

    fn with(self, options: &'static str) -> Self {
        Self { options, ..self }
    }
}

fn main() -> io::Result<()> {
    let mut arguments = arguments();
    let files: Vec<String> = arguments
        .extract_if(.., |word| word.contains('='))
        .collect();
    let named = |word: &str| {
        arguments
            .iter()
            .any(|wanted| word.contains(wanted.as_str()))
    };
    if !arguments.is_empty() && !named("records") {
        return Ok(());
    }
    let mut rows = rows();
    for file in &files {
        match file.split_once('=') {
            Some(("levels", path)) => rows.push(levels(path)?),
            Some(("cubes", path)) => {
                let name = Path::new(path).file_stem().unwrap_or_default();
                rows.push(cubes(&name.to_string_lossy(), &fs::read_to_string(path)?));
            }
            Some(("ricochet", path)) => {
                let tasks = ricochet::tasks(Path::new(path))?.into_iter();
                rows.extend(
                    tasks.map(|(name, text)| Row::new(&name, "10 s", &text, String::new())),
                );
            }
            _ => return Err(io::Error::other(format!("unknown argument {file}"))),
        }
    }
    // Words other than the name of the table choose rows.
    let words: Vec<&String> = arguments
        .iter()
        .filter(|word| !"records".contains(word.as_str()))
        .collect();
    rows.retain(|row| match words.is_empty() {
        true => !row.long,
        false => words.iter().any(|word| row.name.contains(word.as_str())),
    });
    let folder = Folder::new()?;
    let mut out = table(
        "hard boards, processor time of the whole command",
        &["work", "boards", "proven", "CPU", "CPU a board", "goal"],
    );
    for row in &rows {
        out.1.add_row(measure(row, &folder.0)?);
        show(&out);
    }
    Ok(())
}

/// The rows that need no other files.
fn rows() -> Vec<Row> {
    let mut random = Random::new(20);
    let stacks: Vec<_> = (0..20).map(|_| random.shuffled(60)).collect();
    let rings: Vec<_> = (0..5).map(|_| puzzles::turned(&mut random, 15)).collect();
    let scrambles: Vec<_> = (0..10)
        .map(|_| puzzles::scramble(&mut random, 15))
        .collect();
    let all = korf(KORF_15, |_, _| true);
    let three = korf(KORF_15, |number, _| [1, 3, 7].contains(&number));
    let drawn = three
        .split('\n')
        .map(|line| format!(" {line} \n").replace(" 0 ", " _ "));
    let drawn: String = drawn.collect();
    let mut nodes = Vec::new();
    korf(KORF_24, |_, count| {
        nodes.push(count);
        false
    });
    nodes.sort_unstable();
    let easiest = korf(KORF_24, |_, count| {
        nodes.iter().take(10).any(|&n| n == count)
    });
    let start = String::new;
    let row = Row::new;
    let kept = "--goal blank-first --cache TABLES";
    vec![
        row(
            "Korf's 100 boards, no table kept",
            "12 s",
            "tiles",
            all.clone(),
        )
        .with(kept),
        row("Korf's 100 boards, with the table", "1.5 s", "tiles", all).with(kept),
        row(
            "60 pancakes",
            "0.1 s a board",
            &puzzles::pancakes(60),
            puzzles::lines(&stacks),
        ),
        row(
            "TopSpin(20,4), 15 turns",
            "10 s a board",
            &puzzles::topspin(),
            puzzles::lines(&rings),
        ),
        row("15 disks on 4 pegs", "20 s", &puzzles::pegs(4, 15), start()),
        row(
            "three towers of 6 disks",
            "0.1 s",
            &puzzles::towers(6),
            start(),
        ),
        row(
            "three towers of 8 disks",
            "0.1 s",
            &puzzles::towers(8),
            start(),
        ),
        row("Korf's boards 1, 3 and 7", "", "tiles", three)
            .with("--goal blank-first --algorithm idastar --heuristic manhattan"),
        row(
            "Korf's boards 1, 3 and 7, drawn",
            "1.25 times the row above",
            "fifteen",
            drawn,
        )
        .with("--algorithm idastar --heuristic travel"),
        cubes("15 random moves", &scrambles.concat()),
        row(
            "24-puzzle, Korf's ten easiest",
            "all proven",
            "tiles",
            easiest,
        )
        .with("--goal blank-first --heuristic 6-6-6-6")
        .if_named(),
    ]
}

/// Sokoban levels, solved with the fewest moves.
fn levels(path: &str) -> io::Result<Row> {
    let name = Path::new(path).file_stem().unwrap_or_default();
    let name = format!("{} by moves", name.to_string_lossy());
    let goal = "154 of Microban, 131 of Microban II";
    let row = Row::new(&name, goal, "sokoban", fs::read_to_string(path)?);
    Ok(row.with("--time 10s --memory 2GiB"))
}

/// Cubes that are scrambled from the solved cube.
fn cubes(name: &str, scrambles: &str) -> Row {
    let goal = "2 s a board at 16 moves, 10 s at 17, 90 s at 18";
    let count = scrambles.lines().count();
    let name = format!("3x3x3 cubes, {name}");
    Row {
        after: scrambles.to_owned(),
        ..Row::new(&name, goal, "cube-3", puzzles::SOLVED_CUBE.repeat(count)).with("--memory 8GiB")
    }
}

/// The boards of a golden file that `wanted` chooses by their numbers and their published nodes.
fn korf(text: &str, mut wanted: impl FnMut(u64, u64) -> bool) -> String {
    let mut boards = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |i: usize| words[i].parse::<u64>().unwrap_or(u64::MAX);
        if wanted(number(0), number(3)) {
            let _ = writeln!(boards, "{}\n", words[4..].join(" "));
        }
    }
    boards
}

/// A folder for the files of a run, which is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("fewest-records-{}", std::process::id()));
        fs::create_dir_all(path.join("tables"))?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn measure(row: &Row, folder: &Path) -> io::Result<[String; 6]> {
    let mut command = Command::new(target_dir()?.join("fewest"));
    command.args(["solve", "--json"]);
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map(|()| path)
    };
    match row.puzzle.contains('\n') {
        true => command.arg(file("puzzle.fewest", &row.puzzle)?),
        false => command.arg(&row.puzzle),
    };
    if !row.boards.is_empty() {
        command.arg(file("boards.txt", &row.boards)?);
    }
    if !row.after.is_empty() {
        let path = file("after.txt", &row.after)?;
        command.args(["--after", &format!("@{}", path.display())]);
    }
    for option in row.options.split_whitespace() {
        match option {
            "TABLES" => command.arg(folder.join("tables")),
            _ => command.arg(option),
        };
    }
    let before = children_cpu_time();
    let output = command.stderr(Stdio::inherit()).output()?;
    let cpu: Duration = children_cpu_time().saturating_sub(before);
    let text = String::from_utf8_lossy(&output.stdout);
    let boards = text.lines().count();
    let proven = text.matches(r#""outcome":"solved""#).count();
    if boards == 0 {
        return Err(io::Error::other(format!("{}: {}", row.name, output.status)));
    }
    let seconds = cpu.as_secs_f64();
    Ok([
        row.name.clone(),
        boards.to_string(),
        proven.to_string(),
        format!("{seconds:.2} s"),
        format!("{:.3} s", seconds / boards as f64),
        row.goal.to_owned(),
    ])
}
