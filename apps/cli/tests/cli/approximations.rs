//! `solve --weight` and `--beam`: longer solutions perhaps, never called the fewest moves.

use crate::boards::{PUZZLES, boards, lengths};
use crate::program::fewest;
use serde_json::Value;

const ROTATION: &str = "1 2 3 2 2 1 1 1 1 1 3 3 2 2 3 3 2 2 3 3 1 2 3 1\n";
const FLIP: &str = "bwwb\nbbwb\nbwwb\nbwww\n";

/// What is said of a board whose fewest moves are `fewest` is true; returns the outcome.
fn true_of(answer: &Value, fewest: Option<usize>, times: Option<f64>) -> &str {
    let outcome = answer["outcome"].as_str().unwrap();
    let field = |name: &str| answer[name].as_u64().map(|n| n as usize);
    let moves = answer["moves"].as_array().map(Vec::len);
    assert_eq!(moves, field("length"), "{answer}");
    match (outcome, fewest) {
        ("solved", Some(fewest)) => {
            assert_eq!(moves, Some(fewest), "{answer}");
            assert!(answer["at_most_times"].is_null(), "{answer}");
        }
        ("approximate", Some(fewest)) => {
            let (length, bound) = (moves.unwrap(), field("lower_bound").unwrap());
            assert!(bound <= fewest && fewest <= length, "{fewest}: {answer}");
            assert!(bound < length, "{answer}");
            assert_eq!(answer.get("at_most_times").unwrap().as_f64(), times);
            if let Some(times) = times {
                assert!(length as f64 <= times * fewest as f64, "{fewest}: {answer}");
            }
        }
        ("unsolvable", None) => assert!(answer["proof"].is_string(), "{answer}"),
        ("stopped", _) => {
            assert_eq!((answer["reason"].as_str(), times), (Some("capacity"), None));
            let bound = field("lower_bound").unwrap();
            assert!(fewest.is_none_or(|fewest| bound <= fewest), "{answer}");
        }
        _ => panic!("{fewest:?} but {answer}"),
    }
    outcome
}

#[test]
fn what_is_said_of_golden_cases_is_true() {
    for (option, value, times) in [("--weight", "1.5", Some(1.5)), ("--beam", "4", None)] {
        let mut outcomes = Vec::new();
        for (puzzle, folder) in PUZZLES {
            for (name, input, output) in boards(folder) {
                let ran = fewest(&["solve", puzzle, "--json", option, value], &input);
                let answers = ran.json();
                let expected = lengths(folder, &output);
                assert_eq!(answers.len(), expected.len(), "{puzzle} {name}: {ran:?}");
                let mut codes = Vec::new();
                for (answer, fewest) in answers.iter().zip(expected) {
                    assert_eq!(answer["schema"], "fewest/solve/1");
                    let outcome = true_of(answer, fewest, times);
                    codes.push(["unsolvable", "stopped"].iter().position(|&o| o == outcome));
                    outcomes.push(outcome.to_owned());
                }
                let code = codes
                    .iter()
                    .flatten()
                    .max()
                    .map_or(0, |&worst| [1, 3][worst]);
                assert_eq!(ran.code, Some(code), "{puzzle} {name}: {ran:?}");
            }
        }
        for outcome in ["solved", "approximate", "unsolvable"] {
            assert!(outcomes.iter().any(|o| o == outcome), "{option}: {outcome}");
        }
    }
}

