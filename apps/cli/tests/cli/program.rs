//! Running the program under test.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// The first line of stdout.
    pub(crate) fn headline(&self) -> &str {
        self.stdout.lines().next().unwrap_or_default()
    }

    /// stdout as JSON, one value a line.
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect()
    }
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command
        .args(args)
        // The user's own tables are left alone.
        .env(
            "FEWEST_CACHE",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program with `input` on stdin.
pub(crate) fn fewest(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // The program may have seen enough and closed the pipe.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A path from the root of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// The golden cases of a puzzle: name, input, output.
pub(crate) fn golden(folder: &str) -> Vec<(String, Vec<u8>, String)> {
    let mut cases: Vec<_> = std::fs::read_dir(project("tests/golden").join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "in"))
        .map(|path| {
            let output = std::fs::read_to_string(path.with_extension("out")).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(&path).unwrap(), output)
        })
        .collect();
    cases.sort();
    assert!(cases.len() > 5, "no golden cases in {folder}");
    cases
}
