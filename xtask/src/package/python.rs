//! The Python package: a source distribution, and a wheel that is built from it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::licences;
use super::release::{self, Release, only, write};
use crate::run;

/// The tools that build and check the packages.
const TOOLS: [&str; 3] = ["maturin>=1.9,<2", "twine>=6", "abi3audit"];

pub(super) fn build(release: &Release) -> Result<(), String> {
    let tools = tools(release)?;
    let tool = |name: &str| -> Result<Command, String> {
        let mut command = Command::new(tools.join(name));
        // The tools find each other through `PATH`.
        let path = env::var_os("PATH").unwrap_or_default();
        let all = [tools.clone()].into_iter().chain(env::split_paths(&path));
        let all: OsString = env::join_paths(all).map_err(|error| error.to_string())?;
        command.env("PATH", all);
        command.env("SOURCE_DATE_EPOCH", &release.date);
        Ok(command)
    };
    let package = release.root.join("python");
    let notices = licences::of_dependencies(release, "fewest-python")?;
    write(&package.join("licenses").join(licences::OTHERS), notices)?;
    run(tool("maturin")?
        .args(["sdist", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .arg("--out")
        .arg(&release.dist))?;
    let source = release.dist.join(source_name(release));
    let unpacked = release.empty("sdist")?;
    run(&mut unpack(&source, &unpacked))?;
    // The wheel is built from what the source distribution holds, as pip does it.
    run(tool("maturin")?
        .current_dir(unpacked.join(format!("fewest-{}", release.version)))
        .env("CARGO_TARGET_DIR", &release.target)
        .args(["build", "--release", "--out"])
        .arg(&release.dist))?;
    let wheel = only(&release.dist, ".whl")?;
    run(tool("twine")?
        .args(["check", "--strict"])
        .args([&source, &wheel]))?;
    run(tool("abi3audit")?.args(["--strict"]).arg(&wheel))
}

/// The name of the source distribution.
pub(super) fn source_name(release: &Release) -> String {
    format!("fewest-{}.tar.gz", release.version)
}

/// Unpacks an archive in a folder.
pub(super) fn unpack(archive: &Path, folder: &Path) -> Command {
    let mut command = Command::new("tar");
    command.args(["--extract", "--file"]).arg(archive);
    command.arg("--directory").arg(folder);
    command
}

/// The folder of the tools, which are installed if they are missing.
fn tools(release: &Release) -> Result<PathBuf, String> {
    let environment = release.root.join("target/tools/packages");
    let tools = environment.join("bin");
    if !tools.join("abi3audit").exists() {
        run(Command::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&environment))?;
        run(Command::new(tools.join("python"))
            .args(["-m", "pip", "--quiet", "--disable-pip-version-check"])
            .arg("install")
            .args(TOOLS))?;
    }
    release::folder(&tools)?;
    Ok(tools)
}
