//! The gate: everything that a change must pass.

use std::process::Command;
use std::thread;

use crate::{
    arrows, book, cargo, cargo_path, debian, deny, package, pictures, run, workspace_tests,
};

/// Runs the gate. `args` go to the tests in Rust.
pub(crate) fn run_all(args: &[String]) -> Result<(), String> {
    arrows::check()?;
    book::check()?;
    package::check_versions()?;
    cargo(&["fmt", "--all", "--check"])?;
    thread::scope(|scope| {
        // The tools are downloaded while the compiler works.
        let tools = scope.spawn(install);
        check_code()?;
        let panicked = |_| Err("the installation of the tools panicked".to_owned());
        tools.join().unwrap_or_else(panicked)?;
        deny::check()
    })?;
    workspace_tests::run(args)?;
    pictures::check()
}

fn install() -> Result<(), String> {
    debian::install(&[("tmux", &["tmux"])])?;
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
    for member in arrows::members() {
        // Each crate is checked alone, so that none depends on features that another crate enables.
        cargo(&["check", "--quiet", "--package", member])?;
    }
    run(Command::new(cargo_path())
        .args(["doc", "--workspace", "--no-deps", "--quiet"])
        .env("RUSTDOCFLAGS", "--deny warnings"))
}
