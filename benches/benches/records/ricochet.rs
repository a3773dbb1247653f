//! The boards of Ricochet Robots of the planning competition of 2023, as puzzle files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The robot of the goal is `R`; the others, which are all alike, are `o`.
const RULES: &str = "\
puzzle ricochet
symbols _ R o
set stop = R o end
draw x = _ on target
move red(dir)         [R | _* | _ | stop] -> [_ | _* | R | stop]
move other(cell, dir) [o | _* | _ | stop] -> [_ | _* | o | stop]
goal on target R
walls
";

/// The names and the texts of all tasks in a folder.
pub(crate) fn tasks(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    files.sort();
    let mut tasks = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let is_task = file.extension().is_some_and(|ending| ending == "pddl");
        if is_task && name != "domain" {
            tasks.push((
                format!("ricochet {name}"),
                puzzle(&fs::read_to_string(&file)?),
            ));
        }
    }
    Ok(tasks)
}

/// The puzzle file for a task, whose comments draw the board: cells of two characters, and `x`
/// where a wall is.
fn puzzle(task: &str) -> String {
    let lines = task.lines().filter_map(|line| line.strip_prefix(";; "));
    let drawn: Vec<&str> = lines.filter(|line| line.starts_with(['+', 'x'])).collect();
    let target = drawn.iter().find_map(|line| line.split_once('G'));
    let target = target
        .and_then(|(_, rest)| rest.chars().next())
        .unwrap_or('1');
    let (mut walls, mut cells) = (String::new(), String::new());
    for line in &drawn {
        walls.push_str("  ");
        if line.starts_with('+') {
            walls.push_str(&line.replace("--", "  ").replace("xx", "--"));
        } else {
            cells.push_str("  ");
            let bytes = line.as_bytes();
            for (column, byte) in bytes.iter().enumerate().step_by(3) {
                walls.push(if *byte == b'x' { '|' } else { ' ' });
                if let Some([kind, number]) = bytes.get(column + 1..column + 3) {
                    walls.push_str("  ");
                    cells.push(match kind {
                        b'R' if char::from(*number) == target => 'R',
                        b'R' => 'o',
                        b'G' => 'x',
                        _ => '_',
                    });
                }
            }
            cells.push('\n');
        }
        walls.push('\n');
    }
    format!("{RULES}{walls}\nstart\n{cells}")
}
