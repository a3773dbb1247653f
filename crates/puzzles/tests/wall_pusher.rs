//! The wall pusher against a slow search of its own, its contest's packs, the
//! laws of its traits, and malformed texts.

#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;

use proptest::prelude::*;
use puzzles::judge::Judge;
use puzzles::wall_pusher::{
    Direction, Maze, NearestExit, Relaxation, Relaxed, Uva10384, WallPusher, read, relaxed, solve,
    ways,
};
use rules::{Faults, Heuristic, Limits, Notation, Outcome, Puzzle, StopReason, laws};

/// A small generator of its own, so that the mazes never change.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    /// A maze with walls on about `percent` of the inner edges and with up to
    /// `exits` gaps in the border.
    fn maze(&mut self, rows: usize, columns: usize, percent: u64, exits: u64) -> Maze {
        let player = (
            self.below(rows as u64) as usize,
            self.below(columns as u64) as usize,
        );
        let mut maze = Maze::new(rows, columns, player).unwrap();
        let mut border = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for d in Direction::ALL {
                    let inside = match d {
                        Direction::W => column > 0,
                        Direction::N => row > 0,
                        Direction::E => column + 1 < columns,
                        Direction::S => row + 1 < rows,
                    };
                    if inside {
                        let wall = self.below(100) < percent;
                        maze.set_wall(row, column, d, wall);
                    } else {
                        maze.set_wall(row, column, d, true);
                        border.push((row, column, d));
                    }
                }
            }
        }
        for _ in 0..exits {
            let (row, column, d) = border[self.below(border.len() as u64) as usize];
            maze.set_wall(row, column, d, false);
        }
        maze
    }
}

/// What the plain search finds: the steps, how many ways, and the first of them.
type Found = Option<(usize, u64, String)>;

/// Breadth-first search over the sums of the cells, as the contest writes them.
fn oracle(maze: &Maze) -> Found {
    // Digits, for they are in the order of the moves.
    const STEPS: [(char, i32, i32, u8, u8); 4] = [
        ('0', 0, -1, 1, 4),
        ('1', -1, 0, 2, 8),
        ('2', 0, 1, 4, 1),
        ('3', 1, 0, 8, 2),
    ];
    type Sums = Vec<Vec<u8>>;
    let numbers = maze.numbers();
    let mut lines = numbers.lines();
    let player: Vec<i32> = lines
        .next()?
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    let sums: Sums = lines
        .map(|line| line.split(' ').map(|n| n.parse().unwrap()).collect())
        .collect();
    let (rows, columns) = (sums.len() as i32, sums[0].len() as i32);
    let inside = |row: i32, column: i32| (0..rows).contains(&row) && (0..columns).contains(&column);
    let start = (player[1] - 1, player[0] - 1, sums);
    let mut seen: HashMap<_, (usize, u64, String)> = HashMap::new();
    seen.insert(start.clone(), (0, 1, String::new()));
    let mut queue = VecDeque::from([start]);
    let mut found: Found = None;
    while let Some(state) = queue.pop_front() {
        let (steps, ways, path) = seen[&state].clone();
        let (row, column, sums) = state;
        if found.as_ref().is_some_and(|found| found.0 <= steps) {
            break;
        }
        for (digit, down, right, near, far) in STEPS {
            let (r, c) = (row + down, column + right);
            let walled = sums[row as usize][column as usize] & near != 0;
            let path = format!("{path}{digit}");
            if !inside(r, c) {
                if !walled {
                    let found = found.get_or_insert((steps + 1, 0, path.clone()));
                    found.1 += ways;
                    found.2 = found.2.clone().min(path);
                }
                continue;
            }
            let mut sums = sums.clone();
            if walled {
                if sums[r as usize][c as usize] & near != 0 {
                    continue;
                }
                sums[row as usize][column as usize] &= !near;
                sums[r as usize][c as usize] &= !far;
                sums[r as usize][c as usize] |= near;
                if inside(r + down, c + right) {
                    sums[(r + down) as usize][(c + right) as usize] |= far;
                }
            }
            let after = (r, c, sums);
            match seen.get_mut(&after) {
                None => {
                    seen.insert(after.clone(), (steps + 1, ways, path));
                    queue.push_back(after);
                }
                Some(known) if known.0 == steps + 1 => {
                    known.1 += ways;
                    known.2 = known.2.clone().min(path);
                }
                Some(_) => {}
            }
        }
    }
    found.map(|(steps, ways, path)| {
        let letters = path
            .bytes()
            .map(|digit| ['W', 'N', 'E', 'S'][usize::from(digit - b'0')]);
        (steps, ways, letters.collect())
    })
}

