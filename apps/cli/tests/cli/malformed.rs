//! Malformed input ends with exit code 2 and a message that names the place,
//! after the answers to the cases before it; never with a panic, a hang or a
//! wrong number.

use crate::program::{Ran, fewest, golden};

/// Exit code 2, `answers` on stdout, and a message at `place`.
fn refused(ran: &Ran, answers: &str, place: &str, what: &str) {
    assert_eq!(ran.code, Some(2), "{what}: {ran:?}");
    assert_eq!(ran.stdout, answers, "{what}");
    assert!(ran.stderr.starts_with("error: "), "{what}: {}", ran.stderr);
    assert!(
        ran.stderr.contains(&format!(" --> <stdin>:{place}\n")),
        "{what}: expected {place} in\n{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("panicked"), "{what}: {}", ran.stderr);
}

const FLIP: &str = "bwwb\nbbwb\nbwwb\nbwww\n";

#[test]
fn flip_judge() {
    let cases: &[(&str, &str)] = &[
        ("bwwb\nbbxb\nbwwb\nbwww\n", "2:3"),
        ("bwwb\nbbwb\nbwwb\nbww\n", "4:4"),
        ("bwwbb\nbbw\nbwwb\nbwww\n", "1:5"),
        ("bwwb\nbbwb\nbwwb\n", "3:5"),
        ("bwwb\0bbwb\nbwwb\nbwww\n", "1:5"),
        ("bwwb\nbbwb\nbwwb\nbw1w\n", "4:3"),
        ("bwwbbbwbbwwbbwwwb\n", "1:1"),
        ("é\n", "1:1"),
    ];
    for (input, place) in cases {
        let after_one = format!("{FLIP}{input}");
        refused(&fewest(&["judge", "poj-1753"], input), "", place, input);
        let (line, column) = place.split_once(':').unwrap();
        let place = format!("{}:{column}", line.parse::<u32>().unwrap() + 4);
        refused(
            &fewest(&["judge", "poj-1753"], after_one),
            "4\n",
            &place,
            input,
        );
    }
}

#[test]
fn four_judge() {
    for (input, word) in [
        ("BWB0\nWBWB\nBWBW\nWBWO\n", "letter O"),
        ("BBBO\nWBWB\nBWBW\nWBWO\n", "8 B"),
        ("BWBO\nWBWB\nBWBW\nWBWW\n", "1 O"),
        ("BWBO\nWBWB\nBWBW\nWB\n", "row 4 has 2 cells"),
        ("BWBO,WBWB,BWBW,WBWO", "','"),
    ] {
        let ran = fewest(&["judge", "codevs-1004"], input);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{input}: {ran:?}"
        );
        assert!(
            ran.stderr.contains(" --> <stdin>:"),
            "{input}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains(word),
            "{input}: no {word:?} in\n{}",
            ran.stderr
        );
    }
}

#[test]
fn wall_judge() {
    let maze = "10 2 10 10 2 6\n3 12 11 14 9 4\n13 15 3 6 15 13\n14 11 12 9 14 11\n";
    for (input, place) in [
        (format!("7 3\n{maze}"), "1:1"),
        (format!("2 5\n{maze}"), "1:3"),
        (format!("0 3\n{maze}"), "1:1"),
        (
            format!("2 3\n{}", maze.replacen("10 2 10", "10 16 10", 1)),
            "2:4",
        ),
        (
            format!("2 3\n{}", maze.replacen("10 2 10", "10 -2 10", 1)),
            "2:4",
        ),
        (
            format!(
                "2 3\n{}",
                maze.replacen("10 2 10", "10 99999999999999999999 10", 1)
            ),
            "2:4",
        ),
        (
            format!("2 3\n{}", maze.replacen("10 2 10", "10 two 10", 1)),
            "2:4",
        ),
    ] {
        refused(&fewest(&["judge", "uva-10384"], &input), "", place, &input);
    }
    // The first cell gets an east wall that its neighbour does not have.
    let inconsistent = format!("2 3\n{}", maze.replacen("10 2", "14 2", 1));
    let ran = fewest(&["judge", "uva-10384"], &inconsistent);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("<stdin>:2:"), "{}", ran.stderr);
    let cut_short = format!("2 3\n{}", &maze[..maze.len() - 6]);
    let ran = fewest(&["judge", "uva-10384"], &cut_short);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
}

