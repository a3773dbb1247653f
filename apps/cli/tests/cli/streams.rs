//! Streams, limits, signals.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::drawn::Folder;
use crate::program::{command, fewest, project};

const ROTATION: &str = "1 2 3 2 2 1 1 1 1 1 3 3 2 2 3 3 2 2 3 3 1 2 3 1\n";

/// Whether it is told, as input or output that fails, that the answer cannot be written: to a full
/// disk, and to a stdout that is closed.
#[cfg(target_os = "linux")]
pub(crate) fn tells_what_cannot_be_written(args: &[&str], stdin: &str, before: &dyn Fn()) -> bool {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return true;
    };
    let folder = Folder::new("unwritten");
    let input = folder.file("input", stdin);
    let input = || File::open(&input).unwrap();
    before();
    let mut full_disk = command(args);
    let full_disk = full_disk.stdin(input()).stdout(full).output().unwrap();
    before();
    let mut closed = Command::new("sh");
    closed.args(["-c", "\"$@\" >&-", "sh", env!("CARGO_BIN_EXE_fewest")]);
    let closed = closed.args(args).stdin(input()).output().unwrap();
    let told = |output: &Output, why: &str| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        output.status.code() == Some(2) && stderr.matches(why).count() == 1
    };
    told(&full_disk, "cannot write the answer") && told(&closed, "stdout is closed")
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn tells_what_cannot_be_written(_: &[&str], _: &str, _: &dyn Fn()) -> bool {
    true
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = command(&["judge", "poj-1753"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let cases = "bwwb\nbbwb\nbwwb\nbwww\n".repeat(10_000);
    let _ = std::io::Write::write_all(&mut stdin, cases.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return;
    };
    let output = command(&["solve", "flip"])
        .arg(project("examples/flip.txt"))
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    let told = stderr.matches("cannot write the answer").count();
    assert_eq!(told, 1, "{stderr}");
}

/// Whatever is printed: an answer, help, a script.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_told() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return;
    };
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["help", "make"],
        &["--version"],
        &["man"],
        &["completions", "fish"],
        &["puzzles"],
    ] {
        let output = command(args)
            .stdout(full.try_clone().unwrap())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        let told = stderr.matches("cannot write the answer").count();
        assert_eq!(told, 1, "{args:?}: {stderr}");
        // A reader that has seen enough is no failure.
        let mut child = command(args).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*stderr), (Some(0), ""), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_stdout_is_told() {
    for args in [
        "--help",
        "puzzles",
        "solve flip examples/flip.txt --json",
        "man",
    ] {
        let program = env!("CARGO_BIN_EXE_fewest");
        let output = Command::new("sh")
            .args(["-c", &format!("{program} {args} >&-")])
            .current_dir(project(""))
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
        assert!(stderr.contains("stdout is closed"), "{args}: {stderr}");
        // Whoever wants no answer says so.
        let quiet = Command::new("sh")
            .args(["-c", &format!("{program} {args} >/dev/null")])
            .current_dir(project(""))
            .output()
            .unwrap();
        assert_eq!(quiet.status.code(), Some(0), "{args}");
    }
}

#[test]
fn the_method_is_told_without_the_positions() {
    let board = std::fs::read_to_string(project("examples/flip.txt")).unwrap();
    let both = fewest(&["solve", "flip", "-q", "-v"], &board);
    assert_eq!(both.code, Some(0));
    assert!(both.stdout.contains("linear equations"), "{both:?}");
    assert!(!both.stdout.contains("start"), "{both:?}");
}

