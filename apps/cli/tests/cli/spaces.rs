//! `census`, `make` and `table`: whole state spaces.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::program::{Ran, command, fewest};

/// A folder of this test run that goes away with the value.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("fewest-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        // Tables are refused where others can write, which a lax umask lets them.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn census(args: &[&str]) -> serde_json::Value {
    let ran = fewest(&[&["census", "--json"], args].concat(), "");
    assert_eq!(ran.code, Some(0), "{args:?}: {ran:?}");
    let census = ran.json().remove(0);
    assert_eq!(census["schema"], "fewest/census/1");
    census
}

#[test]
fn flip_censuses() {
    let either = census(&["flip", "4x4"]);
    assert_eq!(either["positions"], 65_536);
    assert_eq!(either["solvable"], 4_096);
    assert_eq!(either["gods_number"], 6);
    let histogram = serde_json::json!([2, 32, 228, 880, 1562, 1136, 256]);
    assert_eq!(either["histogram"], histogram);
    let white = census(&["flip", "4x4", "--goal", "white"]);
    assert_eq!(white["gods_number"], 7);
    assert_eq!(white["histogram"][7], 32);
    // Lights Out: every solvable 5x5 board goes out in at most 15 presses.
    let lights_out = census(&["flip", "5x5", "--goal", "white"]);
    assert_eq!(lights_out["gods_number"], 15);
    assert_eq!(lights_out["solvable"], 1 << 23);
    let four_colours = census(&["flip", "2x3", "--colours", "4", "--goal", "0"]);
    assert_eq!(four_colours["positions"], 4096);
}

#[test]
fn four_in_a_row_censuses() {
    let either = census(&["four-in-a-row", "--hardest", "1000"]);
    let histogram = serde_json::json!([141536, 104256, 58096, 74512, 23184, 9248, 880, 128]);
    assert_eq!(either["histogram"], histogram);
    assert_eq!(either["positions"], 411_840);
    let hardest = either["hardest"].as_array().unwrap();
    assert_eq!(hardest.len(), 128);
    assert!(
        hardest.contains(&"O O B B\nB W W B\nB W B W\nW B W W".into()),
        "{hardest:?}"
    );
    let black = census(&["four-in-a-row", "--first", "black"]);
    assert_eq!(black["gods_number"], 8);
    assert_eq!(black["solvable"], 411_840 - 4_080);
}

#[test]
fn tiles_censuses() {
    let eight = census(&["tiles", "3x3", "--hardest", "5"]);
    assert_eq!(eight["positions"], 362_880);
    assert_eq!(eight["solvable"], 181_440);
    assert_eq!(eight["gods_number"], 31);
    assert_eq!(eight["hardest"].as_array().unwrap().len(), 2);
    assert_eq!(census(&["tiles", "2x4"])["gods_number"], 36);
    assert_eq!(
        census(&["tiles", "2x5", "--threads", "2"])["gods_number"],
        55
    );
}

#[test]
fn rotation_census() {
    let all = census(&["rotation", "--hardest", "200"]);
    assert_eq!(all["positions"], 9_465_511_770_u64);
    assert_eq!(all["gods_number"], 13);
    assert_eq!(all["histogram"][13], 192);
    assert_eq!(all["hardest"].as_array().unwrap().len(), 192);
}

#[test]
fn a_maze_from_every_start() {
    let folder = Folder::new("maze");
    let file = folder.0.join("maze.txt");
    std::fs::write(&file, "+--+--+\n|@    |\n+--+  +\n").unwrap();
    let maze = census(&["wall-pusher", file.to_str().unwrap()]);
    assert_eq!(maze["positions"], 2);
    assert_eq!(maze["histogram"], serde_json::json!([0, 1, 1]));
}

#[test]
fn the_text_shows_bars_and_the_plot_is_a_picture() {
    let folder = Folder::new("plot");
    let plot = folder.0.join("flip.svg");
    let ran = fewest(&["census", "flip", "--plot", plot.to_str().unwrap()], "");
    let first = "65,536 boards, 4,096 solvable, God's number 6 (256 boards)";
    assert_eq!(ran.headline(), first, "{ran:?}");
    assert!(
        ran.stdout
            .contains("\n     4    1,562  ████████████████████\n"),
        "{ran:?}"
    );
    let picture = std::fs::read_to_string(&plot).unwrap();
    assert!(
        picture.starts_with("<svg") && picture.contains("1,562"),
        "{picture}"
    );
}

