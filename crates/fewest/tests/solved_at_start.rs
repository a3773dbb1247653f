//! A start that is a goal is recognised first: by every algorithm under every lower
//! bound, by searches that may miss the fewest moves, where solutions are counted,
//! explained and rated, and under limits that allow no work at all.
#![allow(clippy::unwrap_used)]

use std::num::NonZeroUsize;
use std::time::Duration;

use fewest::algorithm::Algorithm;
use fewest::approximation::How;
use fewest::drawn::Drawn;
use fewest::family;
use fewest::rules::{Limits, Outcome};
use fewest::search::Weight;
use fewest::shell::{Board, Family, Options};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Limits that leave no room for a search, and none.
fn all_limits() -> [(&'static str, Limits); 5] {
    let unlimited = Limits::default;
    [
        ("no limit", unlimited()),
        (
            "no time",
            Limits {
                time: Some(Duration::ZERO),
                ..unlimited()
            },
        ),
        (
            "no states",
            Limits {
                states: Some(0),
                ..unlimited()
            },
        ),
        (
            "no memory",
            Limits {
                memory: Some(0),
                ..unlimited()
            },
        ),
        (
            "nothing",
            Limits {
                time: Some(Duration::ZERO),
                states: Some(0),
                memory: Some(0),
                ..unlimited()
            },
        ),
    ]
}

/// What each way to look at the board says, if it is not that the start is a goal.
fn objections(board: &dyn Board) -> Vec<String> {
    let mut wrong = Vec::new();
    for (limit, limits) in &all_limits() {
        let mut check = |what: String, outcome: &Outcome<String>| {
            if outcome.moves() != Some(&[]) {
                wrong.push(format!("{what}, {limit}: {outcome:?}"));
            }
        };
        let best = board.solve(None, limits).unwrap();
        check("solve".to_owned(), &best.report.outcome);
        for algorithm in board.algorithms() {
            let answer = board.solve(Some(algorithm), limits).unwrap();
            check(algorithm.to_string(), &answer.report.outcome);
            if matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
                for heuristic in board.heuristics() {
                    let answer = board.solve_with(algorithm, heuristic, limits).unwrap();
                    check(format!("{algorithm} {heuristic}"), &answer.report.outcome);
                }
            }
        }
        for how in [
            How::Weight(Weight::per_cent(150).unwrap()),
            How::Beam(NonZeroUsize::new(10).unwrap()),
        ] {
            // Not every puzzle has such a search.
            if let Ok(answer) = board.approximate(how, limits) {
                match answer.proven() {
                    Ok(answer) => check(how.to_string(), &answer.report.outcome),
                    Err(unproven) => wrong.push(format!("{how}, {limit}: {unproven:?}")),
                }
            }
        }
        let mut listed = None;
        let counted = board.shortest(limits, &mut |all| {
            let solutions: Vec<_> = all.solutions.collect();
            listed = Some((all.count.to_string(), solutions));
        });
        if counted.is_err() || listed != Some(("1".to_owned(), vec![Ok(Vec::new())])) {
            wrong.push(format!("shortest, {limit}: {counted:?} {listed:?}"));
        }
        let explanation = board.explain(limits).unwrap();
        if explanation.answer.report.outcome.moves() != Some(&[])
            || explanation.text != "The start is a goal."
        {
            wrong.push(format!("explain, {limit}: {explanation:?}"));
        }
        match board.difficulty(limits) {
            Ok(Some(figures)) if figures.length == 0 && figures.solutions == 1_u8.into() => {}
            other => wrong.push(format!("difficulty, {limit}: {other:?}")),
        }
    }
    wrong
}

fn boards(family: &dyn Family, text: &str, options: &Options) -> Vec<Box<dyn Board>> {
    let boards = family.read(text, options).unwrap();
    boards.into_iter().map(|(board, _)| board).collect()
}

fn recognised(what: &str, board: &dyn Board) {
    let objections = objections(board);
    assert!(objections.is_empty(), "{what}:\n{}", objections.join("\n"));
}

fn goal(name: &str) -> Options {
    Options {
        goal: Some(name.to_owned()),
        ..Options::default()
    }
}

