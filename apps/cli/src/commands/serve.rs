//! `fewest serve`: serves a page on which people play and solve puzzles in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;

use fewest_rules::StopReason;
use fewest_serve::{PuzzleText, ServeError, ServeOptions, Server};
use serde_json::json;

use crate::args::ServeArgs;
use crate::exit::{Exit, Failure};
use crate::input::drawn;
use crate::reading::read_puzzle;
use crate::session::Session;

/// The number of bytes of a random token.
const TOKEN_BYTES: usize = 16;

pub(crate) fn run(args: &ServeArgs, session: &mut Session) -> Result<Exit, Failure> {
    let address = args.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let defaults = ServeOptions::default();
    let token = match &args.token {
        None if !address.is_loopback() => Some(random_token()?),
        given => given.clone(),
    };
    let searches = args.searches.map_or(session.threads, usize::from);
    let options = ServeOptions {
        listen: SocketAddr::new(address, args.port),
        hosts: args.hosts.clone(),
        token,
        time: args.time.unwrap_or(defaults.time),
        memory: args.memory.unwrap_or(defaults.memory),
        ceiling: session.ceiling(),
        searches: NonZeroUsize::new(searches).unwrap_or(NonZeroUsize::MIN),
        threads: NonZeroUsize::new(session.threads / searches).unwrap_or(NonZeroUsize::MIN),
        puzzles: puzzles(&args.files, session)?,
        ..defaults
    };
    let server = Server::bind(options).map_err(|error| refused(&error))?;
    if !address.is_loopback() {
        session.warn(
            "other machines reach this page, over connections that are not encrypted; \
             whoever has the token can use it",
        );
    }
    let url = server.url();
    match session.json {
        true => writeln!(
            session.out(),
            "{}",
            json!({ "schema": "fewest/serve/1", "url": url })
        )?,
        false => writeln!(session.out(), "{url}")?,
    }
    session.flush()?;
    session.note("Ctrl-C ends the server");
    server.run().map_err(|error| refused(&error))?;
    Ok(Exit::stopped(StopReason::Cancelled))
}

/// Reads the puzzle files once, at the start, and prints the faults in them.
fn puzzles(files: &[String], session: &Session) -> Result<Vec<PuzzleText>, Failure> {
    let mut puzzles: Vec<PuzzleText> = Vec::with_capacity(files.len());
    for path in files {
        let file = read_puzzle(path, session)?;
        drawn(&file, session)?;
        let (name, text) = (short_name(path).to_owned(), file.text);
        if puzzles.iter().any(|other| other.name == name) {
            let name = name.escape_debug();
            return Err(Failure::usage(format!(
                "two puzzle files are called {name}"
            )));
        }
        puzzles.push(PuzzleText { name, text });
    }
    Ok(puzzles)
}

/// The name of a file without its folders, because users of the page need not know the folders.
fn short_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn random_token() -> Result<String, Failure> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::usage(format!("cannot make a token: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn refused(error: &ServeError) -> Failure {
    Failure::Usage {
        message: error.to_string(),
        help: match error {
            ServeError::Listen { .. } => {
                Some("another port may be free: --port 0 takes any".to_owned())
            }
            _ => None,
        },
    }
}
