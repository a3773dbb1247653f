//! `census --disk` and `runs`.

use std::fs;
use std::process::Child;
use std::time::Duration;

use crate::drawn::Folder;
use crate::program::{command, fewest, project};

fn library(name: &str) -> String {
    let path = project(&format!("examples/puzzles/{name}.fewest"));
    path.to_str().unwrap().to_owned()
}

/// Built-in and drawn puzzles, with and without ranks, whose moves can be taken back or not.
#[test]
fn the_disk_answers_what_the_memory_answers() {
    let folder = Folder::new("disk-same");
    let files: Vec<String> = ["pancake", "hanoi", "four-knights", "klotski"]
        .into_iter()
        .map(library)
        .collect();
    let mut spaces = vec![
        vec!["tiles", "3x3"],
        vec!["tiles", "2x4", "--goal", "blank-first"],
        vec!["tiles", "3x3", "--metric", "multi"],
        vec!["four-in-a-row"],
    ];
    spaces.extend(files.iter().map(|file| vec![file.as_str()]));
    spaces.push(vec![&files[0], "--all-boards"]);
    for (turn, space) in spaces.into_iter().enumerate() {
        let args = [vec!["census"], space, vec!["--hardest", "3"]].concat();
        let expected = fewest(&args, "");
        assert_eq!(expected.code, Some(0), "{args:?}: {expected:?}");
        let disk = folder.path(&turn.to_string());
        for threads in ["1", "2"] {
            let more = ["--disk", &disk, "--memory", "64MB", "--threads", threads];
            let ran = fewest(&[&args, &more[..]].concat(), "");
            assert_eq!(ran.code, Some(0), "{args:?}: {ran:?}");
            assert_eq!(
                ran.stdout, expected.stdout,
                "{args:?} with {threads} threads"
            );
            if threads == "1" && turn % 2 == 0 {
                fs::remove_dir_all(&disk).unwrap();
            }
        }
    }
}

/// The moves and the proof of `solve` are the same, whether the search lies on disk or not.
#[test]
fn solving_on_disk_finds_the_same_solution() {
    let folder = Folder::new("disk-solve");
    let tiles = folder.file("tiles.txt", "1 2 3\n4 5 6\n8 7 _\n");
    let eight = folder.file("eight.txt", "8 1 3\n4 _ 2\n7 6 5\n");
    let flip = folder.file("flip.txt", "bwwb\nbbwb\nbwwb\nbwww\n");
    let maze = project("examples/wall-pusher.txt");
    let [knights, hanoi] = ["four-knights", "hanoi"].map(library);
    let mut boards = vec![
        vec!["tiles", &eight],
        vec!["tiles", &tiles],
        vec!["flip", &flip, "--goal", "white"],
        vec!["flip", &flip, "--goal", "black"],
        vec![&knights],
        vec![&hanoi],
    ];
    let maze = maze.to_str().unwrap();
    if fs::exists(maze).unwrap() {
        boards.push(vec!["wall-pusher", maze]);
    }
    for (turn, board) in boards.into_iter().enumerate() {
        let args = [vec!["solve"], board, vec!["--algorithm", "bfs"]].concat();
        let expected = fewest(&args, "");
        assert!(
            matches!(expected.code, Some(0 | 1)),
            "{args:?}: {expected:?}"
        );
        let disk = folder.path(&turn.to_string());
        let on_disk = [&args[..], &["--disk", &disk, "--memory", "64MB"]].concat();
        for _ in 0..2 {
            let ran = fewest(&on_disk, "");
            assert_eq!(ran.code, expected.code, "{args:?}: {ran:?}");
            assert_eq!(ran.stdout, expected.stdout, "{args:?}");
        }
    }
    let other = [
        "solve",
        "tiles",
        &eight,
        "--algorithm",
        "bfs",
        "--disk",
        &folder.path("2"),
    ];
    let ran = fewest(&other, "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("holds the run 'solve flip"), "{ran:?}");
    let ran = fewest(
        &[
            "solve",
            "tiles",
            &eight,
            "--algorithm",
            "astar",
            "--disk",
            &folder.path("x"),
        ],
        "",
    );
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("only breadth-first search"), "{ran:?}");
}