fn letters(moves: &[Direction]) -> String {
    moves.iter().map(|d| d.letter()).collect()
}

fn assert_agrees(maze: &Maze) {
    let expected = oracle(maze);
    let name = maze.numbers();
    let limits = Limits::default();
    let report = solve(maze, &limits);
    let bound = relaxed(maze);
    match expected {
        Some((steps, count, first)) => {
            let moves = report.outcome.moves().unwrap_or_else(|| panic!("{name}"));
            assert_eq!(letters(moves), first, "{name}");
            let all = ways(maze, &limits).unwrap();
            assert_eq!((all.steps(), all.count()), (steps, &count.into()), "{name}");
            if count <= 200 {
                let all: Vec<_> = all.iter().collect();
                assert_eq!(all.len() as u64, count, "{name}");
                assert!(all.is_sorted_by(|a, b| a < b), "{name}");
                assert_eq!(letters(&all[0]), first, "{name}");
                for moves in all {
                    assert!(leads_out(maze, &moves), "{name}");
                }
            }
            assert!(
                matches!(bound, Relaxation::AtLeast(least) if least as usize <= steps),
                "{name}"
            );
        }
        None => {
            assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{name}");
            let report = ways(maze, &limits).unwrap_err();
            assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{name}");
        }
    }
}

fn leads_out(maze: &Maze, moves: &[Direction]) -> bool {
    let (puzzle, mut state) = WallPusher::<16>::of(maze).unwrap();
    for &m in moves {
        if !puzzle.moves(state).any(|legal| legal == m) {
            return false;
        }
        state = puzzle.apply(state, m);
    }
    puzzle.is_goal(state)
}

#[test]
fn small_mazes_agree_with_the_plain_search() {
    let mut random = Random(1);
    for (rows, columns, mazes) in [
        (1, 1, 50),
        (1, 5, 500),
        (2, 2, 1500),
        (3, 2, 1500),
        (2, 4, 1500),
        (3, 3, 2000),
        (4, 3, 600),
        (3, 4, 600),
    ] {
        for i in 0..mazes {
            let maze = random.maze(rows, columns, 10 * (i % 11), i / 11 % 4);
            assert_agrees(&maze);
        }
    }
}

#[test]
fn contest_mazes_agree_with_the_plain_search() {
    let mut random = Random(2);
    let mut solvable = 0;
    for i in 0..600 {
        let maze = random.maze(4, 6, 20 + i % 60, 1 + i % 3);
        if let Outcome::Solved { moves } = solve(&maze, &Limits::default()).outcome
            && moves.len() <= 9
        {
            assert_agrees(&maze);
            solvable += 1;
        }
    }
    assert!(solvable > 200);
}

fn golden() -> Vec<(String, Vec<u8>, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/wall");
    let mut inputs: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect();
    inputs.sort();
    assert_eq!(inputs.len(), 35);
    let bytes = |path: PathBuf| std::fs::read(path).unwrap();
    inputs
        .into_iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, bytes(path.clone()), bytes(path.with_extension("out")))
        })
        .collect()
}

