//! Nothing that a file, a name or an argument holds reaches a terminal as anything but
//! text: in every command, every message and every kind of input, only line ends and
//! the colours that were asked for are control characters.

use std::fs;
use std::process::{Output, Stdio};

use crate::drawn::Folder;
use crate::program::{command, project};

/// One of each kind, and sequences that a terminal acts on.
const SPECIAL: [&str; 22] = [
    "\0",
    "\x01",
    "\x07",
    "\x08",
    "\t",
    "\x0b",
    "\r",
    "\x1b[2J",
    "\x1b[31;7m",
    "\x1b]0;title\x07",
    "\x7f",
    "\u{85}",
    "\u{9b}2J",
    "\u{ad}",
    "\u{200b}",
    "\u{200d}",
    "\u{200f}",
    "\u{2028}",
    "\u{2029}",
    "\u{202e}",
    "\u{2066}\u{2069}",
    "\u{feff}\u{e0041}",
];

/// Whether a terminal would show `c` as it stands, by a table of its own.
fn shows(c: char) -> bool {
    let hidden = [
        0x00..=0x1f,
        0x7f..=0x9f,
        0xad..=0xad,
        0x200b..=0x200f,
        0x2028..=0x202e,
        0x2060..=0x206f,
        0xfeff..=0xfeff,
        0xe0000..=0xe007f,
    ];
    !hidden.iter().any(|range| range.contains(&u32::from(c)))
}

/// `text` without the escape sequences of clap's and our own colours, none of which sets
/// two attributes as the one above does.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_ascii_digit() && c != ';');
        match end.filter(|&end| piece[end..].starts_with('m') && &piece[..end] != "31;7") {
            Some(end) => out += &piece[end + 1..],
            None => out += &format!("\x1b[{piece}"),
        }
    }
    out
}

fn look(args: &[String], output: &Output) {
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let text = String::from_utf8(bytes.clone());
        let text = text.unwrap_or_else(|error| panic!("{args:?}: {name}: {error}"));
        let plain = without_colours(&text);
        let found = plain.chars().find(|&c| c != '\n' && !shows(c));
        assert_eq!(found, None, "{args:?}: {name}:\n{plain:?}");
        assert!(!plain.contains("panicked"), "{args:?}: {plain}");
    }
    let known = [0, 1, 2, 3].map(Some);
    assert!(
        known.contains(&output.status.code()),
        "{args:?}: {output:?}"
    );
    if args.iter().any(|arg| arg == "--json") && args[0] != "export" {
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let value: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(value.is_ok(), "{args:?}: {line}");
        }
    }
}

/// Runs the command in one of three ways, in turns: as it is, with JSON, and with colours. Each
/// command runs in all three ways, because it runs once for each special character or place.
fn run(turn: usize, args: &[&str], stdin: &str, folder: &Folder) {
    // No argument can hold a zero.
    if args.iter().any(|arg| arg.contains('\0')) {
        return;
    }
    let ways = [&[][..], &["--json"], &["--color", "always", "-v"]];
    let more = ways[turn % ways.len()];
    let all: Vec<&str> = [args, &["--time", "200ms"], more].concat();
    let input = folder.file("stdin", stdin);
    let output = command(&all)
        .env("FEWEST_CACHE", folder.path("cache"))
        .current_dir(folder.path("."))
        .stdin(Stdio::from(fs::File::open(input).unwrap()))
        .output()
        .unwrap();
    let all: Vec<String> = all.into_iter().map(str::to_owned).collect();
    look(&all, &output);
}

const FLIP: &str = "bw\nwb\n";

