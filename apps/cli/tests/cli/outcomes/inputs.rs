//! The boards, files and folders that the commands work on.

use std::fs;

use serde_json::Value;

use super::maze;
use crate::drawn::Folder;
use crate::interrupts::TILES;
use crate::program::{fewest, project};

/// What the commands work on. Paths and texts, as the arguments or stdin need them.
pub(super) struct Inputs {
    pub(super) eight: String,
    /// A board of the eight puzzle without a solution.
    pub(super) swapped: String,
    /// A Flip board without a solution.
    pub(super) impossible: String,
    /// A tiles board that takes long.
    pub(super) hard: String,
    /// Moves that solve the hard board. Nobody knows whether there are fewer.
    pub(super) long: String,
    /// Puzzle files: one whose expectation holds, one whose expectation does not, one that takes long,
    /// one with an error, and one without a start.
    pub(super) as_said: String,
    pub(super) not_so: String,
    pub(super) slow: String,
    pub(super) broken: String,
    pub(super) no_start: String,
    /// A file that does not exist yet.
    pub(super) new: String,
    pub(super) rotations: String,
    pub(super) mazes: String,
    pub(super) cache: String,
    /// Folders of runs on disk: one that is completed, one that is not, one that is damaged, and one
    /// that does not exist.
    pub(super) disk: String,
    pub(super) long_run: String,
    pub(super) damaged: String,
    pub(super) none_there: String,
    /// The first line of the list of runs in `disk`.
    pub(super) complete_run: String,
}

impl Inputs {
    pub(super) fn new(folder: &Folder) -> Self {
        let example = |name: &str| project(name).to_str().unwrap().to_owned();
        let head = "puzzle p\nsymbols a b\nmove m(cell)\n  cell +1\ngoal all a\n";
        let puzzle = |name: &str, end: &str| folder.file(name, &format!("{head}{end}"));
        let hard = TILES.split("\n\n").nth(1).unwrap();
        let long = fewest(&["solve", "tiles", "--beam", "100", "--json"], hard);
        let long = long.json()[0]["moves"].as_array().unwrap().clone();
        let fifteen = fs::read_to_string(project("examples/puzzles/fifteen.fewest")).unwrap();
        let (disk, damaged) = (folder.path("disk"), folder.path("damaged"));
        fs::create_dir_all(&damaged).unwrap();
        fs::write(format!("{damaged}/run.manifest"), "text").unwrap();
        let complete = "census tiles 2x3 blank-last: complete, distances 0 to 21";
        Self {
            eight: example("examples/puzzles/eight.fewest"),
            swapped: example("examples/eight-swapped.txt"),
            impossible: fs::read_to_string(project("examples/impossible.txt")).unwrap(),
            hard: hard.to_owned(),
            long: long.iter().filter_map(Value::as_str).collect(),
            as_said: puzzle("as-said.fewest", "start\n  a b\nexpect 1\n"),
            not_so: puzzle("not-so.fewest", "start\n  a b\nexpect 2\n"),
            slow: folder.file("slow.fewest", &fifteen),
            broken: folder.file("broken.fewest", "puzzle\n"),
            no_start: puzzle("no-start.fewest", ""),
            new: folder.path("fresh.fewest"),
            rotations: "1 2 3 2 2 1 1 1 1 1 3 3 2 2 3 3 2 2 3 3 1 2 3 1\n".repeat(500_000),
            mazes: folder.file("maze.txt", &maze(100)),
            cache: folder.path("cache"),
            complete_run: format!("{disk}  {complete}"),
            disk,
            long_run: folder.path("long"),
            damaged,
            none_there: folder.path("none-there"),
        }
    }
}
