//! What all packages of a release have in common: the version, the folders, the date.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::cargo_path;

/// The release that is packaged.
#[derive(Debug)]
pub(super) struct Release {
    /// The root of the checkout.
    pub(super) root: PathBuf,
    /// The folder in which Cargo builds.
    pub(super) target: PathBuf,
    /// The folder of the finished packages.
    pub(super) dist: PathBuf,
    /// The folder in which packages are put together and tried.
    pub(super) work: PathBuf,
    pub(super) version: String,
    /// The crates that are published.
    pub(super) published: Vec<String>,
    /// The crates that are not published.
    pub(super) unpublished: Vec<String>,
    /// The triple of this machine, as in `x86_64-unknown-linux-gnu`.
    pub(super) host: String,
    /// The modification time of all files in the packages, in seconds since 1970. The time is fixed
    /// so that the same commit makes the same packages.
    pub(super) date: String,
}

impl Release {
    pub(super) fn read() -> Result<Self, String> {
        let metadata = metadata(&["--no-deps"])?;
        let version = version(&metadata)?;
        let path = |field: &str| metadata[field].as_str().map(PathBuf::from);
        let root = path("workspace_root").ok_or("cargo metadata names no workspace")?;
        let target = path("target_directory").ok_or("cargo metadata names no target folder")?;
        let (mut published, mut unpublished) = (Vec::new(), Vec::new());
        for package in packages(&metadata) {
            let name = package["name"].as_str().unwrap_or_default().to_owned();
            if package["publish"].is_null() {
                published.push(name);
            } else {
                unpublished.push(name);
            }
        }
        let rustc = output(Command::new("rustc").arg("-vV"))?;
        let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
        let date = match env::var("SOURCE_DATE_EPOCH") {
            Ok(date) => date,
            Err(_) => output(Command::new("git").args(["log", "-1", "--format=%ct"]))?,
        };
        Ok(Self {
            root,
            dist: target.join("dist"),
            work: target.join("packages"),
            target,
            version,
            published,
            unpublished,
            host: host.ok_or("rustc names no host")?.to_owned(),
            date: date.trim().to_owned(),
        })
    }

    /// Makes an empty folder for work.
    pub(super) fn empty(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.work.join(name);
        if path.exists() {
            fs::remove_dir_all(&path).map_err(at(&path))?;
        }
        folder(&path)?;
        Ok(path)
    }
}

/// Checks that the version is defined in one place: all published crates have the same version, and
/// require exactly this version of each other.
pub(crate) fn check_versions() -> Result<(), String> {
    version(&metadata(&["--no-deps"])?).map(|_| ())
}

fn version(metadata: &Value) -> Result<String, String> {
    let mut known: Option<&str> = None;
    for package in packages(metadata).filter(|package| package["publish"].is_null()) {
        let (name, version) = (&package["name"], package["version"].as_str());
        if *known.get_or_insert(version.unwrap_or_default()) != version.unwrap_or_default() {
            return Err(format!("{name} has a version of its own"));
        }
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        for dependency in dependencies.filter(|dependency| dependency["path"].is_string()) {
            let wanted = format!("^{}", version.unwrap_or_default());
            if dependency["req"] != *wanted {
                return Err(format!(
                    "{name} requires {} {}, but the version of the workspace is {}: write it in \
                     [workspace.dependencies] as well",
                    dependency["name"],
                    dependency["req"],
                    version.unwrap_or_default()
                ));
            }
        }
    }
    known
        .map(str::to_owned)
        .ok_or_else(|| "no crate is published".to_owned())
}

/// The output of `cargo metadata`.
pub(super) fn metadata(args: &[&str]) -> Result<Value, String> {
    let text = output(
        Command::new(cargo_path())
            .args(["metadata", "--format-version", "1"])
            .args(args),
    )?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}

pub(super) fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// The output of a command. Returns an error if the command fails.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output();
    let output = output.map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed: {}: {why}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{command:?}: {error}"))
}

/// Converts an error about a file to a message.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

pub(super) fn folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(at(path))
}

/// Writes a file, and the folders above it.
pub(super) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    path.parent().map_or(Ok(()), folder)?;
    fs::write(path, text).map_err(at(path))
}

/// Copies a file, and makes the folders above the copy.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    to.parent().map_or(Ok(()), folder)?;
    fs::copy(from, to).map_err(at(from)).map(|_| ())
}

/// The files of a folder, in the order of their names.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(at(folder))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let paths: io::Result<Vec<PathBuf>> = paths.collect();
    let mut paths = paths.map_err(at(folder))?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

/// The only file of a folder whose name ends with `end`.
pub(super) fn only(folder: &Path, end: &str) -> Result<PathBuf, String> {
    let mut found = files(folder)?;
    found.retain(|path| path.to_string_lossy().ends_with(end));
    match <[PathBuf; 1]>::try_from(found) {
        Ok([path]) => Ok(path),
        Err(found) => Err(format!(
            "{} has {} files that end in {end}",
            folder.display(),
            found.len()
        )),
    }
}