#[test]
fn names_of_puzzles_files_and_commands() {
    let folder = Folder::new("printable-names");
    for (turn, special) in SPECIAL.into_iter().enumerate() {
        let name = format!("a{special}b");
        run(turn, &[&name], "", &folder);
        run(turn, &["new", &name], "", &folder);
        run(turn, &["judge", &name], "", &folder);
        run(turn, &["completions", &name], "", &folder);
        run(turn, &["table", "remove", &name], "", &folder);
        run(turn, &["table", &name], "", &folder);
        for puzzle in [&name, &format!("./{name}.fewest")] {
            run(turn, &["solve", puzzle], FLIP, &folder);
            run(turn, &["compare", puzzle], FLIP, &folder);
            run(turn, &["check", puzzle, "-", "r1c1"], FLIP, &folder);
            run(turn, &["hint", puzzle, "--after", "r1c1"], FLIP, &folder);
            run(turn, &["explain", puzzle], FLIP, &folder);
            run(turn, &["census", puzzle], "", &folder);
            run(turn, &["make", puzzle, "--moves", "1"], "", &folder);
            run(turn, &["table", "build", puzzle], "", &folder);
            run(turn, &["table", "verify", puzzle], "", &folder);
            run(turn, &["test", puzzle], "", &folder);
            run(turn, &["export", puzzle, "--to", "psvn"], "", &folder);
            run(turn, &["graph", puzzle, "--to", "graphml"], FLIP, &folder);
        }
        // A file of that name, which holds no board, and one that holds one.
        if special == "\0" {
            continue;
        }
        for (file, text) in [("empty", ""), ("wrong", "bxw\n"), ("right", FLIP)] {
            let path = folder.file(&format!("{file}{special}.txt"), text);
            run(turn, &["solve", "flip", &path], "", &folder);
            run(turn, &["check", "flip", &path, "r1c1"], "", &folder);
            run(
                turn,
                &["check", "flip", "-", &format!("@{path}")],
                FLIP,
                &folder,
            );
            run(turn, &["explain", "tiles", &path], "", &folder);
            run(turn, &["census", "wall-pusher", &path], "", &folder);
        }
        let sound = "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\nstart\n  a b\n\
                     expect 1\nexpect 2\n";
        let path = folder.file(&format!("sound{special}.fewest"), sound);
        run(turn, &["test", &path], "", &folder);
        run(turn, &["solve", &path], "", &folder);
        let broken = folder.file(&format!("broken{special}.fewest"), "puzzle\n");
        run(turn, &["test", &broken, &path], "", &folder);
        fs::create_dir_all(folder.path("cache")).unwrap();
        folder.file(&format!("cache/flip{special}.table"), "no table");
    }
    for turn in 0..3 {
        run(turn, &["table", "list"], "", &folder);
    }
}

#[test]
fn values_of_options() {
    let folder = Folder::new("printable-options");
    for (turn, special) in SPECIAL.into_iter().enumerate() {
        let value = format!("1{special}x");
        for option in [
            "--goal",
            "--colours",
            "--first",
            "--heuristic",
            "--algorithm",
            "--time",
            "--memory",
            "--threads",
            "--weight",
            "--beam",
            "--color",
            "--cache",
            &value,
            &format!("--{value}"),
        ] {
            run(turn, &["solve", "flip", option, &value], FLIP, &folder);
            run(
                turn,
                &["solve", "tiles", &format!("{option}={value}")],
                "1 0",
                &folder,
            );
        }
        for option in ["--count", "--seed", "--moves"] {
            run(turn, &["make", "flip", option, &value], "", &folder);
        }
        run(turn, &["make", "flip", &value, "--moves", "1"], "", &folder);
        run(turn, &["census", "flip", &value], "", &folder);
        let plot = format!("none{special}/plot.svg");
        run(
            turn,
            &["census", "flip", "2x2", "--plot", &plot],
            "",
            &folder,
        );
        run(
            turn,
            &["table", "build", "tiles", "--pattern", &value],
            "",
            &folder,
        );
        run(
            turn,
            &["table", "build", "tiles", "2x2", "--cache", &value],
            "",
            &folder,
        );
        run(turn, &["table", "list", "--cache", &value], "", &folder);
        let file = project("examples/puzzles/eight.fewest");
        let file = file.to_str().unwrap();
        run(turn, &["export", file, "--to", &value], "", &folder);
        run(
            turn,
            &["export", file, "--to", "pddl", "--output", &value],
            "",
            &folder,
        );
        run(turn, &["solve", file, "--goal", &value], "", &folder);
        run(turn, &["solve", file, "--heuristic", &value], "", &folder);
        run(turn, &["check", file, "start", &value], "", &folder);
    }
}

#[test]
fn boards_and_moves() {
    let folder = Folder::new("printable-boards");
    for (turn, special) in SPECIAL.into_iter().enumerate() {
        for (puzzle, board) in [
            ("flip", "b@w\nw@b\n"),
            ("flip", "@bw\nwb\n"),
            ("four-in-a-row", "BWBO WB@WB BWBW WBWO\n"),
            (
                "wall-pusher",
                "+--+--+\n|@ @  |\n+--+  +\n|     |\n+--+--+\n",
            ),
            ("wall-pusher", "1 1\n1@\n"),
            (
                "rotation",
                "1 1 1 1 3 2 3 2 @3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n",
            ),
            ("tiles", "1 2 3\n4 @ 6\n7 8 0\n"),
        ] {
            let board = board.replace('@', special);
            run(turn, &["solve", puzzle], &board, &folder);
            run(turn, &["explain", puzzle], &board, &folder);
        }
        for judge in ["poj-1753", "codevs-1004", "uva-10384", "poj-2286"] {
            run(turn, &["judge", judge], &format!("1{special}b\n"), &folder);
        }
        for moves in [format!("r1{special}c1"), format!("r1c1{special}r1c2")] {
            run(turn, &["check", "flip", "-", &moves], FLIP, &folder);
            run(turn, &["solve", "flip", "--after", &moves], FLIP, &folder);
            let file = folder.file("moves", &moves);
            let file = format!("@{file}");
            run(turn, &["check", "flip", "-", &file], FLIP, &folder);
            run(turn, &["check", "tiles", "-", &file], "1 0\n", &folder);
        }
    }
}

