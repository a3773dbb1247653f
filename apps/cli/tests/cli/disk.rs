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

fn kill(mut child: Child, after: Duration) {
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