/// A board of one symbol.
fn plain(symbol: &str, rows: usize, columns: usize) -> String {
    format!("{}\n", symbol.repeat(columns)).repeat(rows)
}

#[test]
fn flip_boards_of_one_colour() {
    let flip = family("flip").unwrap();
    // Boards of 39, 47 and 61 a side have null spaces too large to go through.
    for side in [1, 4, 5, 9, 11, 16, 19, 23, 33, 39, 47, 61] {
        for symbol in ["w", "b"] {
            let text = plain(symbol, side, side);
            for options in [Options::default(), goal(symbol)] {
                let what = format!("{side}x{side} {symbol} {options:?}");
                recognised(&what, &*boards(flip, &text, &options)[0]);
            }
        }
    }
    for colours in [3, 4, 5, 6, 7] {
        for side in [1, 4, 8, 30] {
            let options = Options {
                colours: Some(colours),
                ..Options::default()
            };
            // General searches are all there is where the number is not prime.
            if matches!(colours, 4 | 6) && side == 30 {
                continue;
            }
            let text = plain("2", side, side);
            let what = format!("{side}x{side} of {colours} colours");
            recognised(&what, &*boards(flip, &text, &options)[0]);
        }
    }
}

#[test]
fn other_built_in_boards() {
    let ring = "1 1 1 1 3 2 1 1 3 1 3 1 1 3 1 1 2 2 3 2 2 2 3 3";
    for (name, text, options) in [
        ("four-in-a-row", "BBBB WOWB WWBW OBWW", Options::default()),
        ("tiles", "1 2 3\n4 5 6\n7 8 _", Options::default()),
        ("tiles", "_ 1 2\n3 4 5\n6 7 8", goal("blank-first")),
        (
            "tiles",
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 _",
            Options::default(),
        ),
        (
            "tiles",
            "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 _",
            Options::default(),
        ),
        ("rotation", ring, Options::default()),
        ("rotation", ring, goal("1")),
    ] {
        let board = &boards(family(name).unwrap(), text, &options)[0];
        recognised(&format!("{name} {options:?}"), &**board);
    }
}

/// The last position of a solution of each example is a start that is a goal.
#[test]
fn boards_of_puzzle_files() {
    let mut seen = 0;
    let mut names: Vec<_> = std::fs::read_dir(format!("{ROOT}/examples/puzzles"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "fewest"))
        .collect();
    names.sort();
    for path in names {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        let (puzzle, _) = Drawn::read(&name, &text).unwrap();
        let start = puzzle.own_board(&Options::default()).unwrap().unwrap();
        let limits = Limits {
            time: Some(Duration::from_secs(5)),
            ..Limits::default()
        };
        let answer = start.solve(None, &limits).unwrap();
        let Some(moves) = answer.report.outcome.moves() else {
            continue;
        };
        let last = start.film(moves).unwrap().pop().unwrap();
        let board = &boards(&puzzle, &last, &Options::default())[0];
        recognised(&name, &**board);
        seen += 1;
    }
    assert!(seen > 12, "only {seen} examples were solved");
}

/// One puzzle for each way that a method of its own, or none, fits the rules.
#[test]
fn goals_of_every_kind() {
    for (name, rules) in [
        ("linear", "move m(cell)\n  cell +1\ngoal all same"),
        (
            "anything",
            "move m(cell, dir)\n  [a | b] -> [b | a]\ngoal some a",
        ),
        ("one-way", "move m(cell)\n  [a] -> [b]\ngoal all a"),
        ("no-move-fits", "move m(cell)\n  [b] -> [c]\ngoal all a"),
        (
            "placed",
            "move m(cell, dir)\n  [a | b] -> [b | a]\ngoal at r1c1 a",
        ),
    ] {
        let text =
            format!("puzzle {name}\nsymbols a b c\nboard 2x3\n{rules}\nstart\n  aaa\n  aaa\n");
        let (puzzle, _) = match Drawn::read(name, &text) {
            Ok(read) => read,
            Err(faults) => panic!("{name}: {faults}"),
        };
        let board = puzzle.own_board(&Options::default()).unwrap().unwrap();
        recognised(name, &*board);
    }
}
