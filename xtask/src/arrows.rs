//! Checks the crate graph against ARCHITECTURE.md.
//!
//! Cargo rejects an import that no manifest declares. The check here rejects a manifest that
//! declares a forbidden dependency, and files of a crate that import each other in a cycle.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::cycles;

/// A line for each package: its name, and all packages of this workspace that it may import.
const ALLOWED: &str = "\
fewest-scene:
fewest-rules:
fewest-search: fewest-rules
fewest-tables: fewest-rules fewest-search
fewest-disk: fewest-rules fewest-search fewest-tables
fewest-cluster: fewest-rules fewest-tables
fewest-puzzles: fewest-rules fewest-search fewest-tables
fewest-check: fewest-rules
fewest-ground: fewest-rules fewest-search fewest-tables fewest-check
fewest-lang: fewest-rules fewest-search fewest-ground fewest-scene
fewest-formats: fewest-rules fewest-ground
fewest: fewest-rules fewest-search fewest-tables fewest-disk fewest-puzzles fewest-check \
    fewest-ground fewest-lang fewest-formats fewest-scene
fewest-play: fewest
fewest-serve: fewest fewest-lang
fewest-cli: fewest fewest-check fewest-formats fewest-ground fewest-lang fewest-rules \
    fewest-search fewest-tables fewest-disk fewest-cluster fewest-play fewest-serve
fewest-bench: fewest fewest-ground fewest-lang fewest-puzzles fewest-rules fewest-search \
    fewest-tables
fewest-python: fewest fewest-rules fewest-search fewest-tables
xtask:";

/// The lines of [`ALLOWED`].
fn allowed() -> impl DoubleEndedIterator<Item = (&'static str, &'static str)> {
    ALLOWED.lines().filter_map(|line| line.split_once(':'))
}

/// For some packages, an additional package that their tests may import.
const ALLOWED_IN_TESTS: &[(&str, &str)] = &[
    // The tests of the formats use drawn puzzles as examples.
    ("fewest-formats", "fewest-lang"),
    // Tiles are counted on disk.
    ("fewest-puzzles", "fewest-disk"),
];

/// The names of the workspace's packages, in the order of [`ALLOWED`].
pub(crate) fn members() -> impl DoubleEndedIterator<Item = &'static str> {
    allowed().map(|(name, _)| name)
}

/// Compares the manifests with [`ALLOWED`], and looks for cycles of files in every crate.
pub(crate) fn check() -> Result<(), String> {
    let output = Command::new(super::cargo_path())
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cannot read cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    let own = |name: &str| packages.iter().any(|p| p["name"] == name);
    for package in &packages {
        let name = package["name"].as_str().unwrap_or_default();
        let (_, imported) = allowed()
            .find(|(member, _)| *member == name)
            .ok_or_else(|| format!("{name} is not in the crate graph of xtask/src/arrows.rs"))?;
        let imports = package["dependencies"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for import in &imports {
            let in_tests = import["kind"] == "dev";
            let import = import["name"].as_str().unwrap_or_default();
            let is_allowed = imported.split_whitespace().any(|other| other == import)
                || in_tests && ALLOWED_IN_TESTS.contains(&(name, import));
            if own(import) && !is_allowed {
                return Err(format!("{name} must not import {import}"));
            }
        }
    }
    let mut found = String::new();
    for package in &packages {
        let targets = package["targets"].as_array();
        for target in targets.into_iter().flatten() {
            let is_crate = |kind: &Value| kind == "lib" || kind == "bin";
            let kinds = target["kind"].as_array();
            if kinds.is_some_and(|kinds| kinds.iter().any(is_crate)) {
                let root = target["src_path"].as_str().unwrap_or_default();
                found += &cycles::check(Path::new(root)).err().unwrap_or_default();
            }
        }
    }
    if !found.is_empty() {
        return Err(found);
    }
    match allowed().find(|(name, _)| !own(name)) {
        Some((name, _)) => Err(format!("the workspace has no package {name}")),
        None => Ok(()),
    }
}
