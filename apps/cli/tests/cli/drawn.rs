//! Puzzle files: wherever a puzzle is named, under `test` and `new`.

use std::fs;
use std::path::PathBuf;

use crate::program::{Ran, fewest, project};

fn example(name: &str) -> String {
    let path = project(&format!("examples/puzzles/{name}.fewest"));
    path.to_str().unwrap().to_owned()
}

/// A folder of this test's own, which is removed afterwards.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        let name = format!("fewest-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_example_is_as_it_says() {
    let folder = fs::read_dir(project("examples/puzzles")).unwrap();
    let mut paths: Vec<String> = folder
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .filter(|path| path.ends_with(".fewest"))
        .collect();
    paths.sort();
    assert!(paths.len() > 15);
    let mut args = vec!["test"];
    args.extend(paths.iter().map(String::as_str));
    let ran = fewest(&args, "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), paths.len(), "{}", ran.stdout);
    for line in ran.stdout.lines() {
        assert!(line.ends_with("as expected"), "{line}");
    }
}

#[test]
fn the_fifteen_puzzle_takes_the_published_length() {
    let board = "_ 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15";
    let ran = fewest(&["solve", &example("fifteen"), "-", "--json"], board);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.json()[0]["length"], 42);
    assert_eq!(ran.json()[0]["puzzle"], "fifteen");
}

#[test]
fn expectations_that_fail_are_told_by_their_lines() {
    let folder = Folder::new("expect");
    let flip = fs::read_to_string(example("flip")).unwrap();
    let wrong = folder.file("wrong.fewest", &flip.replace("expect 4", "expect 5"));
    let ran = fewest(&["test", &wrong], "");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let line = flip
        .lines()
        .position(|line| line.starts_with("expect"))
        .unwrap()
        + 1;
    let told = format!("{wrong}:{line}: expected 5 moves, found 4 moves\n{wrong}: 0 of 1");
    assert!(ran.stdout.starts_with(&told), "{ran:?}");
    let unsolvable = folder.file("un.fewest", &flip.replace("expect 4", "expect unsolvable"));
    let ran = fewest(&["test", &unsolvable], "");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stdout.contains("expected no solution, found 4 moves"),
        "{ran:?}"
    );

    // A malformed file is told, and the others are looked at nonetheless.
    let faulty = folder.file("faulty.fewest", &flip.replace("goal all b", "goal all x"));
    let good = example("hanoi");
    let ran = fewest(&["test", &faulty, &good], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(ran.stdout, format!("{good}: as expected\n"));
    assert!(
        ran.stderr.starts_with("error: unknown symbol 'x'\n"),
        "{ran:?}"
    );
    let missing = fewest(&["test", &folder.path("missing.fewest")], "");
    assert_eq!(missing.code, Some(2), "{missing:?}");

    let slow = fewest(&["test", &example("fifteen"), "--time", "20ms"], "");
    assert_eq!(slow.code, Some(3), "{slow:?}");
    assert!(
        slow.stdout.contains("found stopped after 20 ms"),
        "{slow:?}"
    );

    let ran = fewest(&["test", "--json", &wrong, &example("ice")], "");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let lines = ran.json();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["schema"], "fewest/test/1");
    assert_eq!(
        (&lines[0]["expected"], &lines[0]["length"]),
        (&5.into(), &4.into())
    );
    assert_eq!(lines[0]["right"], false);
    assert_eq!(lines[0]["line"], line);
    assert_eq!(lines[2]["expected"], "unsolvable");
    assert_eq!(lines[2]["right"], true);
}