#[test]
fn rotation_judge() {
    let board = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
    for (input, word) in [
        (board.replacen("3 2 3", "3 4 3", 1), "4"),
        (board.replacen("1 1 1", "1 2 1", 1), "9"),
        (board.replace(' ', ","), "a comma"),
        (board.replace(' ', ""), "run together"),
        (board[..20].to_owned(), "24"),
        (format!("{}\0", &board[..40]), "'\\0'"),
    ] {
        let good = format!("{board}\n");
        let ran = fewest(&["judge", "poj-2286"], format!("{good}{input}\n"));
        assert_eq!(ran.code, Some(2), "{input}: {ran:?}");
        assert_eq!(ran.stdout, "AC\n2\n", "{input}");
        assert!(
            ran.stderr.contains(" --> <stdin>:2:"),
            "{input}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains(word),
            "{input}: no {word:?} in\n{}",
            ran.stderr
        );
    }
}

#[test]
fn bytes_that_are_not_text() {
    for judge in ["poj-1753", "codevs-1004", "uva-10384", "poj-2286"] {
        for input in [b"\xff\xfe\n".as_slice(), b"\x00", b"\x80\x80", b"\xe2\x82"] {
            let ran = fewest(&["judge", judge], input);
            refused(&ran, "", "1:1", judge);
        }
    }
    for puzzle in ["flip", "four-in-a-row", "wall-pusher", "rotation"] {
        refused(
            &fewest(&["solve", puzzle], b"\xff\x01\n"),
            "",
            "1:1",
            puzzle,
        );
        refused(&fewest(&["solve", puzzle], b"\0\n"), "", "1:1", puzzle);
    }
}

#[test]
fn a_flood_of_faults_is_cut() {
    for (puzzle, board) in [
        ("flip", "bw\nwb\n"),
        ("four-in-a-row", "BWBO WBWB BWBW WBWO\n"),
        ("wall-pusher", "+--+--+\n|@    |\n+--+  +\n"),
        (
            "rotation",
            "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n",
        ),
    ] {
        for word in ["x", "x "] {
            let ran = fewest(&["check", puzzle, "-", &word.repeat(20_000)], board);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{puzzle}");
            assert!(ran.stderr.contains("<moves>:1:1"), "{puzzle}");
            assert!(ran.stderr.len() < 10_000, "{puzzle}: {}", ran.stderr);
        }
        let ran = fewest(&["solve", puzzle], "x".repeat(1 << 20));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{puzzle}");
        assert!(ran.stderr.contains("<stdin>:1:1"), "{puzzle}");
        assert!(ran.stderr.len() < 10_000, "{puzzle}: {}", ran.stderr);
    }
}

#[test]
fn every_golden_case_cut_anywhere_is_answered_or_refused() {
    for (judge, folder) in [
        ("poj-1753", "flip"),
        ("codevs-1004", "four"),
        ("uva-10384", "wall"),
        ("poj-2286", "rotation"),
    ] {
        let (name, input, output) = golden(folder).remove(0);
        for cut in 0..input.len() {
            let ran = fewest(&["judge", judge], &input[..cut]);
            let what = format!("{judge} {name} cut at {cut}: {ran:?}");
            assert!(output.starts_with(&ran.stdout), "{what}");
            match ran.code {
                Some(0) => assert!(!ran.stderr.starts_with("error"), "{what}"),
                Some(2) => assert!(ran.stderr.contains(" --> <stdin>:"), "{what}"),
                _ => panic!("{what}"),
            }
        }
    }
}

#[test]
fn all_faults_of_a_board_are_told_at_once() {
    let ran = fewest(&["solve", "flip"], "b w w b\nb b x b\nb w w b\nb w w\n");
    assert_eq!(ran.code, Some(2));
    assert_eq!(
        ran.stderr,
        "\
error: unknown cell symbol 'x'
 --> <stdin>:2:5
  |
2 | b b x b
  |     ^ expected w or b
  |
help: the flip game has two symbols: w (white) and b (black)

error: row 4 has 3 cells, the rows above have 4
 --> <stdin>:4:6
  |
3 | b w w b
  | ------- 4 cells
4 | b w w
  |      ^ a cell is missing here
"
    );
}
