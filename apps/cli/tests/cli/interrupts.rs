//! An interrupted command tells what it knows, whenever the interrupt comes.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::drawn::Folder;
use crate::program::{Ran, command, fewest, project};

/// A solved board and one that takes days.
pub(crate) const TILES: &str = "\
1 2 3 4 5
6 7 8 9 10
11 12 13 14 15
16 17 18 19 20
21 22 23 24 0

24 20 10 19 4
16 9 0 18 13
5 22 11 23 21
8 1 15 2 12
7 14 17 6 3
";

/// The commands that take time, each of which is interrupted in a test here or of the judges.
pub(crate) const INTERRUPTED: [&str; 13] = [
    "solve", "draw", "judge", "compare", "check", "test", "hint", "explain", "census", "make",
    "serve", "table", "graph",
];

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
}

/// Interrupts at moments that look random: before the search begins, while it
/// makes its tables, while it runs.
#[test]
fn a_search_tells_what_it_knows_at_any_moment() {
    let folder = Folder::new("interrupts");
    let boards = folder.file("boards.txt", TILES);
    let mut random = 1_u64;
    for round in 0..30 {
        let algorithm = ["idastar", "astar", "bfs", "bidirectional", "iddfs"][round % 5];
        let args = [
            "solve",
            "tiles",
            &boards,
            "--json",
            "--threads",
            "1",
            "--algorithm",
            algorithm,
            "--memory",
            "1GiB",
        ];
        let mut child = command(&args).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        stdout.read_line(&mut first).unwrap();
        assert!(first.contains("\"outcome\":\"solved\""), "{first}");
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        thread::sleep(Duration::from_micros((random >> 33) % 300_000));
        interrupt(&child);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(130), "{algorithm}: {rest}");
        assert_eq!(rest.lines().count(), 1, "{algorithm}: {rest}");
        let answer: Value = serde_json::from_str(&rest).unwrap();
        assert_eq!(answer["outcome"], "stopped", "{algorithm}: {answer}");
        assert_eq!(answer["reason"], "cancelled", "{algorithm}: {answer}");
    }
}

/// Interrupts before anything is known, and of whatever the program does then.
#[test]
fn nobody_is_left_without_a_word() {
    let hard = TILES.split("\n\n").nth(1).unwrap();
    for delay in 0..25 {
        let args = ["solve", "tiles", "--json", "--algorithm", "iddfs"];
        let mut child = command(&args).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // The program may be gone already.
        let _ = stdin.write_all(hard.as_bytes());
        drop(stdin);
        thread::sleep(Duration::from_millis(delay));
        interrupt(&child);
        // Children of a background job ignore the signal until the program listens.
        while child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(200));
            if child.try_wait().unwrap().is_none() {
                interrupt(&child);
            }
        }
        let output = child.wait_with_output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        match output.status.code() {
            Some(130) => assert!(!told.is_empty(), "{delay} ms"),
            // The signal came before the program could listen.
            None => assert!(told.is_empty(), "{delay} ms"),
            code => panic!("{delay} ms: {code:?}"),
        }
    }
}

#[test]
fn every_command_that_takes_time_is_interrupted() {
    let folder = Folder::new("interrupted");
    let hard = TILES.split("\n\n").nth(1).unwrap();
    let board = folder.file("hard.txt", hard);
    let fifteen = fs::read_to_string(project("examples/puzzles/fifteen.fewest")).unwrap();
    let slow = folder.file("slow.fewest", &fifteen);
    let cache = folder.path("cache");
    // A long way to the goal, of which nobody knows whether it is shortest.
    let long = fewest(&["solve", "tiles", &board, "--beam", "100", "--json"], "");
    let long = long.json()[0]["moves"].as_array().unwrap().clone();
    let long: String = long.iter().filter_map(Value::as_str).collect();
    let cases: [(&[&str], &str, &str); 13] = [
        (&["solve", "tiles", &board], "outcome", "\"stopped\""),
        (&["solve", &slow], "reason", "\"cancelled\""),
        (&["compare", "tiles", &board], "agree", "true"),
        (
            &["check", "tiles", &board, &long],
            "reason",
            "\"cancelled\"",
        ),
        (&["test", &slow], "right", "null"),
        (&["hint", "tiles", &board], "reason", "\"cancelled\""),
        (&["explain", "tiles", &board], "reason", "\"cancelled\""),
        (
            &["draw", "tiles", &board, "--solution"],
            "reason",
            "\"cancelled\"",
        ),
        (&["census", "tiles", "3x4"], "reason", "\"cancelled\""),
        (
            &["table", "build", "tiles", "3x4", "--cache", &cache],
            "reason",
            "\"cancelled\"",
        ),
        (
            &[
                "make", "tiles", "4x4", "--moves", "1..9", "--count", "1000000",
            ],
            "puzzle",
            "\"tiles\"",
        ),
        (
            &["graph", "tiles", &board, "--max-states", "1000000000"],
            "reason",
            "\"cancelled\"",
        ),
        // It prints its address, and no JSON.
        (&["serve", "--port", "0"], "", ""),
    ];
    for (args, field, value) in cases {
        for json in [true, false] {
            let mut all = args.to_vec();
            if json {
                all.push("--json");
            }
            let child = command(&all).stdin(Stdio::null()).spawn().unwrap();
            thread::sleep(Duration::from_millis(400));
            interrupt(&child);
            let output = child.wait_with_output().unwrap();
            let ran = Ran {
                code: output.status.code(),
                stdout: String::from_utf8(output.stdout).unwrap(),
                stderr: String::from_utf8(output.stderr).unwrap(),
            };
            assert_eq!(ran.code, Some(130), "{all:?}: {ran:?}");
            assert!(INTERRUPTED.contains(&args[0]), "{}", args[0]);
            assert!(!ran.stdout.is_empty(), "{all:?}: {ran:?}");
            if json && !field.is_empty() {
                let object = ran.json().pop().unwrap();
                let value: Value = serde_json::from_str(value).unwrap();
                assert_eq!(object[field], value, "{all:?}: {ran:?}");
            }
        }
    }
}
