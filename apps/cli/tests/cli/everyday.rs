//! Slips and shortcuts of everyday use: boards through a pipe, misspelt names, advice.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::drawn::Folder;
use crate::program::fewest;

const SOLVED: &str = "1 2 3\n4 5 6\n7 8 _\n";

#[test]
fn a_piped_board_is_the_board() {
    for args in [
        &["solve", "eight", "-q"][..],
        &["solve", "eight", "-", "-q"],
    ] {
        let ran = fewest(args, SOLVED);
        assert_eq!(ran.stdout, "0 moves, proven fewest\n", "{ran:?}");
    }
    // A board that is named comes before the pipe.
    let named = fewest(&["solve", "eight", "start", "-q"], SOLVED);
    assert!(named.stdout.starts_with("31 moves"), "{named:?}");
    // Blanks are no board.
    let blank = fewest(&["solve", "eight", "-q"], "\n \n");
    assert!(blank.stdout.starts_with("31 moves"), "{blank:?}");
    let wrong = fewest(&["hint", "klotski"], "o o\n");
    assert_eq!(
        (wrong.code, wrong.stdout.as_str()),
        (Some(2), ""),
        "{wrong:?}"
    );
    let advice = "what is piped in is the board; 'start' names the own board of klotski";
    assert!(wrong.stderr.contains(advice), "{wrong:?}");
}

#[test]
fn a_silent_pipe_is_not_waited_for() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fewest"))
        .args(["solve", "eight", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pipe = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(pipe);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.starts_with("31 moves"), "{output:?}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("nothing came through stdin for"),
        "{stderr}"
    );
}

#[test]
fn a_slow_pipe_is_waited_for() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fewest"))
        .args(["solve", "eight", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(b"1 2 3\n").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    pipe.write_all(b"4 5 6\n7 8 _\n").unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"0 moves, proven fewest\n");
}

#[test]
fn slips_are_answered_with_advice() {
    let folder = Folder::new("slips");
    let board = folder.file("board.txt", "b w w b\nb b w b\nb w w b\nb w w w\n");
    let named = |text: &str| text.replace("BOARD", &board);
    for (args, advice) in [
        (&["solve", "klotsky"][..], "did you mean 'klotski'?"),
        (
            &["new", "--from", "klotsky", "mine"],
            "did you mean 'klotski'?",
        ),
        (
            &["flip", "b.txt"],
            "did you mean 'fewest solve flip b.txt'?",
        ),
        (&["solve", "BOARD"], "such as fewest solve flip BOARD"),
        (
            &["check", "klotski", "r5c1-right"],
            "the board comes before the moves; 'start' is the own board of a puzzle file",
        ),
        (
            &["solve", "cube-3", "R U R' U'"],
            "--after makes moves on the puzzle's own board",
        ),
        (
            &["solve", "flip", "BOARD", "--algorithm", "dijkstra"],
            "it is for moves with costs, and here every move counts one",
        ),
        (&["solve", "eight", "--memory", "4"], "did you mean 4GiB?"),
        (&["make", "eight", "--moves", "7..5"], "did you mean 5..7?"),
        (
            &["solve", "eight", "/dev/null"],
            "rows of 1 2 3 4 5 6 7 8 _",
        ),
    ] {
        let args: Vec<String> = args.iter().map(|arg| named(arg)).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ran = fewest(&args, "");
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{args:?} {ran:?}"
        );
        assert!(ran.stderr.contains(&named(advice)), "{args:?} {ran:?}");
    }
    let states = fewest(&["graph", "klotski"], "");
    assert!(states.stderr.contains("--max-states"), "{states:?}");
}

#[test]
fn a_puzzle_is_described_and_so_is_the_language() {
    let klotski = fewest(&["puzzles", "klotski"], "").stdout;
    for part in [
        "L'âne rouge",
        "  sizes     5x4\n",
        "  moves     r1c1-right to",
    ] {
        assert!(klotski.contains(part), "{klotski}");
    }
    let alias = fewest(&["puzzles", "huarong-dao"], "").stdout;
    assert_eq!(alias, klotski);
    let language = fewest(&["help", "language"], "").stdout;
    assert!(
        language.starts_with("# The puzzle language\n"),
        "{language}"
    );
}

#[test]
fn texts_in_other_encodings_are_read() {
    let folder = Folder::new("encodings");
    let units = SOLVED.encode_utf16().flat_map(u16::to_le_bytes);
    let utf_16: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
    let path = folder.file("utf-16.txt", "");
    std::fs::write(&path, utf_16).unwrap();
    let ran = fewest(&["solve", "eight", &path, "-q"], "");
    assert_eq!(ran.stdout, "0 moves, proven fewest\n", "{ran:?}");
    let level = b"####\n#@.#\n# $#\n####\nAuthor: Ren\xe9\n";
    std::fs::write(&path, level).unwrap();
    let ran = fewest(&["solve", "sokoban", &path, "--json"], "");
    assert_eq!(ran.json()[0]["author"], "René", "{ran:?}");
    assert!(ran.stderr.contains("it is read as Latin-1"), "{ran:?}");
    std::fs::write(&path, b"\xff\x00\x01").unwrap();
    let ran = fewest(&["solve", "sokoban", &path], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.stderr.contains("byte 0xff is not UTF-8 text"),
        "{ran:?}"
    );
}
