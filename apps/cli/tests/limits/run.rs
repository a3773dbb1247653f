//! One run of the program under limits, measured.

use std::io::Write;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

/// Between two looks at a process.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// After this it is ended.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a process gets on stdin.
pub(crate) enum Input<'a> {
    Text(&'a str),
    /// A pipe that stays open and empty.
    Open,
}

/// What ends it.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// Its own limits.
    Limits,
    /// SIGINT after so long.
    Interrupt(Duration),
}

/// What was seen of a process.
pub(crate) struct Seen {
    /// From its start, or from the interrupt on.
    pub(crate) time: Duration,
    /// The most memory in RAM, in bytes, where the system tells.
    pub(crate) peak: Option<u64>,
    /// The bytes of RAM, at most, that hold parts of files, above all the code of the program.
    pub(crate) mapped: u64,
    pub(crate) status: ExitStatus,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program to measure: that of this build, or the one that `FEWEST_BINARY` names.
fn program() -> Command {
    let built = env!("CARGO_BIN_EXE_fewest").into();
    let mut command = Command::new(env::var_os("FEWEST_BINARY").unwrap_or(built));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command
}

pub(crate) fn run(args: &[&str], input: &Input<'_>, end: End) -> Seen {
    let folder = env::temp_dir().join(format!("fewest-limits-{}", std::process::id()));
    let mut child = program()
        .args(args)
        .env("FEWEST_CACHE", &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    let mut stdin = child.stdin.take();
    if let Input::Text(text) = input
        && let Some(mut stdin) = stdin.take()
    {
        // A thread of its own: the program may answer before it has read everything.
        let text = (*text).to_owned();
        thread::spawn(move || {
            // A program that does not read its input is none the worse.
            let _ = stdin.write_all(text.as_bytes());
        });
    }
    let out = child.stdout.take().map(read_all);
    let err = child.stderr.take().map(read_all);
    let mut from = started;
    let mut interrupt = match end {
        End::Limits => None,
        End::Interrupt(after) => Some(after),
    };
    let (mut peak, mut mapped) = (None, 0);
    let status = loop {
        // The system tells this only as long as the process runs.
        peak = memory_of(&child, "VmHWM:").or(peak);
        mapped = memory_of(&child, "RssFile:").map_or(mapped, |now| now.max(mapped));
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status;
        }
        if interrupt.is_some_and(|after| started.elapsed() >= after) {
            interrupt = None;
            from = Instant::now();
            let id = child.id().to_string();
            let killed = Command::new("kill").args(["-INT", &id]).status();
            assert!(killed.is_ok_and(|status| status.success()), "{args:?}");
        }
        if started.elapsed() > PATIENCE {
            child.kill().expect("a child can be killed");
        }
        thread::sleep(LOOK_EVERY);
    };
    let time = from.elapsed();
    drop(stdin);
    let text = |reader: Option<thread::JoinHandle<String>>| {
        reader.map_or_else(String::new, |reader| reader.join().expect("a reader ends"))
    };
    let seen = Seen {
        time,
        peak,
        mapped,
        status,
        out: text(out),
        err: text(err),
    };
    let _ = fs::remove_dir_all(folder);
    seen
}

fn read_all(mut stream: impl std::io::Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// A number of bytes that the system tells about a process that still runs.
fn memory_of(child: &Child, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib << 10)
}
