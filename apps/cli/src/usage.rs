//! Output before the arguments are parsed: help, the version, usage errors.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, Error, FromArgMatches};
use fewest::printable;

use crate::advice::is_puzzle;
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
    if given.get(1).is_some_and(|word| word == "help")
        && given.get(2).is_some_and(|word| word == "language")
    {
        let mut out = Stream::new(Stdout::new(), Content::Text);
        out.write_all(fewest_lang::MANUAL.as_bytes())?;
        out.flush()?;
        return Ok(Err(Exit::Done));
    }
    let error = match args(&given) {
        Ok(args) => return Ok(Ok(args)),
        Err(error) => error,
    };
    if error.use_stderr() {
        let coloured = styled(color_before_parsing(), io::stderr().is_terminal());
        let error = with_a_command(&given, told(&given, error));
        show_error(&text(&error, coloured), coloured);
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

/// If a puzzle stands where a command is expected, advises to write a command before it.
fn with_a_command(given: &[OsString], mut error: Error) -> Error {
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if is_puzzle(word) || Path::new(word).is_file() => word,
        _ => return error,
    };
    let words = given.iter().skip(1).map(|word| word.to_string_lossy());
    let words: Vec<_> = words.collect();
    if words.first().is_none_or(|first| first != word) {
        return error;
    }
    let line = format!("did you mean 'fewest solve {}'?", words.join(" "));
    let tip = StyledStr::from(printable::line(&line).into_owned());
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    error
}

fn text(error: &Error, coloured: bool) -> String {
    let text = error.render();
    if coloured {
        text.ansi().to_string()
    } else {
        text.to_string()
    }
}
