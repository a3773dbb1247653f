//! The limits hold for the whole command: measured from outside, whatever is run.
//!
//! The gate runs a part with generous margins, for machines that do other work.
//! Everything, as a table of how far each command goes beyond its limits, and how long it goes on
//! after Ctrl-C:
//!
//! ```text
//! cargo test --release -p fewest-cli --test limits -- --ignored --nocapture
//! ```
//!
//! `FEWEST_BINARY` names another program to measure, and `FEWEST_ONLY` a part of the commands.

#![cfg(target_os = "linux")]

mod cases;
mod run;

use std::process::Command;
use std::time::Duration;

use cases::Case;
use run::{End, Input, Seen, run};

const TIME: Duration = Duration::from_millis(500);
const MEMORY: u64 = 64 << 20;

/// How far a run goes beyond the limits, in seconds and in MiB; less than 0 is within.
struct Beyond {
    time: f64,
    memory: f64,
    seen: Seen,
}

/// Runs a command under both limits; what goes beyond is run again, for the machine may be busy.
fn measure(case: &Case) -> Beyond {
    let time = format!("{}ms", TIME.as_millis());
    let total: &[&str] = match &*case.args[0] {
        "compare" => &["--total-time", &time],
        _ => &[],
    };
    let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
    let limits = ["--time", &time, "--memory", "64MiB"];
    let args = [&args[..1], &limits, &args[1..], total].concat();
    let once = || {
        let seen = run(&args, &Input::Text(&case.input), End::Limits);
        let peak = seen.peak.unwrap_or(0) as f64;
        Beyond {
            time: (seen.time.as_secs_f64() - TIME.as_secs_f64()),
            memory: (peak - MEMORY as f64) / f64::from(1 << 20),
            seen,
        }
    };
    let first = once();
    if first.time < 0.1 {
        return first;
    }
    let second = once();
    Beyond {
        time: first.time.min(second.time),
        memory: first.memory.max(second.memory),
        seen: second.seen,
    }
}

fn name(case: &Case) -> String {
    case.args.join(" ").chars().take(70).collect()
}

/// The codes that a limit, an answer, or something that does not fit may end with.
fn is_orderly(seen: &Seen) -> bool {
    matches!(seen.status.code(), Some(0..=3))
}

#[test]
fn commands_keep_to_their_limits() {
    for (number, case) in cases::all().iter().enumerate() {
        // A part of all, another for each command since 23 is prime.
        if number % 23 != 0 {
            continue;
        }
        let beyond = measure(case);
        let (time, memory) = (beyond.time, beyond.memory);
        let name = name(case);
        assert!(time < 3.0, "{name}: {time:.3} s too long");
        assert!(memory < 24.0, "{name}: {memory:.1} MiB too much");
        assert!(is_orderly(&beyond.seen), "{name}: {}", beyond.seen.err);
    }
}