#[test]
fn a_table_built_on_disk_is_the_same_file() {
    let folder = Folder::new("disk-table");
    let [here, there, shared] = ["memory", "disk", "processes"].map(|name| folder.path(name));
    for (turn, space) in [
        &["tiles", "2x4"][..],
        &["tiles", "3x3", "--goal", "blank-first"],
        &["four-in-a-row"],
    ]
    .into_iter()
    .enumerate()
    {
        let build = [&["table", "build"], space].concat();
        let (built, checked) = (
            folder.path(&format!("b{turn}")),
            folder.path(&format!("v{turn}")),
        );
        let ran = fewest(&[&build[..], &["--cache", &here]].concat(), "");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let on_disk = ["--cache", &there, "--memory", "16MB", "--disk"];
        let ran = fewest(&[&build[..], &on_disk, &[&built]].concat(), "");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let verify = [&["table", "verify"], space, &on_disk, &[&checked]].concat();
        for _ in 0..2 {
            let ran = fewest(&verify, "");
            assert_eq!(ran.code, Some(0), "{ran:?}");
            assert!(ran.stdout.contains("sound"), "{ran:?}");
        }
        let runs = fewest(&["runs", &checked], "").stdout;
        assert!(runs.contains("all verified"), "{runs}");
        let run = folder.path(&format!("p{turn}"));
        let processes = ["2", "3", "4"][turn];
        let among = ["--cache", &shared, "--disk", &run];
        let among = [&build[..], &among, &["--processes", processes]].concat();
        let ran = fewest(&among, "");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
        assert!(ran.stdout.contains("built in"), "{ran:?}");
    }
    let files = |folder: &str| {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            .map(|path| {
                (
                    path.file_name().unwrap().to_owned(),
                    fs::read(path).unwrap(),
                )
            })
            .collect();
        files.sort();
        files
    };
    assert_eq!(files(&here).len(), 3);
    assert_eq!(files(&here), files(&there));
    assert_eq!(files(&here), files(&shared));
    let patterns = [
        "table",
        "build",
        "tiles",
        "4x4",
        "--pattern",
        "5-5-5",
        "--disk",
        &here,
    ];
    assert_eq!(fewest(&patterns, "").code, Some(2));
}

/// The boards that a start reaches: by moves that can be taken back, or not.
#[test]
fn processes_on_disk_count_what_a_start_reaches() {
    let folder = Folder::new("disk-processes-reached");
    for name in ["eight", "hanoi", "four-knights", "pancake"] {
        let file = library(name);
        let census = ["census", &file, "--hardest", "3"];
        let expected = fewest(&census, "");
        assert_eq!(expected.code, Some(0), "{expected:?}");
        let disk = folder.path(name);
        // The last one finds a complete run.
        for processes in ["2", "3", "1"] {
            let more = ["--disk", &disk, "--processes", processes];
            let ran = fewest(&[&census[..], &more].concat(), "");
            assert_eq!(ran.code, Some(0), "{name}: {ran:?}");
            assert_eq!(ran.stdout, expected.stdout, "{name}, {processes}");
        }
    }
    let unranked = library("klotski");
    let more = ["--disk", &folder.path("klotski"), "--processes", "2"];
    let refused = fewest(&[&["census", unranked.as_str()][..], &more].concat(), "");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("if they have ranks"), "{refused:?}");
}

