//! Tests the Python package as users have it: as a wheel in a fresh virtual environment.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{cargo, debian, run};

/// The packages that build, test and check the Python package. These tools are installed once, in
/// an environment of their own.
const TOOLS: &[&str] = &[
    "maturin>=1.7,<2",
    "mypy",
    "nbclient",
    "ipykernel",
    "networkx",
    "numpy",
    "pyright",
    "pytest",
    "tqdm",
    "types-networkx",
    "wheel",
];

/// Makes the wheel, installs it in a fresh environment, and runs the tests, the examples of the
/// documentation and the type checkers. `args` go to pytest.
pub(crate) fn check(args: &[String]) -> Result<(), String> {
    let root = root()?;
    let target = target()?;
    let folder = target.join("python");
    let package = root.join("python");
    install()?;
    let tools = folder.join("tools");
    let wheel = make_wheel(&package, &target, &tools)?;
    let fresh = folder.join("fresh");
    run(Command::new("python3")
        .args(["-m", "venv", "--clear", "--without-pip"])
        .arg(&fresh))?;
    let python = fresh.join("bin/python");
    run(pip(&tools)
        .arg("--python")
        .arg(&python)
        .args(["install", "--no-index"])
        .arg(&wheel))?;
    // The fresh environment contains only the wheel. The tests use the libraries of the tools'
    // environment.
    let libraries = site_packages(&tools)?;
    let link = site_packages(&fresh)?.join("tools.pth");
    fs::write(&link, format!("{}\n", libraries.display()))
        .map_err(|error| format!("{}: {error}", link.display()))?;
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
    run(test()
        .arg("--doctest-glob=*.md")
        .arg(package.join("README.md"))
        .arg(root.join("docs/python.md")))?;
    let tool = |name: &str| {
        let mut command = Command::new(tools.join("bin").join(name));
        command.current_dir(&folder);
        command
    };
    let mypy = || {
        let mut command = tool("mypy");
        command
            .args(["--strict", "--python-executable"])
            .arg(&python);
        command
    };
    run(mypy().args(["--package", "fewest"]))?;
    run(mypy().arg(package.join("tests/typed.py")))?;
    run(tool("stubtest")
        .env("PYTHONPATH", site_packages(&fresh)?)
        .arg("fewest"))?;
    run(tool("pyright")
        .arg("--pythonpath")
        .arg(&python)
        .arg(package.join("tests/typed.py")))
}

/// Installs the tools of the tests if they are missing.
pub(crate) fn install() -> Result<(), String> {
    // Debian's python3 alone cannot make an environment with pip.
    let mut complete = Command::new("python3");
    complete.args(["-c", "import ensurepip, venv"]);
    if !complete
        .output()
        .is_ok_and(|output| output.status.success())
    {
        debian::add(&["python3", "python3-venv"])?;
    }
    // Pyright is a program for Node.
    debian::install(&[("node", &["nodejs"]), ("npm", &["npm"])])?;
    install_tools(&target()?.join("python"))
}

fn root() -> Result<&'static Path, String> {
    Ok(Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask is not in the workspace")?)
}

fn target() -> Result<PathBuf, String> {
    let root = root()?;
    Ok(env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from))
}

/// Installs the packages of the tools in an environment in `folder`, if they are missing.
fn install_tools(folder: &Path) -> Result<(), String> {
    let tools = folder.join("tools");
    let installed = tools.join("installed.txt");
    let wanted = TOOLS.join("\n");
    if fs::read_to_string(&installed).is_ok_and(|text| text == wanted) {
        return Ok(());
    }
    run(Command::new("python3").args(["-m", "venv"]).arg(&tools))?;
    run(pip(&tools).arg("install").args(TOOLS))?;
    fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))
}

/// Makes a wheel with the profile of the tests.
///
/// `maturin build` compiles the package alone, with fewer features of its dependencies than the
/// tests of the workspace have, and so compiles most dependencies again. So this function lets
/// Cargo build the whole workspace. Because an example is among the targets, Cargo enables the
/// features of dev-dependencies.
fn make_wheel(package: &Path, target: &Path, tools: &Path) -> Result<PathBuf, String> {
    cargo(&[
        "build",
        "--workspace",
        "--lib",
        "--example",
        "gallery",
        "--quiet",
    ])?;
    let wheels = target.join("python/wheels");
    let parts = target.join("python/parts");
    for folder in [&wheels, &parts] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
    }
    let modules = parts.join("fewest");
    for folder in [&wheels, &modules] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let copy = |from: PathBuf, to: PathBuf| {
        fs::copy(&from, &to)
            .map(|_| ())
            .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
    };
    for file in files(&package.join("fewest"))?.filter(|file| file.is_file()) {
        copy(
            file.clone(),
            modules.join(file.file_name().unwrap_or_default()),
        )?;
    }
    let library = target.join("debug/lib_fewest.so");
    copy(library, modules.join("_fewest.abi3.so"))?;
    run(Command::new(tools.join("bin/maturin"))
        .current_dir(package)
        .args(["pep517", "write-dist-info", "--metadata-directory"])
        .arg(&parts))?;
    run(Command::new(tools.join("bin/wheel"))
        .arg("pack")
        .arg(&parts)
        .arg("--dest-dir")
        .arg(&wheels))?;
    only_file(&wheels)
}

fn pip(environment: &Path) -> Command {
    let mut command = Command::new(environment.join("bin/python"));
    command.args(["-m", "pip", "--quiet", "--disable-pip-version-check"]);
    command
}

fn files(folder: &Path) -> Result<impl Iterator<Item = PathBuf>, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(files.filter_map(Result::ok).map(|file| file.path()))
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let mut files = files(folder)?;
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(format!("expected one file in {}", folder.display())),
    }
}

/// The folder of an environment that holds its packages.
fn site_packages(environment: &Path) -> Result<PathBuf, String> {
    Ok(only_file(&environment.join("lib"))?.join("site-packages"))
}
