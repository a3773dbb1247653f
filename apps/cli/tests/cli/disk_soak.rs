//! Runs on disk that are killed often or stopped for long, by one process and by several.

use std::process::Child;
use std::time::{Duration, Instant};

use crate::disk::kill;
use crate::drawn::Folder;
use crate::processes::{children, is_sent, signal, wait_until_gone};
use crate::program::{Ran, command, fewest};

const CENSUS: [&str; 3] = ["census", "tiles", "3x4"];

/// Numbers that look random.
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(9);
    *seed >> 33
}

fn on_disk(disk: &str, processes: &str) -> Child {
    let more = [
        "--disk",
        disk,
        "--memory",
        "256MB",
        "--processes",
        processes,
    ];
    command(&[&CENSUS[..], &more].concat()).spawn().unwrap()
}

fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn is_complete(disk: &str) -> bool {
    let known = fewest(&["runs", disk, "--json"], "");
    known.code == Some(0) && known.json()[0]["runs"][0]["complete"] == true
}

/// Every run is killed again and again until it is complete, then another one begins.
#[test]
#[ignore = "takes minutes; cargo xtask soak runs it"]
fn two_processes_on_disk_that_are_killed_often_are_resumed() {
    let expected = fewest(&CENSUS, "").stdout;
    let folder = Folder::new("disk-soak-two");
    let (mut kills, mut runs, mut seed) = (0, 0, 7);
    while kills < 50 {
        runs += 1;
        let disk = folder.path(&format!("run{runs}"));
        while !is_complete(&disk) && kills < 50 {
            kills += 1;
            let parent = on_disk(&disk, ["2", "2", "3"][kills % 3]);
            let after = Duration::from_millis(random(&mut seed) % 4000);
            if kills % 2 == 0 {
                kill(parent, after);
                // The children notice the end of their parent.
                std::thread::sleep(Duration::from_millis(500));
                continue;
            }
            let child = children(&parent, if kills % 3 == 2 { 2 } else { 1 })[0];
            std::thread::sleep(after);
            is_sent("-KILL", child);
            let killed = ended(parent);
            assert!(matches!(killed.code, Some(0 | 2)), "{killed:?}");
            if killed.code == Some(2) {
                let named = format!("(pid {child})");
                assert!(killed.stderr.contains(&named), "{killed:?}");
            }
        }
        let ran = ended(on_disk(&disk, "2"));
        assert_eq!((ran.code, ran.stdout), (Some(0), expected.clone()));
        std::fs::remove_dir_all(&disk).unwrap();
    }
    println!("{kills} kills in {runs} runs");
}

const LONG: Duration = Duration::from_secs(30);

#[test]
#[ignore = "takes a minute; cargo xtask soak runs it"]
fn a_run_on_disk_that_was_stopped_for_long_goes_on() {
    let folder = Folder::new("disk-stopped");
    let disk = folder.path("run");
    let args = [&CENSUS[..], &["--disk", &disk, "--memory", "64MB"]].concat();
    let run = command(&args).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    signal("-STOP", run.id());
    std::thread::sleep(LONG);
    signal("-CONT", run.id());
    let ran = ended(run);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stdout, fewest(&CENSUS, "").stdout);
}

/// The others do not wait for a process that does not answer. When it wakes up, it ends as well, and
/// does no harm to the run that others have continued meanwhile.
#[test]
#[ignore = "takes a minute; cargo xtask soak runs it"]
fn a_process_on_disk_that_was_stopped_for_long_is_not_waited_for() {
    let folder = Folder::new("disk-stopped-child");
    let disk = folder.path("run");
    let parent = on_disk(&disk, "2");
    let child = children(&parent, 1)[0];
    std::thread::sleep(Duration::from_secs(2));
    let stopped = Instant::now();
    signal("-STOP", child);
    let ran = ended(parent);
    let noticed = stopped.elapsed();
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains(&format!("(pid {child})")), "{ran:?}");
    println!("noticed after {noticed:?}");
    std::thread::sleep(LONG.saturating_sub(noticed));
    // Where the parent has not ended it, it ends itself.
    is_sent("-CONT", child);
    wait_until_gone(&[child]);
    let resumed = ended(on_disk(&disk, "2"));
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    assert_eq!(resumed.stdout, fewest(&CENSUS, "").stdout);
}
