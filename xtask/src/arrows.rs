//! Checks the crate graph against ARCHITECTURE.md.
//!
//! Cargo rejects an import that no manifest declares. This check rejects a manifest that declares a
//! forbidden dependency.

use std::process::Command;

use serde_json::Value;

/// A package and all packages of this workspace that it may import.
const ALLOWED: &[(&str, &[&str])] = &[
    ("fewest-rules", &[]),
    ("fewest-search", &["fewest-rules"]),
    ("fewest-puzzles", &["fewest-rules", "fewest-search"]),
    ("fewest-check", &["fewest-rules"]),
    ("fewest-ground", &["fewest-rules", "fewest-search"]),
    (
        "fewest-lang",
        &["fewest-rules", "fewest-search", "fewest-ground"],
    ),
    ("fewest-formats", &["fewest-rules", "fewest-ground"]),
    (
        "fewest",
        &[
            "fewest-rules",
            "fewest-search",
            "fewest-puzzles",
            "fewest-check",
            "fewest-ground",
            "fewest-lang",
            "fewest-formats",
        ],
    ),
    ("fewest-cli", &["fewest"]),
    ("fewest-bench", &["fewest"]),
    ("fewest-python", &["fewest"]),
    ("xtask", &[]),
];

/// A package and the additional package that its tests may import.
const ALLOWED_IN_TESTS: &[(&str, &str)] = &[
    // The tests of the formats use drawn puzzles as examples.
    ("fewest-formats", "fewest-lang"),
];

/// The names of the workspace's packages, in the order of [`ALLOWED`].
pub(crate) fn members() -> impl Iterator<Item = &'static str> {
    ALLOWED.iter().map(|&(name, _)| name)
}

/// Compares the manifests with [`ALLOWED`].
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
        let (_, allowed) = ALLOWED
            .iter()
            .find(|(member, _)| *member == name)
            .ok_or_else(|| format!("{name} is not in the crate graph of xtask/src/arrows.rs"))?;
        let imports = package["dependencies"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for import in &imports {
            let in_tests = import["kind"] == "dev";
            let import = import["name"].as_str().unwrap_or_default();
            let allowed =
                allowed.contains(&import) || in_tests && ALLOWED_IN_TESTS.contains(&(name, import));
            if own(import) && !allowed {
                return Err(format!("{name} must not import {import}"));
            }
        }
    }
    match ALLOWED.iter().find(|(name, _)| !own(name)) {
        Some((name, _)) => Err(format!("the workspace has no package {name}")),
        None => Ok(()),
    }
}