/// The run of several processes is killed, all of them or one, and continued by another number.
#[test]
fn processes_that_were_killed_are_continued_on_disk_by_others() {
    let folder = Folder::new("disk-processes");
    let disk = folder.path("run");
    let census = ["census", "tiles", "3x3", "--hardest", "3"];
    let expected = fewest(&census, "").stdout;
    let mut random = 3_u64;
    for processes in ["2", "3", "1", "2"] {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(9);
        let args = [&census[..], &["--disk", &disk, "--processes", processes]].concat();
        let child = command(&args).spawn().unwrap();
        kill(child, Duration::from_millis(50 + (random >> 33) % 400));
        // The children notice the end of their parent.
        std::thread::sleep(Duration::from_millis(300));
    }
    let ran = fewest(
        &[&census[..], &["--disk", &disk, "--processes", "2"]].concat(),
        "",
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stdout, expected);
    let alone = fewest(&[&census[..], &["--disk", &disk]].concat(), "");
    assert_eq!(
        alone.stdout, expected,
        "one process continues what several began"
    );
}

pub(crate) fn kill(mut child: Child, after: Duration) {
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Kills a census at moments that look random and lets it continue for `time`, again and again.
fn kill_and_resume(name: &str, size: &str, rounds: usize, most_ms: u64, time: &str) {
    let folder = Folder::new(name);
    let disk = folder.path("run");
    let census = ["census", "tiles", size];
    let expected = fewest(&census, "").stdout;
    let on_disk = [&census[..], &["--disk", &disk, "--memory", "64MB"]].concat();
    let mut random = 5_u64;
    for round in 0..rounds {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(9);
        let threads = ["1", "2"][round % 2];
        let again = [&on_disk[..], &["--threads", threads]].concat();
        kill(
            command(&again).spawn().unwrap(),
            Duration::from_millis((random >> 33) % most_ms),
        );
        let ran = fewest(&[&again[..], &["--time", time]].concat(), "");
        assert!(matches!(ran.code, Some(0 | 3)), "{ran:?}");
    }
    assert_eq!(fewest(&on_disk, "").stdout, expected);
    let again = fewest(&on_disk, "").stdout;
    assert_eq!(again, expected, "a complete run adds no layer");
    let runs = fewest(&["runs", &disk, "--json"], "").json().remove(0);
    assert_eq!(runs["runs"][0]["complete"], true);
}

#[test]
fn a_killed_census_is_resumed() {
    kill_and_resume("disk-killed", "2x5", 6, 64, "100ms");
}

#[test]
#[ignore = "takes minutes; cargo xtask soak runs it"]
fn a_census_that_is_killed_often_is_resumed() {
    kill_and_resume("disk-soak", "3x4", 50, 2000, "20ms");
}

#[test]
fn other_runs_and_damaged_ones_are_refused() {
    let folder = Folder::new("disk-refused");
    let disk = folder.path("run");
    let ran = fewest(&["census", "tiles", "2x4", "--disk", &disk], "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for other in [
        &["tiles", "3x3"][..],
        &["tiles", "2x4", "--goal", "blank-first"],
    ] {
        let ran = fewest(&[&["census"], other, &["--disk", &disk]].concat(), "");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(
            ran.stderr
                .contains("holds the run 'census tiles 2x4 blank-last'"),
            "{ran:?}"
        );
    }
    let manifest = format!("{disk}/run.manifest");
    let sound = fs::read(&manifest).unwrap();
    for at in [0, 9, sound.len() / 2, sound.len() - 1] {
        let mut bytes = sound.clone();
        bytes[at] ^= 4;
        fs::write(&manifest, bytes).unwrap();
        let ran = fewest(&["census", "tiles", "2x4", "--disk", &disk], "");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("damaged"), "{ran:?}");
        assert_eq!(fewest(&["runs", &disk], "").code, Some(1));
    }
    let text = folder.file("thesis.txt", "text");
    let ran = fewest(&["census", "tiles", "2x3", "--disk", &folder.path(".")], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("not the folder of a run"), "{ran:?}");
    assert_eq!(fs::read_to_string(text).unwrap(), "text");
    let sokoban = library("water-jugs");
    let ran = fewest(&["census", &sokoban, "--disk", &folder.path("costs")], "");
    assert!(matches!(ran.code, Some(0 | 2)), "{ran:?}");
    assert!(!ran.stderr.contains("panicked"), "{ran:?}");
}
