//! `solve`, `compare`, `check` and `explain` on real boards.

use crate::program::{Ran, fewest, golden};

/// Puzzle, folder of its golden cases, and how a judge's answer reads as a length.
pub(crate) const PUZZLES: [(&str, &str); 4] = [
    ("flip", "flip"),
    ("four-in-a-row", "four"),
    ("wall-pusher", "wall"),
    ("rotation", "rotation"),
];

/// The lengths that a judge's output stands for; `None` is impossible.
pub(crate) fn lengths(folder: &str, output: &str) -> Vec<Option<usize>> {
    let moves = |line: &str| match line {
        "Impossible" => None,
        "No moves needed" => Some(0),
        letters => Some(letters.len()),
    };
    match folder {
        "flip" | "four" => output.lines().map(|line| line.parse().ok()).collect(),
        "rotation" => output.lines().step_by(2).map(moves).collect(),
        _ => output.lines().map(moves).collect(),
    }
}

/// The golden cases that `solve` reads as the judge does: boards of any size need
/// blank lines between them.
pub(crate) fn boards(folder: &str) -> Vec<(String, Vec<u8>, String)> {
    let mut cases = golden(folder);
    cases.retain(|(name, ..)| name != "09_many_until_eof");
    cases
}

#[test]
fn golden_cases_solve_to_their_lengths() {
    for (puzzle, folder) in PUZZLES {
        for (name, input, output) in boards(folder) {
            let ran = fewest(&["solve", puzzle, "--json"], &input);
            let answers = ran.json();
            let expected = lengths(folder, &output);
            assert_eq!(answers.len(), expected.len(), "{puzzle} {name}: {ran:?}");
            for (answer, expected) in answers.iter().zip(&expected) {
                assert_eq!(answer["schema"], "fewest/solve/1");
                assert_eq!(answer["puzzle"], puzzle);
                match expected {
                    Some(length) => {
                        assert_eq!(answer["outcome"], "solved", "{puzzle} {name}");
                        assert_eq!(answer["length"], *length, "{puzzle} {name}");
                        assert_eq!(answer["moves"].as_array().unwrap().len(), *length);
                    }
                    None => {
                        assert_eq!(answer["outcome"], "unsolvable", "{puzzle} {name}");
                        assert!(answer["proof"].is_string(), "{puzzle} {name}");
                    }
                }
            }
            let code = i32::from(expected.contains(&None));
            assert_eq!(ran.code, Some(code), "{puzzle} {name}");
        }
    }
}

#[test]
fn what_solve_finds_check_finds_right() {
    for (puzzle, folder) in PUZZLES {
        for (name, input, _) in boards(folder) {
            let solved = fewest(&["solve", puzzle, "--json"], &input).json();
            let [answer] = solved.as_slice() else {
                continue;
            };
            let Some(moves) = answer["moves"].as_array() else {
                continue;
            };
            let moves: Vec<&str> = moves.iter().map(|m| m.as_str().unwrap()).collect();
            let mut args = vec!["check", puzzle, "-", "--json"];
            args.extend(&moves);
            let ran = fewest(&args, &input);
            let check = ran.json().remove(0);
            assert_eq!(ran.code, Some(0), "{puzzle} {name}: {ran:?}");
            assert_eq!(check["schema"], "fewest/check/1");
            assert_eq!(
                (&check["legal"], &check["reaches_goal"]),
                (&true.into(), &true.into())
            );
            assert_eq!(check["length"], check["fewest"], "{puzzle} {name}");
        }
    }
}

fn flip(args: &[&str]) -> Ran {
    fewest(args, "b w w b\nb b w b\nb w w b\nb w w w\n")
}

