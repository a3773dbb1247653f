//! Licences, duplicate crates and sources, checked by `cargo deny`.

use std::path::Path;
use std::process::Command;

use crate::{cargo, run};

/// The version that is installed if there is none.
const VERSION: &str = "0.20.2";

/// Where it is installed, so that nothing outside the checkout changes.
const ROOT: &str = "target/tools";

/// Runs the checks that need no network; `deny.toml` says what they accept.
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
        // An optimised build takes three times as long, and the check a second.
        cargo(&[
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
        ])?;
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
