//! `fewest new`: writes a puzzle file that a user can start from.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use fewest::library::{self, LibraryPuzzle};

use crate::advice::no_entry;
use crate::args::NewArgs;
use crate::exit::{Exit, Failure};
use crate::reading::SUFFIX;
use crate::session::Session;

pub(crate) fn run(args: &NewArgs, session: &mut Session) -> Result<Exit, Failure> {
    let stem = args.name.strip_suffix(SUFFIX).unwrap_or(&args.name);
    let path = PathBuf::from(format!("{stem}{SUFFIX}"));
    let file = path.file_name().and_then(|file| file.to_str());
    let name = file.and_then(|file| file.strip_suffix(SUFFIX));
    let plain = |name: &&str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.len() <= 64
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let Some(name) = name.filter(plain) else {
        return Err(Failure::Usage {
            message: format!("'{}' is not a name for a puzzle", args.name.escape_debug()),
            help: Some("a name is a letter, then letters, digits, - and _".to_owned()),
        });
    };
    let text = match &args.from {
        None => starter(name),
        Some(from) => copy(library::find(from).ok_or_else(|| no_entry(from))?, name),
    };
    let shown = path.display();
    match write_new(&path, &text) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Failure::usage(format!(
                "{shown} exists already and is left as it is"
            )));
        }
        Err(error) => return Err(Failure::usage(format!("cannot write {shown}: {error}"))),
    }
    writeln!(
        session.out(),
        "{shown} is written; try: fewest solve {shown}"
    )?;
    if let (None, Some(entry)) = (&args.from, library::find(name)) {
        let entry = entry.name;
        session.note(&format!(
            "it is a puzzle to begin with, not the {entry} of the library, which fewest new \
             --from {entry} copies"
        ));
    }
    Ok(Exit::Done)
}

/// Writes a file that must not exist yet, either completely or not at all.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let unfinished = path.with_extension(format!("fewest.{}", process::id()));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&unfinished)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        // Unlike renaming, making a hard link never replaces an existing file.
        .and_then(|()| fs::hard_link(&unfinished, path));
    let removed = fs::remove_file(&unfinished);
    written.and(removed)
}

/// Returns the text of a library puzzle under another name.
fn copy(entry: &LibraryPuzzle, name: &str) -> String {
    let lines = entry.text.split_inclusive('\n');
    let line = |line: &str| match line.strip_prefix("puzzle ") {
        Some(rest) => {
            let old = rest.split_whitespace().next().unwrap_or_default();
            format!("puzzle {}", rest.replacen(old, name, 1))
        }
        None => line.to_owned(),
    };
    lines.map(line).collect()
}

fn starter(name: &str) -> String {
    include_str!("starter.fewest").replace("NAME", name)
}