#[test]
fn a_census_that_is_stopped_says_how_far_it_got() {
    let ran = fewest(&["census", "tiles", "3x4", "--time", "50ms"], "");
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(
        ran.headline().starts_with("stopped after 50 ms: "),
        "{ran:?}"
    );
    let ran = fewest(
        &["census", "tiles", "3x4", "--memory", "1MiB", "--json"],
        "",
    );
    assert_eq!(
        (ran.code, &ran.json()[0]["outcome"]),
        (Some(3), &"stopped".into()),
        "{ran:?}"
    );
    for args in [
        &["census", "tiles", "6x6"][..],
        &["census", "flip", "0x4"],
        &["census", "flip", "4by4"],
        &["census", "rotation", "3x3"],
        &["census", "wall-pusher", "4x6"],
    ] {
        let ran = fewest(args, "");
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{args:?}: {ran:?}"
        );
    }
}

/// Makes boards and solves them with another algorithm than that which made them.
fn made(
    puzzle: &str,
    args: &[&str],
    moves: std::ops::RangeInclusive<u64>,
    algorithm: &str,
) -> Vec<String> {
    let ran = fewest(&[&["make", puzzle, "--json"], args].concat(), "");
    assert_eq!(ran.code, Some(0), "{puzzle} {args:?}: {ran:?}");
    let boards: Vec<_> = ran.json();
    for made in &boards {
        assert_eq!(made["schema"], "fewest/make/1");
        let board = made["board"].as_str().unwrap();
        let goals: Vec<&str> = args
            .windows(2)
            .filter(|pair| ["--goal", "--colours", "--first"].contains(&pair[0]))
            .flatten()
            .copied()
            .collect();
        let solve = ["solve", puzzle, "--json", "--algorithm", algorithm];
        let solved = fewest(&[&solve[..], &goals].concat(), board)
            .json()
            .remove(0);
        assert_eq!(solved["outcome"], "solved", "{puzzle}: {board}");
        assert_eq!(solved["length"], made["length"], "{puzzle}: {board}");
        assert!(moves.contains(&made["length"].as_u64().unwrap()), "{made}");
        assert!(made["branching"].as_f64().unwrap() >= 1.0, "{made}");
    }
    boards
        .iter()
        .map(|made| made["board"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn made_boards_are_as_hard_as_they_were_wanted() {
    let ten = ["--count", "10", "--seed", "7"];
    let with = |more: &[&'static str]| [more, &ten[..]].concat();
    for (puzzle, args, moves, algorithm) in [
        ("flip", with(&["4x4", "--moves", "5..6"]), 5..=6, "bfs"),
        (
            "flip",
            with(&["3x3", "--colours", "3", "--goal", "0", "--moves", "4"]),
            4..=4,
            "bfs",
        ),
        ("four-in-a-row", with(&["--moves", "6..7"]), 6..=7, "bfs"),
        (
            "four-in-a-row",
            with(&["--moves", "8", "--first", "white"]),
            8..=8,
            "astar",
        ),
        (
            "tiles",
            with(&["3x3", "--moves", "20..25"]),
            20..=25,
            "bidirectional",
        ),
        ("rotation", with(&["--moves", "5"]), 5..=5, "idastar"),
        (
            "wall-pusher",
            with(&["3x4", "--moves", "6..8"]),
            6..=8,
            "bfs",
        ),
    ] {
        let boards = made(puzzle, &args, moves, algorithm);
        assert_eq!(boards.len(), 10, "{puzzle} {args:?}");
        let mut different = boards.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 10, "{puzzle} {args:?}");
        let again = fewest(&[&["make", puzzle, "-q"], &args[..]].concat(), "");
        assert_eq!(
            again.stdout,
            boards.join("\n\n") + "\n",
            "{puzzle} {args:?}"
        );
    }
}

#[test]
fn boards_without_a_table_are_made_too() {
    for (puzzle, args, algorithm) in [
        (
            "tiles",
            ["4x4", "--moves", "20..24", "--count", "3"],
            "astar",
        ),
        ("flip", ["9x9", "--moves", "6..8", "--count", "3"], "linear"),
    ] {
        let moves = if puzzle == "tiles" { 20..=24 } else { 6..=8 };
        let boards = made(puzzle, &args, moves, algorithm);
        assert_eq!(boards.len(), 3, "{puzzle}");
        let quiet = fewest(&[&["make", puzzle, "--json"], &args[..]].concat(), "");
        assert_eq!(quiet.json()[0]["uniform"], false, "{quiet:?}");
    }
}

#[test]
fn long_mazes_are_found() {
    let mazes = made(
        "wall-pusher",
        &["--moves", "20..24", "--seed", "3"],
        20..=24,
        "walks",
    );
    assert_eq!(mazes.len(), 1);
}

#[test]
fn distinct_boards_are_as_many_as_there_are_classes() {
    // The two hardest 8-puzzles are reflections of each other.
    let args = ["make", "tiles", "3x3", "--moves", "31", "--count", "5"];
    let both = fewest(&[&args[..], &["--json"]].concat(), "");
    assert_eq!(both.json().len(), 2, "{both:?}");
    assert!(both.stderr.contains("only 2 of 5"), "{both:?}");
    let one = fewest(&[&args[..], &["--json", "--distinct"]].concat(), "");
    assert_eq!(one.json().len(), 1, "{one:?}");
    let none = fewest(&["make", "tiles", "3x3", "--moves", "32"], "");
    assert_eq!((none.code, none.stdout.as_str()), (Some(1), ""), "{none:?}");
}

fn table(verb: &str, folder: &Folder, args: &[&str]) -> Ran {
    fewest(
        &[&["table", verb], args, &["--cache", folder.path()]].concat(),
        "",
    )
}

#[test]
fn tables_are_built_verified_listed_and_removed() {
    let folder = Folder::new("tables");
    let missing = table("verify", &folder, &["tiles", "3x3"]);
    assert_eq!(missing.code, Some(1), "{missing:?}");
    for space in [&["tiles", "3x3"][..], &["four-in-a-row"]] {
        let built = table("build", &folder, space);
        assert_eq!(built.code, Some(0), "{built:?}");
        let verified = table("verify", &folder, space);
        assert_eq!(verified.code, Some(0), "{verified:?}");
        assert!(verified.headline().contains(": sound, "), "{verified:?}");
        let again = table("build", &folder, space);
        assert!(again.headline().ends_with("nothing to build"), "{again:?}");
    }
    let listed = table("list", &folder, &["--json"]).json().remove(0);
    let tables = listed["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2, "{listed}");
    assert!(
        tables.iter().all(|table| table["state"] == "sound"),
        "{listed}"
    );

    // A flipped bit is found, refused by name, and mended by building again.
    let name = tables
        .iter()
        .map(|table| table["name"].as_str().unwrap())
        .find(|name| name.contains("tiles"))
        .unwrap();
    let path = folder.0.join(name);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, &bytes).unwrap();
    let damaged = table("verify", &folder, &["tiles", "3x3"]);
    assert_eq!(damaged.code, Some(1), "{damaged:?}");
    assert!(damaged.stdout.contains(name), "{damaged:?}");
    let rebuilt = table("build", &folder, &["tiles", "3x3"]);
    assert_eq!(rebuilt.code, Some(0), "{rebuilt:?}");
    assert!(rebuilt.stderr.contains("built again"), "{rebuilt:?}");
    assert_eq!(table("verify", &folder, &["tiles", "3x3"]).code, Some(0));

    let removed = table("remove", &folder, &[name]);
    assert_eq!(removed.code, Some(0), "{removed:?}");
    assert!(!path.exists());
    for wrong in [name, "../Cargo.toml", "/etc/hostname", ""] {
        let ran = table("remove", &folder, &[wrong]);
        assert_eq!(ran.code, Some(2), "{wrong}: {ran:?}");
    }
    let none = table("build", &folder, &["rotation"]);
    assert_eq!(none.code, Some(2), "{none:?}");
}

#[test]
fn a_killed_build_leaves_nothing_that_is_trusted() {
    let folder = Folder::new("killed");
    for wait in [1, 5, 20, 60, 150] {
        let mut child: Child =
            command(&["table", "build", "tiles", "2x5", "--cache", folder.path()])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        // On Unix this is kill -9.
        child.kill().unwrap();
        child.wait().unwrap();
        let listed = table("list", &folder, &["--json"]).json().remove(0);
        for entry in listed["tables"].as_array().unwrap() {
            assert!(
                entry["state"] == "sound" || entry["state"] == "unfinished",
                "{listed}"
            );
        }
    }
    assert_eq!(table("build", &folder, &["tiles", "2x5"]).code, Some(0));
    assert_eq!(table("verify", &folder, &["tiles", "2x5"]).code, Some(0));
}
