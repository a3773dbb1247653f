//! Every command and every way it can end: the exit code, the text and the JSON.

mod files;
mod inputs;
mod solving;
mod spaces;

use std::fs;

use serde_json::Value;

use inputs::Inputs;

use crate::codes::without_case;
use crate::drawn::Folder;
use crate::program::{Ran, fewest};
use crate::streams::tells_what_cannot_be_written;

/// A board, and moves that solve it.
const FLIP: &str = "bwwb\nbbwb\nbwwb\nbwww\n";
const PRESSES: &str = "r1c1 r1c2 r2c2 r4c3";
/// No field of the JSON is compared.
const NONE: (&str, &str) = ("", "");
/// A time limit that is long enough to read the input, and too short to answer.
const TIME: &str = "--time";
const SHORT: &str = "50ms";
const STOP: &str = "stopped after 50 ms: ";

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
    let inputs = Inputs::new(&folder);
    let new = &inputs.new;
    let groups = [solving::cases, spaces::cases, files::cases];
    let cases: Vec<Case<'_>> = groups.iter().flat_map(|cases| cases(&inputs)).collect();
    let mut wrong = Vec::new();
    for case in &cases {
        for json in [false, true] {
            let mut args = case.args.clone();
            if json {
                args.push("--json");
            }
            let _ = fs::remove_file(new);
            let ran = fewest(&args, case.stdin);
            if !is_right(case, &ran, json) {
                wrong.push(format!("{args:?}, expected {}: {ran:?}", case.code));
            }
            let before = || {
                let _ = fs::remove_file(new);
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
