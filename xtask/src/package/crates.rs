//! The crates, as `cargo publish` would upload them.

use std::process::Command;

use super::release::{Release, copy};
use crate::{cargo_path, run};

/// Packages the published crates. If `verify` is set, compiles each crate from its package.
pub(super) fn build(release: &Release, verify: bool) -> Result<(), String> {
    let mut command = Command::new(cargo_path());
    command.args(["package", "--workspace", "--locked", "--quiet"]);
    for name in &release.unpublished {
        command.args(["--exclude", name]);
    }
    if !verify {
        command.arg("--no-verify");
    }
    // The crates are compiled without debug information, only to see whether they compile.
    run(command.env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    for name in &release.published {
        let file = format!("{name}-{}.crate", release.version);
        copy(
            &release.target.join("package").join(&file),
            &release.dist.join(&file),
        )?;
    }
    Ok(())
}
