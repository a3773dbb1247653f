//! Runs the tests of the workspace. `cargo test` runs one test binary after another, so that one
//! long test at its end, or a test that waits, leaves the other cores idle. This module runs as
//! many test binaries at once as there are cores.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use serde_json::Value;

use crate::{cargo, cargo_path};

/// A compiled test target.
pub(crate) struct TestBinary {
    executable: PathBuf,
    /// The folder of the package of the test binary, in which the binary runs.
    package: PathBuf,
    name: String,
}

/// Runs all tests, those of the documentation last. `args` are passed to each test binary.
pub(crate) fn run(mut binaries: Vec<TestBinary>, args: &[String]) -> Result<(), String> {
    // Cargo names the members in dependency order. The tests of the last members start programs and
    // wait for them. These tests begin first, so that they run beside tests that compute.
    binaries.reverse();
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let work = || {
        while let Some(binary) = binaries.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(message) = run_one(binary, args) {
                eprintln!("{message}");
                let mut failed = failed
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner());
                failed.push(binary.name.as_str());
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    let failed = failed
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if !failed.is_empty() {
        return Err(format!("tests failed: {}", failed.join(", ")));
    }
    let mut documentation = vec!["test", "--workspace", "--quiet", "--doc", "--"];
    documentation.extend(args.iter().map(String::as_str));
    cargo(&documentation)
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
