//! Runs `cargo deny`, which checks licences, duplicate crates and the sources of crates.

use std::path::Path;
use std::process::Command;

use crate::{cargo_path, run};

/// The version of `cargo deny` that is installed if it is missing.
const VERSION: &str = "0.20.2";

/// The folder in which `cargo deny` is installed, so that nothing outside the checkout changes.
const ROOT: &str = "target/tools";

/// Runs the checks that need no network. `deny.toml` says what the checks accept.
pub(crate) fn check() -> Result<(), String> {
    let installed = Path::new(ROOT).join("bin/cargo-deny");
    let on_path = || {
        let version = Command::new("cargo-deny").arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    let program = if installed.exists() {
        installed
    } else if on_path() {
        "cargo-deny".into()
    } else {
        // An optimised build takes three times as long, and the check itself takes only a second.
        run(Command::new(cargo_path())
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .args([
                "install",
                "cargo-deny",
                "--debug",
                "--locked",
                "--no-default-features",
                "--quiet",
                "--version",
                VERSION,
                "--root",
                ROOT,
            ]))?;
        installed
    };
    run(Command::new(program).args(["--log-level", "error"]).args([
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}
