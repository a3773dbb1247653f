//! Runs `cargo deny`, which checks licences, duplicate crates and the sources of crates.

use std::process::Command;

use crate::{run, tools};

const VERSION: &str = "0.20.2";

/// Installs `cargo deny` if it is missing.
pub(crate) fn install() -> Result<(), String> {
    tools::program("cargo-deny", VERSION).map(|_| ())
}

/// Runs the checks that need no network. `deny.toml` says what the checks accept.
pub(crate) fn check() -> Result<(), String> {
    let program = tools::program("cargo-deny", VERSION)?;
    run(Command::new(program).args(["--log-level", "error"]).args([
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}
