//! Tests the Python package as users have it: as a wheel in a fresh virtual environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::run;

/// The tools that build and check the package. The tools are installed once.
const TOOLS: &[&str] = &["maturin>=1.7,<2", "mypy", "pyright"];
/// The packages that the tests import in addition.
const FOR_TESTS: &[&str] = &["pytest", "tqdm"];

/// Builds the wheel, installs it in a fresh environment, and runs the tests, the examples of the
/// documentation and the type checkers. `args` go to pytest.
pub(crate) fn check(args: &[String]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask is not in the workspace")?;
    let folder = root.join("target/python");
    let package = root.join("python");
    let tools = folder.join("tools");
    if !tools.join("bin/pyright").exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&tools))?;
        run(pip(&tools).arg("install").args(TOOLS))?;
    }
    let wheels = folder.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    let tool = |name: &str| Command::new(tools.join("bin").join(name));
    // The profile of the tests is used: it compiles fast, and the crates are already compiled with
    // it.
    run(tool("maturin")
        .args(["build", "--quiet", "--profile", "dev", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .arg("--out")
        .arg(&wheels))?;
    let wheel = only_file(&wheels)?;
    let fresh = folder.join("fresh");
    run(Command::new("python3")
        .args(["-m", "venv", "--clear", "--without-pip"])
        .arg(&fresh))?;
    let python = fresh.join("bin/python");
    run(pip(&tools)
        .arg("--python")
        .arg(&python)
        .arg("install")
        .args(FOR_TESTS)
        .arg(&wheel))?;
    let test = || {
        let mut command = Command::new(&python);
        // The command runs outside of the package's folder, so that it imports the installed
        // package.
        command
            .current_dir(&folder)
            .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
        command
    };
    run(test().arg(package.join("tests")).args(args))?;
    run(test().args(["--doctest-modules", "--pyargs", "fewest"]))?;
    run(test()
        .arg("--doctest-glob=*.md")
        .arg(package.join("README.md"))
        .arg(root.join("docs/python.md")))?;
    run(tool("mypy")
        .current_dir(&folder)
        .args(["--strict", "--python-executable"])
        .arg(&python)
        .args(["--package", "fewest"]))?;
    run(tool("mypy")
        .current_dir(&folder)
        .args(["--strict", "--python-executable"])
        .arg(&python)
        .arg(package.join("tests/typed.py")))?;
    run(tool("stubtest")
        .current_dir(&folder)
        .env("PYTHONPATH", site_packages(&fresh)?)
        .arg("fewest"))?;
    run(tool("pyright")
        .current_dir(&folder)
        .arg("--pythonpath")
        .arg(&python)
        .arg(package.join("tests/typed.py")))
}

fn pip(environment: &Path) -> Command {
    let mut command = Command::new(environment.join("bin/python"));
    command.args(["-m", "pip", "--quiet", "--disable-pip-version-check"]);
    command
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let mut files = fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(Result::ok);
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file.path()),
        _ => Err(format!("expected one wheel in {}", folder.display())),
    }
}

/// The folder of an environment that holds its packages.
fn site_packages(environment: &Path) -> Result<PathBuf, String> {
    Ok(only_file(&environment.join("lib"))?.join("site-packages"))
}