#[test]
fn check_tells_wrong_from_long() {
    let right = flip(&["check", "flip", "-", "r1c1", "r1c2", "r2c2", "r4c3"]);
    assert_eq!(
        (right.code, right.headline()),
        (Some(0), "right: 4 moves, proven fewest")
    );
    let long = flip(&["check", "flip", "-", "r1c1 r1c1 r1c1 r1c2 r2c2 r4c3"]);
    assert_eq!(long.code, Some(1));
    assert!(
        long.headline().starts_with("not shortest: the 6 moves"),
        "{long:?}"
    );
    let short = flip(&["check", "flip", "-", "R1C1,R1C2"]);
    assert_eq!(short.code, Some(1));
    assert!(
        short.headline().starts_with("wrong: the 2 moves are legal"),
        "{short:?}"
    );
    let one = flip(&["check", "flip", "-", "r1c1"]);
    assert_eq!(
        one.headline(),
        "wrong: the 1 move is legal but ends at no goal"
    );
    let unknown = flip(&["check", "flip", "-", "r1c1 r9c9"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("<moves>:1:6"), "{}", unknown.stderr);
    let illegal = fewest(
        &["check", "wall-pusher", "-", "WWWW"],
        "2 3\n10 2 10 10 2 6\n3 12 11 14 9 4\n13 15 3 6 15 13\n14 11 12 9 14 11\n",
    );
    assert_eq!(illegal.code, Some(1));
    assert!(illegal.headline().contains("is not legal"), "{illegal:?}");
}

#[test]
fn check_takes_a_solution_a_line_for_several_boards() {
    let boards = "b w w b\nb b w b\nb w w b\nb w w w\n\nb w\nw w\n";
    let solved = fewest(&["solve", "flip", "--json"], boards).json();
    assert_eq!(solved.len(), 2);
    let folder = std::env::temp_dir().join(format!("fewest-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("solutions.txt");
    let lines: String = solved
        .iter()
        .map(|answer| {
            let moves = answer["moves"].as_array();
            let moves = moves.into_iter().flatten().map(|m| m.as_str().unwrap());
            moves.collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    std::fs::write(&file, lines).unwrap();
    let at_file = format!("@{}", file.display());
    let ran = fewest(&["check", "flip", "-", &at_file, "--json"], boards);
    let legal: Vec<bool> = ran
        .json()
        .iter()
        .map(|c| c["legal"].as_bool().unwrap())
        .collect();
    assert_eq!(legal, [true, true], "{ran:?}");
    let mismatch = fewest(&["check", "flip", "-", "r1c1"], boards);
    assert_eq!(mismatch.code, Some(2), "{mismatch:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn compare_agrees_with_itself() {
    for (puzzle, folder) in PUZZLES {
        for (name, input, output) in boards(folder).into_iter().take(12) {
            let limits = [
                "compare", puzzle, "--json", "--time", "2s", "--memory", "200MB",
            ];
            let ran = fewest(&limits, &input);
            for (comparison, expected) in ran.json().iter().zip(lengths(folder, &output)) {
                assert_eq!(comparison["schema"], "fewest/compare/1");
                assert_eq!(comparison["agree"], true, "{puzzle} {name}: {comparison}");
                let rows = comparison["rows"].as_array().unwrap();
                assert!(rows.len() >= 3, "{comparison}");
                for row in rows {
                    match row["outcome"].as_str().unwrap() {
                        "solved" => {
                            assert_eq!(row["length"].as_u64().map(|n| n as usize), expected)
                        }
                        "unsolvable" => assert_eq!(expected, None),
                        other => assert_eq!(other, "stopped"),
                    }
                }
            }
            assert!(matches!(ran.code, Some(0 | 1)), "{puzzle} {name}: {ran:?}");
        }
    }
}

#[test]
fn every_algorithm_returns_the_same_first_solution() {
    for (puzzle, board) in [
        ("flip", "b w w b\nb b w b\nb w w b\nb w w w\n"),
        ("four-in-a-row", "BWBO WBWB BWBW WBWO\n"),
        (
            "rotation",
            "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n",
        ),
        (
            "wall-pusher",
            "2 3\n10 2 10 10 2 6\n3 12 11 14 9 4\n13 15 3 6 15 13\n14 11 12 9 14 11\n",
        ),
        ("tiles", "8 1 3\n4 0 2\n7 6 5\n"),
    ] {
        let compared = fewest(&["compare", puzzle, "--json"], board)
            .json()
            .remove(0);
        let rows = compared["rows"].as_array().unwrap().clone();
        let first = fewest(&["solve", puzzle, "--json"], board).json().remove(0);
        let all = fewest(&["solve", puzzle, "--json", "--all", "--count"], board)
            .json()
            .remove(0);
        assert_eq!(all["all"][0], first["moves"], "{puzzle}");
        let listed = all["all"].as_array().unwrap().len();
        assert_eq!(all["solutions"], listed.to_string(), "{puzzle}");
        for row in rows {
            let algorithm = row["algorithm"].as_str().unwrap();
            if row["outcome"] != "solved" {
                continue;
            }
            let ran = fewest(
                &["solve", puzzle, "--json", "--algorithm", algorithm],
                board,
            );
            assert_eq!(
                ran.json()[0]["moves"],
                first["moves"],
                "{puzzle} {algorithm}"
            );
        }
    }
}

#[test]
fn several_boards_are_answered_in_order_whatever_the_threads() {
    let boards: String = (0..200u32)
        .map(|i| {
            let rows: Vec<String> = (0..4)
                .map(|r| {
                    (0..4)
                        .map(|c| {
                            if i.wrapping_mul(2654435761) >> (r * 4 + c) & 1 == 1 {
                                'b'
                            } else {
                                'w'
                            }
                        })
                        .collect()
                })
                .collect();
            rows.join("\n") + "\n\n"
        })
        .collect();
    let strip = |ran: Ran| -> Vec<_> {
        ran.json()
            .into_iter()
            .map(|answer| (answer["outcome"].clone(), answer["moves"].clone()))
            .collect()
    };
    let one = strip(fewest(
        &["solve", "flip", "--json", "--threads", "1"],
        &boards,
    ));
    let four = strip(fewest(
        &["solve", "flip", "--json", "--threads", "4"],
        &boards,
    ));
    assert_eq!(one.len(), 200);
    assert_eq!(one, four);
}

#[test]
fn several_boards_are_called_by_their_lines() {
    let ran = fewest(
        &["solve", "flip", "-q"],
        "\nbw\nwb\n\n\n\u{20}\nbb\nbb\n\nw\n",
    );
    let titles: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|l| l.starts_with("board"))
        .collect();
    assert_eq!(
        titles,
        ["board 1 (line 2)", "board 2 (line 7)", "board 3 (line 10)"]
    );
}

#[test]
fn a_board_that_no_algorithm_fits_is_refused() {
    let board: String = (0..68).map(|_| "0123".repeat(17) + "\n").collect();
    for command in ["solve", "compare"] {
        let ran = fewest(&[command, "flip", "--colours", "4"], &board);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.stderr.contains("prime number of colours"), "{ran:?}");
    }
}

#[test]
fn explain_gives_reasons() {
    let impossible = fewest(&["explain", "flip"], "bwbw wwww bbwb bwwb\n");
    assert_eq!(impossible.code, Some(1), "{impossible:?}");
    assert!(impossible.stdout.contains("press"), "{impossible:?}");
    for (puzzle, folder) in PUZZLES {
        let (_, input, _) = boards(folder).remove(0);
        let ran = fewest(&["explain", puzzle], &input);
        assert!(ran.stdout.lines().count() > 2, "{puzzle}: {ran:?}");
        let ran = fewest(&["explain", puzzle, "--json"], &input);
        assert!(
            ran.json()[0]["explanation"].as_str().unwrap().len() > 20,
            "{puzzle}: {ran:?}"
        );
    }
}

#[test]
fn large_and_coloured_flip_boards() {
    let board: String = (0..60).map(|_| "b".repeat(80) + "\n").collect();
    let ran = fewest(&["solve", "flip", "--goal", "white", "-q"], board);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = fewest(
        &["solve", "flip", "--colours", "3", "--goal", "0", "--json"],
        "012\n120\n201\n",
    );
    assert!(matches!(ran.code, Some(0 | 1)), "{ran:?}");
    assert_eq!(
        fewest(&["solve", "flip", "--colours", "4"], "0123\n3210\n").code,
        Some(0)
    );
}