#[test]
fn a_missing_file_is_named() {
    let ran = fewest(&["solve", "flip", "no-such-board.txt"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(
        ran.stderr.contains("cannot read no-such-board.txt"),
        "{}",
        ran.stderr
    );
    let ran = fewest(&["solve", "flip", "."], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn a_limit_is_not_an_answer() {
    let args = [
        "solve",
        "rotation",
        "--algorithm",
        "bfs",
        "--memory",
        "1MiB",
    ];
    let ran = fewest(&args, ROTATION);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(
        ran.headline()
            .starts_with("stopped at 1 MiB: no solution of "),
        "{ran:?}"
    );
    assert!(ran.headline().ends_with("longer ones unknown"), "{ran:?}");
    let ran = fewest(&[&args[..], &["--json"]].concat(), ROTATION);
    let answer = ran.json().remove(0);
    assert_eq!(answer["outcome"], "stopped");
    assert_eq!(answer["reason"], "memory");
    assert!(answer["lower_bound"].as_u64().unwrap() <= 13, "{answer}");
    assert!(
        answer["peak_bytes"].as_u64().unwrap() <= 1 << 20,
        "{answer}"
    );
}

#[test]
fn what_a_limit_left_out_is_told() {
    let args = ["solve", "four-in-a-row", "--json", "-q", "--memory", "1KB"];
    let board = "BWBO WBWB BWBW WBWO\n";
    for wanted in [&["--count"][..], &["--all"], &["--all", "--count"]] {
        let ran = fewest(&[&args[..], wanted].concat(), board);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.stderr.starts_with("warning: "), "{ran:?}");
        let answer = ran.json().remove(0);
        assert_eq!(answer["outcome"], "solved", "{answer}");
        assert_eq!(answer["reason"], "memory", "{answer}");
        assert_eq!(ran.stdout.matches("reason").count(), 1, "{answer}");
        assert!(answer["solutions"].is_null(), "{answer}");
    }
    let whole = fewest(
        &["solve", "four-in-a-row", "--json", "--all", "--count"],
        board,
    );
    assert!(whole.json()[0]["reason"].is_null(), "{whole:?}");
}

#[test]
fn a_time_limit_is_kept() {
    for algorithm in ["bfs", "iddfs", "astar", "bidirectional", "idastar"] {
        let started = Instant::now();
        let ran = fewest(
            &[
                "solve",
                "rotation",
                "--algorithm",
                algorithm,
                "--time",
                "0.2",
            ],
            ROTATION,
        );
        if ran.code == Some(3) {
            assert!(
                ran.headline().starts_with("stopped after 200 ms: "),
                "{ran:?}"
            );
        } else {
            assert_eq!(ran.code, Some(0), "{ran:?}");
        }
        // Far more than the limit, far less than the search would take.
        assert!(started.elapsed() < Duration::from_secs(30), "{algorithm}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_what_is_known() {
    for (args, talks) in [
        (&["solve", "rotation", "--algorithm", "iddfs"][..], true),
        (&["judge", "poj-2286"][..], false),
    ] {
        let mut child = command(args).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        if talks {
            std::io::Write::write_all(&mut &stdin, ROTATION.as_bytes()).unwrap();
        }
        // A judge goes on waiting for cases; a solver needs the end of the input.
        let waiting = if talks {
            drop(stdin);
            None
        } else {
            Some(stdin)
        };
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        let code = child.wait().unwrap().code();
        let mut stdout = String::new();
        child
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut stdout)
            .unwrap();
        drop(waiting);
        assert_eq!(code, Some(130), "{args:?}: {stdout}");
        if talks {
            assert!(stdout.starts_with("interrupted: "), "{stdout}");
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let strange = std::ffi::OsStr::from_bytes(b"\xff");
    for args in [&["solve", "flip"][..], &["solve", "flip", "--goal"], &[]] {
        let output = command(args)
            .arg(strange)
            .args(["--color", "never"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with("error: "), "{args:?}: {stderr}");
    }
}

#[test]
fn usage_errors_exit_with_2_and_help_with_0() {
    for args in [
        &["solve"][..],
        &["solve", "chess"],
        &["frobnicate"],
        &["solve", "flip", "--time", "soon"],
        &["solve", "flip", "--memory", "much"],
        &["solve", "flip", "--threads", "0"],
        &["solve", "flip", "--algorithm", "magic"],
        &["solve", "flip", "--algorithm", "walks"],
        &["solve", "flip", "--goal", "green"],
        &["solve", "rotation", "--colours", "3"],
        &["check", "flip", "-", "@-"],
    ] {
        let ran = fewest(args, "bwwb\nbbwb\nbwwb\nbwww\n");
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{args:?}: {ran:?}"
        );
        assert!(
            ran.stderr.starts_with("error: "),
            "{args:?}: {}",
            ran.stderr
        );
    }
    for args in [
        &["--help"][..],
        &["help", "solve"],
        &["judge", "--help"],
        &["--version"],
        &["completions", "bash"],
        &["man"],
        &["puzzles", "--json"],
    ] {
        let ran = fewest(args, "");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{args:?}");
        assert!(!ran.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn colours_are_used_when_asked_for() {
    let board = "bwxb\n";
    let plain = fewest(&["solve", "flip"], board);
    let coloured = fewest(&["solve", "flip", "--color", "always"], board);
    let never = fewest(&["solve", "flip", "--color=never"], board);
    assert!(!plain.stderr.contains('\x1b'), "{}", plain.stderr);
    assert!(coloured.stderr.contains('\x1b'), "{}", coloured.stderr);
    assert_eq!(never.stderr, plain.stderr);
    let child = command(&["solve", "flip", "--help"])
        .env("NO_COLOR", "1")
        .stderr(Stdio::null())
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&child.stdout).contains('\x1b'));
}
