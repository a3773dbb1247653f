//! The tests of the workspace. `cargo test` runs one test binary after another, so that one long
//! test at its end, or a test that waits, leaves the other cores idle. So each test binary is a task
//! of its own for the [`queue`](crate::queue).

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::queue::Task;
use crate::{arrows, cargo, cargo_path};

/// A compiled test target.
pub(crate) struct TestBinary {
    executable: PathBuf,
    /// The folder of the package of the test binary, in which the binary runs.
    package: PathBuf,
    name: String,
}

/// A task for each test binary, and one for the tests of the documentation. `args` are passed to
/// each test binary. The tests of the last members start programs and wait for them, and take the
/// longest. These tests begin first, so that no long task is left at the end.
pub(crate) fn tasks(mut binaries: Vec<TestBinary>, args: &[String]) -> Vec<Task<'_>> {
    let members: Vec<&str> = arrows::members().collect();
    let place = |binary: &TestBinary| {
        let (folder, _) = binary.name.split_once('/')?;
        let is_of = |member: &&str| member.trim_start_matches("fewest-") == folder;
        members.iter().position(is_of)
    };
    binaries.sort_by_key(|binary| Reverse(place(binary)));
    let of_binary = |binary: TestBinary| {
        let name = binary.name.clone();
        Task::new(&name, move || run_one(&binary, args))
    };
    let mut tasks: Vec<Task> = binaries.into_iter().map(of_binary).collect();
    tasks.push(Task::new("documentation", || {
        let mut test = vec!["test", "--workspace", "--quiet", "--doc", "--"];
        test.extend(args.iter().map(String::as_str));
        cargo(&test)
    }));
    tasks
}

/// Compiles all tests but those of the documentation.
pub(crate) fn compile() -> Result<Vec<TestBinary>, String> {
    let output = Command::new(cargo_path())
        .args(["test", "--workspace", "--no-run", "--quiet"])
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err("the tests do not compile".to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    Ok(messages
        .filter_map(|message| test_binary(&message))
        .collect())
}

/// The test binary that a message of cargo announces, if it announces one.
fn test_binary(message: &Value) -> Option<TestBinary> {
    if message["profile"]["test"] != true {
        return None;
    }
    let package = Path::new(message["manifest_path"].as_str()?).parent()?;
    let folder = package.file_name()?.to_string_lossy();
    let target = message["target"]["name"].as_str()?;
    Some(TestBinary {
        executable: message["executable"].as_str()?.into(),
        package: package.to_owned(),
        name: format!("{folder}/{target}"),
    })
}

/// Runs a test binary and prints its result.
///
/// # Errors
/// The whole output of the binary, if a test failed.
fn run_one(binary: &TestBinary, args: &[String]) -> Result<(), String> {
    let started = Instant::now();
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(&binary.executable)
        .args(args)
        .current_dir(&binary.package)
        .env("CARGO_MANIFEST_DIR", &binary.package)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", binary.executable.display()))?;
    let text = String::from_utf8_lossy(&stdout);
    if !status.success() {
        let errors = String::from_utf8_lossy(&stderr);
        return Err(format!("{}: {status}\n{text}\n{errors}", binary.name));
    }
    let result = text.lines().rfind(|line| line.starts_with("test result"));
    let passed = result.and_then(|line| line.split("; ").next());
    let passed = passed.map_or("", |line| line.trim_start_matches("test result: "));
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("xtask: {:30} {passed} in {seconds:.1} s", binary.name);
    Ok(())
}