/// The judge's output for the whole input, and what it took at last.
fn judged(input: &[u8]) -> Result<String, Faults> {
    let mut out = Vec::new();
    Uva10384::default().answer(input, true, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// The same, fed byte by byte.
fn judged_bytewise(input: &[u8]) -> Result<String, Faults> {
    let mut judge = Uva10384::default();
    let mut out = Vec::new();
    let mut done = 0;
    for arrived in 1..=input.len() {
        let taken = judge.answer(&input[done..arrived], false, &mut out)?;
        done += taken.bytes;
        if taken.finished {
            return Ok(String::from_utf8(out).unwrap());
        }
    }
    judge.answer(&input[done..], true, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

const LONGEST: &str = "6 4\n3 6 3 6 3 6\n5 5 5 5 5 5\n5 5 5 5 5 5\n12 9 12 9 12 13\n";

#[test]
fn judge_answers_the_packs() {
    for (name, input, expected) in golden() {
        let expected = String::from_utf8(expected).unwrap();
        assert_eq!(judged(&input).unwrap(), expected, "{name}");
        assert_eq!(judged_bytewise(&input).unwrap(), expected, "{name}");
    }
}

#[test]
fn packs_are_read_as_mazes_and_give_the_same_answers() {
    for (name, input, expected) in golden() {
        let text = String::from_utf8(input).unwrap();
        let mazes = read(&text).unwrap();
        let answers: String = mazes
            .iter()
            .map(|(maze, span)| {
                assert_eq!(read(&text[span.clone()]).unwrap()[0].0, *maze, "{name}");
                match solve(maze, &Limits::default()).outcome {
                    Outcome::Solved { moves } => letters(&moves) + "\n",
                    Outcome::Unsolvable(_) => "Impossible\n".to_owned(),
                    Outcome::Stopped { .. } => panic!("{name} has no limits"),
                }
            })
            .collect();
        assert_eq!(answers.as_bytes(), expected, "{name}");
    }
}

#[test]
fn the_longest_way_has_twenty_four_steps() {
    let answer = judged(LONGEST.as_bytes()).unwrap();
    assert_eq!(answer.trim_end().len(), 24);
    let (maze, _) = &read(LONGEST).unwrap()[0];
    assert_eq!(ways(maze, &Limits::default()).unwrap().steps(), 24);
}

#[test]
fn a_maze_is_answered_once_a_byte_follows_it() {
    let mut judge = Uva10384::default();
    let mut out = Vec::new();
    let text = LONGEST.trim_end().as_bytes();
    let taken = judge.answer(text, false, &mut out).unwrap();
    assert_eq!((taken.bytes, taken.cases, out.len()), (0, 0, 0));
    let taken = judge.answer(LONGEST.as_bytes(), false, &mut out).unwrap();
    assert_eq!(
        (taken.bytes, taken.cases, out.len()),
        (LONGEST.len(), 1, 25)
    );
    let end = format!("{LONGEST}0 0 whatever \u{e9}");
    let taken = judge.answer(end.as_bytes(), true, &mut out).unwrap();
    assert!(taken.finished && taken.cases == 1);
}

#[test]
fn traits_keep_the_laws() {
    let mut random = Random(3);
    for (rows, columns) in [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (4, 6)] {
        for i in 0..12 {
            let maze = random.maze(rows, columns, 20 + 5 * i, 1 + i % 3);
            laws_hold::<1>(&maze);
            laws_hold::<2>(&maze);
            let (puzzle, state) = WallPusher::<1>::of(&maze).unwrap();
            laws::check(&puzzle, [state], 400)
                .unwrap()
                .ranked()
                .unwrap();
            assert_eq!(puzzle.maze(state), Some(maze));
        }
    }
    laws_hold::<2>(&random.maze(5, 7, 40, 2));
    laws_hold::<32>(&random.maze(31, 31, 40, 2));
    assert!(WallPusher::<32>::new(32, 32).is_none());
    assert_eq!(WallPusher::<1>::words_needed(4, 6), 1);
}

fn laws_hold<const N: usize>(maze: &Maze) {
    let (puzzle, state) = WallPusher::<N>::of(maze).unwrap();
    let most = if N > 2 { 20 } else { 400 };
    let laws = laws::check(&puzzle, [state], most).unwrap();
    laws.reverse()
        .unwrap()
        .symmetric()
        .unwrap()
        .notation()
        .unwrap();
    laws.admissible(&NearestExit)
        .unwrap()
        .consistent(&NearestExit)
        .unwrap();
    laws.admissible(&Relaxed)
        .unwrap()
        .consistent(&Relaxed)
        .unwrap();
    for &state in laws.states() {
        let near = NearestExit.start(&puzzle, state);
        assert!(near <= Relaxed.start(&puzzle, state));
    }
}

#[test]
fn heuristics_are_admissible_on_whole_spaces() {
    let mut random = Random(4);
    let mut complete = 0;
    for i in 0..150 {
        let maze = random.maze(3, 3, 10 * (i % 8), 1 + i % 3);
        let (puzzle, state) = WallPusher::<1>::of(&maze).unwrap();
        let laws = laws::check(&puzzle, [state], 20_000).unwrap();
        laws.admissible(&NearestExit)
            .unwrap()
            .consistent(&NearestExit)
            .unwrap();
        laws.admissible(&Relaxed)
            .unwrap()
            .consistent(&Relaxed)
            .unwrap();
        complete += usize::from(laws.complete());
    }
    assert!(complete > 100, "{complete}");
}

#[test]
fn both_notations_are_read_back() {
    let mut random = Random(5);
    let mut text = String::new();
    let mut mazes = Vec::new();
    for i in 0..300 {
        let (rows, columns) = (1 + random.below(6) as usize, 1 + random.below(7) as usize);
        let maze = random.maze(rows, columns, i % 70, i % 9);
        for written in [maze.draw(), maze.numbers()] {
            assert_eq!(
                read(&written).unwrap(),
                [(maze.clone(), 0..written.len())],
                "{written}"
            );
            text += &written;
            text += if i % 2 == 0 { "\n\n" } else { "\r\n \r\n" };
            mazes.push(maze.clone());
        }
    }
    let read = read(&text).unwrap();
    assert!(read.iter().map(|(maze, _)| maze).eq(&mazes));
    for (maze, span) in read {
        assert_eq!(puzzles::wall_pusher::read(&text[span]).unwrap()[0].0, maze);
    }
}

#[test]
fn drawings_may_be_narrow_indented_and_trimmed() {
    let maze = |text: &str| {
        read(text)
            .unwrap_or_else(|faults| panic!("{faults}"))
            .remove(0)
            .0
    };
    let canonical = "+---+---+\n| @     |\n+   +---+\n        |\n+---+---+";
    for text in [
        "+-+-+\n|@  |\n+ +-+\n    |\n+-+-+\n",
        "+--+--+\n|@    |\n+  +--+\n      |\n+--+--+",
        "  +---+---+\n  | @     |  \n  +   +---+\n          |\n  +---+---+\n\n\n",
    ] {
        assert_eq!(maze(text).draw(), canonical);
    }
    // A row without anything is kept apart from the blank line that ends a maze.
    let open = "+   +\n  @  \n+   +\n  .  \n+   +";
    assert_eq!(maze(open).draw(), open);
    assert_eq!(read("").unwrap(), []);
    assert_eq!(read(" \r\n\n").unwrap(), []);
}

/// Every fault of the first faulty maze: what its span covers, and its message.
fn faults(text: &str) -> Vec<(String, String)> {
    let faults = read(text).unwrap_err();
    faults
        .as_slice()
        .iter()
        .map(|fault| {
            for (span, _) in &fault.context {
                assert!(text.get(span.clone()).is_some());
            }
            (text[fault.span.clone()].to_owned(), fault.message.clone())
        })
        .collect()
}

fn assert_fault(text: &str, spot: &str, message: &str) {
    let faults = faults(text);
    assert!(
        faults
            .iter()
            .any(|(at, what)| at == spot && what.contains(message)),
        "{text}: {faults:?}"
    );
}

#[test]
fn malformed_drawings_are_refused_with_the_place() {
    let good = "+---+---+\n| @     |\n+---+---+\n";
    assert!(read(good).is_ok());
    for (text, spot, message) in [
        (
            "+---+---+\n| x     |\n+---+---+\n",
            "x",
            "unknown symbol 'x'",
        ),
        (
            "+---+---+\n| \u{e9}     |\n+---+---+\n",
            "\u{e9}",
            "unknown symbol 'é'",
        ),
        (
            "+---+---+\n| @ \0   |\n+---+---+\n",
            "\0",
            "unknown symbol '\\0'",
        ),
        (
            "+---+---+\n|\t@     |\n+---+---+\n",
            "\t",
            "unknown symbol '\\t'",
        ),
        (
            "+---+---+\n|       |\n+---+---+\n",
            "+---+---+",
            "no player",
        ),
        ("+---+---+\n| @   @ |\n+---+---+\n", "@", "second player"),
        ("+---+---+\n| @ @   |\n+---+---+\n", "@", "not in a cell"),
        (
            "+---+---+\n| @ | - |\n+---+---+\n",
            "-",
            "a wall where none can be",
        ),
        (
            "+---+---+\n| @ +   |\n+---+---+\n",
            "+",
            "a post where none can be",
        ),
        ("+---+---+\n| @     |\n+-- +---+\n", "-- ", "half a wall"),
        ("+---+---+\n| @     |\n+---+---\n", "", "a post is missing"),
        (
            "+---+---+\n| @     |   |\n+---+---+\n",
            "|",
            "a wall where none can be",
        ),
        ("+---+---+\n| @     |\n", "", "without a line of posts"),
        ("+---+---+\n", "", "without a line of posts"),
        ("@\n", "@", "cannot begin"),
        ("+\n@\n+", "+", "only one post"),
        ("++\n@\n++", "+", "too close"),
    ] {
        assert_fault(text, spot, message);
    }
    let two = faults("+---+---+\n| x   y |\n+---+---+\n");
    assert_eq!(two.len(), 2, "{two:?}");
    let shifted = read(&format!("{good}\n{good}\n+---+\n| ? |\n+---+")).unwrap_err();
    assert_eq!(
        shifted.as_slice()[0].span,
        2 * good.len() + 10..2 * good.len() + 11
    );
    let wide = format!("{0}\n\n{0}\n", "+---".repeat(256) + "+");
    assert_fault(
        &wide.replace("\n\n", "\n|@\n"),
        wide.lines().next().unwrap(),
        "too large",
    );
}

const GOOD: &str = "2 3\n10 2 10 10 2 6\n3 12 11 14 9 4\n13 15 3 6 15 13\n14 11 12 9 14 11\n";

#[test]
fn malformed_numbers_are_refused_with_the_place() {
    assert!(read(GOOD).is_ok());
    for (from, to, spot, message) in [
        ("2 3\n", "0 3\n", "0", "column 0 is outside"),
        ("2 3\n", "2 0\n", "0", "row 0 is outside"),
        ("2 3\n", "7 3\n", "7", "column 7 is outside"),
        ("2 3\n", "2 5\n", "5", "row 5 is outside"),
        ("13 15", "16 15", "16", "cell r3c1 cannot be 16"),
        ("13 15", "999999999 15", "999999999", "cannot be 999999999"),
        ("13 15", "1000000000 15", "1000000000", "more than 9 digits"),
        ("13 15", "13 x", "x", "unexpected 'x'"),
        ("13 15", "13,15", ",", "unexpected ','"),
        ("13 15", "-1 15", "-", "unexpected '-'"),
        ("13 15", "13 \0", "\0", "unexpected '\\0'"),
        ("13 15", "13 \u{e9}", "\u{e9}", "unexpected 'é'"),
        ("14 11\n", "14\n", "", "23 of its 24 cells"),
        (
            "13 15 3",
            "9 15 3",
            "15",
            "r3c2 has a wall to the west, but its neighbour r3c1 has none",
        ),
        (
            "13 15 3",
            "13 11 3",
            "3",
            "r3c3 has a wall to the west, but its neighbour r3c2 has none",
        ),
    ] {
        // In rows, and as one line, which only the contest's layout allows.
        let text = GOOD.replace(from, to);
        let line = text.replace('\n', " ");
        if spot.is_empty() {
            assert_fault(
                &text,
                "14 11 12 9 14",
                "row 4 has 5 cells, the rows above have 6",
            );
        } else {
            assert_fault(&text, spot, message);
        }
        assert_fault(&line, spot, message);
        for input in [text, line] {
            let whole = judged(input.as_bytes()).unwrap_err();
            let told = whole
                .as_slice()
                .iter()
                .any(|fault| fault.message.contains(message));
            assert!(told, "{input}: {whole}");
            assert!(judged_bytewise(input.as_bytes()).is_err());
        }
    }
    let all = faults(&GOOD.replace("2 3\n", "9 9\n").replace("13 15 3", "9 77 3"));
    assert_eq!(all.len(), 3, "{all:?}");
    assert!(judged(b"0").is_err() && judged(b"3").is_err() && judged(b"0 1").is_err());
    assert_eq!(judged(b"").unwrap(), "");
    assert_eq!(judged(b" \r\n").unwrap(), "");
}

#[test]
fn answers_before_a_malformed_case_are_given() {
    let mut out = Vec::new();
    let input = format!("{GOOD}{GOOD}1 1 x");
    let faults = Uva10384::default()
        .answer(input.as_bytes(), true, &mut out)
        .unwrap_err();
    assert_eq!(out, b"NESESEENNWNWWWWW\nNESESEENNWNWWWWW\n");
    assert_eq!(faults.as_slice()[0].span, input.len() - 1..input.len());
}

#[test]
fn other_sizes_and_loose_layouts_are_read_as_numbers() {
    let three = "2 1\n3 2 6\n9 8 12\n";
    let mazes = read(&format!("{three}{three}\n{GOOD}{GOOD}0 0\n{three}")).unwrap();
    let sizes: Vec<_> = mazes
        .iter()
        .map(|(maze, _)| (maze.rows(), maze.columns()))
        .collect();
    assert_eq!(sizes, [(2, 3), (2, 3), (4, 6), (4, 6)]);
    // Broken anyhow, the contest's numbers make sense only as the contest's.
    let words: Vec<_> = GOOD.split_ascii_whitespace().collect();
    for width in 1..=27 {
        let loose: Vec<_> = words.chunks(width).map(|line| line.join(" ")).collect();
        let mazes = read(&loose.join("\n")).unwrap();
        assert_eq!(mazes[0].0.numbers() + "\n", GOOD, "{width}");
    }
    assert_eq!(
        read(&GOOD.replace('\n', "\n\n")).unwrap()[0].0.numbers() + "\n",
        GOOD
    );
}

#[test]
fn limits_end_the_search_with_a_bound() {
    let (maze, _) = &read(LONGEST).unwrap()[0];
    for (limits, expected) in [
        (
            Limits {
                states: Some(3),
                ..Limits::default()
            },
            StopReason::States,
        ),
        (
            Limits {
                memory: Some(100),
                ..Limits::default()
            },
            StopReason::Memory,
        ),
        (
            Limits {
                time: Some(std::time::Duration::ZERO),
                ..Limits::default()
            },
            StopReason::Time,
        ),
    ] {
        match solve(maze, &limits).outcome {
            Outcome::Stopped {
                lower_bound,
                reason,
            } => {
                assert_eq!(reason, expected);
                assert!(lower_bound <= 24);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_largest_maze_is_solved() {
    let mut maze = Maze::new(Maze::MOST_SIDE, Maze::MOST_SIDE, (127, 127)).unwrap();
    let found = solve(&maze, &Limits::default()).outcome;
    assert_eq!(found.moves().map(<[_]>::len), Some(128));
    let all = ways(&maze, &Limits::default()).unwrap();
    // Straight out to one of the four sides.
    assert_eq!(all.count(), &4u32.into());
    for i in 0..Maze::MOST_SIDE {
        maze.set_wall(0, i, Direction::N, true);
        maze.set_wall(i, 0, Direction::W, true);
        maze.set_wall(Maze::MOST_SIDE - 1, i, Direction::S, true);
        maze.set_wall(i, Maze::MOST_SIDE - 1, Direction::E, true);
    }
    assert_eq!(
        relaxed(&maze),
        Relaxation::NoWayOut("the border has no gap, and its walls cannot be pushed".to_owned())
    );
    maze.set_wall(0, 0, Direction::W, false);
    let all = ways(&maze, &Limits::default()).unwrap();
    // 254 steps to the corner, 127 of them to the north, and one out.
    let binomial = (1..=127u32).fold(num_bigint::BigUint::from(1u32), |ways, i| {
        ways * (127 + i) / i
    });
    assert_eq!((all.steps(), all.count()), (255, &binomial));
    assert_eq!(all.iter().take(3).count(), 3);
}

#[test]
fn a_proof_names_what_can_be_entered() {
    let text = "+---+---+---+\n    | @     |\n+---+---+---+";
    let (maze, _) = &read(text).unwrap()[0];
    let Relaxation::NoWayOut(proof) = relaxed(maze) else {
        panic!("the wall is pushed onto the only gap")
    };
    assert!(
        proof.contains("at most 3 of the 3 cells can be entered: r1c1-r1c3"),
        "{proof}"
    );
    assert!(
        proof.ends_with("pushing a wall onto its gap: r1c1 to the west"),
        "{proof}"
    );
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[-+|@. 0-9\\nx\\r\u{e9}]{0,200}") {
        check_any(&text);
    }

    #[test]
    fn any_bytes_are_judged_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_any(&String::from_utf8_lossy(&bytes));
        let _ = judged(&bytes);
        let _ = judged_bytewise(&bytes);
    }

    #[test]
    fn any_numbers_are_judged_the_same_in_pieces(
        numbers in proptest::collection::vec(prop_oneof![8 => 0u32..16, 1 => 0u32..40], 0..60),
        breaks in proptest::collection::vec(0usize..4, 60),
    ) {
        let text: String = numbers.iter().zip(breaks)
            .map(|(n, i)| format!("{n}{}", [" ", "\n", "\r\n", "\t "][i]))
            .collect();
        check_any(&text);
        let outcome = |result: Result<String, Faults>| result.map_err(|faults| faults.to_string());
        prop_assert_eq!(outcome(judged(text.as_bytes())), outcome(judged_bytewise(text.as_bytes())));
    }

    #[test]
    fn any_change_to_a_maze_is_read_or_refused(at in 0usize..100, symbol in any::<char>()) {
        for text in [GOOD.to_owned(), read(GOOD).unwrap()[0].0.draw()] {
            let mut symbols: Vec<char> = text.chars().collect();
            let at = at % symbols.len();
            symbols[at] = symbol;
            let text: String = symbols.into_iter().collect();
            check_any(&text);
            let _ = judged(text.as_bytes());
        }
    }
}

/// Whatever `text` is, places lie in it and on character boundaries.
fn check_any(text: &str) {
    match read(text) {
        Ok(mazes) => {
            for (maze, span) in mazes {
                assert!(text.get(span).is_some());
                assert_eq!(read(&maze.draw()).unwrap()[0].0, maze);
            }
        }
        Err(faults) => {
            assert!(!faults.as_slice().is_empty());
            for fault in faults.as_slice() {
                assert!(text.get(fault.span.clone()).is_some(), "{text:?} {fault:?}");
                for (span, _) in &fault.context {
                    assert!(text.get(span.clone()).is_some(), "{text:?} {fault:?}");
                }
            }
        }
    }
    let (puzzle, _) = WallPusher::<1>::of(&Maze::new(2, 2, (0, 0)).unwrap()).unwrap();
    let _ = puzzle.parse(text);
}
