//! Installs each package in an empty environment, and runs what it installs.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::licences;
use super::python::unpack;
use super::release::{self, Release, only, write};
use crate::{cargo_path, run};

/// A program that depends on the packaged crates.
const DEPENDANT: &str = r#"
fn main() -> Result<(), fewest::Error> {
    let answer = fewest::AnyPuzzle::named("wolf-goat-cabbage")?.start()?.solve()?;
    let moves = answer.moves().unwrap_or_default();
    println!("{} moves", moves.len());
    Ok(())
}
"#;

/// The script that tries the installed Python package.
const SCRIPT: &str = "
import fewest, importlib.metadata as metadata
print(len(fewest.puzzle('wolf-goat-cabbage').start.solve()), 'moves')
print(metadata.version('fewest'))
licences = [file.name for file in metadata.files('fewest') if 'licenses' in file.parts]
print(*sorted(licences))
";

pub(super) fn run_all(release: &Release) -> Result<(), String> {
    archive(release)?;
    debian(release)?;
    wheel(release)?;
    crates(release)
}

fn archive(release: &Release) -> Result<(), String> {
    let place = release.empty("trial/archive")?;
    let end = format!("{}.tar.gz", release.host);
    run(&mut unpack(&only(&release.dist, &end)?, &place))?;
    let tree = place.join(format!("fewest-{}-{}", release.version, release.host));
    program(release, &tree)?;
    let documents = tree.join("share/doc/fewest");
    for file in licences::OWN.iter().chain(&[licences::OTHERS]) {
        let name = Path::new(file).file_name().unwrap_or_default();
        is_filled(&documents.join(name))?;
    }
    is_filled(&tree.join("share/man/man1/fewest-solve.1"))
}

/// Installs the package in an empty root, and removes it again.
fn debian(release: &Release) -> Result<(), String> {
    let root = release.empty("trial/debian")?;
    let database = root.join("var/lib/dpkg");
    write(&database.join("status"), "")?;
    release::folder(&database.join("info"))?;
    release::folder(&database.join("updates"))?;
    let dpkg = || {
        let mut command = Command::new("dpkg");
        command.arg(format!("--root={}", root.display()));
        // The empty root lacks the libraries that the package needs, so the program uses those of
        // this machine.
        command.args(["--force-depends", "--force-not-root", "--log=/dev/null"]);
        command
    };
    run(dpkg().arg("--install").arg(only(&release.dist, ".deb")?))?;
    program(release, &root.join("usr"))?;
    is_filled(&root.join("usr/share/doc/fewest/copyright"))?;
    is_filled(&root.join("usr/share/man/man1/fewest-solve.1.gz"))?;
    run(dpkg().args(["--remove", "fewest"]))?;
    if root.join("usr/bin/fewest").exists() {
        return Err("the program is still there after its package was removed".to_owned());
    }
    Ok(())
}

/// Installs the wheel in a fresh virtual environment.
fn wheel(release: &Release) -> Result<(), String> {
    let place = release.empty("trial/python")?;
    let environment = place.join("environment");
    run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(&environment))?;
    let python = environment.join("bin/python");
    run(Command::new(&python)
        .args(["-m", "pip", "--quiet", "--disable-pip-version-check"])
        .args(["install", "--no-index"])
        .arg(only(&release.dist, ".whl")?))?;
    // The command runs outside of the checkout, so that Python does not import the folder `fewest`
    // of the checkout.
    let ask = |args: &[&str]| {
        let mut command = Command::new(&python);
        release::output(command.current_dir(&place).args(args))
    };
    let mut names: Vec<&str> = licences::OWN
        .iter()
        .chain(&[licences::OTHERS])
        .filter_map(|file| Path::new(file).file_name()?.to_str())
        .collect();
    names.sort_unstable();
    let wanted = format!("7 moves\n{}\n{}\n", release.version, names.join(" "));
    is_equal("the wheel", &ask(&["-c", SCRIPT])?, &wanted)?;
    let chapter = release.root.join("docs/python.md");
    ask(&["-m", "doctest", &chapter.to_string_lossy()]).map(|_| ())
}

/// Compiles and runs a program that depends on the crates in their packages.
fn crates(release: &Release) -> Result<(), String> {
    let place = release.empty("trial/crates")?;
    let mut manifest = format!(
        "[package]\nname = \"trial\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nfewest = \"{}\"\n\n[profile.dev]\ndebug = false\n\n[workspace]\n\n\
         [patch.crates-io]\n",
        release.version
    );
    for name in &release.published {
        let folder = format!("{name}-{}", release.version);
        run(&mut unpack(
            &release.dist.join(format!("{folder}.crate")),
            &place,
        ))?;
        manifest += &format!("{name} = {{ path = \"{folder}\" }}\n");
    }
    write(&place.join("Cargo.toml"), manifest)?;
    write(&place.join("src/main.rs"), DEPENDANT)?;
    let told = release::output(
        Command::new(cargo_path())
            .current_dir(&place)
            .env("CARGO_TARGET_DIR", &release.target)
            .args(["run", "--quiet"]),
    )?;
    is_equal("the crates", &told, "7 moves\n")
}

/// Runs an installed program without any environment variables.
fn program(release: &Release, prefix: &Path) -> Result<(), String> {
    let program: PathBuf = prefix.join("bin/fewest");
    let ask = |args: &[&str]| {
        let mut command = Command::new(&program);
        release::output(command.env_clear().current_dir(prefix).args(args))
    };
    let version = format!("fewest {}\n", release.version);
    is_equal("--version", &ask(&["--version"])?, &version)?;
    let solved = ask(&["solve", "wolf-goat-cabbage", "--quiet"])?;
    if !solved.starts_with("7 moves, proven fewest") {
        return Err(format!("an installed program answers {solved}"));
    }
    is_filled(&prefix.join("share/bash-completion/completions/fewest"))?;
    is_filled(&prefix.join("share/fish/vendor_completions.d/fewest.fish"))
}

fn is_equal(what: &str, told: &str, wanted: &str) -> Result<(), String> {
    if told == wanted {
        Ok(())
    } else {
        Err(format!("{what} tells\n{told}instead of\n{wanted}"))
    }
}

fn is_filled(path: &Path) -> Result<(), String> {
    let size = path.metadata().map_err(release::at(path))?.len();
    if size == 0 {
        Err(format!("{} is empty", path.display()))
    } else {
        Ok(())
    }
}
