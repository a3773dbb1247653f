//! Draws the pictures of the documents. All pictures are made by `fewest draw`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the pictures.
const FOLDER: &str = "docs/pictures";
const PUZZLES: &str = "examples/puzzles";

/// The pictures that do not show the start of a file in [`PUZZLES`]. Each entry has a name and the
/// arguments of `fewest draw`.
const OTHERS: &[(&str, &[&str])] = &[
    (
        "flip-solution",
        &["flip", "examples/flip.txt", "--solution"],
    ),
    ("looks", &["examples/looks.fewest"]),
    ("built-in-flip", &["flip", "examples/flip.txt"]),
    (
        "built-in-four-in-a-row",
        &["four-in-a-row", "examples/four-in-a-row.txt"],
    ),
    (
        "built-in-wall-pusher",
        &["wall-pusher", "examples/wall-pusher.txt"],
    ),
    ("built-in-rotation", &["rotation", "examples/rotation.txt"]),
    ("built-in-tiles", &["tiles", "examples/eight-swapped.txt"]),
];

/// Draws all pictures.
pub(crate) fn write() -> Result<(), String> {
    build()?;
    draw_all(Path::new(FOLDER))
}

/// Checks that the stored pictures equal those that the program draws now, and that no other
/// pictures are stored.
pub(crate) fn check() -> Result<(), String> {
    build()?;
    let fresh = PathBuf::from("target/pictures");
    let _ = fs::remove_dir_all(&fresh);
    draw_all(&fresh)?;
    let (wanted, found) = (files(&fresh)?, files(Path::new(FOLDER))?);
    let stale = |name: &&String| {
        fs::read(fresh.join(name)).ok() != fs::read(Path::new(FOLDER).join(name)).ok()
    };
    let mut wrong: Vec<&String> = wanted.iter().filter(stale).collect();
    wrong.extend(found.iter().filter(|name| !wanted.contains(name)));
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "pictures in {FOLDER} are not current: {wrong:?}; run cargo xtask pictures"
    ))
}

/// The program that [`build`] has built.
pub(crate) fn binary() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    target.join("debug/fewest")
}

/// Builds the program.
pub(crate) fn build() -> Result<(), String> {
    // The program is built as the tests build it, so that nothing is compiled again after them.
    super::cargo(&[
        "test",
        "--workspace",
        "--test",
        "cli",
        "--no-run",
        "--quiet",
    ])
}

fn draw_all(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in files(Path::new(PUZZLES))? {
        let name = name.trim_end_matches(".fewest");
        draw(folder, name, &[&format!("{PUZZLES}/{name}.fewest")])?;
    }
    for (name, args) in OTHERS {
        draw(folder, name, args)?;
    }
    Ok(())
}

fn draw(folder: &Path, name: &str, args: &[&str]) -> Result<(), String> {
    let file = folder.join(format!("{name}.svg"));
    let mut command = Command::new(binary());
    command.arg("draw").args(args).arg("--quiet");
    let output = command
        .arg("--output")
        .arg(file)
        .output()
        .map_err(|error| format!("cannot run {}: {error}", binary().display()))?;
    if output.status.success() {
        Ok(())
    } else {
        let why = String::from_utf8_lossy(&output.stderr);
        Err(format!("cannot draw {name}: {why}"))
    }
}

/// The names of the files in a folder, in order.
fn files(folder: &Path) -> Result<Vec<String>, String> {
    let unread = |error| format!("cannot read {}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let name = entry.map_err(unread)?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}
