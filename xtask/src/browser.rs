//! Tests the page in a real browser: checks its types, runs its tests, and clicks at random.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::{debian, pictures, run};

/// The folder of the tests in the browser, with a list of the versions of the tools that they need.
const FOLDER: &str = "tests/browser";

/// Checks the types of the page, and runs its tests in Chromium.
pub(crate) fn check() -> Result<(), String> {
    prepare()?;
    npm(&["run", "--silent", "types"])?;
    npm(&["run", "--silent", "test"])
}

/// Clicks and presses keys at random. The environment variable `SECONDS` is the duration, and
/// `SEED` is the seed of the random numbers.
pub(crate) fn monkey() -> Result<(), String> {
    prepare()?;
    npm(&["run", "--silent", "monkey"])
}

/// Builds the program, and installs the tools for the tests if they are missing.
fn prepare() -> Result<(), String> {
    install()?;
    pictures::build()
}

/// Installs the tools for the tests if they are missing.
pub(crate) fn install() -> Result<(), String> {
    let node: &[&str] = &["nodejs", "npm"];
    debian::install(&[("chromium", &["chromium"]), ("node", node), ("npm", node)])?;
    if !Path::new(FOLDER)
        .join("node_modules/.package-lock.json")
        .exists()
    {
        npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
    }
    Ok(())
}

fn npm(args: &[&str]) -> Result<(), String> {
    let root = env::current_dir().map_err(|error| format!("no folder: {error}"))?;
    let program = root.join(pictures::binary());
    run(Command::new("npm")
        .args(args)
        .current_dir(FOLDER)
        .env("FEWEST", program))
}
