//! `fewest export`: writes the board of a puzzle file for other programs.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use fewest::drawn::read_named;
use fewest_formats::{ExportError, pddl, psvn};
use fewest_ground::reduction::Starts;
use fewest_lang::Instance;
use fewest_rules::{Fault, Faults};

use crate::args::{ExportArgs, Format};
use crate::atomic;
use crate::exit::{Exit, Failure};
use crate::input::OWN_BOARD;
use crate::piped::piped_text;
use crate::reading::{Text, read_puzzle_named, read_text};
use crate::session::Session;

pub(crate) fn run(args: &ExportArgs, session: &mut Session) -> Result<Exit, Failure> {
    let board = board(args, session)?;
    let refused = |why: ExportError| {
        Failure::usage(format!(
            "{} cannot be written in that format: {why}",
            args.file
        ))
    };
    let (ground, start) = (&board.ground, &board.start);
    let texts = match args.to {
        Format::Psvn => vec![psvn::write(ground, Starts::One(start)).map_err(refused)?],
        Format::Pddl => {
            let out = pddl::write(ground, start).map_err(refused)?;
            vec![out.domain, out.problem]
        }
    };
    let Some(output) = &args.output else {
        write!(session.data(), "{}", texts.join("\n"))?;
        return Ok(Exit::Done);
    };
    let paths = match args.to {
        Format::Psvn => vec![output.clone()],
        Format::Pddl => {
            fs::create_dir_all(output).map_err(|error| unwritten(output, &error))?;
            vec![output.join("domain.pddl"), output.join("problem.pddl")]
        }
    };
    for (path, text) in paths.iter().zip(&texts) {
        atomic::write(path, text).map_err(|error| unwritten(path, &error))?;
    }
    Ok(Exit::Done)
}

/// Returns the board that the arguments specify.
fn board(args: &ExportArgs, session: &Session) -> Result<Instance, Failure> {
    let text = read_puzzle_named(&args.file, session)?;
    let (file, _) =
        read_named(&args.file, &text.text).map_err(|faults| unread(&text, all(faults), session))?;
    let text = match (&args.board, file.start()) {
        (Some(path), _) if path == OWN_BOARD => None,
        (Some(path), _) => Some(read_text(path, session)?),
        (None, _) => piped_text(session)?,
    };
    let Some(text) = text else {
        return file.start().ok_or_else(|| Failure::Usage {
            message: format!("{} has no start", args.file),
            help: Some("name the file of a board, or - for stdin".to_owned()),
        });
    };
    let boards = file.boards(&text.text);
    let boards = boards.map_err(|faults| unread(&text, faults, session))?;
    let first = boards.into_iter().next();
    let none = || Failure::usage(format!("{} holds no board", text.name));
    Ok(first.ok_or_else(none)?.0)
}

/// Wraps a list of faults, which must not be empty.
fn all(faults: Vec<Fault>) -> Faults {
    match Faults::unless_empty(faults, ()) {
        Err(faults) => faults,
        Ok(()) => Fault::new(0..0, "the puzzle cannot be read", "").into(),
    }
}

fn unread(text: &Text, faults: Faults, session: &Session) -> Failure {
    Failure::Diagnosed(session.render(&text.source(), &faults))
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}
