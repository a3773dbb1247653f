//! Every command and every way it can end: the exit code, the text and the JSON.

use std::fs;

use serde_json::Value;

use crate::codes::without_case;
use crate::drawn::Folder;
use crate::interrupts::TILES;
use crate::program::{Ran, fewest, project};
use crate::streams::tells_what_cannot_be_written;

/// A board, and moves that solve it.
const FLIP: &str = "bwwb\nbbwb\nbwwb\nbwww\n";
const PRESSES: &str = "r1c1 r1c2 r2c2 r4c3";

/// A maze of so many rows and columns whose inner walls are those of a comb, with one
/// way out.
fn maze(side: usize) -> String {
    let mut text = format!("+  +{}\n", "--+".repeat(side - 1));
    for row in 0..side {
        let start = if row == side / 2 { "@" } else { " " };
        text += &format!("|{start} {}|\n", "|  ".repeat(side - 1));
        let below = if row + 1 == side { "--+" } else { "  +" };
        text += &format!("+{}\n", below.repeat(side));
    }
    text
}

struct Case<'a> {
    args: Vec<&'a str>,
    stdin: &'a str,
    code: i32,
    /// What the first line of the text begins with.
    text: &'a str,
    /// A field of the JSON and its value as JSON; none where there is no object.
    json: Option<(&'a str, &'a str)>,
}

fn case<'a>(
    args: &[&'a str],
    stdin: &'a str,
    code: i32,
    text: &'a str,
    json: (&'a str, &'a str),
) -> Case<'a> {
    Case {
        args: args.to_vec(),
        stdin,
        code,
        text,
        json: (!json.0.is_empty()).then_some(json),
    }
}

/// Whether a run ended as it should.
fn is_right(case: &Case<'_>, ran: &Ran, json: bool) -> bool {
    let told = if case.code == 2 {
        ran.stdout.is_empty() && ran.stderr.starts_with("error: ")
    } else if let (true, Some((field, value))) = (json, case.json) {
        let value: Value = serde_json::from_str(value).unwrap();
        let object = ran.json().into_iter().next().unwrap_or_default();
        let schema = object["schema"].as_str().unwrap_or_default();
        object[field] == value && schema.starts_with("fewest/")
    } else {
        json || ran.headline().starts_with(case.text)
    };
    told && ran.code == Some(case.code) && !ran.stderr.contains("panicked")
}