#[test]
fn a_new_file_passes_its_own_test_and_is_not_overwritten() {
    let folder = Folder::new("new");
    let stem = folder.path("my-puzzle");
    let path = format!("{stem}.fewest");
    let ran = fewest(&["new", &stem], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let ran = fewest(&["test", &path], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.stdout, format!("{path}: all 2 as expected\n"));
    fs::write(&path, "mine").unwrap();
    for name in [&stem, &path] {
        let ran = fewest(&["new", name], "");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("exists already"), "{ran:?}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    // Nothing else is left behind.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    for name in ["", "no name", "1st", "a/", "a.b", "é"] {
        let ran = fewest(&["new", &folder.path(name)], "");
        assert_eq!(ran.code, Some(2), "{name}: {ran:?}");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn a_file_s_start_is_solved_unless_a_board_is_given() {
    let flip = example("flip");
    let own = fewest(&["solve", &flip, "-q"], "");
    // Where no pictures are shown, the moves are said.
    let moves = "4 moves, proven fewest: r1c1 r1c2 r2c2 r4c3";
    assert_eq!(own.headline(), moves);
    let shown = fewest(&["solve", &flip], "");
    assert_eq!(shown.headline(), "4 moves, proven fewest");
    let named = fewest(&["solve", &flip, "start", "-q"], "");
    assert_eq!(named.stdout, own.stdout);
    let two = "wwww\nwwww\nwwww\nwwww\n\nb w w w\nw w w w\nw w w w\nw w w w\n";
    let ran = fewest(&["solve", &flip, "-", "--json"], two);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let answers = ran.json();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["length"], 0);
    assert_eq!(answers[1]["outcome"], "unsolvable");
    assert_eq!(answers[1]["puzzle"], "flip-game");
    let said = fewest(&["solve", &flip, "-v"], "").stdout;
    assert!(said.contains("linear equations modulo 2; "), "{said}");
    assert!(
        said.contains("\n  every move is taken back by a move\n"),
        "{said}"
    );

    let none = fewest(&["solve", &flip, "-"], "");
    assert_eq!(none.code, Some(2), "{none:?}");
    let folder = Folder::new("start");
    let text = fs::read_to_string(&flip).unwrap();
    let (before, _) = text.split_once("start").unwrap();
    let bare = folder.file("bare.fewest", before);
    let ran = fewest(&["solve", &bare, "-q"], "bwww\nwwww\nwwww\nwwwb\n");
    assert!(matches!(ran.code, Some(0 | 1)), "{ran:?}");
    let ran = fewest(&["solve", &bare, "start"], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn explain_tells_the_bounds_that_are_verified() {
    let told = fewest(&["explain", &example("eight"), "-v"], "");
    let line = "lower bound: sum of 8 distances, verified for each rule";
    assert!(told.stdout.contains(line), "{told:?}");
    let short = fewest(&["explain", &example("eight")], "");
    assert!(!short.stdout.contains("lower bound"), "{short:?}");
}

#[test]
fn commands_that_take_a_puzzle_take_a_file() {
    let flip = example("flip");
    let check = |moves: &[&str]| {
        let mut args = vec!["check", &flip, "start"];
        args.extend(moves);
        fewest(&args, "")
    };
    let right = check(&["r1c1", "r1c2", "r2c2", "r4c3"]);
    assert_eq!(right.headline(), "right: 4 moves, proven fewest");
    assert_eq!(check(&["r1c1"]).code, Some(1));
    let unknown = check(&["r9c9"]);
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown.stderr.contains("unknown move 'r9c9'"),
        "{unknown:?}"
    );

    let compared = fewest(&["compare", &flip, "--json"], "");
    assert_eq!(compared.code, Some(0), "{compared:?}");
    let compared = compared.json().remove(0);
    assert_eq!(compared["agree"], true);
    let rows = compared["rows"].as_array().unwrap();
    assert!(rows.len() >= 5, "{compared}");
    for row in rows {
        let name = row["algorithm"].as_str().unwrap();
        let ran = fewest(&["solve", &flip, "--algorithm", name, "--json"], "");
        assert_eq!(ran.json()[0]["length"], 4, "{name}");
    }
    let unfit = fewest(
        &["solve", &example("rotation"), "--algorithm", "linear"],
        "",
    );
    assert_eq!(unfit.code, Some(2));
    assert!(
        unfit.stderr.contains("the algorithms for this board are"),
        "{unfit:?}"
    );

    let counted = fewest(&["solve", &flip, "--count", "-q"], "");
    assert_eq!(
        counted.headline(),
        "4 moves, proven fewest (48 shortest solutions): r1c1 r1c2 r2c2 r4c3"
    );
    let all = fewest(&["solve", &flip, "--all", "--json"], "").json();
    assert_eq!(all[0]["all"].as_array().unwrap().len(), 48);

    let reached = fewest(&["census", &flip, "start"], "");
    let headline =
        "4,096 boards reachable from the start, 4,096 solvable, God's number 6 (256 boards)";
    assert_eq!((reached.code, reached.headline()), (Some(0), headline));
    let census = fewest(&["census", &flip, "--all-boards"], "");
    let headline = "65,536 boards with the same symbols, reachable or not, 4,096 solvable, God's number 6 (256 boards)";
    assert_eq!((census.code, census.headline()), (Some(0), headline));
    let sized = fewest(&["census", &flip, "4x4"], "");
    assert_eq!(sized.code, Some(2), "{sized:?}");
    let made = fewest(
        &["make", &flip, "--moves", "6", "--count", "3", "--json"],
        "",
    );
    let made = made.json();
    assert_eq!(made.len(), 3);
    assert!(made.iter().all(|board| board["length"] == 6));
    let explained = fewest(&["explain", &example("eight"), "-"], "2 1 3 4 5 6 7 8 _");
    assert_eq!(explained.code, Some(1), "{explained:?}");
    assert!(explained.stdout.contains("in every goal"), "{explained:?}");

    let folder = Folder::new("tables");
    let eight = example("eight");
    let cache = folder.path("cache");
    for verb in ["build", "verify"] {
        let ran = fewest(&["table", verb, &eight, "--cache", &cache], "");
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
    let options = fewest(&["solve", &flip, "--goal", "white"], "");
    assert_eq!(options.code, Some(2));
    assert!(
        options.stderr.contains("flip-game has no --goal"),
        "{options:?}"
    );
}

/// Exit code 2 and messages at these places, in this order, and no others.
fn refused(ran: &Ran, name: &str, places: &[&str]) {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    let arrow = format!(" --> {name}:");
    let found: Vec<&str> = ran
        .stderr
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix(arrow.trim_start()))
        .collect();
    assert_eq!(found, places, "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn faults_and_warnings_of_a_file_name_their_places() {
    let folder = Folder::new("faults");
    let text = "puzzle switches\nsymbols w b\nboard 1x3\nmove press(cell)\n  cell +1\n  besides +1\ngoal all x\nstart b w\n";
    let path = folder.file("faulty.fewest", text);
    for args in [
        vec!["solve", &path],
        vec!["compare", &path],
        vec!["check", &path, "start", "r1c1"],
        vec!["explain", &path],
        vec!["census", &path],
        vec!["make", &path, "--moves", "1"],
        vec!["table", "build", &path],
        vec!["test", &path],
    ] {
        refused(&fewest(&args, ""), &path, &["6:3", "7:10", "8:10"]);
    }
    // A board with faults is told by its own name.
    let ran = fewest(&["solve", &example("flip"), "-"], "bwwb\nbbxb\nbwwb\nbww\n");
    refused(&ran, "<stdin>", &["2:3", "4:4"]);

    let unused = folder.file(
        "unused.fewest",
        "puzzle switches\nsymbols w b z\nboard 1x3\nmove press(cell)\n  cell w\ngoal all w\nstart b w b\n",
    );
    let ran = fewest(&["solve", &unused, "--json"], "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.stderr.starts_with("warning: ")
            && ran.stderr.contains(&format!(" --> {unused}:2:13\n")),
        "{ran:?}"
    );
    let quiet = fewest(&["solve", &unused, "--json", "-q"], "");
    assert_eq!(quiet.stderr, "");

    let unknown = fewest(&["solve", "quux"], "");
    assert_eq!(unknown.code, Some(2));
    assert!(
        unknown
            .stderr
            .contains("a puzzle file is named by its path")
    );
    let missing = fewest(&["solve", "quux.fewest"], "");
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("cannot read quux.fewest"));
}

#[test]
fn a_list_of_solutions_ends_in_time() {
    // Each light is pressed alone, in any order: 16! solutions.
    let folder = Folder::new("list");
    let text = "puzzle lamps\nsymbols w b\nboard 4x4\nmove press(cell)\n  cell +1\ngoal all w\nstart\n  bbbb\n  bbbb\n  bbbb\n  bbbb\n";
    let lamps = folder.file("lamps.fewest", text);
    let args = [
        "solve",
        &lamps,
        "--all",
        "--algorithm",
        "bfs",
        "--time",
        "2s",
    ];
    let ran = fewest(&args, "");
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("not all solutions were found or listed"),
        "{}",
        ran.stderr
    );
}
