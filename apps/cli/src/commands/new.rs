//! `fewest new`: writes a puzzle file to start with.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::args::NewArgs;
use crate::exit::{Exit, Failure};
use crate::input::SUFFIX;
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
    let shown = path.display();
    match write_new(&path, &starter(name)) {
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

fn starter(name: &str) -> String {
    include_str!("starter.fewest").replace("NAME", name)
}
