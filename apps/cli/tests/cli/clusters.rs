//! `--processes` and `--hosts` of `census` and `table build`.

use std::io::Write;
use std::net::TcpListener;
use std::thread;

use crate::drawn::Folder;
use crate::program::{command, fewest, project};

fn library(name: &str) -> String {
    let path = project(&format!("examples/puzzles/{name}.fewest"));
    path.to_str().unwrap().to_owned()
}

#[test]
fn several_processes_answer_what_one_answers() {
    let (pancake, hanoi) = (library("pancake"), library("hanoi"));
    let spaces = [
        (vec!["tiles", "3x3"], ["1", "2", "3"].as_slice()),
        (vec!["tiles", "2x4", "--goal", "blank-first"], &["2"]),
        (vec!["tiles", "3x3", "--metric", "multi"], &["2"]),
        (vec!["four-in-a-row"], &["3"]),
        (vec![&pancake], &["2"]),
        (vec![&pancake, "--all-boards"], &["2"]),
        (vec![&hanoi], &["3"]),
    ];
    for (space, teams) in spaces {
        let args = [vec!["census"], space, vec!["--hardest", "3"]].concat();
        let expected = fewest(&args, "");
        assert_eq!(expected.code, Some(0), "{args:?}: {expected:?}");
        for processes in teams {
            let ran = fewest(&[&args, &["--processes", processes][..]].concat(), "");
            assert_eq!(ran.code, Some(0), "{args:?}: {ran:?}");
            assert_eq!(ran.stdout, expected.stdout, "{args:?}, {processes}");
            assert_eq!(ran.stderr, "", "{args:?}, {processes}");
        }
    }
}

/// A hosts file with free ports of this machine.
fn hosts(folder: &Folder, count: usize) -> String {
    let listen = |_| TcpListener::bind("127.0.0.1:0").unwrap();
    let listeners: Vec<_> = (0..count).map(listen).collect();
    let address = |listener: &TcpListener| listener.local_addr().unwrap().to_string();
    let lines: Vec<String> = listeners.iter().map(address).collect();
    folder.file("hosts.txt", &(lines.join("\n") + "\n"))
}

#[test]
fn host_0_prints_the_answer() {
    let folder = Folder::new("hosts");
    let hosts = hosts(&folder, 2);
    let args = ["census", "tiles", "3x3", "-q", "--hosts", &hosts, "--host"];
    let run = |host| fewest(&[&args[..], &[host]].concat(), "");
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| run("1"));
        (run("0"), second.join().unwrap())
    });
    assert_eq!(
        (first.code, second.code),
        (Some(0), Some(0)),
        "{first:?} {second:?}"
    );
    assert_eq!(
        first.stdout,
        fewest(&["census", "tiles", "3x3", "-q"], "").stdout
    );
    assert_eq!((second.stdout.as_str(), second.stderr.as_str()), ("", ""));
}

/// Host 0 has the table in its cache in the second round, so the other one has nothing to do.
#[test]
fn hosts_build_a_table_in_the_cache_of_host_0() {
    let folder = Folder::new("hosts-table");
    let (run, caches) = (folder.path("run"), ["0", "1"].map(|host| folder.path(host)));
    for expected in ["distances, built in", "sound, nothing to build"] {
        let hosts = hosts(&folder, 2);
        let build = |host: usize| {
            let host_text = host.to_string();
            let args = [
                "table", "build", "tiles", "3x3", "-q", "--hosts", &hosts, "--host",
            ];
            let more = [&host_text, "--disk", &run, "--cache", &caches[host]];
            fewest(&[&args[..], &more].concat(), "")
        };
        let (first, second) = thread::scope(|scope| {
            let second = scope.spawn(|| build(1));
            (build(0), second.join().unwrap())
        });
        let codes = (first.code, second.code);
        assert_eq!(codes, (Some(0), Some(0)), "{first:?} {second:?}");
        assert!(first.stdout.contains(expected), "{first:?}");
        assert_eq!((second.stdout.as_str(), second.stderr.as_str()), ("", ""));
    }
    let verify = ["table", "verify", "tiles", "3x3", "--cache", &caches[0]];
    assert_eq!(fewest(&verify, "").code, Some(0));
    assert!(!std::path::Path::new(&caches[1]).exists());
}

