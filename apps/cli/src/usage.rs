//! Output before the arguments are parsed: help, the version, usage errors.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, Error, FromArgMatches};
use fewest::printable;

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::session::{color_before_parsing, show_error, styled};
use crate::stdout::Stdout;
use crate::stream::{Content, Stream};

/// Parses the arguments. Without valid arguments, prints help or an error and returns the exit
/// code.
///
/// # Errors
/// The help could not be written.
pub(crate) fn parse() -> Result<Result<Args, Exit>, Failure> {
    let given: Vec<OsString> = std::env::args_os().collect();
    let error = match args(&given) {
        Ok(args) => return Ok(Ok(args)),
        Err(error) => error,
    };
    if error.use_stderr() {
        let coloured = styled(color_before_parsing(), io::stderr().is_terminal());
        show_error(&text(&told(&given, error), coloured), coloured);
        return Ok(Err(Exit::Bad));
    }
    let coloured = styled(color_before_parsing(), io::stdout().is_terminal());
    let mut out = Stream::new(Stdout::new(), Content::Coloured);
    out.write_all(text(&error, coloured).as_bytes())?;
    out.flush()?;
    Ok(Err(Exit::Done))
}

fn args(given: &[OsString]) -> Result<Args, Error> {
    Args::command()
        .color(ColorChoice::Always)
        .try_get_matches_from(given)
        .and_then(|matches| Args::from_arg_matches(&matches))
}

/// Makes everything that `error` quotes from the arguments printable, by parsing the arguments
/// again after escaping them.
fn told(given: &[OsString], error: Error) -> Error {
    let printed: Vec<OsString> = given
        .iter()
        .map(|arg| printable::line(&arg.to_string_lossy()).into_owned().into())
        .collect();
    if printed == given || error.kind() == ErrorKind::InvalidUtf8 {
        return error;
    }
    match args(&printed) {
        Err(printed) if printed.kind() == error.kind() => printed,
        // The quoted arguments are escaped when they are written.
        _ => error,
    }
}

fn text(error: &Error, coloured: bool) -> String {
    let text = error.render();
    if coloured {
        text.ansi().to_string()
    } else {
        text.to_string()
    }
}
