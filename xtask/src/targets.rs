//! Checks that the programs compile for other processors and systems.
//!
//! # Problem
//! A compiler checks code for another target only with the standard library for that target. Rust's
//! own installer has these libraries, but not every machine reaches it.
//!
//! # Solution
//! Debian has packages with a compiler, Cargo and the sources of the standard library that belong
//! to them. So Cargo checks the sources of the library too, for each target. Nothing is linked, so
//! no linker or C library of the target is needed.

use std::path::Path;
use std::process::Command;

use crate::{debian, run};

/// The targets that are checked. This machine is one more: x86-64 Linux with the GNU C library.
const TARGETS: [&str; 4] = [
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "x86_64-unknown-linux-musl",
];
/// The command and the Python package. They need all crates that people use.
const PACKAGES: [&str; 2] = ["fewest-cli", "fewest-python"];

const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";
const SOURCES: &str = "/usr/lib/rustlib/src/rust/library/Cargo.lock";
const DEBIAN_PACKAGES: [&str; 3] = ["cargo-web", "rustc-web", "rust-web-src"];

/// Installs the packages of Debian that the check needs, if they are missing.
pub(crate) fn install() -> Result<(), String> {
    if [CARGO, RUSTC, SOURCES]
        .iter()
        .all(|path| Path::new(path).exists())
    {
        return Ok(());
    }
    debian::add(&DEBIAN_PACKAGES).map_err(|why| {
        format!(
            "{why}\n\
             The check of other targets needs the packages {} of Debian's security suite,\n\
             of version 1.89 or later.",
            DEBIAN_PACKAGES.join(", ")
        )
    })
}

/// Checks the programs and libraries, but not their tests, for each of [`TARGETS`], with warnings
/// denied.
pub(crate) fn check() -> Result<(), String> {
    let options = |name, values: &[&'static str]| {
        let each = values.iter().flat_map(|value| [name, *value]);
        each.collect::<Vec<&str>>()
    };
    run(Command::new(CARGO)
        .args(["check", "--quiet", "--target-dir", "target/targets"])
        // The check is one of the parts of the gate that run beside each other.
        .args(["--jobs", "1"])
        .arg("-Zbuild-std=std")
        .args(options("--package", &PACKAGES))
        .args(options("--target", &TARGETS))
        // Building the standard library is not a stable feature.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", RUSTC)
        // Machine code is not needed, not even that of the standard library.
        .env("RUSTFLAGS", "--deny warnings -Zno-codegen")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0"))
}
