//! A start that is a goal is recognised first: by every algorithm under every lower
//! bound, by searches that may miss the fewest moves, where solutions are counted,
//! explained and rated, and under limits that allow no work at all.
#![allow(clippy::unwrap_used)]

use std::num::NonZeroUsize;
use std::time::Duration;

use fewest::drawn::Drawn;
use fewest::family;
use fewest::{Algorithm, ApproximateSearch, PuzzleOptions, SolveOptions};
use fewest::{Board, Family};
use fewest_rules::{Limits, Outcome};
use fewest_search::Weight;

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
fn objections(board: &Board) -> Vec<String> {
    let mut wrong = Vec::new();
    for (limit, limits) in &all_limits() {
        let mut outcomes = Vec::new();
        let mut check = |what: String, outcome: &Outcome<String>| {
            if outcome.moves() != Some(&[]) {
                outcomes.push(format!("{what}, {limit}: {outcome:?}"));
            }
        };
        let best = board.solve_with(&limits.clone().into()).unwrap();
        check("solve".to_owned(), &best.outcome);
        let mut answered = 0;
        for algorithm in board.algorithms() {
            // That a bound is not to be had may turn out late.
            if let Ok(answer) = board.solve_with(&SolveOptions {
                algorithm: Some(algorithm),
                ..limits.clone().into()
            }) {
                check(algorithm.to_string(), &answer.outcome);
                answered += 1;
            }
            if matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
                for heuristic in board.heuristics() {
                    if let Ok(answer) = board.solve_with(&SolveOptions {
                        algorithm: Some(algorithm),
                        heuristic: Some(heuristic.to_owned()),
                        limits: limits.clone(),
                    }) {
                        check(format!("{algorithm} {heuristic}"), &answer.outcome);
                        answered += 1;
                    }
                }
            }
        }
        assert!(answered > 0 || board.algorithms().is_empty());
        for how in [
            ApproximateSearch::Weight(Weight::per_cent(150).unwrap()),
            ApproximateSearch::Beam(NonZeroUsize::new(10).unwrap()),
        ] {
            // Not every puzzle has such a search.
            if let Ok(answer) = board.approximate(how, limits) {
                match answer.proven() {
                    Ok(answer) => check(how.to_string(), &answer.outcome),
                    Err(unproven) => panic!("{how}, {limit}: {unproven:?}"),
                }
            }
        }
        wrong.append(&mut outcomes);
        let listed = board.first_solutions(9, limits);
        if listed != Ok((1_u8.into(), vec![Vec::new()])) {
            wrong.push(format!("shortest, {limit}: {listed:?}"));
        }
        let explanation = board.explain_within(limits).unwrap();
        if explanation.answer.outcome.moves() != Some(&[])
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

fn boards(family: &dyn Family, text: &str, options: &PuzzleOptions) -> Vec<Board> {
    let boards = family.read(text, options).unwrap();
    boards.into_iter().map(|(board, _)| board).collect()
}

fn recognised(what: &str, board: &Board) {
    let objections = objections(board);
    assert!(objections.is_empty(), "{what}:\n{}", objections.join("\n"));
}

fn goal(name: &str) -> PuzzleOptions {
    PuzzleOptions {
        goal: Some(name.to_owned()),
        ..PuzzleOptions::default()
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
            for options in [PuzzleOptions::default(), goal(symbol)] {
                let what = format!("{side}x{side} {symbol} {options:?}");
                recognised(&what, &boards(flip, &text, &options)[0]);
            }
        }
    }
    for colours in [3, 4, 5, 6, 7] {
        for side in [1, 4, 8, 30] {
            let options = PuzzleOptions {
                colours: Some(colours),
                ..PuzzleOptions::default()
            };
            let text = plain("2", side, side);
            let what = format!("{side}x{side} of {colours} colours");
            recognised(&what, &boards(flip, &text, &options)[0]);
        }
    }
}

#[test]
fn other_built_in_boards() {
    for (name, text, options) in [
        (
            "four-in-a-row",
            "BBBB WOWB WWBW OBWW",
            PuzzleOptions::default(),
        ),
        ("tiles", "1 2 3\n4 5 6\n7 8 _", PuzzleOptions::default()),
        ("tiles", "_ 1 2\n3 4 5\n6 7 8", goal("blank-first")),
        (
            "tiles",
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 _",
            PuzzleOptions::default(),
        ),
        (
            "tiles",
            "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 _",
            PuzzleOptions::default(),
        ),
    ] {
        let board = &boards(family(name).unwrap(), text, &options)[0];
        recognised(&format!("{name} {options:?}"), board);
    }
}

#[test]
fn the_last_positions_of_solutions() {
    for name in ["flip", "four-in-a-row", "rotation", "tiles"] {
        let family = family(name).unwrap();
        let start = &boards(family, family.info().example, &PuzzleOptions::default())[0];
        let answer = start.solve().unwrap();
        let moves = answer.outcome.moves().unwrap();
        let last = start.positions(moves).unwrap().pop().unwrap();
        recognised(name, &boards(family, &last, &PuzzleOptions::default())[0]);
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
        let start = puzzle
            .own_board(&PuzzleOptions::default())
            .unwrap()
            .unwrap();
        let limits = Limits {
            states: Some(100_000),
            ..Limits::default()
        };
        let answer = start.solve_with(&limits.clone().into()).unwrap();
        let Some(moves) = answer.outcome.moves() else {
            continue;
        };
        let last = start.positions(moves).unwrap().pop().unwrap();
        let board = &boards(&puzzle, &last, &PuzzleOptions::default())[0];
        recognised(&name, board);
        seen += 1;
    }
    assert!(seen > 12, "only {seen} examples were solved");
}

/// One puzzle for each way that a method of its own, or none, fits the rules.
#[test]
fn goals_of_every_kind() {
    for (name, rules) in [
        ("linear", "move m(cell)\n  cell +1\ngoal all a"),
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
        let board = puzzle
            .own_board(&PuzzleOptions::default())
            .unwrap()
            .unwrap();
        recognised(name, &board);
    }
}