#[test]
fn the_moves_found_solve_korfs_first_board() {
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n";
    for (option, value, times) in [
        ("--weight", "1.5", Some(1.5)),
        ("--weight", "2.25", Some(2.25)),
        ("--beam", "100", None),
    ] {
        let goal = ["--goal", "blank-first"];
        let solve = |more: &[&str]| {
            let args = [&["solve", "tiles", option, value], &goal[..], more].concat();
            fewest(&args, board)
        };
        let ran = solve(&["--json"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let answer = ran.json().remove(0);
        // Published: 57 moves.
        assert_eq!(true_of(&answer, Some(57), times), "approximate");
        let names = answer["moves"].as_array().unwrap();
        let moves: String = names.iter().map(|m| m.as_str().unwrap()).collect();
        let said = solve(&["-v"]);
        let headline = said.headline();
        let (length, bound) = (&answer["length"], &answer["lower_bound"]);
        let known = match times {
            Some(_) => format!("at most {value} times as many as the fewest, which are"),
            None => "the fewest are".to_owned(),
        };
        let expected =
            format!("{length} moves, not proven fewest ({known} at least {bound}): {moves}");
        assert_eq!(headline, expected);
        assert!(said.stdout.contains(&format!("  {length} ")), "{said:?}");
        assert!(said.stdout.contains(" expanded, "), "{said:?}");
        // The goal is the last position on the way.
        let args = [
            &["check", "tiles"],
            &goal[..],
            &["-", &moves, "--time", "0"],
        ]
        .concat();
        let check = fewest(&args, board);
        assert!(!check.headline().starts_with("wrong"), "{check:?}");
    }
}

#[test]
fn a_heuristic_by_name_is_used() {
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n";
    for option in ["--weight=1.5", "--beam=50"] {
        for (name, method) in [
            ("manhattan", "Manhattan distance"),
            ("linear-conflict", "linear conflict"),
            ("walking-distance", "walking distance"),
        ] {
            let args = ["solve", "tiles", "--json", option, "--heuristic", name];
            let ran = fewest(&[&args[..], &["--goal", "blank-first"]].concat(), board);
            let answer = ran.json().remove(0);
            let said = answer["method"].as_str().unwrap();
            assert!(said.ends_with(&format!(": {method}")), "{answer}");
            let times = (option == "--weight=1.5").then_some(1.5);
            assert_eq!(true_of(&answer, Some(57), times), "approximate");
        }
    }
}

#[test]
fn a_limit_or_a_narrow_beam_is_not_an_answer() {
    for (option, value) in [("--weight", "1.01"), ("--beam", "100000000")] {
        let ran = fewest(
            &["solve", "rotation", option, value, "--memory", "100KiB"],
            ROTATION,
        );
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let told = "stopped at 100 KiB: no solution of ";
        assert!(ran.headline().starts_with(told), "{ran:?}");
    }
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n";
    let args = ["solve", "tiles", "--beam", "1", "--goal", "blank-first"];
    let ran = fewest(&args, board);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.headline().ends_with("longer ones unknown"), "{ran:?}");
    assert!(ran.stderr.contains("a wider beam"), "{ran:?}");
    let answer = fewest(&[&args[..], &["--json"]].concat(), board)
        .json()
        .remove(0);
    assert_eq!(true_of(&answer, Some(57), None), "stopped");
}

#[test]
fn boards_without_a_solution_are_proven_so_without_a_search() {
    for (puzzle, board) in [
        ("tiles", "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n"),
        ("flip", "bwwww\nwwwww\nwwwww\nwwwww\nwwwww\n"),
    ] {
        for option in ["--weight=1.5", "--beam=10"] {
            let ran = fewest(&["solve", puzzle, option, "--json"], board);
            let answer = ran.json().remove(0);
            let plain = fewest(&["solve", puzzle, "--json"], board).json().remove(0);
            assert_eq!((ran.code, &answer["expanded"]), (Some(1), &0.into()));
            assert_eq!(answer["proof"], plain["proof"]);
            assert_eq!(answer["outcome"], "unsolvable");
        }
    }
}

#[test]
fn bad_values_are_named_with_what_was_expected() {
    for (option, values, expected) in [
        (
            "--weight",
            ["0.5", "0", "-1", "1e9", "10000.5", "1.234", "NaN", "much"],
            "expected 1 to 10000 with at most two decimals, e.g. 1.5",
        ),
        (
            "--beam",
            [
                "0",
                "-1",
                "1e9",
                "1.5",
                "99999999999999999999",
                "",
                "NaN",
                "wide",
            ],
            "expected a whole number from 1 on, e.g. 1000",
        ),
    ] {
        for value in values {
            let ran = fewest(&["solve", "flip", option, value], FLIP);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
            let named = format!("error: invalid value '{value}' for '{option} ");
            assert!(ran.stderr.starts_with(&named), "{ran:?}");
            assert!(ran.stderr.contains(expected), "{ran:?}");
        }
    }
}

#[test]
fn what_asks_for_the_fewest_moves_does_not_go_with_them() {
    for option in [&["--weight", "2"], &["--beam", "2"]] {
        for other in [
            &["--all"][..],
            &["--count"],
            &["--lexicographic"],
            &["--algorithm", "bfs"],
            &["--weight", "3", "--beam", "3"],
        ] {
            let args = [&["solve", "flip"], &option[..], other].concat();
            let ran = fewest(&args, FLIP);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
            assert!(ran.stderr.contains("cannot be used "), "{ran:?}");
        }
    }
    // Larger than a state of the searches, and no matter to the equations.
    let board: String = (0..33).map(|_| "b".repeat(33) + "\n").collect();
    let ran = fewest(&["solve", "flip", "--beam", "9"], board);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    let told = "error: beam search (9) cannot solve this board: it is too large";
    assert!(ran.stderr.starts_with(told), "{ran:?}");
    assert!(
        ran.stderr.contains("leave --weight and --beam out"),
        "{ran:?}"
    );
}