#[test]
fn a_table_by_several_processes_needs_a_run_and_a_cache() {
    let folder = Folder::new("hosts-table-failing");
    let build = ["table", "build", "tiles", "3x3", "--processes", "2"];
    let ran = fewest(&build, "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.contains("--disk DIR"), "{ran:?}");
    let file = folder.file("file", "");
    let more = ["--disk", &folder.path("run"), "--cache", &file];
    let ran = fewest(&[&build[..], &more].concat(), "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.contains(&file), "{ran:?}");
}

#[test]
fn hosts_with_different_puzzles_are_refused() {
    let folder = Folder::new("hosts-puzzles");
    let hosts = hosts(&folder, 2);
    let run = |size, host| {
        fewest(
            &["census", "tiles", size, "--hosts", &hosts, "--host", host],
            "",
        )
    };
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| run("2x3", "1"));
        (run("3x3", "0"), second.join().unwrap())
    });
    for ran in [first, second] {
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(
            ran.stderr.contains("works on something else: census tiles"),
            "{ran:?}"
        );
    }
}

#[test]
fn wrong_uses_are_refused() {
    let folder = Folder::new("hosts-wrong");
    let twice = folder.file("twice.txt", "one:2101\ntwo:2101\none:2101\n");
    let gap = folder.file("gap.txt", "one:2101\n\ntwo:2101\n");
    let census = ["census", "tiles", "3x3"];
    let cases = [
        (
            vec!["--hosts", &twice, "--host", "0"],
            "lines 1 and 3 are the same address",
        ),
        (
            vec!["--hosts", &gap, "--host", "0"],
            "line 2 is not HOST:PORT: it is empty",
        ),
        (vec!["--hosts", &gap], "--host <I>"),
        (vec!["--host", "1"], "--hosts <FILE>"),
        (vec!["--processes", "0"], "invalid value '0'"),
        (vec!["--processes", "1000"], "too many"),
    ];
    for (args, message) in cases {
        let ran = fewest(&[&census[..], &args].concat(), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {ran:?}");
    }
    let ran = fewest(&["census", "flip", "4x4", "--processes", "2"], "");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("cannot be divided among processes"),
        "{ran:?}"
    );
}

#[test]
fn a_host_that_is_not_fewest_is_refused() {
    let folder = Folder::new("hosts-other");
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap();
    let hosts = folder.file("hosts.txt", &format!("{address}\nlocalhost:2\n"));
    let own = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let hosts_text = std::fs::read_to_string(&hosts).unwrap();
    std::fs::write(&hosts, hosts_text.replace("localhost:2", &own.to_string())).unwrap();
    thread::spawn(move || {
        let (mut socket, _) = other.accept().unwrap();
        socket.write_all(b"220 mail.example.org ESMTP\r\n").unwrap();
    });
    let ran = fewest(
        &["census", "tiles", "3x3", "--hosts", &hosts, "--host", "1"],
        "",
    );
    assert_eq!(ran.code, Some(2));
    let message = format!("host 0 ({address}) is not fewest");
    assert!(ran.stderr.contains(&message), "{ran:?}");
}

/// What happens to processes while they count a space that takes them a while.
#[cfg(target_os = "linux")]
mod failing {
    use std::process::Child;
    use std::time::Duration;

    use super::*;
    use crate::processes::{children, signal, wait_until_gone};

    fn long() -> Child {
        let args = [
            "census",
            "tiles",
            "3x4",
            "--processes",
            "3",
            "--threads",
            "1",
        ];
        command(&args).spawn().unwrap()
    }

    /// Sends a signal to a child after some time and returns its number, and what the parent says.
    fn after_signal(name: &str, after: Duration) -> (u32, String) {
        let parent = long();
        let children = children(&parent, 2);
        std::thread::sleep(after);
        signal(name, children[1]);
        let output = parent.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        wait_until_gone(&children);
        (children[1], String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn a_killed_child_ends_the_run_by_name() {
        for after in [0, 30, 300] {
            let (child, message) = after_signal("-KILL", Duration::from_millis(after));
            assert!(message.contains(&format!("(pid {child})")), "{message}");
            assert!(message.contains("SIGKILL"), "{message}");
        }
    }

    #[test]
    fn a_stopped_child_is_noticed() {
        let (child, message) = after_signal("-STOP", Duration::from_millis(300));
        let expected = format!("process 2 (pid {child}) has not answered for 5 s");
        assert!(message.contains(&expected), "{message}");
    }

    #[test]
    fn an_interrupt_ends_all() {
        let parent = long();
        let children = children(&parent, 2);
        std::thread::sleep(Duration::from_millis(300));
        signal("-INT", parent.id());
        let output = parent.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        wait_until_gone(&children);
    }

    #[test]
    fn children_do_not_outlive_their_parent() {
        let mut parent = long();
        let children = children(&parent, 2);
        std::thread::sleep(Duration::from_millis(300));
        parent.kill().unwrap();
        parent.wait().unwrap();
        wait_until_gone(&children);
    }
}