#[test]
fn every_command_and_outcome() {
    let folder = Folder::new("outcomes");
    let example = |name: &str| project(name).to_str().unwrap().to_owned();
    let (eight, swapped) = (
        example("examples/puzzles/eight.fewest"),
        example("examples/eight-swapped.txt"),
    );
    let impossible = fs::read_to_string(project("examples/impossible.txt")).unwrap();
    let hard = TILES.split("\n\n").nth(1).unwrap();
    let cache = folder.path("cache");
    let head = "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\nstart\n  a b\n";
    let as_said = folder.file("as-said.fewest", &format!("{head}expect 1\n"));
    let not_so = folder.file("not-so.fewest", &format!("{head}expect 2\n"));
    let fifteen = fs::read_to_string(project("examples/puzzles/fifteen.fewest")).unwrap();
    let slow = folder.file("slow.fewest", &fifteen);
    let broken = folder.file("broken.fewest", "puzzle\n");
    let no_start = folder.file(
        "no-start.fewest",
        "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\n",
    );
    let rotations = "1 2 3 2 2 1 1 1 1 1 3 3 2 2 3 3 2 2 3 3 1 2 3 1\n".repeat(500_000);
    let mazes = folder.file("maze.txt", &maze(100));
    let new = folder.path("fresh.fewest");
    // A long way to the goal, of which nobody knows whether it is shortest.
    let long = fewest(&["solve", "tiles", "--beam", "100", "--json"], hard);
    let long = long.json()[0]["moves"].as_array().unwrap().clone();
    let long: String = long.iter().filter_map(Value::as_str).collect();
    let none = ("", "");
    let (disk, long_run) = (folder.path("disk"), folder.path("long"));
    let (damaged, none_there) = (folder.path("damaged"), folder.path("none-there"));
    let complete_run = format!("{disk}  census tiles 2x3 blank-last: complete, distances 0 to 21");
    fs::create_dir_all(&damaged).unwrap();
    fs::write(format!("{damaged}/run.manifest"), "text").unwrap();
    // Long enough to read the input, and too short to answer.
    let stop = "stopped after 50 ms: ";
    let (t, ms) = ("--time", "50ms");
    let cases = [
        case(
            &["puzzles"],
            "",
            0,
            "flip",
            ("schema", "\"fewest/puzzles/1\""),
        ),
        case(
            &["solve", "flip"],
            FLIP,
            0,
            "4 moves",
            ("outcome", "\"solved\""),
        ),
        case(
            &["solve", "flip", "--all"],
            FLIP,
            0,
            "4 moves",
            ("length", "4"),
        ),
        case(
            &["solve", "flip", "--count"],
            FLIP,
            0,
            "4 moves",
            ("solutions", "\"2\""),
        ),
        case(
            &["solve", "flip", "--weight", "2"],
            FLIP,
            0,
            "",
            ("length", "4"),
        ),
        case(
            &["solve", "flip"],
            &impossible,
            1,
            "no solution",
            ("outcome", "\"unsolvable\""),
        ),
        case(
            &["solve", "tiles", t, ms],
            hard,
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["solve", "tiles", "--memory", "1", "--algorithm", "astar"],
            hard,
            3,
            "stopped at 1 B",
            ("reason", "\"memory\""),
        ),
        case(
            &["solve", "tiles", t, ms, "--count"],
            hard,
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(&["solve", "flip"], "bx\n", 2, "", none),
        case(
            &["solve", "flip", "--algorithm", "walks"],
            FLIP,
            2,
            "",
            none,
        ),
        case(&["solve", &eight], "", 0, "31 moves", ("length", "31")),
        case(
            &["solve", &eight, &swapped],
            "",
            1,
            "no solution",
            ("outcome", "\"unsolvable\""),
        ),
        case(
            &["solve", &slow, t, ms],
            "",
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(&["solve", &broken], "", 2, "", none),
        case(
            &["draw", "flip"],
            FLIP,
            0,
            "bwwb",
            ("schema", "\"fewest/draw/1\""),
        ),
        case(
            &["draw", "flip", "--solution"],
            FLIP,
            0,
            "4 moves",
            ("length", "4"),
        ),
        case(
            &["draw", "flip", "--solution"],
            &impossible,
            1,
            "no solution",
            ("outcome", "\"unsolvable\""),
        ),
        case(
            &["draw", "tiles", "--solution", t, ms],
            hard,
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(&["draw", "flip"], "bx\n", 2, "", none),
        case(&["draw", "flip", "-o", "board.txt"], FLIP, 2, "", none),
        case(&["judge", "poj-1753"], FLIP, 0, "4", none),
        case(&["judge", "poj-1753"], "bx\n", 2, "", none),
        case(&["judge", "none"], "", 2, "", none),
        case(&["judge", "poj-2286", t, ms], &rotations, 3, "", none),
        case(&["serve", "--listen", "none"], "", 2, "", none),
        case(&["play", "flip"], "", 2, "", none),
        case(
            &["compare", "flip"],
            FLIP,
            0,
            " algorithm",
            ("agree", "true"),
        ),
        case(
            &["compare", "flip"],
            &impossible,
            1,
            " algorithm",
            ("agree", "true"),
        ),
        case(
            &["compare", "tiles", t, ms],
            hard,
            3,
            " algorithm",
            ("agree", "true"),
        ),
        case(&["compare", "flip"], "bx\n", 2, "", none),
        case(
            &["check", "flip", "-", PRESSES],
            FLIP,
            0,
            "right: ",
            ("fewest", "4"),
        ),
        case(
            &["check", "flip", "-", "r1c1"],
            FLIP,
            1,
            "wrong: ",
            ("reaches_goal", "false"),
        ),
        case(&["check", "flip", "-", "r9c9"], FLIP, 2, "", none),
        case(
            &["check", "tiles", "-", &long, t, ms],
            hard,
            3,
            "legal: the ",
            ("reason", "\"time\""),
        ),
        case(
            &["check", &eight, "start", "r3c2-up"],
            "",
            1,
            "wrong: the 1 move is legal",
            ("legal", "true"),
        ),
        case(
            &["check", &eight, "start", "r3c2-down"],
            "",
            1,
            "wrong: move 1, r3c2-down, is not legal",
            ("legal", "false"),
        ),
        case(
            &["check", &eight, "start", "r1c1-left"],
            "",
            1,
            "wrong: move 1",
            ("legal", "false"),
        ),
        case(&["check", &eight, "start", "r9c9-down"], "", 2, "", none),
        case(&["test", &as_said], "", 0, &as_said, ("right", "true")),
        case(&["test", &not_so], "", 1, &not_so, ("right", "false")),
        case(&["test", &slow, t, ms], "", 3, &slow, ("right", "null")),
        case(&["test", &broken], "", 2, "", none),
        case(&["new", &new], "", 0, &new, none),
        case(&["new", "1"], "", 2, "", none),
        case(
            &["solve", "flip", "--after", "r1c1 r1c2"],
            FLIP,
            0,
            "2 moves",
            ("length", "2"),
        ),
        case(
            &["solve", "flip", "--after", "r1c1 r1c2"],
            &impossible,
            1,
            "no solution",
            ("outcome", "\"unsolvable\""),
        ),
        case(
            &["solve", "tiles", t, ms, "--after", "L"],
            hard,
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["solve", "flip", "--k", "3"],
            FLIP,
            0,
            "4 moves",
            ("distinct", "false"),
        ),
        case(
            &["solve", "flip", "--within", "2", "--count"],
            FLIP,
            0,
            "4 moves",
            ("complete_up_to", "6"),
        ),
        case(
            &["solve", "flip", "--within", "0", "--all"],
            FLIP,
            0,
            "4 moves",
            ("solutions", "\"2\""),
        ),
        case(
            &["solve", "flip", "--count", "--distinct"],
            FLIP,
            0,
            "4 moves",
            ("distinct", "true"),
        ),
        case(
            &["solve", "flip", "--k", "3"],
            &impossible,
            1,
            "no solution",
            ("outcome", "\"unsolvable\""),
        ),
        case(
            &["solve", "tiles", t, ms, "--k", "3"],
            hard,
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["solve", &eight, t, "1s", "--k", "1000000000"],
            "",
            3,
            "31 moves",
            ("reason", "\"time\""),
        ),
        case(&["solve", "flip", "--k", "0"], FLIP, 2, "", none),
        case(&["solve", "flip", "--distinct"], FLIP, 2, "", none),
        case(
            &["solve", "flip", "--k", "3", "--within", "2"],
            FLIP,
            2,
            "",
            none,
        ),
        case(
            &["solve", "flip", "--k", "3", "--beam", "2"],
            FLIP,
            2,
            "",
            none,
        ),
        case(&["solve", "flip", "--after", "r9c9"], FLIP, 2, "", none),
        case(&["solve", &eight, "--after", "r3c2-down"], "", 2, "", none),
        case(&["solve", "flip", "--after", "@-"], FLIP, 2, "", none),
        case(&["hint", "flip"], FLIP, 0, "4 moves left", ("length", "4")),
        case(
            &["hint", "flip", "--grade", "2"],
            FLIP,
            0,
            "4 moves left; the next changes r1c1, r1c2, r2c1",
            ("grade", "2"),
        ),
        case(
            &["hint", &eight, "--grade", "3", "--after", "r3c2-up"],
            "",
            0,
            "30 moves left; the next is ",
            ("length", "30"),
        ),
        case(
            &["hint", "flip", "--grade", "3", "--after", PRESSES],
            FLIP,
            0,
            "solved: no move is left",
            ("move", "null"),
        ),
        case(
            &["hint", "flip"],
            &impossible,
            1,
            "no solution",
            ("outcome", "\"unsolvable\""),
        ),
        case(
            &["hint", "tiles", t, ms],
            hard,
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(&["hint", "flip", "--grade", "4"], FLIP, 2, "", none),
        case(&["hint", "flip"], "bx\n", 2, "", none),
        case(
            &["explain", "flip"],
            FLIP,
            0,
            "4 moves",
            ("outcome", "\"solved\""),
        ),
        case(
            &["explain", "flip"],
            &impossible,
            1,
            "no solution",
            ("outcome", "\"unsolvable\""),
        ),
        case(
            &["explain", "tiles", t, ms],
            hard,
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(&["explain", "flip"], "bx\n", 2, "", none),
        case(
            &["census", "flip", "3x3"],
            "",
            0,
            "512 boards",
            ("outcome", "\"complete\""),
        ),
        case(
            &["census", "four-in-a-row", t, ms],
            "",
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["census", "flip", "19x19", t, "0"],
            "",
            3,
            "stopped after 0 s: ",
            ("reason", "\"time\""),
        ),
        case(
            &["census", "rotation", t, ms],
            "",
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["census", "tiles", "3x4", t, ms],
            "",
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["census", &slow, t, ms],
            "",
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["census", "wall-pusher", &mazes, t, ms],
            "",
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(&["census", "wall-pusher"], "", 2, "", none),
        case(
            &["census", "tiles", "2x3", "--disk", &disk],
            "",
            0,
            "720 boards, 360 solvable, God's number 21",
            ("outcome", "\"complete\""),
        ),
        case(
            &["census", "tiles", "3x3", "--disk", &disk],
            "",
            2,
            "",
            none,
        ),
        case(&["census", "flip", "--disk", &disk], "", 2, "", none),
        case(
            &["census", "tiles", "3x4", "--disk", &long_run, t, ms],
            "",
            3,
            stop,
            ("reason", "\"time\""),
        ),
        case(
            &["runs", &disk],
            "",
            0,
            &complete_run,
            ("schema", "\"fewest/runs/1\""),
        ),
        case(
            &["runs", &damaged],
            "",
            1,
            &damaged,
            ("schema", "\"fewest/runs/1\""),
        ),
        case(&["runs", &none_there], "", 2, "", none),
        case(
            &["make", "flip", "3x3", "--moves", "3"],
            "",
            0,
            "",
            ("length", "3"),
        ),
        case(&["make", "flip", "3x3", "--moves", "99"], "", 1, "", none),
        case(
            &["make", "tiles", "4x4", "--moves", "79", t, ms],
            "",
            3,
            "",
            none,
        ),
        case(&["make", "chess", "--moves", "3"], "", 2, "", none),
        case(&["export", &as_said, "--to", "psvn"], "", 0, "#", none),
        case(&["export", &as_said, "--to", "pddl"], "", 0, ";", none),
        case(&["export", &no_start, "--to", "psvn"], "", 2, "", none),
        case(&["export", &slow, "--to", "psvn", t, "0"], "", 3, "", none),
        case(
            &["graph", &as_said],
            "",
            0,
            "digraph \"p\" {",
            ("schema", "\"fewest/graph/1\""),
        ),
        case(
            &["graph", "tiles"],
            hard,
            3,
            "stopped: more than 10,000 states",
            ("reason", "\"states\""),
        ),
        case(
            &["graph", "tiles", "--max-states", "1000000000", t, ms],
            hard,
            3,
            "stopped after 50 ms: at least ",
            ("reason", "\"time\""),
        ),
        case(&["graph", &broken], "", 2, "", none),
        case(
            &["table", "verify", "tiles", "2x3", "--cache", &cache],
            "",
            1,
            "",
            ("result", "\"missing\""),
        ),
        case(
            &["table", "build", "tiles", "3x3", t, "0", "--cache", &cache],
            "",
            3,
            "stopped",
            ("result", "\"stopped\""),
        ),
        case(
            &["table", "build", "tiles", "2x3", "--cache", &cache],
            "",
            0,
            "",
            ("schema", "\"fewest/table/1\""),
        ),
        case(
            &["table", "verify", "tiles", "2x3", "--cache", &cache],
            "",
            0,
            "",
            ("result", "\"sound\""),
        ),
        case(
            &["table", "verify", "tiles", "2x3", t, "0", "--cache", &cache],
            "",
            3,
            "",
            none,
        ),
        case(
            &["table", "build", "flip", "--cache", &cache],
            "",
            2,
            "",
            none,
        ),
        case(
            &["table", "list", "--cache", &cache],
            "",
            0,
            "",
            ("schema", "\"fewest/tables/1\""),
        ),
        case(
            &["table", "remove", "none", "--cache", &cache],
            "",
            2,
            "",
            none,
        ),
        case(&["completions", "bash"], "", 0, "_fewest", none),
        case(&["completions", "none"], "", 2, "", none),
        case(&["man"], "", 0, ".ie", none),
        case(&["man", "solve"], "", 0, ".ie", none),
        case(&["man", "none"], "", 2, "", none),
        case(&["--help"], "", 0, "The fewest moves", none),
        case(&["--version"], "", 0, "fewest", none),
        case(&["none"], "", 2, "", none),
    ];
    let mut wrong = Vec::new();
    for case in &cases {
        for json in [false, true] {
            let mut args = case.args.clone();
            if json {
                args.push("--json");
            }
            let _ = fs::remove_file(&new);
            let ran = fewest(&args, case.stdin);
            if !is_right(case, &ran, json) {
                wrong.push(format!("{args:?}, expected {}: {ran:?}", case.code));
            }
            let before = || {
                let _ = fs::remove_file(&new);
            };
            if case.code == 0
                && !ran.stdout.is_empty()
                && !tells_what_cannot_be_written(&args, case.stdin, &before)
            {
                wrong.push(format!("{args:?}: an answer is lost without a word"));
            }
        }
    }
    let ended: Vec<(&str, i32)> = cases.iter().map(|c| (c.args[0], c.code)).collect();
    wrong.extend(without_case(&ended));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A census that solves boards one by one keeps those that it solved.
#[test]
fn a_stopped_census_keeps_its_histogram() {
    let folder = Folder::new("stopped-census");
    let mazes = folder.file("maze.txt", &maze(24));
    for time in ["30ms", "100ms", "300ms"] {
        let args = ["census", "wall-pusher", &mazes, "--time", time, "--json"];
        let ran = fewest(&args, "");
        if ran.code == Some(0) {
            continue;
        }
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let census = ran.json().remove(0);
        assert_eq!(census["outcome"], "stopped");
        let counts = census["histogram"].as_array().unwrap();
        let solved: u64 = counts.iter().filter_map(Value::as_u64).sum();
        assert!(Some(solved) <= census["solved"].as_u64(), "{census}");
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let page = fewest(&["man"], "").stdout;
    let lines = page.lines();
    let commands = lines.filter_map(|line| line.strip_prefix("fewest\\-")?.strip_suffix("(1)"));
    let commands: Vec<&str> = commands.collect();
    assert!(commands.contains(&"solve"), "{page}");
    for command in commands {
        let page = fewest(&["man", command], "").stdout;
        let title = format!(".TH fewest-{command} 1");
        assert!(page.contains(&title), "{command}: {page}");
    }
}
