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

/// Runs the command as it is, with JSON, and with colours.
fn run(args: &[&str], stdin: &str, folder: &Folder) {
    // No argument can hold a zero.
    if args.iter().any(|arg| arg.contains('\0')) {
        return;
    }
    for more in [&[][..], &["--json"], &["--color", "always", "-v"]] {
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
}

const FLIP: &str = "bw\nwb\n";

#[test]
fn names_of_puzzles_files_and_commands() {
    let folder = Folder::new("printable-names");
    for special in SPECIAL {
        let name = format!("a{special}b");
        run(&[&name], "", &folder);
        run(&["new", &name], "", &folder);
        run(&["judge", &name], "", &folder);
        run(&["completions", &name], "", &folder);
        run(&["table", "remove", &name], "", &folder);
        run(&["table", &name], "", &folder);
        for puzzle in [&name, &format!("./{name}.fewest")] {
            run(&["solve", puzzle], FLIP, &folder);
            run(&["compare", puzzle], FLIP, &folder);
            run(&["check", puzzle, "-", "r1c1"], FLIP, &folder);
            run(&["hint", puzzle, "--after", "r1c1"], FLIP, &folder);
            run(&["explain", puzzle], FLIP, &folder);
            run(&["census", puzzle], "", &folder);
            run(&["make", puzzle, "--moves", "1"], "", &folder);
            run(&["table", "build", puzzle], "", &folder);
            run(&["table", "verify", puzzle], "", &folder);
            run(&["test", puzzle], "", &folder);
            run(&["export", puzzle, "--to", "psvn"], "", &folder);
            run(&["graph", puzzle, "--to", "graphml"], FLIP, &folder);
        }
        // A file of that name, which holds no board, and one that holds one.
        if special == "\0" {
            continue;
        }
        for (file, text) in [("empty", ""), ("wrong", "bxw\n"), ("right", FLIP)] {
            let path = folder.file(&format!("{file}{special}.txt"), text);
            run(&["solve", "flip", &path], "", &folder);
            run(&["check", "flip", &path, "r1c1"], "", &folder);
            run(&["check", "flip", "-", &format!("@{path}")], FLIP, &folder);
            run(&["explain", "tiles", &path], "", &folder);
            run(&["census", "wall-pusher", &path], "", &folder);
        }
        let sound = "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\nstart\n  a b\n\
                     expect 1\nexpect 2\n";
        let path = folder.file(&format!("sound{special}.fewest"), sound);
        run(&["test", &path], "", &folder);
        run(&["solve", &path], "", &folder);
        let broken = folder.file(&format!("broken{special}.fewest"), "puzzle\n");
        run(&["test", &broken, &path], "", &folder);
        fs::create_dir_all(folder.path("cache")).unwrap();
        folder.file(&format!("cache/flip{special}.table"), "no table");
    }
    run(&["table", "list"], "", &folder);
}

#[test]
fn values_of_options() {
    let folder = Folder::new("printable-options");
    for special in SPECIAL {
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
            run(&["solve", "flip", option, &value], FLIP, &folder);
            run(
                &["solve", "tiles", &format!("{option}={value}")],
                "1 0",
                &folder,
            );
        }
        for option in ["--count", "--seed", "--moves"] {
            run(&["make", "flip", option, &value], "", &folder);
        }
        run(&["make", "flip", &value, "--moves", "1"], "", &folder);
        run(&["census", "flip", &value], "", &folder);
        let plot = format!("none{special}/plot.svg");
        run(&["census", "flip", "2x2", "--plot", &plot], "", &folder);
        run(
            &["table", "build", "tiles", "--pattern", &value],
            "",
            &folder,
        );
        run(
            &["table", "build", "tiles", "2x2", "--cache", &value],
            "",
            &folder,
        );
        run(&["table", "list", "--cache", &value], "", &folder);
        let file = project("examples/puzzles/eight.fewest");
        let file = file.to_str().unwrap();
        run(&["export", file, "--to", &value], "", &folder);
        run(
            &["export", file, "--to", "pddl", "--output", &value],
            "",
            &folder,
        );
        run(&["solve", file, "--goal", &value], "", &folder);
        run(&["solve", file, "--heuristic", &value], "", &folder);
        run(&["check", file, "start", &value], "", &folder);
    }
}

#[test]
fn boards_and_moves() {
    let folder = Folder::new("printable-boards");
    for special in SPECIAL {
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
            run(&["solve", puzzle], &board, &folder);
            run(&["explain", puzzle], &board, &folder);
        }
        for judge in ["poj-1753", "codevs-1004", "uva-10384", "poj-2286"] {
            run(&["judge", judge], &format!("1{special}b\n"), &folder);
        }
        for moves in [format!("r1{special}c1"), format!("r1c1{special}r1c2")] {
            run(&["check", "flip", "-", &moves], FLIP, &folder);
            run(&["solve", "flip", "--after", &moves], FLIP, &folder);
            let file = folder.file("moves", &moves);
            let file = format!("@{file}");
            run(&["check", "flip", "-", &file], FLIP, &folder);
            run(&["check", "tiles", "-", &file], "1 0\n", &folder);
        }
    }
}

/// Commands on a puzzle that a file holds: all of them for two kinds of characters, those
/// that show most of the file for the others.
fn every_command(path: &str, special: &str, folder: &Folder) {
    run(&["solve", path], "", folder);
    run(&["export", path, "--to", "psvn"], "", folder);
    if !["\x1b[2J", "\u{202e}"].contains(&special) {
        return;
    }
    run(&["solve", path, "-q", "--all"], "", folder);
    run(&["compare", path], "", folder);
    run(&["hint", path, "--grade", "2"], "", folder);
    run(&["solve", path, "--k", "3", "--distinct"], "", folder);
    run(&["explain", path], "", folder);
    run(&["check", path, "start", "x"], "", folder);
    run(&["test", path], "", folder);
    run(&["census", path, "--hardest", "2"], "", folder);
    run(&["make", path, "--moves", "1..9"], "", folder);
    run(&["table", "build", path], "", folder);
    run(&["export", path, "--to", "pddl"], "", folder);
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
    for special in SPECIAL {
        for text in places {
            let path = folder.file("p.fewest", &text.replace('@', special));
            every_command(&path, special, &folder);
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
    for special in SPECIAL {
        let escaped: String = special
            .encode_utf16()
            .map(|unit| format!("\\u{unit:04x}"))
            .collect();
        for inner in [special, &escaped] {
            let name = format!("A{inner}");
            for text in [
                kpuzzle(&name, "R"),
                kpuzzle("A", &name),
                format!("{{{inner}"),
            ] {
                let path = folder.file("k.json", &text);
                every_command(&path, special, &folder);
                run(&["solve", &path], "0 1 0 0\n", &folder);
                run(&["solve", &path], &format!("{special}\n"), &folder);
            }
        }
        for text in [
            "2 2@ 0 1",
            "DOMAIN d@ 2 a b\n1 d a => b GOAL b",
            "1 2\n0 => 1@ LABEL m\nGOAL 1",
            "1 2\n0 => 1 LABEL m@\nGOAL 1",
        ] {
            let path = folder.file("p.psvn", &text.replace('@', special));
            every_command(&path, special, &folder);
            run(&["solve", &path], "0\n", &folder);
            run(&["check", &path, "-", "m"], "0\n", &folder);
        }
    }
}