#[test]
fn searches_of_wide_and_narrow_states_take_little_more_than_their_memory() {
    let folder = std::env::temp_dir().join(format!("fewest-wide-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut files = vec!["examples/puzzles/fifteen.fewest".to_owned()];
    for (name, text) in cases::wide_puzzles() {
        let file = folder.join(format!("{name}.fewest"));
        std::fs::write(&file, text).expect("a file");
        files.push(file.to_string_lossy().into_owned());
    }
    for file in &files {
        for (number, case) in cases::of_file(file).iter().enumerate() {
            let beyond = measure(case);
            let (name, seen) = (name(case), beyond.seen);
            // The code of a test build is larger than that of a release.
            let memory = beyond.memory - seen.mapped as f64 / f64::from(1 << 20);
            assert!(memory < 8.0, "{name}: {memory:.1} MiB too much");
            assert!(is_orderly(&seen), "{name}: {}", seen.err);
            // Other commands may refuse a puzzle, but the first one solves any.
            assert!(
                number > 0 || seen.status.code() != Some(2),
                "{name}: {}",
                seen.err
            );
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder that was made");
}

#[test]
fn an_input_that_does_not_come_is_not_waited_for() {
    for args in cases::READING {
        let args = [&args[..1], &["--time", "200ms"], &args[1..]].concat();
        let seen = run(&args, &Input::Open, End::Limits);
        assert_eq!(seen.status.code(), Some(3), "{args:?}: {}", seen.err);
        assert!(seen.time < Duration::from_secs(3), "{args:?}");
    }
}

#[test]
fn an_interrupt_ends_the_reading_of_an_input() {
    let end = End::Interrupt(Duration::from_millis(300));
    for args in cases::READING {
        let seen = run(args, &Input::Open, end);
        assert_eq!(seen.status.code(), Some(130), "{args:?}: {}", seen.err);
        assert!(seen.time < Duration::from_secs(3), "{args:?}");
    }
}

#[test]
fn what_the_system_does_not_give_is_a_limit() {
    let program = env!("CARGO_BIN_EXE_fewest");
    let board = r"0 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1\n";
    let line =
        format!("ulimit -v 400000; printf '{board}' | {program} solve tiles --algorithm bfs -q");
    let done = Command::new("sh")
        .args(["-c", &line])
        .output()
        .expect("a shell");
    let out = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(3), "{done:?}");
    assert!(
        out.contains("four fifths of the memory that was free"),
        "{out}"
    );
}

/// How long a command without limits goes on after Ctrl-C, in seconds, and how it ends; `None` if
/// it ends before.
fn interrupted(case: &Case) -> Option<(f64, Seen)> {
    const AFTER: Duration = Duration::from_millis(300);
    let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
    let once = || {
        let seen = run(&args, &Input::Text(&case.input), End::Interrupt(AFTER));
        let code = seen.status.code();
        (!matches!(code, Some(0..=3))).then_some((seen.time.as_secs_f64(), seen))
    };
    let first = once()?;
    if first.0 < 0.1 {
        return Some(first);
    }
    let second = once()?;
    Some((first.0.min(second.0), second.1))
}

/// Prints how far every command goes beyond its limits, and how long it goes on after Ctrl-C.
///
/// `FEWEST_ONLY` is a part of the commands to run.
#[test]
#[ignore = "takes half an hour; prints a table to be read"]
fn table_of_all() {
    let only = std::env::var("FEWEST_ONLY").unwrap_or_default();
    println!("beyond time (s), beyond memory (MiB), exit, after Ctrl-C (s), command");
    let (mut runs, mut late, mut large, mut deaf) = (0, 0, 0, 0);
    for case in cases::all() {
        let name = name(&case);
        if !name.contains(&only) {
            continue;
        }
        let beyond = measure(&case);
        let (is_late, is_large) = (
            beyond.time > 0.1 + TIME.as_secs_f64() / 100.0,
            beyond.memory > 20.0,
        );
        let interrupted = interrupted(&case);
        let is_deaf = interrupted.as_ref().is_some_and(|(time, seen)| {
            let silent = seen.out.is_empty() && seen.err.is_empty();
            *time > 0.1 || silent || seen.status.code() != Some(130)
        });
        runs += 1;
        late += u32::from(is_late);
        large += u32::from(is_large);
        deaf += u32::from(is_deaf);
        let mark = if is_late || is_large || is_deaf {
            "  <-- beyond"
        } else {
            ""
        };
        let code = beyond.seen.status.code().unwrap_or(-1);
        let after = interrupted.map_or_else(|| "-".to_owned(), |(time, _)| format!("{time:.3}"));
        println!(
            "{:8.3} {:8.1} {code:4} {after:>7}  {name}{mark}",
            beyond.time, beyond.memory
        );
        if !is_orderly(&beyond.seen) || beyond.seen.out.contains("contradict") {
            println!("{}", beyond.seen.err);
        }
    }
    println!("{runs} commands, {late} too late, {large} too large, {deaf} too long after Ctrl-C");
}
