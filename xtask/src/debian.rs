//! Programs that the tests need, from the packages of Debian.

use std::env;
use std::process::Command;

use crate::run;

/// Installs the packages of the programs that are missing. Each item is a program and the packages
/// that contain it.
///
/// # Errors
/// A program is missing and cannot be installed, for instance because the user is not root.
pub(crate) fn install(needed: &[(&str, &[&str])]) -> Result<(), String> {
    let missing = needed.iter().filter(|(program, _)| !is_there(program));
    let mut packages: Vec<&str> = missing
        .flat_map(|(_, packages)| *packages)
        .copied()
        .collect();
    packages.sort_unstable();
    packages.dedup();
    if packages.is_empty() {
        return Ok(());
    }
    add(&packages)
}

/// Installs packages of Debian.
///
/// # Errors
/// The packages cannot be installed, for instance because the user is not root.
pub(crate) fn add(packages: &[&str]) -> Result<(), String> {
    let apt = || Command::new("apt-get");
    let options = ["install", "--yes", "--quiet", "--no-install-recommends"];
    run(apt().args(["update", "--quiet"]))
        .and_then(|()| run(apt().args(options).args(packages)))
        .map_err(|why| format!("install {} for the tests: {why}", packages.join(", ")))
}

/// Whether a folder of `PATH` has this program.
fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
