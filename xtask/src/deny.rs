//! Runs `cargo deny`, which checks licences, duplicate crates and the sources of crates.

use std::process::Command;

use crate::{run, tools};

/// Runs the checks that need no network. `deny.toml` says what the checks accept.
pub(crate) fn check() -> Result<(), String> {
    let program = tools::program("cargo-deny", "0.20.2")?;
    run(Command::new(program).args(["--log-level", "error"]).args([
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}
