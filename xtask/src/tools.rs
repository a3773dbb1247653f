//! Installs the programs that the tasks need, if they are missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cargo_path, run};

/// The folder in which programs are installed, so that nothing outside the checkout changes.
const ROOT: &str = "target/tools";

/// Returns the path of a program that is a crate of its own, and installs this version of it if it
/// is neither in the folder of tools nor on the path.
pub(crate) fn program(name: &str, version: &str) -> Result<PathBuf, String> {
    let installed = Path::new(ROOT).join("bin").join(name);
    if installed.exists() {
        return Ok(installed);
    }
    if is_there(name) {
        return Ok(name.into());
    }
    // The programs are built without optimisation, because an optimised build takes three times as
    // long and the programs run for only a second.
    run(Command::new(cargo_path())
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .args(["install", name, "--debug", "--locked"])
        .args(["--no-default-features", "--quiet", "--version", version])
        .args(["--root", ROOT]))?;
    Ok(installed)
}

/// Whether a program is on the path.
pub(crate) fn is_there(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}
