//! The gate: everything that a change must pass.

use std::process::Command;
use std::thread;

use crate::queue::{self, Task};
use crate::{
    alone, arrows, book, browser, cargo, cargo_path, debian, deny, package, pictures, python, run,
    surface, targets, workspace_tests,
};

/// Runs the gate. `args` are passed to the tests in Rust.
pub(crate) fn run_all(args: &[String]) -> Result<(), String> {
    arrows::check()?;
    book::check()?;
    package::check_versions()?;
    cargo(&["fmt", "--all", "--check"])?;
    thread::scope(|scope| {
        // The tools are downloaded while the compiler works.
        let tools = scope.spawn(install);
        check_code()?;
        joined(tools)?;
        deny::check()
    })?;
    let mut tasks = vec![
        Task::new("other targets", targets::check),
        Task::new("Python", || python::check(&[])),
        Task::new("pictures", pictures::check),
    ];
    tasks.extend(workspace_tests::tasks(workspace_tests::compile()?, args));
    queue::run(tasks)?;
    // The tests in Chromium run alone, because they fail if an element does not appear for 30
    // seconds.
    browser::check()
}

fn install() -> Result<(), String> {
    debian::install(&[("tmux", &["tmux"])])?;
    browser::install()?;
    python::install()?;
    targets::install()?;
    deny::install()
}

fn check_code() -> Result<(), String> {
    cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--quiet",
        "--",
        "--deny",
        "warnings",
    ])?;
    alone::check()?;
    // Without disk and cluster.
    let core = [
        "check",
        "--quiet",
        "--package",
        "fewest-cli",
        "--no-default-features",
    ];
    cargo(&core)?;
    run(Command::new(cargo_path())
        // Because of the example, Cargo enables the features of dev-dependencies, as it did for
        // clippy. So Cargo does not check the libraries again.
        .args(["doc", "--workspace", "--no-deps", "--quiet"])
        // The pages of the program would lie where those of the library lie, which has the same name.
        .args(["--lib", "--example", "contest"])
        .env("RUSTDOCFLAGS", "--deny warnings"))?;
    surface::count()
}

/// The result of a part of the gate that ran in a thread of its own.
fn joined(part: thread::ScopedJoinHandle<'_, Result<(), String>>) -> Result<(), String> {
    let panicked = |_| Err("a part of the gate panicked".to_owned());
    part.join().unwrap_or_else(panicked)
}