/// Commands on a puzzle that a file holds: all of them for two kinds of characters, those
/// that show most of the file for the others.
fn every_command(turn: usize, path: &str, special: &str, folder: &Folder) {
    run(turn, &["solve", path], "", folder);
    run(turn, &["export", path, "--to", "psvn"], "", folder);
    if !["\x1b[2J", "\u{202e}"].contains(&special) {
        return;
    }
    run(turn, &["solve", path, "-q", "--all"], "", folder);
    run(turn, &["compare", path], "", folder);
    run(turn, &["hint", path, "--grade", "2"], "", folder);
    run(turn, &["solve", path, "--k", "3", "--distinct"], "", folder);
    run(turn, &["explain", path], "", folder);
    run(turn, &["check", path, "start", "x"], "", folder);
    run(turn, &["test", path], "", folder);
    run(turn, &["census", path, "--hardest", "2"], "", folder);
    run(turn, &["make", path, "--moves", "1..9"], "", folder);
    run(turn, &["table", "build", path], "", folder);
    run(turn, &["export", path, "--to", "pddl"], "", folder);
}

#[test]
fn puzzle_files() {
    let folder = Folder::new("printable-files");
    let places = [
        "puzzle p@\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\nstart\n  a b\n",
        "puzzle p\nsymbols 'a@' b\nmove m(cell)\n  cell +1\ngoal all b\nstart\n  'a@' b\nexpect 1\n",
        "puzzle p\nsymbols a@ b\nmove m(cell)\n  cell +1\ngoal all b\nstart\n  a@ b\nexpect 2\n",
        "puzzle p\nsymbols a b\nmove m@(cell)\n  cell +1\ngoal all a\nstart\n  a b\n",
        "puzzle p\nsymbols a b\nmove m\n  r1c1@ +1\ngoal all a\nstart\n  a b\n",
        "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a@\nstart\n  a b\n",
        "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\nstart\n  a b@\n",
        "puzzle p\nsymbols a b # @\nmove m(cell)\n  cell +1\ngoal all c\nstart\n  a b\n",
        "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\nstart\n  a b\nexpect @\n",
        "@puzzle p\n",
    ];
    for (turn, special) in SPECIAL.into_iter().enumerate() {
        for (place, text) in places.into_iter().enumerate() {
            let path = folder.file("p.fewest", &text.replace('@', special));
            every_command(turn + place, &path, special, &folder);
        }
    }
}

#[test]
fn files_of_other_programs() {
    let folder = Folder::new("printable-others");
    let kpuzzle = |name: &str, turn: &str| {
        format!(
            "{{\"name\": \"{name}\", \"orbits\": [{{\"orbitName\": \"{name}\", \
             \"numPieces\": 2, \"numOrientations\": 1}}], \
             \"defaultPattern\": {{\"{name}\": {{\"pieces\": [0, 1], \"orientation\": [0, 0]}}}}, \
             \"moves\": {{\"{turn}\": {{\"{name}\": {{\"permutation\": [1, 0], \
             \"orientationDelta\": [0, 0]}}}}}}}}"
        )
    };
    for (turn, special) in SPECIAL.into_iter().enumerate() {
        let escaped: String = special
            .encode_utf16()
            .map(|unit| format!("\\u{unit:04x}"))
            .collect();
        for inner in [special, &escaped] {
            let name = format!("A{inner}");
            let texts = [
                kpuzzle(&name, "R"),
                kpuzzle("A", &name),
                format!("{{{inner}"),
            ];
            for (place, text) in texts.into_iter().enumerate() {
                let path = folder.file("k.json", &text);
                let turn = turn + place;
                every_command(turn, &path, special, &folder);
                run(turn, &["solve", &path], "0 1 0 0\n", &folder);
                run(turn, &["solve", &path], &format!("{special}\n"), &folder);
            }
        }
        for text in [
            "2 2@ 0 1",
            "DOMAIN d@ 2 a b\n1 d a => b GOAL b",
            "1 2\n0 => 1@ LABEL m\nGOAL 1",
            "1 2\n0 => 1 LABEL m@\nGOAL 1",
        ] {
            let path = folder.file("p.psvn", &text.replace('@', special));
            every_command(turn, &path, special, &folder);
            run(turn, &["solve", &path], "0\n", &folder);
            run(turn, &["check", &path, "-", "m"], "0\n", &folder);
        }
    }
}
